import{Et as e,L as t,O as n,at as r,k as i,st as a,vt as o,wt as s,yt as c}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as l,t as u}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{m as d,u as f,v as p,x as m}from"./common-CAX3qpu1.js";import{t as h}from"./dataSets-CfVvmyCl.js";import{d as g,f as _,g as v,o as y,p as b,r as x,t as S}from"./texts-D17fg_K9.js";var C=[{value:`hosts`,label:`Most hosts`},{value:`first_seen`,label:`Newest`},{value:`cve`,label:`Name`},{value:`epss`,label:`EPSS score`}],w=[`search`,`fix`,`severity`,`exploited`,`status`,`sort`],T=e=>w.some(t=>t!==`sort`&&e.get(t)),E=e=>e.get(`fix`)===`none`,D=()=>m(Object.fromEntries(w.map(e=>[e,null]))),O=e=>{let t=t=>e.get(t)||null;return[{name:`fix`,label:`Fix`,value:t(`fix`),options:[{value:`none`,label:`None yet`}]},{name:`severity`,label:`Severity`,value:t(`severity`),options:S},{name:`exploited`,label:`Exploited`,value:t(`exploited`),options:[{value:`true`,label:`Known to be`},{value:`false`,label:`Not known`}]},...E(e)?[]:[{name:`status`,label:`Status`,value:t(`status`),options:[{value:`closed`,label:`Closed everywhere`}]}],{name:`sort`,label:`Order`,value:t(`sort`),options:C}]};function k(e){let t=e.get(`exploited`),n={search:e.get(`search`)?.trim().slice(0,100)||void 0,severity:_(e.get(`severity`)),exploited:t===`true`||t!==`false`&&void 0,fix:E(e)?`none`:void 0,status:e.get(`status`)===`closed`&&!E(e)?`closed`:void 0,sort:C.find(({value:t})=>t===e.get(`sort`))?.value};return Object.fromEntries(Object.entries(n).filter(([,e])=>e!==void 0))}var A={what:`CVEs that a pending security patch fixes, as the package sources of the hosts name them; and, apart from them, those that no source fixes yet.`,limits:`“Not known” is not “no”. Whether a CVE is exploited is known only of those that an imported catalogue lists. The sources of Debian and Ubuntu name no CVEs themselves: those of Debian are known once the file of its security tracker is imported, and without one their patches count below as hosts with security patches, not as CVEs. What no source fixes yet is known of Debian by the same file, of Enterprise Linux and SUSE by the CSAF documents of Red Hat and SUSE, and by what is installed; nothing can be patched there yet, so no service level counts it.`,none:`No open CVE is known.`,noneText:`No source of these hosts names a CVE with a patch that is pending. That does not mean that there is none.`,noneFits:`No CVE fits these filters.`,cvesOpen:`Open CVEs that a patch fixes`,withoutFix:`Open CVEs without a fix`,withoutFixUnknown:`Not known: no file says it of these hosts`,noneWithoutFix:`No CVE without a fix is known.`,noneWithoutFixText:`They are known only of hosts whose packages were read, once the file for their distribution is imported: for Debian its security tracker, for Enterprise Linux and SUSE the VEX documents in CSAF. So there may be some all the same.`,exploitedOpen:`Of them known to be exploited`,hostsAffected:`Hosts with pending security patches`,unnamed:`Pending patches that name no CVE`,hostsBeyond:`Hosts beyond their service level`,noneListed:`None known`,notKnown:`Not known: the catalogue of exploited ones is not imported`,notRecorded:`Not recorded`},j=e=>`CVEs without a fix are known of ${n(e)} ${e===1?`host`:`hosts`}, by the imported files of their distributions; of other hosts it is not known what has no fix.`,M=e=>`; ${n(e)} more ${e===1?`is`:`are`} only in packages that the settings set aside, such as kernel headers`,N=e=>`; of ${n(e)} more it is not known, for the packages are of another release than their hosts`,P=e=>e===1?`The agent of one of them is too old to tell source packages, so that CVEs may be missing: update it.`:`The agents of ${n(e)} of them are too old to tell source packages, so that CVEs may be missing: update them.`,F=({packages:e})=>e.map(({name:e})=>s`<div>${d(e)}</div>`),I=[{key:`cve`,header:`CVE`,minRem:11,grow:1,render:({cve:e})=>d(e)},{key:`severity`,header:`Severity`,minRem:8,render:({severity:e})=>g(e),text:({severity:e})=>b(e)}],L={key:`exploited`,header:`Exploited`,minRem:9,priority:2,render:y},R=[...I,{key:`hosts`,header:`Hosts open`,minRem:6,align:`end`,render:({hosts_open:e})=>e},L,{key:`packages`,header:`Packages`,minRem:12,grow:1,priority:3,isLong:!0,render:F},{key:`first`,header:`First known`,minRem:8,priority:4,render:({first_seen_at:e})=>e===null?A.notRecorded:s`<fm-time .datetime=${e}></fm-time>`}],z=[...I,{key:`hosts`,header:`Hosts without a fix`,minRem:8,align:`end`,render:({without_fix:e})=>e?.hosts??0},L,{key:`sources`,header:`In source package`,minRem:14,grow:1,priority:3,isLong:!0,render:({without_fix:e})=>v(e)}],B=class extends o{static properties={setAside:{state:!0},unknown:{state:!0}};#e=new f(this,{args:()=>[],read:(e,t)=>a(r.GET(`/api/v1/exposure`,{signal:t}))});#t=new f(this,{args:()=>[],read:(e,t)=>a(r.GET(`/api/v1/exposure/data-sets`,{signal:t}))});#n=new p(this,{query:()=>k(this.query),read:async(e,t,n)=>{let i={query:{...e,...t}},o=await a(r.GET(`/api/v1/exposure/cves`,{params:i,signal:n}));return this.setAside=o.set_aside,this.unknown=o.unknown,{rows:o.cves,total:o.total,cursor:o.next_cursor}}});constructor(){super(),this.setAside=0,this.unknown=0}render(){return s`<div class="page">
      <fm-page-header heading="Vulnerabilities"
        ><p>${A.what}</p>
        ${h(this.#t)}
      </fm-page-header>
      ${t(this.#e,{what:`the figures`,complete:e=>W(e)})}
      <p class="notice">${A.limits}</p>
      <fm-filter-bar
        label="CVEs"
        .search=${this.query.get(`search`)??``}
        placeholder="CVE or package"
        .filters=${O(this.query)}
        @fm-search=${l}
        @fm-filter=${u}
        @fm-clear-filters=${D}
      ></fm-filter-bar>
      <p class="quiet small" role="status">
        ${this.#n.total===null?e:s`${i(this.#n.total,`CVE`)}${this.setAside===0?e:M(this.setAside)}${this.unknown===0?e:N(this.unknown)}`}
      </p>
      ${t(this.#n,{what:`the CVEs`,isEmpty:({length:e})=>e===0,empty:()=>G(this.query),complete:e=>s`<fm-table
            label="CVEs"
            .rows=${e}
            .columns=${E(this.query)?z:R}
            .rowKey=${({cve:e})=>e}
            .rowHref=${({cve:e})=>x(e)}
            .total=${this.#n.total}
            @fm-near-end=${()=>this.#n.more()}
          ></fm-table>`})}
    </div>`}};function V({exploited_open:e,data_sets:t}){return e>0?n(e):t.some(({kind:e})=>e===`kev`)?A.noneListed:A.notKnown}function H({without_fix:e}){return e===null||e.hosts_judged===0?A.withoutFixUnknown:e.cves_open===0?A.noneListed:s`<a href="/vulnerabilities?fix=none">${n(e.cves_open)}</a>`}function U({without_fix:t}){return t===null||t.hosts_judged===0?s``:s`<p class="quiet small">
    ${j(t.hosts_judged)}${t.hosts_guessed===0?e:s` ${P(t.hosts_guessed)}`}
  </p>`}function W(t){let r=t.hosts_unread;return s`<dl class="facts">
      <dt>${A.cvesOpen}</dt>
      <dd>${n(t.cves_open)}</dd>
      <dt>${A.exploitedOpen}</dt>
      <dd>${V(t)}</dd>
      <dt>${A.withoutFix}</dt>
      <dd>${H(t)}</dd>
      <dt>${A.hostsAffected}</dt>
      <dd>${n(t.hosts_affected)}</dd>
      <dt>${A.unnamed}</dt>
      <dd>${n(t.patches_unnamed)}</dd>
      <dt>${A.hostsBeyond}</dt>
      <dd>
        ${t.hosts_beyond===0?n(0):s`<a href="/late-patches">${n(t.hosts_beyond)}</a>`}
      </dd>
    </dl>
    ${U(t)}
    ${r===0?e:s`<p class="quiet small">
            The latest lists of ${i(r,`host`)} are not counted yet; they are a few seconds behind.
          </p>`}`}function G(e){return E(e)&&!T(K(e))?s`<fm-state kind="empty" heading=${A.noneWithoutFix}>
      ${A.noneWithoutFixText}
      <button slot="actions" @click=${D}>Show those that a patch fixes</button>
    </fm-state>`:T(e)?s`<fm-state kind="empty" heading=${A.noneFits}>
      <button slot="actions" @click=${D}>Show all</button>
    </fm-state>`:s`<fm-state kind="empty" heading=${A.none}>${A.noneText}</fm-state>`}function K(e){let t=new URLSearchParams(e);return t.delete(`fix`),t}c(`fm-page-vulnerabilities`,B);export{B as FmPageVulnerabilities};