import{Et as e,L as t,O as n,_t as r,at as i,k as a,kt as o,st as s,wt as c,yt as l}from"./shell-BBooQZkD.js";import"./fm-table-uS3hD86L.js";import{m as u,u as d,v as f}from"./common-CAX3qpu1.js";import{t as p}from"./dataSets-CfVvmyCl.js";import"./fm-security-patches-CJtRWQUS.js";import{a as m,d as h,g,o as _,p as v,r as y}from"./texts-D17fg_K9.js";import{t as b}from"./asker-tT0gubqI.js";var x={open:`Open CVEs that a patch fixes`,withoutFix:`Open CVEs without a fix`,withoutFixHint:`No source of this host fixes these yet: there is nothing to patch, and no service level counts them.`,setAside:e=>`${a(e,`more CVE`)} without a fix ${e===1?`is`:`are`} not counted: from their sources this host has only packages that the settings set aside, such as kernel headers.`,unknown:e=>`Of ${a(e,`more CVE`)} without a fix it is not known: the packages are of another release than this host, and the tracker's file does not say whether that has ${e===1?`it`:`them`}.`,exploited:`Of them known to be exploited`,late:`Patches beyond their service level`,cves:`CVEs of this host`,noCves:`No open CVE is known of this host.`,noCvesText:`Its package sources name no CVE with a patch that is pending. The sources of Debian and Ubuntu name none themselves; those of Debian are known once the file of its security tracker is imported. So that does not mean that there is none.`,patches:`Pending security patches and their service levels`,order:`Order to patch of this host`,exceptions:`Exceptions of this host`,notKnown:`Not known`,noneKnown:`None known`},S=[{key:`cve`,header:`CVE`,minRem:11,grow:1,render:({cve:e})=>u(e)},{key:`severity`,header:`Severity`,minRem:8,render:({severity:e})=>h(e),text:({severity:e})=>v(e)},{key:`exploited`,header:`Exploited`,minRem:9,priority:2,render:_},{key:`epss`,header:`EPSS score`,minRem:7,priority:4,render:m}],C=[...S,{key:`fixed`,header:`Fixed in`,minRem:12,grow:1,priority:3,isLong:!0,render:({packages:e})=>e.map(({name:e,fixed_version:t})=>c`<div>${u(e)} ${u(t)}</div>`)}],w=[...S,{key:`sources`,header:`In source package`,minRem:14,grow:1,priority:3,isLong:!0,render:({without_fix:e})=>g(e)}],T=o`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  h3 {
    font-size: var(--fm-size-body);
    font-weight: 500;
  }
`,E=class extends r{static styles=[r.styles,T];static properties={hostId:{}};#e={};#t=new d(this,{args:()=>this.hostId===``?null:[this.hostId],read:async([e],t)=>{let n={host_id:e,limit:1},[r,a,o,c]=await Promise.all([s(i.GET(`/api/v1/exposure/cves`,{params:{query:n},signal:t})),s(i.GET(`/api/v1/exposure/cves`,{params:{query:{...n,exploited:!0}},signal:t})),s(i.GET(`/api/v1/exposure/patches`,{params:{query:{...n,standing:`late`}},signal:t})),s(i.GET(`/api/v1/exposure/cves`,{params:{query:{...n,fix:`none`}},signal:t}))]);return{open:r.total,exploited:a.total,late:o.total,withoutFix:c.total,setAside:c.set_aside,unknown:c.unknown}}});#n=new d(this,{args:()=>[],read:(e,t)=>s(i.GET(`/api/v1/exposure/data-sets`,{signal:t}))});#r=new f(this,{query:()=>this.hostId===``?null:{host_id:this.hostId},read:async(e,t,n)=>{let r={query:{...e,...t}},a=await s(i.GET(`/api/v1/exposure/cves`,{params:r,signal:n}));return{rows:a.cves,total:a.total,cursor:a.next_cursor}}});#i=new f(this,{query:()=>this.hostId===``?null:{host_id:this.hostId,fix:`none`},read:async(e,t,n)=>{let r={query:{...e,...t}},a=await s(i.GET(`/api/v1/exposure/cves`,{params:r,signal:n}));return{rows:a.cves,total:a.total,cursor:a.next_cursor}}});constructor(){super(),this.hostId=``}render(){return this.#e.hostId!==this.hostId&&(this.#e={hostId:this.hostId}),c`${t(this.#t,{what:`the figures`,complete:e=>this.#o(e)})}
      ${p(this.#n)} ${this.#s()}
      <h3>${x.cves}</h3>
      ${t(this.#r,{what:`the CVEs`,isEmpty:({length:e})=>e===0,empty:()=>c`<fm-state kind="empty" heading=${x.noCves}>${x.noCvesText}</fm-state>`,complete:e=>c`<fm-table
            label="CVEs of this host"
            .rows=${e}
            .columns=${C}
            .rowKey=${({cve:e})=>e}
            .rowHref=${({cve:e})=>y(e)}
            .total=${this.#r.total}
            @fm-near-end=${()=>this.#r.more()}
          ></fm-table>`})}
      ${(this.#i.total??0)===0?e:this.#a()}
      <h3>${x.patches}</h3>
      ${this.hostId===``?e:c`<fm-security-patches name="host-patches" .fixed=${this.#e}></fm-security-patches>`}`}#a(){return c`<h3>${x.withoutFix}</h3>
      <p class="quiet">${x.withoutFixHint}</p>
      ${t(this.#i,{what:`the CVEs without a fix`,complete:e=>c`<fm-table
            label=${x.withoutFix}
            .rows=${e}
            .columns=${w}
            .rowKey=${({cve:e})=>e}
            .rowHref=${({cve:e})=>y(e)}
            .total=${this.#i.total}
            @fm-near-end=${()=>this.#i.more()}
          ></fm-table>`})}`}#o({open:t,exploited:r,late:i,withoutFix:a,setAside:o,unknown:s}){let l=this.#n.value?.data_sets,u=r>0||(l?.some(({kind:e})=>e===`kev`)??!1);return c`<dl class="facts">
        <dt>${x.open}</dt>
        <dd>${n(t)}</dd>
        <dt>${x.exploited}</dt>
        <dd>${u?n(r):x.notKnown}</dd>
        <dt>${x.withoutFix}</dt>
        <dd>${a===0?x.noneKnown:n(a)}</dd>
        <dt>${x.late}</dt>
        <dd>${n(i)}</dd>
      </dl>
      ${o===0?e:c`<p class="quiet small">${x.setAside(o)}</p>`}
      ${s===0?e:c`<p class="quiet small">${x.unknown(s)}</p>`}`}#s(){let t=encodeURIComponent(this.hostId);return c`<p class="row">
      ${b.serves(`getPatchOrder`)?c`<a href="/patch-order?host=${t}">${x.order}</a>`:e}
      ${b.serves(`listExposureExceptions`)?c`<a href="/exceptions?host=${t}">${x.exceptions}</a>`:e}
    </p>`}};l(`fm-host-exposure`,E);export{E as FmHostExposure};