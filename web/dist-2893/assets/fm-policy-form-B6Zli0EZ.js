import{Et as e,_t as t,at as n,dt as r,it as i,k as a,kt as o,st as s,tt as c,wt as l,yt as u,z as d}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import{m as f,u as p}from"./common-CAX3qpu1.js";import{t as m}from"./names-DRkFoyNN.js";import{i as h,n as g,o as _,t as v}from"./wishFields.styles-CqNIy7IS.js";import{t as y}from"./afterTyping-DMxaewmu.js";import{t as b}from"./recurringForm-DR3Qug5Z.js";import{a as x,c as S,i as C,l as w,n as T,r as E,s as D,t as O}from"./starts-D4tiyIQx.js";import{t as k}from"./hostName-nP2O9nOD.js";import{t as A}from"./live-CMLH40Mq.js";import{i as j,r as M,t as N}from"./read-BCcVlC_n.js";import{n as P,t as F}from"./waveShares-edce1OPl.js";var I=8,L=6;async function R({group_ids:e=[],tags:t=[],filter:r},i){let a=[...e.map(e=>({group_id:e})),...t.map(e=>({tag:e})),...r?[r]:[]].slice(0,L),o=await Promise.all(a.map(e=>{let t={query:{...e,limit:I}};return s(n.GET(`/api/v1/hosts`,{params:t,signal:i}))}));return{names:[...new Map(o.flatMap(({hosts:e})=>e.map(e=>[e.id,k(e)]))).values()].sort().slice(0,I)}}var z=o`
  ol {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }

  p {
    overflow-wrap: anywhere;
  }
`,B=class extends t{static styles=[t.styles,z];static properties={body:{attribute:!1},preview:{state:!0},who:{state:!0},problem:{state:!0}};constructor(){super(),this.body=null,this.preview=null,this.who=null,this.problem=null,new y(this,{body:()=>this.body,forget:()=>this.#n(null),ask:(e,t)=>this.#t(e,t)})}render(){let{preview:t,problem:n}=this;return n===null?t?l`<section class="stack tight" aria-label="Preview">
      <h3>Hosts now</h3>
      ${this.#e(t)}
      <h3>The next runs</h3>
      ${O(t.starts)}
    </section>`:e:d(n)}#e({hosts_total:e}){if(e===null)return l`<p class="quiet">Once hosts are chosen, this says how many they are.</p>`;if(e===0)return l`<p class="notice warn" role="status">
        No host is in it now. A run that finds none is left out, and says so.
      </p>`;let t=this.who?.names??[],n=e-t.length,r=n>0&&t.length>0?` and ${a(n,`more`,`more`)}`:``;return l`<p role="status">
      <strong>${a(e,`host`)}</strong>${t.length===0?`.`:`: ${t.join(`, `)}${r}.`}
    </p>`}async#t(e,t){try{let[r,i]=await Promise.all([s(n.POST(`/api/v1/policies/preview`,{body:e,signal:t})),e.target?R(e.target,t):null]);this.#n(r,i)}catch(e){if(t.aborted)return;let n=e instanceof r&&e.code===`POLICY_INVALID`;this.#n(null,null,n?null:e),n&&this.dispatchEvent(new CustomEvent(`fm-refused`,{detail:e.message}))}}#n(e,t=null,n=null){Object.assign(this,{preview:e,who:t,problem:n}),this.dispatchEvent(new CustomEvent(`fm-preview`,{detail:e}))}};u(`fm-policy-preview`,B);var V={tags:`Hosts with one of these tags`,tagsHelp:`Such as web or env=prod. Which hosts that are is found anew at each start.`,noGroups:`There is no group yet; tags find hosts, too.`,windows:`Work only inside the maintenance windows of each host`,windowsHelp:`Where a host has none, work begins at once. Freezes hold in any case.`,catchUp:`Make up for a start that was missed while no manager was running`,catchUpHelp:`Once, and only within the time below. Otherwise it is left out, and listed as such.`,late:`How late a run may begin`,lateHelp:`When an approval comes late, or a start is made up for.`,lead:`Planned so long before its start`,leadHelp:`Where a second person has to approve: so that there is time to look at the plan.`,moved:e=>`${e} has changed this policy since you opened it. What you typed is still here; saving it now replaces that change where both differ.`,gone:`Somebody has deleted this policy. What you typed is still here: it can be saved as a new one.`},H=o`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0 0 var(--fm-space-2);
    font-weight: 500;
  }

  .groups {
    display: grid;
    gap: var(--fm-space-2);
    max-height: 14rem;
    overflow: auto;
  }
`,U=class extends t{static styles=[t.styles,H];static properties={value:{attribute:!1},names:{attribute:!1},error:{}};constructor(){super(),this.value={},this.names=new Map,this.error=null}render(){let{host_ids:t=[],filter:n}=this.value;return l`${this.#e()}
      <fm-field
        kind="list"
        name="target"
        label=${V.tags}
        help=${V.tagsHelp}
        maxlength="64"
        .value=${this.value.tags??[]}
        .error=${this.error}
        @fm-input=${({detail:e})=>this.#r({tags:[...e]})}
      ></fm-field>
      ${t.length>0?this.#t(a(t.length,`single host`),{host_ids:[]}):e}
      ${n?this.#t(`hosts that match a filter`,{filter:void 0}):e}`}#e(){let{group_ids:e=[]}=this.value,t=e.filter(e=>!this.names.has(e));return this.names.size+t.length===0?l`<p class="quiet">${V.noGroups}</p>`:l`<fieldset>
      <legend>Groups</legend>
      <div class="groups">
        ${[...this.names,...t.map(e=>[e,`A group that you may not see`])].map(([t,n])=>l`<label class="choice">
              <input
                type="checkbox"
                .checked=${A(e.includes(t))}
                ?disabled=${e.length>=100&&!e.includes(t)}
                @change=${()=>this.#n(t)}
              />
              <span>${f(n)}</span>
            </label>`)}
      </div>
    </fieldset>`}#t(e,t){return l`<p class="row">
      And ${e}.
      <button type="button" @click=${()=>this.#r(t)}>
        ${c(`close`)} Take out
      </button>
    </p>`}#n(e){let{group_ids:t=[]}=this.value;this.#r({group_ids:t.includes(e)?t.filter(t=>t!==e):[...t,e]})}#r(e){this.dispatchEvent(new CustomEvent(`fm-target`,{detail:w(this.value,e)}))}};u(`fm-policy-target`,U);function W(t,n,r){if(r!==void 0)return l`<p class="notice warn" role="alert">${c(`warning`)} <span>${r}</span></p>`;if(!n)return e;let i=P(F(t,n),n);return l`<p class="small quiet" role="status">
    With the hosts of now: ${i.map(e=>a(e,`host`)).join(`, then `)}.
  </p>`}var G=[`monthly`,`monthday`,`weekly`,`daily`,`rule`],K=o`
  form {
    max-inline-size: 56rem;
  }
`,q=class extends b{static styles=[t.styles,v,K];static properties={policy:{attribute:!1},hostsTotal:{state:!0}};#e=new p(this,{args:()=>[],read:(e,t)=>m(t)});words={goneCode:`POLICY_NOT_FOUND`,gone:V.gone,moved:V.moved};constructor(){super(),this.policy=null,this.hostsTotal=null}kept(){return this.policy}draftFor(e,t,n){return e?C(e,t):D(t,n)}faultsIn(e){return x(e)}render(){return l`<form class="stack" @submit=${this.submitted} novalidate aria-label="Policy">
      <section class="card stack" aria-label="What and where">${this.#t()}</section>
      <section class="card stack" aria-label="When">
        <h2>When</h2>
        ${this.#n()}
      </section>
      <section class="card stack" aria-label="How">
        <h2>How</h2>
        ${this.#r()}
      </section>
      ${this.foot(this.from?`Save the policy`:`Make the policy`)}
    </form>`}#t(){let{draft:e,faults:t}=this;return l`<fm-field
        name="name"
        label="Name"
        maxlength="100"
        required
        .value=${e.name}
        .error=${t.name??null}
        @fm-input=${({detail:e})=>this.set({name:String(e??``)},`name`)}
      ></fm-field>
      ${g(e.wishes,this.#o,[`security`,`all`])}
      <h2>Hosts</h2>
      <fm-policy-target
        .value=${e.target}
        .names=${this.#e.value??new Map}
        .error=${t.target??null}
        @fm-target=${({detail:e})=>this.set({target:e},`target`)}
      ></fm-policy-target>`}#n(){let{starts:e}=this.draft;return l`<fm-recurrence
        hasDaysAfter
        .choices=${G}
        .value=${e}
        .faults=${this.faults.starts??{}}
        @fm-recurrence=${({detail:e})=>this.recur(e)}
      ></fm-recurrence>
      <fm-policy-preview
        .body=${S(this.draft)}
        @fm-preview=${({detail:e})=>this.hostsTotal=e?.hosts_total??null}
        @fm-refused=${({detail:e})=>this.refused(e)}
      ></fm-policy-preview>`}#r(){let{draft:t,faults:n}=this,{waves:r}=t.wishes;return l`${h(t.wishes,this.#o)}
      ${i.serves(`listAllWindows`)?this.#i(`inWindows`,t.inWindows,V.windows,V.windowsHelp):e}
      <h3>Waves</h3>
      ${_(t.wishes,W(r,this.hostsTotal,n.waves),this.#o)}
      <h3>When something keeps it</h3>
      ${this.#i(`catchUp`,t.catchUp,V.catchUp,V.catchUpHelp)}
      ${this.#a(`maxLateSecs`,V.late,V.lateHelp)}
      ${this.#a(`planLeadSecs`,V.lead,V.leadHelp)}`}#i(e,t,n,r){return l`<fm-field
      kind="switch"
      name=${e}
      label=${n}
      help=${r}
      .value=${t}
      @fm-input=${({detail:t})=>this.set({[e]:t})}
    ></fm-field>`}#a(e,t,n){return l`<fm-field
      kind="duration"
      name=${e}
      label=${t}
      help=${n}
      .value=${this.draft[e]}
      .error=${this.faults[e]??null}
      @fm-input=${({detail:t})=>this.set({[e]:t},e)}
    ></fm-field>`}#o=e=>{this.set({wishes:{...this.draft.wishes,...e}},`waves`)};written(e){if(!e)return N(T(this.draft));let t=E(e,this.draft,new Date);return t?j(e,t):Promise.resolve(e)}readAgain(e){return M(e)}marked(e){return e.code===`POLICY_INVALID`&&(this.refused(e.message),!0)}fieldOf(e){return e===`target`?this.renderRoot.querySelector(`fm-policy-target`)?.shadowRoot?.querySelector(`[name="target"]`)??null:super.fieldOf(e)}};u(`fm-policy-form`,q);export{q as t};