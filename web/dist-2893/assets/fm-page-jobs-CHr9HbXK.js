import{Et as e,F as t,H as n,V as r,at as i,k as a,kt as o,st as s,tt as c,ut as l,vt as u,wt as d,yt as f,z as p}from"./shell-BBooQZkD.js";import"./fm-table-uS3hD86L.js";import{n as m,r as h,t as g}from"./sorting-B_DEMQsV.js";import{b as _,m as v,x as y}from"./common-CAX3qpu1.js";import{n as b}from"./status-C0dAeCN5.js";import"./fm-progress-BqvW4jmb.js";import{n as x}from"./badge-Dpy77prv.js";import{t as S}from"./kind-DooITOac.js";import{a as C,c as w,d as T,f as E,r as D,s as O,t as k,u as A}from"./text-CFkfD5oz.js";var j=[{key:`name`,header:`Job`,isSortable:!0,grow:2,render:N},{key:`state`,header:`State`,isSortable:!0,minRem:11,render:x},{key:`progress`,header:`Hosts`,minRem:9,grow:1.5,priority:2,render:M},{key:`does`,header:`Does`,minRem:8,grow:1.5,priority:4,render:O},{key:`by`,header:`By`,minRem:6,priority:3,render:({created_by:e})=>v(e.username)},{key:`created_at`,header:`Created`,isSortable:!0,minRem:8,priority:2,render:({created_at:e})=>d`<fm-time .datetime=${e}></fm-time>`}];function M(t){let{state:n,schedule_at:r}=t,i=n===`scheduled`?d`, starts <fm-time .datetime=${r}></fm-time>`:e;return d`<fm-progress label="Hosts" .parts=${T(t)}></fm-progress>
    <span class="small quiet">${E(t)}${i}</span>`}function N(t){let n={plan:`Plan · `,rollback:``,run:``}[S(t)];return d`${n===``?e:d`<span class="quiet">${n}</span>`}${w(t)}`}var P=o`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr));
    gap: var(--fm-space-3);
    max-width: 45rem;
  }
`,F=100,I=`-created_at`,L=[`running`,`paused`,`failed`,`partial`,`completed`,`scheduled`,`pending`,`waiting_health_check`,`cancelling`,`cancelled`],R=[`patch`,`install`,`update`,`remove`,`hold`,`unhold`,`refresh`,`reboot`,`rollback`],z=[`state`,`operation`,`ended`,`host`,`awaiting_approval`,`dry_run`],B=class extends u{static styles=[u.styles,P];static properties={more:{state:!0},problem:{state:!0},isLive:{state:!0}};#e=null;#t=!1;#n=new Map;#r=new Set;constructor(){super(),this.more=[],this.problem=null,this.isLive=!0}#i=new n(this,{task:async([e],{signal:t})=>(this.more=[],this.#n.clear(),await this.#e?.ready,this.#u(e,void 0,t)),args:()=>[String(this.query)]});connectedCallback(){super.connectedCallback(),this.#e=_({subscribe:`fleet`,onEvents:e=>this.#f(e),onState:e=>this.isLive=e!==`offline`,onResync:()=>void this.#i.run()})}disconnectedCallback(){super.disconnectedCallback(),this.#e?.close()}render(){return d`<div class="page">
      <div class="page-header">
        <h1>Jobs</h1>
        ${t(l.user,`jobs:run`)?d`<a class="button primary" href="/jobs/new">${c(`plus`)} New job</a>`:e}
      </div>
      <div class="filters" role="search" aria-label="Filter jobs">
        ${this.#a(`state`,`State`,L,e=>b(`job`,e)[1])}
        ${this.#a(`operation`,`Operation`,R,A)}
        ${this.#a(`ended`,`Ended`,k,e=>C(e))}
        ${this.#a(`dry_run`,`Kind`,[`false`,`true`],e=>e===`true`?`Plans`:`Runs`)}
        ${this.#a(`awaiting_approval`,`Approval`,[`true`],()=>`Waiting for it`)}
      </div>
      ${this.isLive?e:d`<div class="notice warn" role="status">
              ${c(`offline`)} Not live: the connection to the manager is down. It comes back by itself.
            </div>`}
      ${p(this.problem)}
      ${r(this.#i,{what:`jobs`,complete:e=>this.#o(e),isEmpty:e=>e.jobs.length===0,empty:()=>this.#s()})}
    </div>`}#a(e,t,n,r){let i=this.query.get(e)??``;return d`<label class="field"
      >${t}
      <select @change=${t=>y({[e]:t.target.value})}>
        <option value="">Any</option>
        ${n.map(e=>d`<option value=${e} ?selected=${e===i}>${r(e)}</option>`)}
      </select>
    </label>`}#o(e){let t=[e,...this.more],n=t.flatMap(({jobs:e})=>e).map(e=>({...e,...this.#n.get(e.id)}));return d`<p class="quiet small" role="status">${a(e.total,`job`)}</p>
      <fm-table
        label="Jobs"
        .rows=${n}
        .columns=${j}
        .rowHref=${({id:e})=>`/jobs/${e}`}
        .sort=${this.#c()}
        .total=${e.total}
        .rowHeightPx=${48}
        @fm-sort=${({detail:e})=>this.#l(e)}
        @fm-near-end=${()=>void this.#d(t)}
      ></fm-table>`}#s(){return z.some(e=>this.query.get(e)!==null)?d`<fm-state kind="empty" heading="No job fits these filters.">
        <button
          slot="actions"
          @click=${()=>y(Object.fromEntries(z.map(e=>[e,null])))}
        >
          Show all jobs
        </button>
      </fm-state>`:d`<fm-state kind="empty" heading="No job was started yet.">
      A job patches the hosts that you choose: it shows you its plan before anything changes.
      ${t(l.user,`jobs:run`)?d`<a slot="actions" class="button primary" href="/jobs/new">Plan the first job</a>`:e}
    </fm-state>`}#c(){return m(this.query.get(`sort`)??I)}#l(e){y({sort:h(g(this.#c(),e,new Set([`created_at`])))})}async#u(e,t,n){let r=new URLSearchParams(e),a={state:r.get(`state`)??void 0,operation:r.get(`operation`)??void 0,host_id:r.get(`host`)??void 0,awaiting_approval:r.get(`awaiting_approval`)===`true`||void 0,dry_run:r.get(`dry_run`)===null?void 0:r.get(`dry_run`)===`true`,completed_from:D(r.get(`ended`),new Date)?.toISOString(),sort:r.get(`sort`)??I,limit:F,cursor:t};return s(i.GET(`/api/v1/jobs`,{params:{query:a},signal:n??null}))}async#d(e){let t=e.at(-1)?.next_cursor;if(!t||this.#t)return;this.#t=!0;let{more:n}=this;try{let e=await this.#u(String(this.query),t);if(this.more!==n)return;this.more=[...n,e],this.problem=null}catch(e){this.problem=e}finally{this.#t=!1}}#f(e){let t=new Set([this.#i.value,...this.more].flatMap(e=>e?.jobs.map(({id:e})=>e))),n=!1;for(let r of e){if(r.kind!==`job.updated`)continue;let{job_id:e,...i}=r.data;[i.from_plan_job_id,i.rollback_of_job_id].some(e=>t.has(e??``))&&i.state!==this.#n.get(e)?.state&&(n=!0),t.has(e)?this.#n.set(e,i):this.#r.has(e)||(this.#r.add(e),n=!0)}n&&this.more.length===0&&this.#i.run(),this.requestUpdate()}};f(`fm-page-jobs`,B);export{B as FmPageJobs};