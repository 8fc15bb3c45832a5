import{A as e,Et as t,L as n,M as r,at as i,st as a,vt as o,wt as s,yt as c}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{t as l}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{n as u,r as d,t as f}from"./sorting-B_DEMQsV.js";import{m as p,u as m,v as h,x as g}from"./common-CAX3qpu1.js";import{t as _}from"./asker-tT0gubqI.js";import{n as v}from"./chosenHosts-BXILJwIB.js";import{a as y,i as b,r as x,t as S}from"./texts-DjflBj05.js";var C={noneFits:`No host fits.`,noneText:`No host that you may see has this package as the filters say.`,below:`Older than version`,history:`What changed`,update:e=>`Update on ${e} ${e===1?`host`:`hosts`}`,gathering:`The hosts are being gathered.`,gatherFailed:`Not all hosts could be read; try again.`,unnamed:`No package is named.`,unnamedText:`Choose one from the list of packages.`},w=[{key:`fqdn`,header:`Host`,minRem:12,grow:2,isSortable:!0,render:({display_name:e,fqdn:t})=>p(e??t)},{key:`version`,header:`Version`,minRem:11,grow:1,isSortable:!0,render:({packages:e})=>e.map(({version:e,arch:t,held:n})=>s`<div>${p(e)} (${p(t)})${n?`, held`:``}</div>`)},{key:`available`,header:`Available`,minRem:9,grow:1,priority:2,render:({packages:e})=>p(e.find(e=>e.available_version)?.available_version??``)},{key:`as_of`,header:`As of`,minRem:9,priority:3,render:({state:e})=>s`<fm-time .datetime=${e.collected_at}></fm-time>`}],T=e=>({key:`history`,header:`History`,minRem:7,priority:4,render:({host_id:t})=>s`<a href=${y(t,e)}>${C.history}</a>`}),E=class extends o{static properties={problem:{state:!0},isGathering:{state:!0}};#e=new m(this,{args:()=>this.query.get(`name`)?[this.query.get(`name`)??``,this.query.get(`group`)??``]:null,read:([e,t],n)=>{let r={name:e,...t===``?{}:{group_id:t}};return a(i.GET(`/api/v1/packages/versions`,{params:{query:r},signal:n}))}});#t=new m(this,{args:()=>this.query.get(`group`)?[this.query.get(`group`)??``]:null,read:async([e],t)=>p((await a(i.GET(`/api/v1/groups/{id}`,{params:{path:{id:e}},signal:t}))).name)});#n=new h(this,{query:()=>A(this.query),read:async(e,t,n)=>{let r={query:{...e,...t}},o=await a(i.GET(`/api/v1/packages/hosts`,{params:r,signal:n}));return{rows:o.hosts,total:o.total,cursor:o.next_cursor}}});constructor(){super(),this.problem=null,this.isGathering=!1}render(){let e=this.query.get(`name`);return s`<div class="page">
      <fm-page-header
        heading=${e?p(e):`Package`}
        .crumbs=${[{label:`Packages`,href:`/packages`}]}
        .actions=${e?this.#a():[]}
        @fm-action=${()=>void this.#o()}
      ></fm-page-header>
      ${this.problem===null?t:s`<p class="notice warn" role="alert">${this.problem}</p>`}
      ${e?this.#r():s`<fm-state kind="empty" heading=${C.unnamed}>${C.unnamedText}</fm-state>`}
    </div>`}#r(){let r=this.#e.value?x(this.#e.value.coverage):null;return s`<fm-filter-bar
        label="Hosts"
        .search=${this.query.get(`below`)??``}
        placeholder=${C.below}
        .filters=${this.#i()}
        @fm-search=${({detail:e})=>g({below:e||null})}
        @fm-filter=${l}
        @fm-clear-filters=${D}
      ></fm-filter-bar>
      ${r===null?t:s`<p class="notice">${r}</p>`}
      <p class="quiet small" role="status">${e(this.#n.total,`host`,`hosts`)}</p>
      ${n(this.#n,{what:`the hosts`,isEmpty:({length:e})=>e===0,empty:()=>s`<fm-state kind="empty" heading=${C.noneFits}>${C.noneText}</fm-state>`,complete:e=>s`<fm-table
            label="Hosts"
            name="package-hosts"
            .rows=${e}
            .columns=${[...w,T(this.query.get(`name`)??``)]}
            .rowKey=${e=>e.host_id}
            .rowHref=${e=>`/hosts/${e.host_id}`}
            .sort=${u(k(this.query))}
            .total=${this.#n.total}
            .loadAll=${()=>this.#n.readAll()}
            @fm-sort=${({detail:e})=>g({sort:d(f(u(k(this.query)),e))})}
            @fm-near-end=${()=>this.#n.more()}
          ></fm-table>`})}`}#i(){let e=this.#e.value?.versions??[],t=[...new Set(e.map(({version:e})=>e))].map(t=>{let n=e.reduce((e,n)=>e+(n.version===t?n.hosts:0),0);return{value:t,label:`${p(t)} (${n})`}}),n=e=>this.query.get(e)||null;return[{name:`version`,label:`Version`,value:n(`version`),options:t},{name:`pending`,label:`Update pending`,value:n(`pending`),options:S},{name:`held`,label:`Held`,value:n(`held`),options:S},...n(`group`)===null?[]:[{name:`group`,label:`Group`,value:n(`group`),valueText:this.#t.value??`…`}]]}#a(){if(!_.may(`jobs:run`)||!_.serves(`createJob`)||!this.#n.total)return[];let e=this.isGathering?C.gathering:null;return[{key:`job`,label:C.update(this.#n.total),icon:`plus`,tone:`primary`,reason:e}]}async#o(){if(this.isGathering)return;let e=A(this.query);this.isGathering=!0,this.problem=null;try{let t=await this.#n.readAll();if(!this.isConnected||JSON.stringify(A(this.query))!==JSON.stringify(e))return;let n=this.#n.rows.map(({host_id:e})=>e);t&&e?r(v(n,[[`operation`,`update`],[`package`,e.name]])):this.problem=C.gatherFailed}finally{this.isGathering=!1}}},D=()=>g({below:null,version:null,pending:null,held:null,group:null}),O=[`fqdn`,`-fqdn`,`version`,`-version`],k=e=>O.find(t=>t===e.get(`sort`))??`fqdn`;function A(e){let t=e.get(`name`);if(!t)return null;let n={version:e.get(`version`)||void 0,version_below:e.get(`below`)?.trim().slice(0,256)||void 0,pending:b(e.get(`pending`)),held:b(e.get(`held`)),group_id:e.get(`group`)||void 0,sort:k(e)};return{name:t,...Object.fromEntries(Object.entries(n).filter(([,e])=>e!==void 0))}}c(`fm-page-package`,E);export{E as FmPagePackage};