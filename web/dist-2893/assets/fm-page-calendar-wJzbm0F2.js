import{Et as e,F as t,G as n,J as r,L as i,St as a,_t as o,at as s,dt as c,it as l,j as u,k as d,kt as f,st as p,tt as m,ut as h,vt as ee,wt as g,xt as te,yt as _,z as v}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import{t as y}from"./fm-tabs-CPw1KKiN.js";import{a as ne,c as re,h as b,l as ie,m as x,u as S,x as C}from"./common-CAX3qpu1.js";import{r as ae}from"./read-BwBJfaZR.js";import{r as w}from"./changes-CZ50GRvT.js";import{t as oe}from"./hostName-nP2O9nOD.js";import{a as se}from"./texts--sUhB9cy.js";import{t as ce}from"./fm-confirm-CHgqJzYh.js";import{_ as T,b as E,c as le,f as D,g as ue,h as de,l as fe,m as pe,p as O,t as me,v as he,x as ge,y as k}from"./texts-C7xb8Q3t.js";import{t as A}from"./live-CMLH40Mq.js";import"./fm-field-B9Tvw1l9.js";import{t as j}from"./afterTyping-DMxaewmu.js";var M=10;_(`fm-next-runs`,class extends o{#e=new S(this,{args:()=>t(h.user,`policies:read`)&&l.serves(`listPolicies`)?[]:null,read:async(e,t)=>{let n={state:`active`,limit:M},{policies:r}=await p(s.GET(`/api/v1/policies`,{params:{query:n},signal:t}));return r.filter(({next_start_at:e})=>e!==null)}});render(){let{value:t,error:n}=this.#e;return t?.length===0||t===void 0&&n===null?e:g`<section class="card" aria-label="The next run of each policy">
      <h2>The next run of each policy</h2>
      ${i(this.#e,{what:`the next runs of policies`,complete:t=>g`<ol>
            ${t.map(t=>g`<li>
                  <a href="/policies/${t.id}">${x(t.name)}</a>: ${se(t)}
                  ${t.skips_next?g`<fm-badge tone="warn" label="Skipped"></fm-badge>`:e}
                </li>`)}
          </ol>`})}
    </section>`}});var N=e=>({hostId:`host_id`in e?e.host_id:null,groupId:e.group_id});async function P(e,t){if(e===null)return(await p(s.GET(`/api/v1/maintenance-windows`,{signal:t}))).windows;let n={path:{hostId:e}};return(await p(s.GET(`/api/v1/hosts/{hostId}/maintenance-windows`,{params:n,signal:t}))).windows}async function F(e){return(await p(s.GET(`/api/v1/freezes`,{signal:e}))).freezes}async function I(e,t,n){let{hostId:r,groupId:i}=t;await ne([e,t,n],t=>{if(e===`freeze`)return p(s.POST(`/api/v1/freezes`,{params:{header:t},body:{...n,group_id:i}}));if(r!==null){let e={path:{hostId:r},header:t};return p(s.POST(`/api/v1/hosts/{hostId}/maintenance-windows`,{params:e,body:n}))}let a={path:{id:i??``},header:t};return p(s.POST(`/api/v1/groups/{id}/maintenance-windows`,{params:a,body:n}))})}async function L(e,t){let n={...t,rrule:t.rrule??null,starts_at:t.starts_at??null};await re(n,{save:()=>_e(e,n),read:async()=>(await(`host_id`in e?P(e.host_id):F())).find(({id:t})=>t===e.id)})}function _e(e,t){let n={"If-Match":`"${e.edit_version}"`},{hostId:r,groupId:i}=N(e);if(!(`host_id`in e)){let r={path:{freezeId:e.id},header:n};return p(s.PUT(`/api/v1/freezes/{freezeId}`,{params:r,body:t}))}if(r!==null){let i={path:{hostId:r,windowId:e.id},header:n};return p(s.PUT(`/api/v1/hosts/{hostId}/maintenance-windows/{windowId}`,{params:i,body:t}))}let a={path:{id:i??``,windowId:e.id},header:n};return p(s.PUT(`/api/v1/groups/{id}/maintenance-windows/{windowId}`,{params:a,body:t}))}async function ve(e){await ie(ye(e))}function ye(e){let t={"If-Match":`"${e.edit_version}"`},{hostId:n,groupId:r}=N(e);if(!(`host_id`in e)){let n={path:{freezeId:e.id},header:t};return p(s.DELETE(`/api/v1/freezes/{freezeId}`,{params:n}))}if(n!==null){let r={path:{hostId:n,windowId:e.id},header:t};return p(s.DELETE(`/api/v1/hosts/{hostId}/maintenance-windows/{windowId}`,{params:r}))}let i={path:{id:r??``,windowId:e.id},header:t};return p(s.DELETE(`/api/v1/groups/{id}/maintenance-windows/{windowId}`,{params:i}))}var R={window:{one:`maintenance window`,save:`Save the window`,add:`Add the window`},freeze:{one:`freeze`,save:`Save the freeze`,add:`Add the freeze`}};function be(e){return`${fe(T(e,new Date))} for ${r(e.duration_secs)}, ${e.timezone}`}var z={intro:`When work on hosts may begin, and when nothing does.`,cut:`There are more than can be shown here: some are left out.`,none:`No window opens and no freeze holds in this month.`,noWindows:`No maintenance window yet: work begins at any time.`,noFreezes:`No freeze.`,freezeHint:`While a freeze holds, no work and no restart begins on its hosts. What has begun finishes. Administrators may let a job begin all the same, with a reason.`,windowHint:`A host with a window is patched inside its windows and those of its groups alone.`,moved:`Somebody else has changed this since you opened it. What you typed is still here.`,gone:`Somebody has deleted this since you opened it. What you typed is still here: if you save it, it is added anew.`,noStart:`It never starts again.`,missingOwner:`Choose a group. Windows of a single host are added on the page of the host.`,hosts:e=>d(e,`host`),more:e=>`and ${e} more`},xe=f`
  ul {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  h3 {
    margin: 0;
    overflow-wrap: anywhere;
  }

  li p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`,Se=class extends o{static styles=[o.styles,xe];static properties={kind:{},entries:{attribute:!1},groups:{attribute:!1},mayEdit:{type:Boolean}};#e=new b(this);constructor(){super(),this.kind=`window`,this.entries=[],this.groups=[],this.mayEdit=!1}render(){return g`${v(this.#e.problem)}
      <ul>
        ${this.entries.map(e=>this.#t(e))}
      </ul>`}#t(t){let n=x(t.name);return g`<li class="card stack tight">
      <div class="row spread">
        <h3>${n}</h3>
        ${t.enabled?e:g`<fm-badge tone="neutral" label="Switched off"></fm-badge>`}
      </div>
      <p>${x(be(t))}</p>
      <p>${this.#r(t)} · ${Ce(t)}</p>
      ${this.mayEdit?this.#n(t,n):e}
    </li>`}#n(e,t){return g`<div class="row">
      <button
        aria-label="Edit ${t}"
        @click=${()=>this.dispatchEvent(new CustomEvent(`fm-edit`,{detail:e.id}))}
      >
        ${m(`edit`)} Edit
      </button>
      <button
        aria-label="Delete ${t}"
        ?disabled=${this.#e.isBusy}
        @click=${()=>void this.#i(e)}
      >
        ${m(`trash`)} Delete
      </button>
    </div>`}#r(e){let{hostId:t,groupId:n}=N(e);if(t!==null)return g`For <a href="/hosts/${t}">one host</a>`;if(n===null)return`For the whole fleet`;let r=this.groups.find(({id:e})=>e===n);return g`For the group
      <a href="/groups/${n}">${r?x(r.name):`of its own`}</a>`}async#i(e){await ce({title:`Delete the ${R[this.kind].one} “${x(e.name)}”?`,text:this.kind===`window`?`Hosts that wait for it wait for their next window; a host without any other is patched at any time.`:`Work that the freeze holds back then begins, where a window is open.`,action:`Delete`})&&await this.#e.run(async()=>{await ve(e),this.dispatchEvent(new Event(`fm-changed`))})}};function Ce({next_start_at:e,next_end_at:t}){return e===null?g`<span class="quiet">It does not start again.</span>`:te(e)?g`<strong>Now</strong>, until <fm-time .datetime=${t} mode="absolute"></fm-time>`:g`next <fm-time .datetime=${e}></fm-time>, on
        <fm-time .datetime=${e} mode="absolute"></fm-time>`}_(`fm-entries`,Se);function B(e,t){let n=pe(e,t);return{...n,name:``,durationSecs:7200,untilDate:n.date,untilTime:`23:59`,enabled:!0}}function we(e,t){let{name:n,timezone:r,rrule:i,starts_at:a,duration_secs:o,enabled:s}=e,c={...B(t,r),...T(e,t),name:n,durationSecs:o,enabled:s};if(i!==null)return c;let l=new Date(a??t),[u=``,d=``]=ge(new Date(l.getTime()+o*1e3),r).split(`T`);return{...c,untilDate:u,untilTime:d}}function V(e,t){let n=de(e);return e.name.trim()===``&&(n.name=`Enter a name.`),{...n,...Te(e,t)}}function Te(e,t){let{date:n,time:r,durationSecs:i,untilDate:a,untilTime:o}=e;if(!H(e,t))return i===null||i<60?{durationSecs:`Enter a minute at least.`}:{};let s={};return D(a)||(s.untilDate=`Enter a day.`),O(o)||(s.untilTime=`Enter a time.`),[n,a].every(D)&&[r,o].every(O)&&`${a}T${o}`<=`${n}T${r}`&&(s.untilDate=`It must end after it starts.`),s}var H=({repeats:e},t)=>t===`freeze`&&e===`once`;function U(e,t){let{timezone:n,repeats:r,enabled:i}=e,a={name:e.name.trim(),timezone:n,enabled:i};if(r!==`once`)return{...a,rrule:he(e),duration_secs:e.durationSecs??60};let o=k(e)??new Date(0);return{...a,starts_at:o.toISOString(),duration_secs:Ee(e,o,t)}}function Ee(e,t,n){if(!H(e,n))return e.durationSecs??60;let r=E(`${e.untilDate}T${e.untilTime}`,e.timezone)??t;return Math.max(60,Math.round((r.getTime()-t.getTime())/1e3))}var W=(e,t)=>ue(e,t),G=5,De=class extends o{static properties={body:{attribute:!1},openings:{state:!0}};constructor(){super(),this.body=null,this.openings=null,new j(this,{body:()=>this.body,forget:()=>this.openings=null,ask:(e,t)=>this.#e(e,t)})}render(){let{openings:t}=this;return t?g`<section aria-label="The next starts">
      <h3>The next starts</h3>
      ${t.length===0?g`<p role="status">${z.noStart}</p>`:e}
      <ol>
        ${t.slice(0,G).map(Oe)}
      </ol>
    </section>`:e}async#e(e,t){try{let n=await p(s.POST(`/api/v1/maintenance-windows/preview`,{body:e,signal:t}));this.openings=n.openings}catch(e){if(t.aborted)return;this.openings=null,e instanceof c&&e.code===`WINDOW_INVALID`&&this.dispatchEvent(new CustomEvent(`fm-refused`,{detail:e.message}))}}};function Oe({starts_at:t,ends_at:n,local_start:i,clock_change:a}){let o=(Date.parse(n)-Date.parse(t))/1e3;return g`<li>
    ${le(i)}, for ${r(o)}
    ${a===null?e:g`<strong>${me[a]}</strong>`}
  </li>`}_(`fm-preview`,De);var ke=f`
  form {
    max-width: 44rem;
  }

  .pair {
    align-items: start;
  }

  .pair > * {
    flex: 1 1 10rem;
  }

  .problem[hidden] {
    display: none;
  }
`,K=``,Ae=class extends o{static styles=[o.styles,ke];static properties={kind:{},entry:{attribute:!1},host:{attribute:!1},groups:{attribute:!1},groupId:{},draft:{state:!0},faults:{state:!0},owner:{state:!0},isGone:{state:!0}};#e=new b(this);#t;constructor(){super(),this.kind=`window`,this.entry=null,this.host=null,this.groups=[],this.groupId=K,this.draft=B(new Date,Intl.DateTimeFormat().resolvedOptions().timeZone),this.faults={},this.owner=K,this.isGone=!1}willUpdate(e){let t=this.#t!==void 0&&this.#t?.id===this.entry?.id;e.has(`entry`)&&!t&&this.#n(this.entry)}#n(e){this.#t=e,this.faults={},this.isGone=!1,this.#e.forget(),this.owner=this.groupId;let t=new Date,n=B(t,Intl.DateTimeFormat().resolvedOptions().timeZone),r=this.kind===`freeze`?{...n,repeats:`once`,time:`00:00`}:n;this.draft=e?we(e,t):r}render(){let{isBusy:t,problem:n}=this.#e,r=n instanceof c&&n.code===`PRECONDITION_FAILED`,i=R[this.kind];return g`<form class="card stack" @submit=${this.#m} novalidate aria-label=${i.one}>
      ${this.#c(`name`,`Name`,``)} ${this.#a()} ${this.#o()} ${this.#s()}
      <fm-field
        kind="switch"
        name="enabled"
        label="In force"
        help="Switched off, it is as if it were not there."
        .value=${this.draft.enabled}
        @fm-change=${({detail:e})=>this.#d({enabled:e})}
      ></fm-field>
      <fm-preview .body=${this.#f()} @fm-refused=${this.#p}></fm-preview>
      ${this.isGone?Ne():e}
      ${r?this.#r():n===null?e:g`<div role="alert">${v(n)}</div>`}
      <div class="row">
        <button class="primary" ?disabled=${t}>
          ${t?`Saving …`:this.entry&&!this.isGone?i.save:i.add}
        </button>
        <button type="button" @click=${()=>this.dispatchEvent(new Event(`fm-cancel`))}>Cancel</button>
      </div>
    </form>`}#r(){return g`<div class="notice warn" role="alert">
      <div>
        ${z.moved}
        <button type="button" @click=${this.#i}>Show what is saved now</button>
      </div>
    </div>`}#i=()=>{this.#t=void 0,this.dispatchEvent(new Event(`fm-again`))};#a(){if(this.entry)return e;if(this.host)return g`<p>For the host <strong>${this.host.name}</strong>.</p>`;let t=this.kind===`freeze`?{value:K,label:`The whole fleet`}:{value:K,label:`Choose a group`};return g`<fm-field
      kind="select"
      name="owner"
      label="For"
      help=${this.kind===`window`?z.missingOwner:``}
      .options=${[t,...this.groups.map(({id:e,name:t})=>({value:e,label:`The group ${t}`}))]}
      .value=${this.owner}
      .error=${this.faults.owner??null}
      @fm-change=${({detail:e})=>{this.owner=e,this.faults={...this.faults,owner:void 0}}}
    ></fm-field>`}#o(){return g`<fm-recurrence
      .value=${this.draft}
      .faults=${this.faults}
      @fm-recurrence=${({detail:e})=>this.#d(e)}
    ></fm-recurrence>`}#s(){return H(this.draft,this.kind)?g`<div class="row pair">
        ${this.#l(`untilDate`,`date`,`Until`)} ${this.#l(`untilTime`,`time`,`At`)}
      </div>`:g`<fm-field
      kind="duration"
      name="durationSecs"
      label="For how long"
      .value=${this.draft.durationSecs}
      .error=${this.faults.durationSecs??null}
      @fm-input=${({detail:e})=>this.#d({durationSecs:e})}
    ></fm-field>`}#c(e,t,n){return g`<fm-field
      name=${e}
      label=${t}
      help=${n}
      maxlength="100"
      required
      .value=${this.draft[e]}
      .error=${this.faults[e]??null}
      @fm-input=${({detail:t})=>this.#d({[e]:String(t??``)})}
    ></fm-field>`}#l(e,t,n){return g`<label class="field">
      ${n}
      <input
        name=${e}
        type=${t}
        .value=${A(this.draft[e])}
        aria-invalid=${String(this.faults[e]!==void 0)}
        aria-describedby="fault-${e}"
        @input=${t=>this.#d({[e]:Pe(t)})}
      />
      ${this.#u(e)}
    </label>`}#u(t){let n=this.faults[t];return g`<span class="problem" id="fault-${t}" role="alert" ?hidden=${n===void 0}
      >${n===void 0?e:g`${m(`error`)} ${n}`}</span
    >`}#d(e){this.draft={...this.draft,...e};let t=Object.entries(this.faults).filter(([t])=>!(t in e));this.faults=Object.fromEntries(t)}#f(){let{name:e,...t}=V(this.draft,this.kind);return Object.keys(t).length>0?null:{...U(this.draft,this.kind),name:`preview`,enabled:!0}}#p=({detail:e})=>{e!==null&&(this.faults={...this.faults,[W(e,this.draft)]:e})};#m=async e=>{if(e.preventDefault(),this.#e.isBusy)return;let t=!this.entry&&!this.host&&this.kind===`window`&&this.owner===K;if(this.faults={...V(this.draft,this.kind),...t?{owner:`Choose a group.`}:{}},Object.values(this.faults).some(e=>e!==void 0))return this.#v();await this.#e.run(()=>this.#h())};async#h(){let e=U(this.draft,this.kind),t=this.#t??this.entry;try{await(t&&!this.isGone?L(t,e):I(this.kind,this.#g(t),e))}catch(e){if(this.isConnected&&t&&Me(e))this.isGone=!0;else if(!this.#_(e))throw e;return}this.dispatchEvent(new Event(`fm-saved`))}#g(e){return e?N(e):{hostId:this.host?.id??null,groupId:this.host?null:this.owner||null}}#_(e){if(!(e instanceof c)||!this.isConnected)return!1;if(e.code===`WINDOW_INVALID`)this.faults={[W(e.message,this.draft)]:e.message};else{let t=n(e),r=Object.entries(je).filter(([e])=>t[e]!==void 0);if(r.length===0)return!1;this.faults=Object.fromEntries(r.map(([e,n])=>[n,t[e]]))}return this.#v(),!0}#v(){this.updateComplete.then(()=>{let[e]=Object.entries(this.faults).find(([,e])=>e!==void 0)??[],t=this.renderRoot.querySelector(`[name="${e}"]`);t?t.focus():this.renderRoot.querySelector(`fm-recurrence`)?.focusField(e)})}},je={name:`name`,timezone:`timezone`,rrule:`rule`,starts_at:`date`,duration_secs:`durationSecs`},Me=e=>e instanceof c&&(e.code===`WINDOW_NOT_FOUND`||e.code===`FREEZE_NOT_FOUND`),Ne=()=>g`<div class="notice warn" role="alert"><div>${z.gone}</div></div>`,Pe=({target:e})=>e.value;_(`fm-entry-form`,Ae);var q=4,Fe=f`
  :host {
    display: block;
    container-type: inline-size;
  }

  ol {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li.day {
    min-width: 0;
    padding: var(--fm-space-2);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
  }

  li.today {
    border-color: var(--fm-accent);
  }

  h3 {
    margin: 0;
    font-size: var(--fm-size-small);
  }

  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding: 0;
    font-size: var(--fm-size-small);
    list-style: none;
    overflow-wrap: anywhere;
  }

  .bare {
    display: none;
  }

  @container (min-width: 46rem) {
    ol {
      grid-template-columns: repeat(7, minmax(0, 1fr));
    }

    .bare {
      display: block;
    }

    .offset-1 {
      grid-column-start: 1;
    }
    .offset-2 {
      grid-column-start: 2;
    }
    .offset-3 {
      grid-column-start: 3;
    }
    .offset-4 {
      grid-column-start: 4;
    }
    .offset-5 {
      grid-column-start: 5;
    }
    .offset-6 {
      grid-column-start: 6;
    }
    .offset-7 {
      grid-column-start: 7;
    }
  }
`,Ie=class extends o{static styles=[o.styles,Fe];static properties={days:{attribute:!1}};constructor(){super(),this.days=[]}render(){let t=this.days.every(({lines:e})=>e.length===0);return g`${t?g`<p role="status">${z.none}</p>`:e}
      <ol aria-label="Days of the month">
        ${this.days.map((e,t)=>this.#e(e,t===0))}
      </ol>`}#e({start:t,lines:n},r){let i=t.toDateString()===new Date().toDateString(),a=r?`offset-${(t.getDay()+6)%7+1}`:``,o=n.length===0?`bare`:``;return g`<li class="day ${i?`today`:``} ${o} ${a}">
      <h3>${Le.format(t)}${i?` (today)`:e}</h3>
      <ul>
        ${n.slice(0,q).map(e=>Re(e,t))}
        ${n.length>q?g`<li>${z.more(n.length-q)}</li>`:e}
      </ul>
    </li>`}},Le=new Intl.DateTimeFormat(`en-GB`,{weekday:`short`,day:`numeric`,month:`short`}),J=new Intl.DateTimeFormat(`en-GB`,{hour:`2-digit`,minute:`2-digit`});function Re({kind:t,name:n,startsAt:r,endsAt:i,count:a},o){let s=new Date(o.getFullYear(),o.getMonth(),o.getDate()+1),c=r<=o&&i>=s,l=r<o?`00:00`:J.format(r),u=i>s?`24:00`:J.format(i),d=t===`freeze`?g`<strong>Freeze</strong> `:e;return g`<li>
    ${d}${c?`all day`:`${l}–${u}`} ${x(n)}
    ${a>1?g`<span class="quiet">(${a})</span>`:e}
  </li>`}_(`fm-month`,Ie);function Y(e,t){let[,n,r]=/^(\d{4})-(0[1-9]|1[0-2])$/.exec(e??``)??[];return n!==void 0&&r!==void 0?{year:Number(n),month:Number(r)-1}:{year:t.getFullYear(),month:t.getMonth()}}function X({year:e,month:t},n=0){let r=new Date(e,t+n,1);return`${r.getFullYear()}-${String(r.getMonth()+1).padStart(2,`0`)}`}function ze({year:e,month:t},n){let r=Z(n),i=new Date(e,t+1,0).getDate();return Array.from({length:i},(n,i)=>{let a=new Date(e,t,i+1),o=new Date(e,t,i+2);return{date:`${X({year:e,month:t})}-${String(i+1).padStart(2,`0`)}`,start:a,lines:r.filter(({startsAt:e,endsAt:t})=>e<o&&t>a)}})}function Z(e){let t=new Map;for(let{kind:n,name:r,starts_at:i,ends_at:a}of e){let e=[n,i,a,r].join(` `),o=t.get(e);o?o.count+=1:t.set(e,{key:e,kind:n,name:r,startsAt:new Date(i),endsAt:new Date(a),count:1})}return[...t.values()]}var Q=[{key:`month`,label:`Month`},{key:`windows`,label:`Windows`},{key:`freezes`,label:`Freezes`}],Be=10,Ve=864e5,$=class extends ee{#e=new S(this,{args:()=>[this.query.get(`host`)],read:([e],t)=>Ge(e,t),rereads:()=>this.#i()===null});#t=new S(this,{args:()=>[X(Y(this.query.get(`month`),new Date))],keepsValue:!0,read:([e],t)=>{let n=Y(e,new Date),r={from:new Date(n.year,n.month,1).toISOString(),to:new Date(n.year,n.month+1,1).toISOString()};return p(s.GET(`/api/v1/maintenance-windows/openings`,{params:{query:r},signal:t}))}});#n=new S(this,{args:()=>[],read:(e,t)=>{let n={from:new Date().toISOString(),to:new Date(Date.now()+60*Ve).toISOString()};return p(s.GET(`/api/v1/maintenance-windows/openings`,{params:{query:n},signal:t}))}});render(){let e=this.#e.value?.host??null;return g`<div class="page">
      <fm-page-header
        heading=${e?`Windows of ${e.name}`:`Calendar`}
        .crumbs=${e?[{label:`Calendar`,href:`/calendar`}]:[]}
        .actions=${this.#i()?[]:this.#r()}
        @fm-action=${({detail:e})=>C({new:e},!0)}
      >
        <p>${z.intro}</p>
      </fm-page-header>
      ${i(this.#e,{what:`the windows and freezes`,complete:e=>this.#i()?this.#o(e):this.#l(e)})}
    </div>`}#r(){let{user:e}=h;return[...t(e,`windows:edit`)?[{key:`window`,label:`New window`,icon:`plus`}]:[],...t(e,`freezes:edit`)?[{key:`freeze`,label:`New freeze`,icon:`plus`}]:[]]}#i(){let e=this.query.get(`new`)??(this.#a()?Ue(this.#a()):null);return e===`window`?t(h.user,`windows:edit`)?e:null:e===`freeze`&&t(h.user,`freezes:edit`)?e:null}#a(){let e=this.query.get(`edit`),{windows:t=[],freezes:n=[]}=this.#e.value??{};return[...t,...n].find(t=>t.id===e)??null}#o({groups:e,host:t}){return g`<fm-entry-form
      .kind=${this.#i()??`window`}
      .entry=${this.#a()}
      .host=${this.#i()===`window`?t:null}
      .groups=${e}
      .groupId=${this.query.get(`group`)??``}
      @fm-saved=${()=>this.#s()}
      @fm-again=${()=>this.#e.retry()}
      @fm-cancel=${()=>C({new:null,edit:null})}
    ></fm-entry-form>`}#s(){let e=this.#i()===`freeze`?`freezes`:`windows`;u(`Saved.`),this.#c(),C({new:null,edit:null,tab:e})}#c(){this.#e.retry(),this.#t.retry(),this.#n.retry()}#l(e){let t=e.host?Q.slice(1):Q,n=y(this.query,t);return g`<fm-tabs label="Windows and freezes" .tabs=${t} .selected=${n}>
      ${n===`month`?this.#d():this.#u(n,e)}
    </fm-tabs>`}#u(e,n){let r=e===`freezes`?`freeze`:`window`,i=r===`freeze`?n.freezes:n.windows,a=r===`freeze`?z.freezeHint:z.windowHint;return g`<section class="stack" aria-label=${e===`freezes`?`Freezes`:`Windows`}>
      <h2>${e===`freezes`?`Freezes`:`Windows`}</h2>
      <p class="quiet">${a}</p>
      ${i.length===0?g`<fm-state
              kind="empty"
              heading=${r===`freeze`?z.noFreezes:z.noWindows}
            ></fm-state>`:g`<fm-entries
              .kind=${r}
              .entries=${i}
              .groups=${n.groups}
              .mayEdit=${t(h.user,r===`freeze`?`freezes:edit`:`windows:edit`)}
              @fm-edit=${({detail:e})=>C({edit:e},!0)}
              @fm-changed=${()=>this.#c()}
            ></fm-entries>`}
    </section>`}#d(){let t=Y(this.query.get(`month`),new Date),n=e=>C({month:X(t,e)});return g`<section class="stack" aria-label="Month">
      ${i(this.#n,{what:`what comes next`,complete:({openings:e})=>We(Z(e).slice(0,Be))})}
      <fm-next-runs></fm-next-runs>
      <div class="row spread">
        <h2>${He.format(new Date(t.year,t.month,1))}</h2>
        <div class="row">
          <button @click=${()=>n(-1)}>Month before</button>
          <button @click=${()=>n(1)}>Month after</button>
        </div>
      </div>
      <p class="quiet small">Times of your clock, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>
      ${i(this.#t,{what:`the month`,complete:({openings:n,is_cut:r})=>g`${r?g`<p class="notice">${z.cut}</p>`:e}
            <fm-month .days=${ze(t,n)}></fm-month>`})}
    </section>`}},He=new Intl.DateTimeFormat(`en-GB`,{month:`long`,year:`numeric`}),Ue=e=>e===null?null:`host_id`in e?`window`:`freeze`;function We(t){return t.length===0?e:g`<section class="card" aria-label="What comes next">
    <h2>What comes next</h2>
    <ol>
      ${t.map(({kind:t,name:n,startsAt:r,endsAt:i,count:o})=>g`<li>
            ${t===`freeze`?g`<strong>Freeze</strong> `:e}${x(n)}${o>1?` (${o})`:e}:
            ${r<=a()?g`now, until <fm-time .datetime=${i.toISOString()} mode="absolute"></fm-time>`:g`<fm-time .datetime=${r.toISOString()}></fm-time>, on
                    <fm-time .datetime=${r.toISOString()} mode="absolute"></fm-time>`}
          </li>`)}
    </ol>
  </section>`}async function Ge(e,n){let[r,i,a,o]=await Promise.all([P(e,n),F(n),t(h.user,`groups:read`)?ae(n):[],e===null?null:w(e,n)]);return{windows:r,freezes:i,groups:a,host:o&&{id:o.id,name:oe(o)}}}_(`fm-page-calendar`,$);export{$ as FmPageCalendar};