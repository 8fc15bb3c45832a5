import{A as e,Et as t,L as n,at as r,it as i,k as a,st as o,vt as s,wt as c,yt as l}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as u,t as d}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{n as f,r as p,t as m}from"./sorting-B_DEMQsV.js";import{m as h,v as g,x as _}from"./common-CAX3qpu1.js";import{a as v,o as y}from"./texts-BjxqAcL2.js";var b=[`username`,`-username`,`role`,`-role`,`last_login_at`,`-last_login_at`],x=class extends s{#e=new g(this,{query:()=>O(this.query),read:async(e,t,n)=>{let i=await o(r.GET(`/api/v1/users`,{params:{query:{...e,...t}},signal:n}));return{rows:i.users,total:i.total,cursor:i.next_cursor}}});render(){return c`<div class="page">
      <fm-page-header heading="Users" .actions=${S()}>
        <p>People who may sign in, what each may do, and which hosts each sees.</p>
      </fm-page-header>
      <fm-filter-bar
        label="Users"
        .search=${this.query.get(`search`)??``}
        placeholder="Name or mail address"
        .filters=${D(this.query)}
        @fm-search=${u}
        @fm-filter=${d}
        @fm-clear-filters=${C}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${e(this.#e.total,`user`)}</p>
      ${n(this.#e,{what:`the users`,isEmpty:e=>e.length===0,empty:()=>c`<fm-state kind="empty" heading="No user fits these filters.">
            <button slot="actions" @click=${C}>Show all</button>
          </fm-state>`,complete:e=>this.#t(e)})}
    </div>`}#t(e){return c`<fm-table
      label="Users"
      .columns=${w}
      .rows=${e}
      .rowHref=${({id:e})=>`/users/${encodeURIComponent(e)}`}
      .total=${this.#e.total}
      .sort=${k(this.query.get(`sort`))}
      @fm-sort=${e=>_({sort:p(m(k(this.query.get(`sort`)),e.detail))})}
      @fm-near-end=${()=>void this.#e.more()}
    ></fm-table>`}},S=()=>i.serves(`createUser`)?[{key:`new`,label:`New user`,icon:`plus`,tone:`primary`,href:`/users/new`}]:[],C=()=>_({search:null,role:null}),w=[{key:`username`,header:`User name`,minRem:10,grow:2,isSortable:!0,isRowHeader:!0,text:({username:e})=>e,render:({username:e,display_name:n})=>c`${h(e)}
      ${n===null?t:c`<span class="quiet">${h(n)}</span>`}`},{key:`role`,header:`Role`,minRem:8,isSortable:!0,render:({role:e})=>y(e)},{key:`state`,header:`State`,minRem:9,text:T,render:E},{key:`mfa`,header:`Second factor`,minRem:7,priority:3,render:({mfa_enabled:e})=>e?`Set up`:`None`},{key:`scope`,header:`Hosts`,minRem:8,priority:3,render:({scope_group_ids:e})=>e===null?`All`:`Of ${a(e.length,`group`)}`},{key:`last_login_at`,header:`Last sign-in`,minRem:8,priority:2,isSortable:!0,render:({last_login_at:e})=>c`<fm-time datetime=${e}></fm-time>`}];function T({disabled:e,must_change_password:t,has_password:n}){return e?`Disabled`:t?`Password to be changed`:n?`Enabled`:`Single sign-on alone`}function E(e){let t=e.disabled?`bad`:e.must_change_password?`warn`:`ok`;return c`<fm-badge tone=${t} label=${T(e)}></fm-badge>`}function D(e){return[{name:`role`,label:`Role`,value:e.get(`role`)||null,options:v}]}function O(e){let t={role:v.find(({value:t})=>t===e.get(`role`))?.value,search:e.get(`search`)?.trim().slice(0,200)||void 0,sort:b.find(t=>t===e.get(`sort`))};return Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))}var k=e=>f(b.find(t=>t===e)??`username`);l(`fm-page-users`,x);export{x as FmPageUsers};