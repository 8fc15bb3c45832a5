import{Et as e,F as t,L as n,O as r,_t as i,at as a,j as o,st as s,ut as c,wt as l,yt as u,z as d}from"./shell-BBooQZkD.js";import{h as f,m as p,v as m}from"./common-CAX3qpu1.js";import"./fm-table-uS3hD86L.js";import{i as h}from"./columns-B7wyug5_.js";import{t as g}from"./hostName-nP2O9nOD.js";import{t as _}from"./status-C0dAeCN5.js";import{a as v}from"./rule-B2RTgxgF.js";import{t as y}from"./texts-C-t5f6GJ.js";var b=({id:e})=>`/groups/${e}`;function x(e){return l`<a href=${b(e)} tabindex="-1">${p(e.name)}</a>`}var S=[{key:`name`,header:`Group`,minRem:10,grow:1,isRowHeader:!0,render:x},{key:`hosts_total`,header:`Hosts`,minRem:5.5,align:`end`,render:({hosts_total:e})=>r(e)},{key:`rule`,header:`Which hosts`,minRem:12,grow:2,priority:3,render:({rule:e})=>e?p(v(e)):y.listed},{key:`description`,header:`Description`,minRem:8,grow:1,priority:4,render:({description:e})=>p(e??``)}],C=[{key:`fqdn`,header:`Host`,minRem:10,grow:2,isRowHeader:!0,render:e=>l`<a href=${h(e)} tabindex="-1">${g(e)}</a>`},{key:`health_status`,header:`Status`,minRem:9.5,render:({health_status:e})=>_(`health`,e)},{key:`os_name`,header:`System`,minRem:9,grow:1,priority:3,render:({os_name:e})=>e===null?``:p(e)},{key:`tags`,header:`Tags`,minRem:8,grow:1,priority:4,render:({tags:e})=>p(e.join(`, `))}],w=500;function T({before:e,after:t}){let n=[`os_family`,`os_name`,`os_version`,`arch`].filter(n=>e[n]!==t[n]);return p(n.map(n=>`${e[n]??``} → ${t[n]??``}`).join(`, `))}var E=[{key:`host`,header:`Host`,minRem:10,grow:2,isRowHeader:!0,render:({host:e})=>l`<a href=${h(e)} tabindex="-1">${g(e)}</a>`},{key:`change`,header:`Change`,minRem:12,grow:1,render:({group:e,direction:t})=>l`${y.direction[t]} <a href=${b(e)}>${p(e.name)}</a>`},{key:`says`,header:`It says`,minRem:10,grow:2,priority:2,render:T},{key:`state`,header:`State`,minRem:8,render:({state:e})=>y.changeState[e]},{key:`since`,header:`Since`,minRem:7,priority:3,render:({since:e})=>l`<fm-time .datetime=${e}></fm-time>`}];u(`fm-group-changes`,class extends i{static properties={groupId:{attribute:!1},hostId:{attribute:!1},selected:{state:!0}};#e=new f(this);constructor(){super(),this.groupId=null,this.hostId=null,this.selected=new Set}#t=new m(this,{query:()=>({...this.groupId===null?{}:{group_id:this.groupId},...this.hostId===null?{}:{host_id:this.hostId}}),read:async(e,t,n)=>{let r={query:{...e,...t}},i=await s(a.GET(`/api/v1/group-changes`,{params:r,signal:n}));return{rows:i.changes,total:i.total,cursor:i.next_cursor}}});render(){let{total:t,error:r}=this.#t;return t===0||t===null&&r===null?e:l`<section class="card stack tight" aria-label=${y.changes}>
      <h2>${y.changes}</h2>
      <p>${y.changesText}</p>
      ${d(this.#e.problem)}
      ${n(this.#t,{what:`what waits`,complete:e=>this.#n(e)})}
    </section>`}#n(e){let n=t(c.user,`groups:confirm`);return l`<fm-table
        label=${y.changes}
        .rows=${e}
        .total=${this.#t.total}
        .columns=${E}
        .selected=${n?this.selected:null}
        @fm-select=${({detail:e})=>this.selected=e}
        @fm-near-end=${()=>this.#t.more()}
      ></fm-table>
      ${n?this.#r():l`<p class="quiet">${y.administratorsDecide}</p>`}`}#r(){let e=this.#e.isBusy||this.selected.size===0;return l`<div class="row">
      <button class="primary" ?disabled=${e} @click=${()=>void this.#i(`confirm`)}>
        ${y.confirm}
      </button>
      <button ?disabled=${e} @click=${()=>void this.#i(`reject`)}>${y.reject}</button>
    </div>`}async#i(e){await this.#e.run(async()=>{let t=[...this.selected];for(let n=0;n<t.length;n+=w){let r={decision:e,ids:t.slice(n,n+w)};await s(a.POST(`/api/v1/group-changes/decide`,{body:r}))}o(y.decided[e])}),this.selected=new Set,this.#t.restart(),this.dispatchEvent(new CustomEvent(`fm-changed`))}});export{b as n,C as r,S as t};