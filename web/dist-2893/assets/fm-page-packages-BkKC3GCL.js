import{A as e,Et as t,L as n,at as r,st as i,vt as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as c,t as l}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{m as u,v as d,x as f}from"./common-CAX3qpu1.js";import{i as p,o as m,r as h,t as g}from"./texts-DjflBj05.js";var _={what:`What is installed across the fleet, read daily and after each job.`,none:`No packages are known yet.`,noneText:`Each host tells what is installed soon after it has enrolled.`,noneFits:`No package fits these filters.`},v=[{key:`name`,header:`Package`,minRem:12,grow:2,render:({name:e})=>u(e)},{key:`hosts`,header:`Hosts`,minRem:5,align:`end`,render:({hosts:e})=>e},{key:`versions`,header:`Versions`,minRem:6,align:`end`,render:({versions:e})=>e},{key:`pending`,header:`Update pending`,minRem:9,align:`end`,priority:2,render:({hosts_pending:e})=>e},{key:`held`,header:`Held`,minRem:5,align:`end`,priority:3,render:({hosts_held:e})=>e}],y=[{key:`compare`,label:`Compare hosts`,href:`/packages/compare`},{key:`differences`,label:`Differences in a group`,href:`/packages/differences`}],b=class extends a{#e=null;#t=new d(this,{query:()=>T(this.query),read:async(e,t,n)=>{let a={query:{...e,...t}},o=await i(r.GET(`/api/v1/packages`,{params:a,signal:n}));return this.#e=o.coverage,{rows:o.packages,total:o.total,cursor:o.next_cursor}}});render(){let r=this.#e===null?null:h(this.#e);return o`<div class="page">
      <fm-page-header heading="Packages" .actions=${y}><p>${_.what}</p></fm-page-header>
      <fm-filter-bar
        label="Packages"
        .search=${this.query.get(`search`)??``}
        placeholder="Name"
        .filters=${w(this.query)}
        @fm-search=${c}
        @fm-filter=${l}
        @fm-clear-filters=${S}
      ></fm-filter-bar>
      ${r===null?t:o`<p class="notice">${r}</p>`}
      <p class="quiet small" role="status">${e(this.#t.total,`package`,`packages`)}</p>
      ${n(this.#t,{what:`the packages`,isEmpty:({length:e})=>e===0,empty:()=>C(this.query),complete:e=>o`<fm-table
            label="Packages"
            name="packages"
            .rowKey=${({name:e})=>e}
            .loadAll=${()=>this.#t.readAll()}
            .rows=${e}
            .columns=${v}
            .rowHref=${({name:e})=>m(e)}
            .total=${this.#t.total}
            @fm-near-end=${()=>this.#t.more()}
          ></fm-table>`})}
    </div>`}},x=[`search`,`pending`,`held`],S=()=>f({search:null,pending:null,held:null});function C(e){return x.some(t=>e.get(t))?o`<fm-state kind="empty" heading=${_.noneFits}>
      <button slot="actions" @click=${S}>Show all</button>
    </fm-state>`:o`<fm-state kind="empty" heading=${_.none}>${_.noneText}</fm-state>`}var w=e=>[{name:`pending`,label:`Update pending`,value:e.get(`pending`)||null,options:g},{name:`held`,label:`Held`,value:e.get(`held`)||null,options:g}];function T(e){let t={search:e.get(`search`)?.trim().slice(0,256)||void 0,pending:p(e.get(`pending`)),held:p(e.get(`held`))};return Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))}s(`fm-page-packages`,b);export{b as FmPagePackages};