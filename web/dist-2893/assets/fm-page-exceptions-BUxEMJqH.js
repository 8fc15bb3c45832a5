const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-new-exception-D5s9ePhF.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/fm-dialog-Dr1a7wMa.js","assets/common-CAX3qpu1.js","assets/changes-CZ50GRvT.js","assets/texts-CrGve09i.js"])))=>i.map(i=>d[i]);
import{Et as e,L as t,at as n,dt as r,gt as i,j as a,rt as o,st as s,tt as c,vt as l,wt as u,yt as d,z as f}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import{t as p}from"./fm-confirm-CHgqJzYh.js";import"./fm-filter-bar-DDQqBvLu.js";import"./fm-table-uS3hD86L.js";import{h as m,m as h,p as g,v as _,x as v}from"./common-CAX3qpu1.js";import{t as y}from"./asker-tT0gubqI.js";import{a as b,i as x,n as S,r as C,t as w}from"./texts-CrGve09i.js";var T=class extends l{static properties={done:{state:!0},ending:{state:!0},isFormThere:{state:!0}};#e=new m(this);#t=new _(this,{query:()=>{let e=this.#i();return e?{host_id:e}:{}},read:async(e,t,r)=>{let i={query:{...e,...t}},a=await s(n.GET(`/api/v1/exposure/exceptions`,{params:i,signal:r}));return{rows:a.exceptions,total:a.total,cursor:a.next_cursor}}});#n=[{key:`package`,header:`Package`,minRem:10,grow:1,render:e=>h(e.package)},{key:`host`,header:`Host`,minRem:11,grow:1,render:({fqdn:e})=>h(e)},{key:`state`,header:`State`,minRem:9,grow:1,render:A,text:({state:e})=>w[e].label},{key:`reason`,header:`Reason`,minRem:13,grow:2,priority:2,isLong:!0,render:({reason:e})=>g(e,500)},{key:`ends`,header:`Ends`,minRem:8,priority:2,render:({expires_at:e})=>u`<fm-time .datetime=${e}></fm-time>`,text:({expires_at:e})=>e},{key:`by`,header:`Excepted by`,minRem:9,priority:3,render:({created_by:e,created_at:t})=>u`${h(e.username)}, <fm-time .datetime=${t}></fm-time>`,text:({created_by:e,created_at:t})=>`${e.username}, ${t}`}];#r=[...this.#n,{key:`end`,header:`End it`,minRem:6,priority:2,text:()=>``,render:e=>this.#u(e)}];constructor(){super(),this.done=null,this.ending=null,this.isFormThere=!1}#i(){return this.#a()?null:this.query.get(`host`)||null}#a(){return this.query.get(`new`)===`1`&&E()}willUpdate(){this.#a()&&!this.isFormThere&&this.#o()}async#o(){await this.#e.run(async()=>void await o(()=>i(()=>import(`./fm-new-exception-D5s9ePhF.js`),__vite__mapDeps([0,1,2,3,4,5,6])))),this.isFormThere=this.#e.problem===null,this.isFormThere||k()}render(){let n=this.#i(),r=this.#t.rows[0]?.fqdn,i=n===null?[]:[{name:`host`,label:`Host`,value:n,valueText:r?h(r):`one host`}];return u`<div class="page">
      <fm-page-header
        heading="Exceptions"
        .actions=${D()}
        @fm-action=${()=>v({new:`1`,host:null,package:null})}
      >
        <p>${b.what}</p>
      </fm-page-header>
      ${this.done===null?e:u`<p class="notice ok" role="status">${c(`check`)} <span>${this.done}</span></p>`}
      ${f(this.#e.problem)}
      ${i.length===0?e:u`<fm-filter-bar
              label="Exceptions"
              no-search
              .filters=${i}
              @fm-filter=${O}
              @fm-clear-filters=${O}
            ></fm-filter-bar>`}
      ${t(this.#t,{what:`the exceptions`,isEmpty:({length:e})=>e===0,empty:()=>j(n!==null),complete:e=>this.#s(e)})}
      ${this.#c()}
    </div>`}#s(e){return u`<p class="quiet small" role="status">${S(this.#t.total??e.length)}</p>
      <fm-table
        label="Exceptions"
        name="exceptions"
        .rows=${e}
        .columns=${E()?this.#r:this.#n}
        .rowHref=${e=>`/hosts/${e.host_id}?tab=exposure`}
        .total=${this.#t.total}
        .loadAll=${this.#p}
        @fm-near-end=${()=>this.#t.more()}
      ></fm-table>`}#c(){return this.isFormThere?u`<fm-new-exception
      ?open=${this.#a()}
      .hostId=${this.query.get(`host`)||null}
      .package=${this.query.get(`package`)?.slice(0,256)||null}
      @fm-close=${k}
      @fm-made=${({detail:e})=>this.#l(e)}
    ></fm-new-exception>`:e}#l(e){k(),this.#f([x(h(e.package),h(e.fqdn)),w[e.state].what].filter(Boolean).join(` `)),this.#t.restart()}#u(e){return u`<button
      ?disabled=${this.ending!==null}
      aria-label="End the exception of ${h(e.package)} on ${h(e.fqdn)}"
      @click=${()=>void this.#d(e)}
    >
      ${this.ending===e.id?b.ending:b.end}
    </button>`}async#d(e){if(this.ending!==null)return;let[t,i]=[h(e.package),h(e.fqdn)];await p({title:`End the exception of ${t} on ${i}?`,text:e.state===`in_force`?`The held patch counts as missing at once, in the reports too.`:`It goes from the list. It has no effect now.`,action:`End the exception`})&&this.ending===null&&(this.ending=e.id,this.done=null,await this.#e.run(async()=>{let a={path:{exceptionId:e.id}};try{await s(n.DELETE(`/api/v1/exposure/exceptions/{exceptionId}`,{params:a})),this.#f(C(t,i))}catch(e){if(!(e instanceof r)||e.code!==`EXCEPTION_NOT_FOUND`)throw e;this.#f(`${C(t,i)} ${b.gone}`)}this.#t.restart()}),this.ending=null)}#f(e){this.done=e,a(e)}#p=async()=>{if(!await this.#t.readAll())throw Error(`not all rows were read`)}},E=()=>y.may(`exposure:except`)&&y.serves(`createExposureException`),D=()=>E()?[{key:`new`,label:b.add,icon:`plus`,tone:`primary`}]:[],O=()=>v({host:null}),k=()=>v({new:null,host:null,package:null});function A({state:t}){let{tone:n,label:r,what:i}=w[t];return u`<fm-badge tone=${n} label=${r}></fm-badge> ${i===null?e:u`<span class="quiet">${i}</span>`}`}function j(e){return e?u`<fm-state kind="empty" heading=${b.noneFits}>
    <button slot="actions" @click=${O}>${b.showAll}</button>
  </fm-state>`:u`<fm-state kind="empty" heading=${b.none}>${b.noneText}</fm-state>`}d(`fm-page-exceptions`,T);export{T as FmPageExceptions};