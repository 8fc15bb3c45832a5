const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-policy-form-DrrhMrHq.js","assets/fm-policy-form-B6Zli0EZ.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/fm-field-B9Tvw1l9.js","assets/live-CMLH40Mq.js","assets/common-CAX3qpu1.js","assets/names-DRkFoyNN.js","assets/read-BwBJfaZR.js","assets/wishFields.styles-CqNIy7IS.js","assets/text-CFkfD5oz.js","assets/kind-DooITOac.js","assets/wishes-r-pLQULy.js","assets/waveShares-edce1OPl.js","assets/afterTyping-DMxaewmu.js","assets/texts-C7xb8Q3t.js","assets/recurringForm-DR3Qug5Z.js","assets/starts-D4tiyIQx.js","assets/fm-badge-hBKVOtwJ.js","assets/hostName-nP2O9nOD.js","assets/read-BCcVlC_n.js"])))=>i.map(i=>d[i]);
import{Et as e,F as t,J as n,L as r,M as i,N as a,Z as o,_t as s,at as c,gt as l,it as u,j as d,k as f,kt as p,rt as m,st as h,tt as ee,ut as g,vt as _,wt as v,yt as y,z as b}from"./shell-BBooQZkD.js";import{h as x,m as S,p as C,u as w,v as T,x as E,y as D}from"./common-CAX3qpu1.js";import{t as O}from"./names-DRkFoyNN.js";import{t as k}from"./badge-Dpy77prv.js";import{n as A,t as j}from"./act-CU_mn8lS.js";import{o as M,t as N}from"./starts-D4tiyIQx.js";import{r as P}from"./read-BCcVlC_n.js";import{t as F}from"./wish-Bm5oSR81.js";import{i as I,n as L,r as R,s as z,t as B}from"./texts--sUhB9cy.js";import"./fm-table-uS3hD86L.js";import{c as V}from"./texts-C7xb8Q3t.js";import{l as H}from"./text-CFkfD5oz.js";function U(n){if(!t(g.user,`jobs:read`))return e;let r=[[`Plan`,n.plan_job_id],[`Job`,n.run_job_id],[`Second plan`,n.replan_job_id],[`Second job`,n.rerun_job_id]];return v`${r.map(([t,n])=>n===null?e:v`<a href="/jobs/${n}"><u>${t}</u></a> `)}`}var W={next:`The next runs`,how:`How it goes about it`,runs:`What became of its runs`,noRuns:`It has not started yet.`,noRunsText:`Each start is told here, also those that were left out, with the reason.`,pausedStarts:`While it is paused each of them is left out.`,clocks:e=>`Times as clocks in ${e} show them.`,hosts:e=>e===0?`No host is in it now. A run that finds none is left out.`:`It holds ${f(e,`host`)} now.`,edited:e=>`Last changed by ${e}`},G=e=>`${e.charAt(0).toUpperCase()}${e.slice(1)}`;function K(e){let t={pre:!0,post:!1,soak_secs:0,pre_timeout_secs:3600,...e.health_gate},r=e.respect_windows&&u.serves(`listAllWindows`),i=n(e.max_late_secs);return[...r?[`inside the maintenance windows of each host`]:[],...H({...e,operation:`patch`,packages:[],health_gate:t}),e.catch_up?`a start that was missed while no manager was running is made up for within ${i}`:`a start that was missed while no manager was running is left out`].map(G)}var q=class extends s{static properties={policyId:{}};#e=new D(this,{topic:()=>`fleet`,onEvents:e=>{e.some(({kind:e,data:t})=>e===`policy.updated`&&t.policy_id===this.policyId)&&this.#t.isOnePage&&this.#t.restart()}});#t=new T(this,{live:this.#e,query:()=>this.policyId===``?null:{policyId:this.policyId},read:async(e,t,n)=>{let r={path:e,query:t},i=await h(c.GET(`/api/v1/policies/{policyId}/runs`,{params:r,signal:n}));return{rows:i.runs,total:i.total,cursor:i.next_cursor}}});constructor(){super(),this.policyId=``}render(){return r(this.#t,{what:`the runs`,isEmpty:({length:e})=>e===0,empty:()=>v`<fm-state kind="empty" heading=${W.noRuns}>${W.noRunsText}</fm-state>`,complete:e=>v`<p class="quiet small" role="status">${f(this.#t.total??e.length,`run`)}</p>
          <fm-table
            label="Runs"
            .rows=${e}
            .columns=${J}
            .total=${this.#t.total}
            .rowHeightPx=${56}
            @fm-near-end=${()=>this.#t.more()}
          ></fm-table>`})}},J=[{key:`starts_at`,header:`Start`,minRem:12,isRowHeader:!0,render:Y},{key:`outcome`,header:`Outcome`,minRem:9,render:e=>k(z(e))},{key:`why`,header:`Why`,minRem:14,grow:3,isLong:!0,render:X},{key:`links`,header:`More`,minRem:7,priority:2,text:()=>null,render:U}];function Y({local_start:e,starts_at:t}){let n=e===null?v`<fm-time .datetime=${t} mode="absolute"></fm-time>`:V(e);return v`${n}
    <div class="quiet small"><fm-time .datetime=${t}></fm-time></div>`}function X({message:t,cause:n,requested_by:r}){let i=L[n],a=r===null?null:`By ${S(r.username)}.`;return v`${C(t)}
  ${i===null&&a===null?e:v`<span class="quiet">${i} ${a}</span>`}`}y(`fm-policy-runs`,q);function Z(t){let{active_run:n,paused_by:r,skipped_by:i}=t;return v`${n===null?e:Q(`info`,v`${C(n.message)} Since <fm-time .datetime=${n.decided_at}></fm-time>.
            ${U(n)}`)}
  ${t.state===`paused`?Q(`warn`,v`${r?`${S(r.username)} paused it`:`It is paused`}
            <fm-time .datetime=${t.paused_at}></fm-time>. Nothing begins by itself until it is resumed.`):e}
  ${t.skips_next?Q(`warn`,`${i?S(i.username):`Somebody`} left the next run out. The one after it happens as usual.`):e}
  ${t.sees_all_hosts?e:Q(`info`,`It keeps to the hosts that ${S(t.edited_by.username)}, who saved it last, could see.`)}`}var Q=(e,t)=>v`<div class="notice ${e}">
    ${ee(e===`warn`?`warning`:`info`)}
    <div>${t}</div>
  </div>`,te=p`
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-5);
  }

  ol,
  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }
