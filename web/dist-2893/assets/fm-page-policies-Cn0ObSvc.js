import{A as e,Et as t,F as n,L as r,M as i,at as a,j as o,st as s,ut as c,vt as l,wt as u,yt as d,z as f}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as p,t as m}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{n as h,r as g,t as _}from"./sorting-B_DEMQsV.js";import{h as v,m as y,u as b,v as x,x as S,y as C}from"./common-CAX3qpu1.js";import{t as w}from"./names-DRkFoyNN.js";import{n as T,t as E}from"./act-CU_mn8lS.js";import"./fm-badge-hBKVOtwJ.js";import{a as D,c as O,l as k,r as A,s as j,t as M}from"./texts--sUhB9cy.js";import{t as N}from"./badge-Dpy77prv.js";var P=e=>[{key:`name`,header:`Policy`,minRem:11,grow:1.5,isSortable:!0,render:F},{key:`target`,header:`On`,minRem:9,grow:1.5,priority:4,render:({target:t})=>z(k(t,e.nameOf))},{key:`schedule`,header:`Starts`,minRem:11,grow:1.5,priority:3,render:O},{key:`next_start_at`,header:`Next run`,minRem:12,grow:1,isSortable:!0,render:I},{key:`last`,header:`Last run`,minRem:9,priority:2,render:L},{key:`acts`,header:`Actions`,minRem:5,text:()=>null,render:t=>R(t,e)}];function F(e){let n=e.state===`paused`;return u`${y(e.name)}
  ${n?u`<fm-badge tone="warn" label="Paused"></fm-badge>`:t}`}function I(e){let{active_run:n,next_start_at:r}=e,i=n===null?t:u`<div>${N(j(n))}</div>`;if(r===null)return u`${i}<span class="quiet">It does not start again.</span>`;let a=e.state===`paused`||e.skips_next;return u`${i}${e.skips_next?u`<fm-badge tone="warn" label="Skipped"></fm-badge> `:t}
    <span class=${a?`quiet`:``}>${D(e)}</span>
    ${a?t:u`<div class="quiet small"><fm-time .datetime=${r}></fm-time></div>`}`}function L({last_run:e}){return e===null?u`<span class="quiet">None yet</span>`:u`${N(j(e))}
    <div class="quiet small"><fm-time .datetime=${e.starts_at}></fm-time></div>`}function R(e,{isBusy:n,act:r}){let i=T(e).map(({act:e,whyNot:t})=>{let{label:r,icon:i}=M[e];return{key:e,label:r,icon:i,reason:t===null?n?`One moment.`:null:A[t],...e===`delete`?{tone:`danger`}:{}}});return i.length===0?t:u`<fm-menu
    label="Actions for ${y(e.name)}"
    icon="more"
    icon-only
    .items=${i}
    @fm-choose=${({detail:t})=>r(e,t)}
  ></fm-menu>`}var z=e=>`${e.charAt(0).toUpperCase()}${e.slice(1)}`,B=[{value:`active`,label:`Active`},{value:`paused`,label:`Paused`}],V={what:`Patches that are taken by themselves: on which hosts, when, and how.`,none:`Nothing is patched by itself.`,noneText:`A policy patches a group of hosts at its times, such as each second Tuesday plus three days, inside their maintenance windows and in waves.`,first:`Make the first policy`},H=[`next_start_at`,`name`,`-name`],U=class extends l{static properties={done:{state:!0}};#e=new v(this);#t=new C(this,{topic:()=>`fleet`,onEvents:e=>{e.some(({kind:e})=>e===`policy.updated`)&&this.#n.isOnePage&&this.#n.restart()}});#n=new x(this,{live:this.#t,query:()=>J(this.query),read:async(e,t,n)=>{let r={query:{...e,...t}},i=await s(a.GET(`/api/v1/policies`,{params:r,signal:n}));return{rows:i.policies,total:i.total,cursor:i.next_cursor}}});#r=new b(this,{args:()=>[],read:(e,t)=>w(t)});constructor(){super(),this.done=null}render(){return u`<div class="page">
      <fm-page-header heading="Policies" .actions=${G()}><p>${V.what}</p></fm-page-header>
      <fm-filter-bar
        label="Policies"
        .search=${this.query.get(`search`)??``}
        placeholder="Name"
        .filters=${q(this.query)}
        @fm-search=${p}
        @fm-filter=${m}
        @fm-clear-filters=${K}
      ></fm-filter-bar>
      ${this.done===null?t:u`<p class="notice ok">${this.done}</p>`}
      ${f(this.#e.problem)}
      <p class="quiet small" role="status">${e(this.#n.total,`policy`,`policies`)}</p>
      ${r(this.#n,{what:`the policies`,isEmpty:({length:e})=>e===0,empty:()=>this.#i(),complete:e=>this.#a(e)})}
    </div>`}#i(){return this.query.get(`search`)||this.query.get(`state`)?u`<fm-state kind="empty" heading="No policy fits these filters.">
        <button slot="actions" @click=${K}>Show all</button>
      </fm-state>`:u`<fm-state kind="empty" heading=${V.none}>
      ${V.noneText}
      ${W()?u`<a slot="actions" class="button primary" href="/policies/new">${V.first}</a>`:t}
    </fm-state>`}#a(e){return u`<fm-table
      label="Policies"
      .rows=${e}
      .columns=${P({nameOf:e=>this.#r.value?.get(e)??null,isBusy:this.#e.isBusy,act:(e,t)=>void this.#o(e,t)})}
      .rowHref=${({id:e})=>`/policies/${e}`}
      .total=${this.#n.total}
      .sort=${Y(this.query.get(`sort`))}
      .rowHeightPx=${56}
      @fm-sort=${({detail:e})=>S({sort:g(_(Y(this.query.get(`sort`)),e))})}
      @fm-near-end=${()=>this.#n.more()}
    ></fm-table>`}async#o(e,t){if(t===`edit`)return i(`/policies/${e.id}?edit=1`);this.#e.isBusy||(this.done=null,await this.#e.run(async()=>{this.done=await E(e,t),this.done!==null&&o(this.done)}),this.#n.restart())}},W=()=>n(c.user,`policies:edit`),G=()=>W()?[{key:`new`,label:`New policy`,icon:`plus`,tone:`primary`,href:`/policies/new`}]:[],K=()=>S({search:null,state:null}),q=e=>[{name:`state`,label:`State`,value:e.get(`state`)||null,options:B}];function J(e){let t={state:B.find(({value:t})=>t===e.get(`state`))?.value,search:e.get(`search`)?.trim().slice(0,100)||void 0,sort:H.find(t=>t===e.get(`sort`))};return Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))}var Y=e=>h(H.find(t=>t===e)??`next_start_at`);d(`fm-page-policies`,U);export{U as FmPagePolicies};