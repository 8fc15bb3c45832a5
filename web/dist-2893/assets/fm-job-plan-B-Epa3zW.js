const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-approval-ask-BfZ-c3nz.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/fm-field-B9Tvw1l9.js","assets/live-CMLH40Mq.js","assets/common-CAX3qpu1.js"])))=>i.map(i=>d[i]);
import{D as e,Et as t,F as n,N as r,O as i,W as a,_t as o,at as s,dt as c,gt as l,k as u,kt as d,st as f,t as p,tt as m,ut as h,wt as g,yt as _,z as v}from"./shell-BBooQZkD.js";import"./fm-tabs-CPw1KKiN.js";import{a as y,h as b,m as x,p as S}from"./common-CAX3qpu1.js";import{D as C,O as w,S as T,T as ee,a as te,k as ne,s as re,w as E}from"./badge-Dpy77prv.js";import{c as D,o as O,p as k,s as A,t as j,u as M}from"./hostColumns-DeOVgg3r.js";import{n as N,r as P,t as F}from"./moments-DpLzx2Dc.js";import"./fm-table-uS3hD86L.js";import{n as I}from"./chosenHosts-BXILJwIB.js";import{n as L,o as R}from"./text-CFkfD5oz.js";var z=d`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  .entries {
    display: grid;
    gap: var(--fm-space-1);
    max-height: 20rem;
    margin: var(--fm-space-2) 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  .entries li {
    overflow-wrap: anywhere;
  }

  summary {
    padding: var(--fm-space-1) 0;
    cursor: pointer;
    font-weight: 500;
  }

  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-3) var(--fm-space-5);
    margin: 0;
  }

  .totals dt {
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .totals dd {
    margin: 0;
    font-size: var(--fm-size-large);
    font-weight: 600;
  }

  .held,
  .missing {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
    overflow-wrap: anywhere;
  }

  @media print {
    .options,
    .approve {
      display: none;
    }
  }

  .names {
    overflow-wrap: anywhere;
  }

  .options {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
    align-items: start;
    gap: var(--fm-space-4);
  }

  .choice {
    align-items: start;
  }

  .choice input {
    flex: none;
    margin-top: 0.2em;
  }

  /* It says all that follows, which can be more than a narrow screen is wide. */
  .approve {
    white-space: normal;
    text-align: start;
  }
`,B=20;function V({removals:e,removalHosts:t,rebootHosts:n},r){return JSON.stringify([r,e,t,n.map(({host_id:e})=>e)])}function ie({removals:e,removalHosts:n,rebootHosts:r},{reboot:i,isSeen:a,see:o}){let s=e.slice(0,B).map(x).join(`, `),c=e.length>B?` and ${e.length-B} more`:``;return g`<div class="notice warn">
    ${m(`warning`)}
    <div class="stack tight">
      ${e.length>0?g`<p>
              <strong>Removes ${u(e.length,`package`)}</strong> on
              ${u(n,`host`)}: ${s}${c}
            </p>`:t}
      ${r.length>0?g`<p>
              <strong
                >${i===`if_required`?`May reboot`:`Reboots`}
                ${u(r.length,`host`)}</strong
              >: ${A(r)}
            </p>`:t}
      <label class="choice">
        <input
          type="checkbox"
          .checked=${a}
          @change=${({target:e})=>o(e.checked)}
        />
        I have seen what is removed and rebooted
      </label>
    </div>
  </div>`}function H({count:e,unplanned:t,reboot:n},{rebootHosts:r}){let a=u(e,`host`),o=t>0?`Approve the planned ones`:`Approve`;if(r.length===0)return`${o}${t>0?`, run`:` and run`} on ${a}`;let s=r.length===e?``:` ${i(r.length)} of`;return`${o}, run on ${a} and ${n===`if_required`?`maybe `:``}reboot${s} them`}var U=12,W=6;function G(n){let{hosts:r,idleHosts:a,unknownHosts:o,packages:s,security:c,cves:l,downloadBytes:u}=n;return r===0?g`<p class="quiet">No host is planned yet.</p>`:g`<dl class="totals">
    ${K(`Hosts planned`,i(r))}
    ${a>0?K(`With nothing to do`,i(a)):t}
    ${o>0?K(`Security unknown`,i(o)):t}
    ${K(`Packages`,i(s))} ${K(`For security`,i(c))}
    ${l>0?K(`CVEs`,i(l)):t}
    ${K(`Download in all`,u===null?`unknown`:e(u))}
  </dl>`}function K(e,t){return g`<div>
    <dt>${e}</dt>
    <dd>${t}</dd>
  </div>`}function q(e,n){if(n.length===0)return t;let r=n.filter(e=>e.security).length;return g`<div class="notice warn">
    ${m(`lock`)}
    <div>
      <strong
        >${u(n.length,`package`)} ${n.length===1?`is`:`are`} held and left
        out${r>0?`, ${i(r)} of them for security`:``}.</strong
      >
      <ul class="held">
        ${n.slice(0,W).map(e=>J(e))}
        ${n.length>W?g`<li>and ${i(n.length-W)} more</li>`:t}
      </ul>
      ${R(e)?`Once a hold is released, plan again.`:t}
    </div>
  </div>`}function J({name:e,security:r,hostIds:i}){let a=[[`operation`,`unhold`],[`package`,e]];return g`<li>
    <code>${x(e)}</code>${r?` (security)`:t}: held on
    ${u(i.length,`host`)}.
    ${n(h.user,`jobs:run`)?g`<a href=${I(i,a)}>Release the hold</a>`:t}
  </li>`}function Y(e,n){let r=n.filter(ae);return r.length===0?t:g`<div class="notice warn" role="group" aria-label="Hosts without a plan">
    ${m(`warning`)}
    <div>
      <strong
        >${u(r.length,`host`)} ${r.length===1?`has`:`have`} no
        plan${R(e)?``:` yet`}.</strong
      >
      The others can be approved without ${r.length===1?`it`:`them`}.
      <ul class="missing">
        ${r.slice(0,U).map(e=>g`<li>${x(e.fqdn)}: ${se(e)}</li>`)}
        ${r.length>U?g`<li>and ${i(r.length-U)} more</li>`:t}
      </ul>
    </div>
  </div>`}function ae({plan:e,error:t,reason:n,state:r}){return e===null&&(t!==null||n===`CONTACT_LOST`||oe.has(r))}var oe=new Set([`failed`,`timedout`,`cancelled`,`skipped`]);function se(e){if(!e.error)return e.state===`cancelled`?`Planning was stopped before its turn.`:j(e);let{what:n,detail:r}=a(e.error),i=r===null||n.includes(r);return g`${S(n,300)} ${i?t:S(r,300)}`}var ce={remove:`Removed`,downgrade:`Downgraded`,upgrade:`Upgraded`,install:`Newly installed`},le=[{key:`name`,header:`Package`,minRem:8,grow:1.5,render:({name:e})=>x(e)},{key:`does`,header:`What happens`,minRem:9,priority:4,render:({does:e})=>ce[e]},{key:`versions`,header:`Versions`,grow:2,priority:5,render:({versions:e})=>{let[t]=e,n=e.length>1?` and ${e.length-1} more`:``;return t?`${M(t.from,t.to)}${n}`:``}},{key:`security`,header:`Security`,grow:2,priority:3,render:({cvesTotal:e,...t})=>O({...t,cves:[...t.cves],cves_total:e})},{key:`hosts`,header:`Hosts`,minRem:5,align:`end`,render:({hosts:e})=>i(e)}];function X(e){return g`<fm-table
    label="Packages of the plan"
    .rows=${e}
    .columns=${le}
    .rowKey=${({key:e})=>e}
    .total=${e.length}
  ></fm-table>`}function Z(e){return!(e instanceof c)||e.code!==`PLAN_ALREADY_RUN`?t:(e.details.runs??[]).flatMap(({job_id:e})=>typeof e==`string`?[e]:[]).slice(0,U).map(e=>g` <a href="/jobs/${encodeURIComponent(e)}">Open the job that runs it</a>`)}function ue({reboot:e,rollback:t,startAt:n},r){return g`<div class="options">
    <label class="field"
      >Reboot afterwards
      <select
        @change=${({target:e})=>r({reboot:e.value})}
      >
        ${L.map(([t,n])=>g`<option value=${t} ?selected=${t===e}>${n}</option>`)}
      </select>
    </label>
    <label class="choice">
      <input
        type="checkbox"
        .checked=${t}
        @change=${({target:e})=>r({rollback:e.checked})}
      />
      Roll a host back if it fails
    </label>
    <label class="field"
      >Start (optional)
      <input
        type="datetime-local"
        .value=${n}
        @input=${({target:e})=>r({startAt:e.value})}
      />
      <span class="hint">Time zone: ${P()}</span>
    </label>
  </div>`}var Q=10,de=1e4,$=class extends o{static styles=[o.styles,z];static properties={job:{attribute:!1},hosts:{attribute:!1},approvals:{attribute:!1},note:{state:!0},chosenReboot:{state:!0},chosenRollback:{state:!0},query:{attribute:!1},chosenStart:{state:!0},cardsShown:{state:!0},seen:{state:!0}};#e=new b(this);constructor(){super(),this.job=null,this.hosts=[],this.approvals=null,this.note=``,this.chosenReboot=null,this.chosenRollback=null,this.seen=null,this.chosenStart=null,this.query=new URLSearchParams,this.cardsShown=Q}get#t(){let e=this.query.get(`at`),t=e===null?null:N(e);return this.chosenStart??(t===null?``:F(t))}get#n(){return this.chosenReboot??this.job?.reboot??`never`}get#r(){return this.chosenRollback??this.job?.rollback_on_failure??!1}willUpdate(e){let t=e.get(`job`);t&&t.id!==this.job?.id&&(this.chosenReboot=null,this.chosenRollback=null,this.chosenStart=null,this.cardsShown=Q,this.#e.forget())}render(){let{job:e,hosts:n}=this;if(!e)return t;let r=C(n);return g`${this.#i(e)} ${q(e,E(r))} ${Y(e,n)}
    ${r.length===0?t:this.#c(r)}`}#i(e){let t=te(e,this.hosts,n(h.user,`jobs:run`)),{rules:r=[],approvals:i=[]}=this.approvals??{},a=i.some(({state:e})=>e===`waiting`),o=r.length===0?void 0:a?`asked`:`needed`,s=re({...t,...o?{secondPerson:o}:{}}).find(({act:e})=>e===`approve`||e===`ask`),c=s?.act===`ask`,l=C(this.hosts.filter(ee)),u=s?.whyNot===null;return g`<section class="card stack" aria-label="Approve this plan">
      <h2>${u?c?`Ask for approval`:`Approve`:`Plan`}</h2>
      ${G(ne(C(this.hosts)))}
      ${u?this.#o(e,l,c):this.#a(s?.whyNot??`none-planned`)}
    </section>`}#a(e){return g`<p class="quiet">${k(e)}</p>
      ${v(this.#e.problem,Z(this.#e.problem))}`}#o(e,n,r){let i=T(n,this.#n,e.operation),a=i.removals.length>0||i.rebootHosts.length>0,o=V(i,this.#n),s=a&&this.seen!==o,c=n.flatMap(({hosts:e})=>e.map(({host_id:e})=>e)),l=this.hosts.filter(({plan:e})=>!e).length;return g`<p>
        Exactly this plan runs. A host that has changed since the plan was made refuses it and changes
        nothing.
      </p>
      ${r?this.#s():t}
      ${ue({reboot:this.#n,rollback:this.#r,startAt:this.#t},e=>this.#u(e))}
      ${a?ie(i,{reboot:this.#n,isSeen:!s,see:e=>this.seen=e?o:null}):t}
      ${v(this.#e.problem,Z(this.#e.problem))}
      <p class="row">
        <button
          class="approve ${a?`danger`:`primary`}"
          ?disabled=${this.#e.isBusy||s}
          @click=${()=>void(r?this.#d(e,c):this.#f(e,c))}
        >
          ${r?g`${m(`check`)} Ask for approval, for ${u(c.length,`host`)}`:g`${m(`play`)}
                ${H({count:c.length,unplanned:l,reboot:this.#n},i)}`}
        </button>
      </p>`}#s(){return l(()=>import(`./fm-approval-ask-BfZ-c3nz.js`),__vite__mapDeps([0,1,2,3,4,5])),g`<fm-approval-ask
      .rules=${this.approvals?.rules??[]}
      @fm-note=${({detail:e})=>this.note=e}
    ></fm-approval-ask>`}#c(e){let t=w(e),n=this.query.get(`by`)===`package`?`package`:`plan`,r=[{key:`plan`,label:`By plan`,count:e.length},{key:`package`,label:`By package`,count:t.length}];return g`<fm-tabs label="What the plan does" .tabs=${r} .selected=${n} param="by">
      <div class="stack">${n===`package`?X(t):this.#l(e)}</div>
    </fm-tabs>`}#l(e){let n=e.length-this.cardsShown;return g`${p(e.slice(0,this.cardsShown),({hash:e})=>e,D)}
    ${n>0?g`<p>
            <button @click=${()=>this.cardsShown+=Q}>
              Show ${u(Math.min(n,Q),`more plan`)} of ${i(n)}
            </button>
          </p>`:t}`}#u({reboot:e,rollback:t,startAt:n}){e!==void 0&&(this.chosenReboot=e,this.seen=null),t!==void 0&&(this.chosenRollback=t),n!==void 0&&(this.chosenStart=n)}async#d(e,t){await this.#e.run(async()=>{let n=this.note.trim(),r={...this.#p(e,t),...n===``?{}:{note:n}};await y([`/approvals`,r],e=>f(s.POST(`/api/v1/approvals`,{params:{header:e},body:r}))),this.note=``,window.dispatchEvent(new Event(`fm-waiting-changed`))}),this.dispatchEvent(new Event(`fm-asked`))}async#f(e,t){await this.#e.run(async()=>{let n=this.#p(e,t);r()(`/jobs/${(await y([`/jobs`,n],e=>f(s.POST(`/api/v1/jobs`,{params:{header:e},body:n})))).id}`)})}#p({id:e,name:t},n){let r=N(this.#t);return{from_plan_job_id:e,...n.length>de?{}:{host_ids:n},reboot:this.#n,rollback_on_failure:this.#r,...t===null?{}:{name:t},...r===null?{}:{schedule_at:r.toISOString()}}}};_(`fm-job-plan`,$);export{$ as FmJobPlan};