`,$=class extends _{static styles=[_.styles,te];static properties={done:{state:!0},hasForm:{state:!0}};#e=new x(this);#t=!1;#n=!1;#r=new D(this,{topic:()=>`fleet`,onEvents:e=>this.#g(e)});#i=new w(this,{args:()=>[this.params.id??``],live:this.#r,read:([e],t)=>P(e,t)});#a=new w(this,{args:()=>[],read:(e,t)=>O(t)});#o=new w(this,{args:()=>this.#i.value?[ne(this.#i.value)]:null,keepsValue:!0,read:([e],t)=>{let n=JSON.parse(e);return h(c.POST(`/api/v1/policies/preview`,{body:n,signal:t}))}});constructor(){super(),this.done=null,this.hasForm=!1}connectedCallback(){super.connectedCallback(),addEventListener(`fm-policy-wish`,this.#s)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`fm-policy-wish`,this.#s)}#s=()=>this.requestUpdate();willUpdate(e){e.has(`params`)&&(this.done=null);let{value:t}=this.#i,n=t&&t.id===this.params.id?F(t.id):null;t&&n&&this.#h(t,n),this.#c()&&!this.hasForm&&this.#e.run(async()=>{await m(()=>l(()=>import(`./fm-policy-form-DrrhMrHq.js`),__vite__mapDeps([0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]))),this.hasForm=!0})}render(){return v`<div class="page">
      ${r(this.#i,{what:`the policy`,complete:e=>this.#l(e)})}
    </div>`}#c(){return this.query.has(`edit`)&&t(g.user,`policies:edit`)}#l(t){let n=this.#c(),r=o(this.#i),{active_run:i}=t;return v`<fm-page-header
        heading=${S(t.name)}
        .crumbs=${[{label:`Policies`,href:`/policies`}]}
        .actions=${n||r?[]:this.#m(t)}
        @fm-action=${({detail:e})=>void this.#h(t,e)}
      >
        <p>${I(t,e=>this.#a.value?.get(e)??null)}</p>
        <div slot="badges" class="row">
          ${t.state===`paused`?k([`warn`,`Paused`]):e}
          ${i?k(z(i)):e}
        </div>
      </fm-page-header>
      ${this.done===null?e:v`<p class="notice ok">${this.done}</p>`}
      ${this.#e.problem===null||r?e:v`<div role="alert">${b(this.#e.problem)}</div>`}
      ${n?this.#f(t):r?e:v`${Z(t)} ${this.#u(t)}`}`}#u(t){return v`<div class="columns">
        <section class="card stack tight" aria-label=${W.next}>
          <h2>${W.next}</h2>
          ${t.state===`paused`?v`<p class="quiet">${W.pausedStarts}</p>`:e}
          ${r(this.#o,{what:`the next runs`,complete:({starts:e})=>N(e,t.skips_next?t.next_start_at:null)})}
          <p class="quiet small">${W.clocks(S(t.timezone))}</p>
        </section>
        <section class="card stack tight" aria-label=${W.how}>
          <h2>${W.how}</h2>
          ${this.#d()}
          <ul>
            ${K(t).map(e=>v`<li>${e}</li>`)}
          </ul>
          <p class="quiet small">
            ${W.edited(S(t.edited_by.username))}
            <fm-time .datetime=${t.updated_at}></fm-time>.
          </p>
        </section>
      </div>
      <section class="stack tight" aria-label=${W.runs}>
        <h2>${W.runs}</h2>
        <fm-policy-runs .policyId=${t.id}></fm-policy-runs>
      </section>`}#d(){let t=this.#o.value?.hosts_total??null;return t===null?e:v`<p>${W.hosts(t)}</p>`}#f(t){return this.hasForm?v`<fm-policy-form
      .policy=${t}
      @fm-saved=${({detail:e})=>this.#p(t,e)}
      @fm-cancel=${()=>E({edit:null},!0)}
    ></fm-policy-form>`:e}#p(e,t){let n=`The policy ${S(t.name)} is saved.`;if(d(n),this.isConnected){if(t.id!==e.id)return i(`/policies/${t.id}`,{replace:!0});this.done=n,this.#i.change(()=>t),E({edit:null},!0)}}#m(e){return A(e).map(({act:e,whyNot:t})=>({key:e,...B[e],reason:t===null?this.#e.isBusy?`One moment.`:null:R[t],...e===`delete`?{tone:`danger`}:{}}))}async#h(e,t){if(t===`edit`)return E({edit:`1`},!0);this.#e.isBusy||(this.done=null,await this.#e.run(async()=>{let n=a(),r=await j(e,t);if(r!==null){if(d(r),this.#n=t===`delete`,this.#n)return n(`/policies`,{replace:!0});this.done=r,await this.#i.reload()}}),(this.#e.problem!==null||this.#t&&!this.#n)&&this.#_(),this.#t=!1)}#g(e){let{id:t}=this.params;e.some(({kind:e,data:n})=>e===`policy.updated`&&n.policy_id===t)&&(this.#e.isBusy?this.#t=!0:this.#n||this.#_())}#_(){this.#i.retry(),this.#o.retry()}};function ne({timezone:e,rrule:t,days_after:n,target:r}){let i={timezone:e,rrule:t,days_after:n};return JSON.stringify(M(r)?{...i,target:r}:i)}y(`fm-page-policy`,$);export{$ as FmPagePolicy};