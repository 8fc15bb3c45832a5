import{A as e,Et as t,L as n,at as r,st as i,vt as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import"./fm-table-uS3hD86L.js";import{m as c,u as l,v as u,x as d}from"./common-CAX3qpu1.js";import{t as f}from"./hostName-nP2O9nOD.js";import{n as p,o as m}from"./texts-DjflBj05.js";var h={installed:({to_version:e})=>`installed ${c(e)}`,removed:({from_version:e})=>`removed, was ${c(e)}`,updated:({from_version:e,to_version:t})=>`${c(e)} → ${c(t)}`,held:({to_version:e})=>`held at ${c(e)}`,released:({to_version:e})=>`released at ${c(e)}`},g=e=>`${c(e.name)} (${c(e.arch)}): ${h[e.kind](e)}`,_={what:`What was installed, updated, removed, held and released: kept for 180 days and at most 300 changed lists.`,whole:`Whole name of a package`,unnamed:`No host is named.`,unnamedText:`The history is that of one host: open it from the tab Packages of its page.`,none:`Nothing has changed since the first list.`,noneSince:`The history begins with the first list of this host, of`,noneKnown:`No packages of this host are known yet.`,noneOf:`Nothing is known of this package here.`,noneOfText:`It has not changed in the time that is kept. The name must be whole.`,more:e=>`and ${e} more`,since:`Known since`},v=[{key:`at`,header:`Seen`,minRem:10,text:({at:e})=>e,render:({at:e})=>o`<fm-time .datetime=${e} mode="absolute"></fm-time>`},{key:`total`,header:`Changes`,minRem:6,align:`end`,priority:2,render:({changes_total:e})=>e},{key:`changes`,header:`What`,minRem:18,grow:3,isLong:!0,render:({changes:e,changes_total:t})=>[...e.map(e=>o`<div>${g(e)}</div>`),...t>e.length?[o`<div class="quiet">${_.more(t-e.length)}</div>`]:[]],text:({changes:e,changes_total:t})=>[...e.map(g),...t>e.length?[_.more(t-e.length)]:[]].join(`; `)}],y=class extends a{#e=null;#t=new l(this,{args:()=>this.query.get(`host`)?[this.query.get(`host`)??``]:null,read:async([e],t)=>f(await i(r.GET(`/api/v1/hosts/{id}`,{params:{path:{id:e}},signal:t})))});#n=new u(this,{query:()=>b(this.query),read:async({hostId:e,...t},n,a)=>{let o={path:{hostId:e},query:{...t,...n}},s=await i(r.GET(`/api/v1/hosts/{hostId}/packages/changes`,{params:o,signal:a}));return this.#e=s.state,{rows:s.changes,total:s.total,cursor:s.next_cursor}}});render(){let e=this.query.get(`host`),t=this.#t.value;return o`<div class="page">
      <fm-page-header
        heading=${t===void 0?`History of packages`:`Packages of ${t}`}
        .crumbs=${[{label:`Packages`,href:`/packages`},...e&&t!==void 0?[{label:t,href:`/hosts/${e}?tab=packages`}]:[]]}
        .actions=${this.#r()}
      >
        <p>${_.what}</p>
      </fm-page-header>
      ${e?n(this.#t,{what:`the host`,complete:()=>this.#i()}):o`<fm-state kind="empty" heading=${_.unnamed}>
              ${_.unnamedText} <a slot="actions" class="button" href="/hosts">Hosts</a>
            </fm-state>`}
    </div>`}#r(){let[e,t]=[this.query.get(`host`),this.query.get(`name`)];return e?[...t?[{key:`package`,label:`Its hosts`,icon:`package`,href:m(t)}]:[],{key:`compare`,label:`Compare`,href:p(e)}]:[]}#i(){let r=this.#e?.known_since??null;return o`<fm-filter-bar
        label="Package"
        .search=${this.query.get(`name`)??``}
        placeholder=${_.whole}
        @fm-search=${({detail:e})=>d({name:e||null})}
        @fm-clear-filters=${()=>d({name:null})}
      ></fm-filter-bar>
      <p class="quiet small" role="status">
        ${e(this.#n.total,`changed list`)}
        ${r===null?t:o`· ${_.since} <fm-time .datetime=${r} mode="absolute"></fm-time>`}
      </p>
      ${n(this.#n,{what:`the history`,isEmpty:({length:e})=>e===0,empty:()=>this.#a(r),complete:e=>o`<fm-table
            label="History"
            name="package-history"
            .rows=${e}
            .columns=${v}
            .total=${this.#n.total}
            .loadAll=${()=>this.#n.readAll()}
            @fm-near-end=${()=>this.#n.more()}
          ></fm-table>`})}`}#a(e){return e===null?o`<fm-state kind="empty" heading=${_.noneKnown}></fm-state>`:this.query.get(`name`)?o`<fm-state kind="empty" heading=${_.noneOf}>${_.noneOfText}</fm-state>`:o`<fm-state kind="empty" heading=${_.none}>
      ${_.noneSince} <fm-time .datetime=${e} mode="absolute"></fm-time>.
    </fm-state>`}};function b(e){let t=e.get(`host`);if(!t)return null;let n=e.get(`name`)?.trim().slice(0,256);return{hostId:t,...n?{name:n}:{}}}s(`fm-page-package-history`,y);export{y as FmPagePackageHistory};