import{Et as e,F as t,L as n,O as r,_t as i,at as a,j as o,k as s,st as c,t as l,tt as u,ut as d,vt as f,wt as p,yt as m,z as h}from"./shell-BBooQZkD.js";import{t as g}from"./fm-tabs-CPw1KKiN.js";import{a as _,h as v,m as y,p as b,u as x,v as S,y as C}from"./common-CAX3qpu1.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-override-Cj7J_NiI.js";import{n as w,r as T,t as E}from"./moments-DpLzx2Dc.js";import{t as D}from"./live-CMLH40Mq.js";import"./fm-field-B9Tvw1l9.js";import{t as O}from"./fm-confirm-CHgqJzYh.js";import"./fm-scope-WvuOj539.js";var k={waiting:[`warn`,`Waits for a second person`],approved:[`ok`,`Approved`],denied:[`bad`,`Denied`],withdrawn:[`neutral`,`Withdrawn`],expired:[`neutral`,`Ended undecided`]},A={AUTHOR:`You planned this, or asked for it, so somebody else has to decide it.`,MADE_BY_AUTHOR:`Whoever planned this, or asked for it, made your account or reset its credentials shortly before; somebody else has to decide it.`,OUT_OF_SCOPE:`It holds hosts that you may not see; somebody who sees all of them has to decide it.`,NOT_A_PERSON:`Approvals are given by people.`,NO_PERMISSION:`Your role may look at approvals but not give them.`,NOT_WAITING:`It is decided already.`};function j({packages:e,packages_security:t,names:n}){if(e===0)return`No package changes.`;let i=t>0?`, ${r(t)} of them for security`:``;return`${s(e,`package`)}${i}: ${n.join(`, `)}${n.length<e?`, …`:``}`}function M({glance:e,options:t,operation:n}){let{packages_removed:r=0,hosts_kernel:i=0,hosts_reboot:a=0}=e??{};return[...r>0?[[`bad`,`Removes ${s(r,`package`)}`]]:[],...i>0?[[`warn`,`New kernel on ${s(i,`host`)}`]]:[],...N(n===`reboot`?`always`:t.reboot,a)]}function N(e,t){return e===`always`?[[`warn`,`Reboots every host`]]:e===`if_required`?[[`warn`,t>0?`Reboots ${s(t,`host`)}`:`Reboots where it is needed`]]:t>0?[[`warn`,`Reboot needed later on ${s(t,`host`)}`]]:[]}function P({options:e}){let{waves:t,failure_budget_percent:n,max_parallel:r}=e;return[...t.length>0?[`In waves: ${t.map(F).join(`, `)}, the rest.`]:[],...n===null?[]:[`Halts when more than ${n} % of the hosts fail.`],`At most ${s(r,`host`)} at a time.`,...e.rollback_on_failure?[`A host that fails is rolled back.`]:[],...e.respect_windows?[]:[`It does not wait for maintenance windows.`],...e.health_gate.pre===!1?[`It does not wait for health checks.`]:[]]}var F=({percent:e,count:t})=>e===void 0?s(t??1,`host`):`${e} %`,I=288e5;m(`fm-retries`,class extends i{static properties={approval:{attribute:!1},isChosen:{state:!0},typed:{state:!0}};constructor(){super(),this.approval=null,this.isChosen=!1,this.typed=``}get until(){return this.isChosen?w(this.typed)?.toISOString():void 0}render(){return p`<label class="choice">
        <input type="checkbox" .checked=${this.isChosen} @change=${this.#e} />
        Also for retries by people, until a time
      </label>
      ${this.isChosen?p`<label class="field">
              Retries until
              <input
                type="datetime-local"
                .value=${this.typed}
                @input=${({target:e})=>this.typed=e.value}
              />
              <span class="hint">Time zone: ${T()}. Without it the approval ends with the run.</span>
            </label>`:e}`}#e=async({target:e})=>{if(this.isChosen=e.checked,!this.isChosen||this.typed!==``)return;let t=await this.#t().catch(()=>null),n=Math.max(Date.now(),Date.parse(this.approval?.schedule_at??``)||0);this.typed===``&&(this.typed=E(t??new Date(n+I)))};async#t(){let e={path:{approvalId:this.approval?.id??``}},{hosts:t=[]}=await c(a.GET(`/api/v1/approvals/{approvalId}`,{params:e})),n=t[0];if(!n)return null;let r=await c(a.GET(`/api/v1/hosts/{id}`,{params:{path:{id:n.host_id}}}));return r.next_window_end_at==null?null:new Date(r.next_window_end_at)}});var L={intro:`Runs of plans that take a second person. Whoever planned or asked cannot give the approval.`,rulesIntro:`A rule holds at once. To change or delete it, one administrator proposes it and another one confirms it.`,none:`Nothing waits for an approval`,noneText:`Where a rule asks for a second person, the page of a plan offers to ask for one.`,noneDecided:`Nothing was decided yet`,noRules:`No rule asks for a second person`,noRulesText:`Whoever may run jobs approves his own plans.`,newRule:`New rule`,nameFirst:`Give the rule a name.`,groupFirst:`Choose at least one group, or all hosts.`,pending:`A change of this rule waits for a second administrator`,own:`You proposed it, so another administrator has to confirm it.`},R={override:`Deny …`,title:`Deny this run?`,what:`Nothing of it happens. The plan stays, and can be asked for again. Who asked reads your reason.`,tooShort:`Give a reason of at least 10 characters.`,act:`Deny the run`},z={patch:`Patch`,install:`Install packages`,update:`Update packages`,remove:`Remove packages`,hold:`Hold packages`,unhold:`Release holds`,reboot:`Reboot`};function B({operations:e,group_ids:t,enabled:n}){return`${e.length===0?`Everything that changes a host`:e.map(e=>z[e]).join(`, `)}, ${t.length===0?`on all hosts`:`on the hosts of ${s(t.length,`group`)}`}; ${n?`switched on`:`switched off`}`}m(`fm-approval`,class extends i{static properties={approval:{attribute:!1}};#e=new v(this);constructor(){super(),this.approval=null}render(){let{approval:t}=this;if(!t)return e;let{name:n,operation:r,state:i,hosts_total:a,plan_job_id:o,run_job_id:c}=t,[l,u]=k[i];return p`<section class="card stack tight" aria-label=${y(n??r)}>
      <div class="row spread">
        <h3><a href="/jobs/${o}">${y(n??r)}</a></h3>
        <fm-badge tone=${l} label=${u}></fm-badge>
      </div>
      ${this.#t(t)}
      <p>
        <strong>${s(a,`host`)}.</strong>
        ${t.glance?b(j(t.glance),500):e}
      </p>
      ${this.#n(t)}
      <p class="quiet small">${P(t).join(` `)}</p>
      ${t.note===``?e:p`<p>“${b(t.note,500)}”</p>`}
      ${t.message===``?e:p`<p>“${b(t.message,500)}”</p>`}
      ${c===null?e:p`<p><a href="/jobs/${c}">Open the run</a></p>`}
      ${h(this.#e.problem)} ${i===`waiting`?this.#r(t):e}
    </section>`}#t(t){let{requested_by:n,created_at:r,planned_by:i,planned_at:a}=t,{state:o,expires_at:s,schedule_at:c,decided_by:l,decided_at:u}=t;return p`<p class="small">
      ${y(n.username)} asked <fm-time .datetime=${r}></fm-time>; planned by
      ${y(i.username)} ${a?p`<fm-time .datetime=${a}></fm-time>`:e}.
      ${c?p`It starts <fm-time .datetime=${c} mode="absolute"></fm-time>.`:e}
      ${o===`waiting`?p`It ends <fm-time .datetime=${s}></fm-time>.`:p`${l?p`Decided by ${y(l.username)}`:`Ended`}
              <fm-time .datetime=${u??``}></fm-time>.`}
      ${t.retries_until?p`It covers retries of the run until
              <fm-time .datetime=${t.retries_until} mode="absolute"></fm-time>.`:e}
    </p>`}#n(t){let n=M(t);return n.length===0?e:p`<p class="row">
      ${n.map(([e,t])=>p`<fm-badge tone=${e} label=${t}></fm-badge>`)}
    </p>`}#r(t){let{isBusy:n}=this.#e,{may_decide:r,may_withdraw:i,hosts_total:a}=t;return p`${r===null?p`<fm-retries .approval=${t}></fm-retries>`:p`<p class="quiet">${A[r]}</p>`}
      <div class="row">
        ${r===null?p`<button class="primary" ?disabled=${n} @click=${()=>void this.#i(t)}>
                  ${u(`check`)} Approve, run on ${s(a,`host`)}
                </button>
                <fm-override
                  .texts=${R}
                  .send=${e=>this.#a(t,e)}
                ></fm-override>
                <a href="/jobs/${t.plan_job_id}">Look at the plan first</a>`:e}
        ${i&&r!==null?p`<button ?disabled=${n} @click=${()=>void this.#o(t)}>Withdraw</button>`:e}
      </div>`}#i({id:e,approval_hash:t}){return this.#e.run(async()=>{let n={path:{approvalId:e}},r=this.renderRoot.querySelector(`fm-retries`)?.until,i={approval_hash:t,...r===void 0?{}:{retries_until:r}};this.#s(await c(a.POST(`/api/v1/approvals/{approvalId}/approve`,{params:n,body:i})),`Approved.`)})}async#a({id:e},t){let n={path:{approvalId:e}};this.#s(await c(a.POST(`/api/v1/approvals/{approvalId}/deny`,{params:n,body:{reason:t}})),`Denied.`)}#o({id:e}){return this.#e.run(async()=>{let t={path:{approvalId:e}};this.#s(await c(a.POST(`/api/v1/approvals/{approvalId}/withdraw`,{params:t})),`Withdrawn.`)})}#s(e,t){this.approval=e,o(t),window.dispatchEvent(new Event(`fm-waiting-changed`)),this.dispatchEvent(new CustomEvent(`fm-decided`,{detail:e}))}});var V={name:``,operations:[],enabled:!0,groups:null},H=class extends i{static properties={edited:{state:!0},draft:{state:!0},fault:{state:!0}};#e=new v(this);#t=new x(this,{args:()=>[],read:async(e,t)=>(await c(a.GET(`/api/v1/approval-rules`,{signal:t}))).rules});constructor(){super(),this.edited=null,this.draft=V,this.fault=null}render(){let r=t(d.user,`approvals:manage`);return p`<div class="stack">
      <h2 class="visually-hidden">Rules</h2>
      ${this.edited===null?h(this.#e.problem):e}
      ${this.edited===null?r?p`<div class="row">
                <button @click=${()=>this.#i(`new`)}>${u(`plus`)} ${L.newRule}</button>
              </div>`:e:this.#a(this.edited)}
      ${n(this.#t,{what:`the rules`,isEmpty:e=>e.length===0,empty:()=>p`<fm-state kind="empty" heading=${L.noRules}>${L.noRulesText}</fm-state>`,complete:e=>e.map(e=>this.#n(e,r))})}
    </div>`}#n(t,n){let{isBusy:r}=this.#e;return p`<section class="card stack tight" aria-label="Rule ${y(t.name)}">
      <h3>${y(t.name)}</h3>
      <p>${B(t)}.</p>
      ${t.change?this.#r(t,t.change,n):e}
      ${n&&t.change===null?p`<div class="row">
              <button ?disabled=${r} @click=${()=>this.#i(t)}>Propose a change</button>
              <button ?disabled=${r} @click=${()=>void this.#c(t)}>
                Propose to delete it
              </button>
            </div>`:e}
    </section>`}#r(t,n,r){let{isBusy:i}=this.#e,a=n.kind===`delete`?`It is to be deleted`:`It is to become: ${y(n.name)}. ${B(n)}`;return p`<div class="notice warn" role="group" aria-label=${L.pending}>
      ${u(`warning`)}
      <div class="stack tight">
        <p>
          <strong>${L.pending}.</strong> ${y(n.proposed_by.username)} proposed it
          <fm-time .datetime=${n.proposed_at}></fm-time>. ${a}.
        </p>
        ${n.may_confirm||!r?e:p`<p>${L.own}</p>`}
        ${r?p`<div class="row">
                ${n.may_confirm?p`<button
                        ?disabled=${i}
                        @click=${()=>void this.#l(t,n.id,`confirm`)}
                      >
                        Confirm the change
                      </button>`:e}
                <button ?disabled=${i} @click=${()=>void this.#l(t,n.id,`reject`)}>
                  ${n.may_confirm?`Reject it`:`Withdraw it`}
                </button>
              </div>`:e}
      </div>
    </div>`}#i(e){this.#e.forget(),this.fault=null,this.edited=e,this.draft=e===`new`?V:{...e,groups:e.group_ids.length>0?e.group_ids:null}}#a(t){let{isBusy:n,problem:r}=this.#e,{name:i,operations:a,enabled:o,groups:s}=this.draft;return p`<form class="card stack" @submit=${this.#s} novalidate>
      <h3>${t===`new`?L.newRule:`Change ${y(t.name)}`}</h3>
      <fm-field
        required
        name="name"
        label="Name"
        maxlength="100"
        .value=${i}
        @fm-input=${({detail:e})=>this.draft={...this.draft,name:e}}
      ></fm-field>
      <fieldset>
        <legend>Operations (none chosen: everything that changes a host)</legend>
        ${Object.keys(z).map(e=>p`<div>
              <label class="choice"
                ><input
                  type="checkbox"
                  .checked=${D(a.includes(e))}
                  @change=${()=>this.#o(e)}
                />
                ${z[e]}</label
              >
            </div>`)}
      </fieldset>
      <fm-scope
        legend="Which hosts"
        .value=${s}
        @fm-scope=${({detail:e})=>this.draft={...this.draft,groups:e}}
      ></fm-scope>
      <fm-field
        kind="switch"
        name="enabled"
        label="Switched on"
        .value=${o}
        @fm-input=${({detail:e})=>this.draft={...this.draft,enabled:e}}
      ></fm-field>
      ${this.fault===null?e:p`<p class="problem" role="alert">${u(`error`)} ${this.fault}</p>`}
      ${h(r)}
      <div class="row">
        <button class="primary" ?disabled=${n}>
          ${t===`new`?`Add the rule; it holds at once`:`Propose the change`}
        </button>
        <button type="button" @click=${()=>this.edited=null}>Cancel</button>
      </div>
    </form>`}#o(e){let{operations:t}=this.draft,n=t.includes(e)?t.filter(t=>t!==e):[...t,e];this.draft={...this.draft,operations:n}}#s=async e=>{e.preventDefault();let{edited:t}=this;if(this.#e.isBusy||t===null)return;let{name:n,operations:r,enabled:i,groups:o}=this.draft;if(this.fault=n.trim()===``?L.nameFirst:o?.length===0?L.groupFirst:null,this.fault!==null)return;let s={name:n.trim(),operations:r,enabled:i,group_ids:[...o??[]]};await this.#e.run(async()=>{t===`new`?await _([`/approval-rules`,s],e=>c(a.POST(`/api/v1/approval-rules`,{params:{header:e},body:s}))):await c(a.PUT(`/api/v1/approval-rules/{ruleId}`,{params:U(t),body:s})),this.edited=null,this.#u(t===`new`?`The rule holds.`:`The change waits for a second administrator.`)})};async#c(e){await O({title:`Propose to delete “${y(e.name)}”?`,text:`The rule holds until another administrator confirms it.`,action:`Propose it`})&&await this.#e.run(async()=>{await c(a.DELETE(`/api/v1/approval-rules/{ruleId}`,{params:U(e)})),this.#u(`The change waits for a second administrator.`)})}#l({id:e},t,n){let r={params:{path:{ruleId:e}},body:{change_id:t}};return this.#e.run(async()=>{n===`confirm`?await c(a.POST(`/api/v1/approval-rules/{ruleId}/change/confirm`,r)):await c(a.POST(`/api/v1/approval-rules/{ruleId}/change/reject`,r)),this.#u(n===`confirm`?`The change holds.`:`The rule holds as it was.`)})}#u(e){o(e),this.#t.retry()}},U=({id:e,edit_version:t})=>({path:{ruleId:e},header:{"If-Match":`"${t}"`}});m(`fm-approval-rules`,H);var W=[{key:`waiting`,label:`Waiting`},{key:`decided`,label:`Decided`},{key:`rules`,label:`Rules`}],G=class extends f{#e=new C(this,{topic:()=>`fleet`,onEvents:e=>{e.some(({kind:e})=>e===`approval.updated`)&&this.#t.restart()}});#t=new S(this,{live:this.#e,query:()=>({}),read:async(e,t,n)=>{let r=await c(a.GET(`/api/v1/approvals`,{params:{query:t},signal:n}));return{rows:r.approvals,total:r.total,cursor:r.next_cursor}}});render(){let e=g(this.query,W),t=this.#t.value?.filter(K).length??0,n=W.map(e=>e.key===`waiting`&&t>0?{...e,count:t}:e);return p`<div class="page">
      <fm-page-header heading="Approvals">
        <p>${e===`rules`?L.rulesIntro:L.intro}</p>
      </fm-page-header>
      <fm-tabs label="Approvals" .tabs=${n} .selected=${e}>
        ${e===`rules`?p`<fm-approval-rules></fm-approval-rules>`:this.#n(e===`waiting`)}
      </fm-tabs>
    </div>`}#n(t){return n(this.#t,{what:`the approvals`,complete:n=>{let r=n.filter(e=>K(e)===t);return r.length===0&&this.#t.isComplete?J(t):p`<div class="stack">
          <h2 class="visually-hidden">${t?`Waiting`:`Decided`}</h2>
          ${l(t?q(r):r,({id:e})=>e,e=>p`<fm-approval
                id="a-${e.id}"
                .approval=${e}
                @fm-decided=${this.#i}
              ></fm-approval>`)}
          ${this.#t.isComplete?e:this.#r()}
        </div>`}})}#r(){let e=this.#t.isLoading;return p`<p>
      <button ?disabled=${e} @click=${()=>this.#t.more()}>
        ${e?`Reading …`:`Show older ones`}
      </button>
    </p>`}#i=()=>this.#t.restart()},K=({state:e})=>e===`waiting`,q=e=>e.toSorted((e,t)=>Number(e.may_decide!==null)-Number(t.may_decide!==null)),J=t=>p`<fm-state kind="empty" heading=${t?L.none:L.noneDecided}
    >${t?L.noneText:e}</fm-state
  >`;m(`fm-page-approvals`,G);export{G as FmPageApprovals};