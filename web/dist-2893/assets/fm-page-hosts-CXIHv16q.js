import{Et as e,F as t,L as n,M as r,N as i,O as a,U as o,_t as s,at as c,dt as l,it as ee,j as u,k as d,kt as f,st as p,tt as m,ut as h,v as g,vt as _,wt as v,y as te,yt as y,z as b}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as ne}from"./address-DMDwimFR.js";import{t as x}from"./fm-table-uS3hD86L.js";import{n as S,r as C,t as re}from"./sorting-B_DEMQsV.js";import{h as ie,i as ae,m as w,n as oe,o as se,p as ce,r as le,u as ue,v as de,x as T,y as fe}from"./common-CAX3qpu1.js";import{t as pe}from"./noHosts-DkGEps9l.js";import{a as me,i as he,n as E,o as ge,r as _e,t as ve}from"./changes-CZ50GRvT.js";import{a as ye,i as be,n as xe,r as D,t as O}from"./columns-B7wyug5_.js";import"./fm-progress-BqvW4jmb.js";import{i as Se,n as Ce,r as we,t as Te}from"./hostAction-BdysWsM1.js";import{t as Ee}from"./savedViews-Dzjogora.js";import{t as k}from"./texts-BoI37Ci7.js";import{t as A}from"./asker-tT0gubqI.js";import{n as De}from"./chosenHosts-BXILJwIB.js";import{t as j}from"./offers-PPQ8cwen.js";import{t as Oe}from"./hostName-nP2O9nOD.js";var ke=4,Ae=6,je=5,Me=60,Ne=class{targets;done=[];failures=[];left;isRunning=!1;halt=null;#e;#t;#n=new Map;#r=0;#i=new AbortController;constructor(e,t,n){this.targets=e,this.left=e,this.#e=t,this.#t=n}async run(){this.isRunning||(this.isRunning=!0,this.halt=null,this.#r=0,this.#i=new AbortController,this.#t.changed(),await Promise.all(Array.from({length:ke},()=>this.#a())),this.isRunning=!1,this.#t.changed())}retry(){return this.isRunning?Promise.resolve():(this.left=[...this.failures.map(({target:e})=>e),...this.left],this.failures=[],this.run())}stop(){this.#c(`stopped`)}async#a(){for(;;){let[e,...t]=this.left;if(!e||this.halt!==null)return;this.left=t,await this.#o(e),this.#t.changed()}}async#o(e){let t=this.#n.get(e.id)??this.#t.newKey();this.#n.set(e.id,t);try{await this.#s(()=>this.#e(e,t)),this.#r=0,this.done=[...this.done,e]}catch(t){let n=!(t instanceof l)||t.status===0;n||this.#n.delete(e.id),this.#r=n?this.#r+1:0,this.failures=[...this.failures,{target:e,error:t}],this.#r>=Ae&&this.#c(`disconnected`)}}async#s(e){for(let t=1;;t+=1)try{return await e()}catch(e){if(!(e instanceof l&&e.status===429)||t>=je||this.halt!==null)throw e;let n=Number(e.details.retry_after_secs??1);await this.#t.sleep(Math.min(Math.max(n,1),Me)*1e3,this.#i.signal)}}#c(e){this.isRunning&&this.halt===null&&(this.halt=e,this.#i.abort(),this.#t.changed())}},Pe=3e3,Fe=4,Ie=class{waiting=new Map;readCount=0;#e;#t=null;constructor(e){this.#e=e}expect(e,t){this.waiting.set(e,t),this.#t??=this.#n()}sees(e,t){let n=this.waiting.get(e);n!==void 0&&n!==t&&(this.waiting.delete(e),this.readCount+=1,this.#e.changed())}close(){this.#t?.(),this.#t=null,this.waiting.clear()}#n(){return this.#e.later(()=>void this.#r(),Pe)}async#r(){let e=[...this.waiting.entries()].slice(0,Fe);await Promise.all(e.map(async([e,t])=>{let n=await this.#e.readPolledAt(e).catch(()=>t);this.sees(e,n),this.waiting.delete(e)&&this.waiting.set(e,t)})),this.#t=this.waiting.size>0?this.#n():null}},M={refresh:{title:`Refresh`,done:`read anew`,ended:`asked to refresh`},remove:{title:`Removal`,done:`removed`,ended:`removed`},maintenanceOn:{title:`Begin of maintenance`,done:`in maintenance`,ended:`in maintenance`},maintenanceOff:{title:`End of maintenance`,done:`back from maintenance`,ended:`back from maintenance`},addTags:{title:`New tags`,done:`tagged`,ended:`tagged`},removeTags:{title:`Removal of tags`,done:`without the tags`,ended:`without the tags`}},Le=class extends EventTarget{action=`refresh`;run=null;follow=new Ie({readPolledAt:N,changed:()=>this.#i(),later:(e,t)=>{let n=setTimeout(e,t);return()=>clearTimeout(n)}});#e=null;constructor(){super(),h.addEventListener(`change`,()=>{this.run&&h.user?.id!==this.#e&&this.close()})}start(e,t,n=[]){this.close(),this.action=e,this.#e=h.user?.id??null,this.run=new Ne(t,this.#n(e,n),{changed:()=>this.#i(),newKey:()=>se()[`Idempotency-Key`],sleep:Re}),this.#t(this.run,this.run.run())}retry(){this.run&&!this.run.isRunning&&this.#t(this.run,this.run.retry())}close(){this.run?.stop(),this.run=null,this.follow.close(),this.follow.readCount=0,this.#i()}async#t(e,t){if(addEventListener(`beforeunload`,P),await t,removeEventListener(`beforeunload`,P),e!==this.run)return;let n=e.failures.length>0?`, ${e.failures.length} failed`:``;u(`${d(e.done.length,`host`)} ${M[this.action].ended}${n}`)}#n(e,t){switch(e){case`refresh`:return(e,t)=>this.#r(e,t);case`remove`:return({id:e})=>he(e);case`maintenanceOn`:case`maintenanceOff`:return async({id:t})=>void await ve(t,{maintenance_mode:e===`maintenanceOn`},null);case`addTags`:return({id:e})=>E(e,e=>me(e,t));case`removeTags`:return({id:e})=>E(e,e=>ge(e,t))}}async#r({id:e},t){let n=await N(e),r={path:{id:e},header:{"Idempotency-Key":t}};await p(c.POST(`/api/v1/hosts/{id}/refresh`,{params:r})),this.run&&this.follow.expect(e,n)}#i(){this.dispatchEvent(new Event(`change`))}};async function N(e){return(await _e(e)).patches_polled_at}function P(e){e.preventDefault()}function Re(e,t){return new Promise(n=>{let r=setTimeout(n,e);t.addEventListener(`abort`,()=>(clearTimeout(r),n()),{once:!0})})}var F=new Le,I=[`search`,`health_status`,`has_security`,`min_severity`,`severity`,`security_age`,`reboot_required`,`has_problems`,`problem`,`maintenance_mode`,`os_name`,`os_family`,`agent_version`,`tag`,`group_id`],ze=[`fqdn`,`health_status`,`patches_total`,`patches_security`,`reboot_required`,`last_seen_at`,`os_name`,`ip_address`,`agent_version`],Be=new Set([`health_status`,`patches_security`,`patches_total`,`reboot_required`]),Ve=[`healthy`,`degraded`,`unreachable`,`unknown`],He=[`low`,`moderate`,`important`,`critical`],Ue={severity:[`critical`,`important`,`moderate`,`low`,`unrated`],security_age:[`under_7_days`,`under_30_days`,`under_90_days`,`over_90_days`,`not_recorded`]},We=/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;function L(e){let t=[...I.map(t=>[t,R(t,e.get(t))]),[`sort`,C(V(e))]];return Object.fromEntries(t.filter(([,e])=>e!==void 0))}function R(e,t){let n=t?.trim()||void 0;switch(e){case`search`:return n?.slice(0,253);case`health_status`:return Ve.find(e=>e===n);case`min_severity`:return He.find(e=>e===n);case`severity`:case`security_age`:return Ue[e].find(e=>e===n);case`has_security`:case`reboot_required`:case`has_problems`:case`maintenance_mode`:return n===`true`||n!==`false`&&void 0;case`group_id`:return n!==void 0&&We.test(n)?n:void 0;case`os_name`:return n?.slice(0,200);case`problem`:case`os_family`:case`agent_version`:case`tag`:return n?.slice(0,64)}}function z(e){return I.some(t=>R(t,e.get(t))!==void 0)}function B(e){let t=R(`has_security`,e.get(`has_security`))===!0||[`min_severity`,`severity`,`security_age`].some(t=>R(t,e.get(t))!==void 0);return S(t?`-patches_security`:`fqdn`)}function V(e){let t=e.get(`sort`);if(t===null)return B(e);let n=S(t);return ze.some(e=>e===n.key)?n:B(e)}var H=e=>Object.entries(e).map(([e,t])=>({value:e,label:t})),Ge=[{name:`health_status`,label:`Status`,any:`Any status`,options:H({unreachable:`Unreachable`,degraded:`Degraded`,healthy:`Healthy`,unknown:`Not read yet`})},{name:`has_security`,label:`Security patches`,options:H({true:`Waiting`,false:`None waiting`})},{name:`min_severity`,label:`Severity`,any:`Any severity`,options:H({critical:`Critical`,important:`Important or graver`,moderate:`Moderate or graver`,low:`Any that is published`})},{name:`severity`,label:`Most severe security patch`,options:H({critical:`Critical`,important:`Important`,moderate:`Moderate`,low:`Low`,unrated:`Not rated`})},{name:`security_age`,label:`Oldest security patch`,options:H({under_7_days:`Under 7 days`,under_30_days:`7 to 30 days`,under_90_days:`30 to 90 days`,over_90_days:`Over 90 days`,not_recorded:`Not recorded`})},{name:`reboot_required`,label:`Reboot`,options:H({true:`Due`,false:`Not due`})},{name:`has_problems`,label:`Problems`,options:H({true:`Told of`,false:`None`})},{name:`maintenance_mode`,label:`Maintenance`,options:H({true:`In maintenance`,false:`Not in maintenance`})}],Ke=new Set([`health_status`,`has_security`,`reboot_required`,`has_problems`,`tag`]),qe=new Set([`severity`]);function Je(e,{values:t,groups:n,isWhole:r}){return[...Ge,{name:`tag`,label:`Tag`,any:`Any tag`,options:U(t?.tags)},{name:`os_name`,label:`System`,any:`Any system`,options:U(t?.os_names)},{name:`agent_version`,label:`Agent version`,any:`Any version`,options:U(t?.agent_versions)},{name:`problem`,label:`Problem`},{name:`os_family`,label:`System family`},{name:`group_id`,label:`Group`,any:`Any group`,...n.length>0?{options:n.map(({id:e,name:t})=>({value:e,label:w(t)}))}:{}}].map(({options:t,...n})=>{let i=R(n.name,e.get(n.name)),a=i===void 0?null:String(i);return(r||Ke.has(n.name))&&!qe.has(n.name)?{...n,value:a,...t?{options:t}:{}}:{...n,value:a,valueText:t?.find(e=>e.value===a)?.label??w(a)}})}function U(e=[]){return e.map(({value:e,hosts:t})=>({value:e,label:`${w(e)} (${d(t,`host`)})`}))}var W=`fleetmend.hosts`;function Ye(e=g){let t=te(e,W),{columns:n}=typeof t==`object`?t??{}:{};return{columns:Array.isArray(n)?n.filter(e=>typeof e==`string`):null}}function Xe(e,t=g){t.setItem(W,JSON.stringify(e))}var G=50,Ze=5,Qe=500,$e=f`
  /* Without a run there is nothing, not even a gap. */
  :host {
    display: contents;
  }

  .card {
    display: grid;
    gap: var(--fm-space-3);
  }

  h2 {
    margin: 0;
  }

  .card > h2 + *,
  .card > * {
    margin-top: 0;
  }

  ul {
    max-height: 14rem;
    padding: 0;
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    list-style: none;
  }

  li {
    padding: var(--fm-space-2) var(--fm-space-3);
    overflow-wrap: anywhere;
  }

  li + li {
    border-top: 1px solid var(--fm-line);
  }
`,et=class extends s{static styles=[s.styles,$e];#e=()=>this.requestUpdate();connectedCallback(){super.connectedCallback(),F.addEventListener(`change`,this.#e)}disconnectedCallback(){super.disconnectedCallback(),F.removeEventListener(`change`,this.#e)}render(){let{run:t,action:n}=F;if(!t)return e;let{title:r}=M[n];return v`<section class="card" aria-label="${r} of ${d(t.targets.length,`host`)}">
      <div class="row spread">
        <h2>${r} of ${d(t.targets.length,`host`)}</h2>
        <div class="row">${this.#t(t)}</div>
      </div>
      <fm-progress label=${r} .parts=${K(t)}></fm-progress>
      <p role="status">${tt(t)}</p>
      ${nt(t)} ${t.failures.length===0?e:rt(t.failures)}
    </section>`}#t(t){if(t.isRunning)return v`<button ?disabled=${t.halt!==null} @click=${()=>t.stop()}>
        ${m(`stop`)} Stop
      </button>`;let n=t.failures.length+t.left.length,r=t.failures.length===0?`Go on with ${n}`:`Try ${a(n)} again`;return v`${n>0?v`<button class="primary" @click=${()=>F.retry()}>
              ${m(`refresh`)} ${r}
            </button>`:e}
      ${t.failures.length>0?v`<button @click=${()=>this.#n(t.failures)}>Select what failed</button>`:e} <button class="plain" @click=${()=>F.close()}>${m(`close`)} Close</button>`}#n(e){let t=e.map(({target:e})=>e);this.dispatchEvent(new CustomEvent(`fm-select-hosts`,{detail:t}))}};function K(e){let{action:t,follow:n}=F,r=e.targets.length-e.done.length-e.failures.length,i=n.waiting.size;return[{tone:`ok`,count:e.done.length-i,label:M[t].done},{tone:`info`,count:i,label:`under way`},{tone:`bad`,count:e.failures.length,label:`failed`},{tone:`neutral`,count:r,label:e.isRunning?`still to do`:`not begun`}]}function tt(t){let n=K(t).filter(({count:e,label:t})=>e>0||t===M[F.action].done).map(({count:e,label:t})=>`${a(e)} ${t}`),{waiting:r}=F.follow,i=!t.isRunning&&r.size>0&&r.size<=Ze,o=t.targets.filter(({id:e})=>r.has(e)).map(({name:e})=>e);return v`${n.join(`, `)}.
  ${i?v`<span class="quiet">Waiting for ${o.join(`, `)}.</span>`:e}`}function nt({halt:t,isRunning:n}){return t!==`disconnected`||n?e:v`<div class="notice warn">
    ${m(`offline`)}
    <div>The manager does not answer, so the rest was not begun. Go on when it is back.</div>
  </div>`}function rt(t){let n=t.length-G;return v`<ul aria-label="Hosts that failed" tabindex="0">
    ${t.slice(0,G).map(it)}
    ${n>0?v`<li class="quiet">and ${a(n)} more</li>`:e}
  </ul>`}function it({target:t,error:n}){let{what:r,next:i,detail:a}=o(n);return v`<li>
    <a href="/hosts/${t.id}">${t.name}</a>: ${r} ${i}
    ${a===null?e:v`<div class="quiet small">${ce(a,Qe)}</div>`}
  </li>`}y(`fm-bulk-progress`,et);var at=f`
  :host {
    display: contents;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2);
  }

  @media print {
    .tools {
      display: none;
    }
  }
`,q=`save`,J=new Ee(`/hosts`,{passing:[`tab`]}),ot={saved:null,name:`A name of at most 60 characters is needed.`,"too-long":`These filters are too long to be kept.`,full:`There are too many views: forget one first.`},st=class extends s{static styles=[s.styles,at];static properties={choices:{attribute:!1},viewQuery:{},csvText:{},hasColumns:{type:Boolean}};constructor(){super(),this.choices={columns:null},this.viewQuery=``,this.csvText=`CSV`,this.hasColumns=!0}render(){return v`<div class="tools">
      <fm-menu
        label="Views"
        .items=${this.#e()}
        @fm-choose=${({detail:e})=>void this.#n(e)}
      ></fm-menu>
      ${this.hasColumns?v`<fm-menu
              label="Columns"
              .items=${this.#t()}
              @fm-choose=${this.#r}
            ></fm-menu>`:``}
      <button @click=${()=>this.#a(`fm-csv`,null)}>${m(`download`)} ${this.csvText}</button>
    </div>`}#e(){let{list:e}=J;return[{key:q,label:`Save this view …`,icon:`plus`},...e.map(e=>({key:`view ${e.name}`,label:e.name,href:J.href(e)})),...e.map(({name:e})=>({key:`drop ${e}`,label:`Forget “${e}”`,icon:`trash`}))]}#t(){let e=this.choices.columns??O;return xe.filter(({key:e})=>e!==`fqdn`).map(({key:t,header:n})=>({key:t,label:n,isChecked:e.includes(t)}))}async#n(e){e.startsWith(`drop `)&&J.remove(e.slice(5)),e===q&&await Se({title:`Save this view?`,text:`Filters and order are kept in this browser, for you alone. The address itself can be passed on.`,label:`Name`,check:e=>ot[J.save(e.join(` `),new URLSearchParams(this.viewQuery))??`saved`],action:`Save`})&&u(`The view is saved`),this.requestUpdate()}#r=e=>{e.preventDefault();let t=this.choices.columns??O,{detail:n}=e;this.#i({columns:t.includes(n)?t.filter(e=>e!==n):[...t,n]})};#i(e){this.#a(`fm-choices`,{...this.choices,...e})}#a(e,t){this.dispatchEvent(new CustomEvent(e,{detail:t}))}};y(`fm-list-tools`,st);var ct=f`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-2) var(--fm-space-3);
    min-height: var(--fm-control-height);
  }

  .text {
    flex: 1 1 14rem;
  }

  kbd {
    padding: 0 0.3em;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    font: inherit;
    font-size: max(0.92em, var(--fm-size-small));
  }

  @media (max-width: 44rem) {
    .text {
      flex-basis: 100%;
    }

    .keys {
      display: none;
    }
  }
`,Y=[`patch`,`reboot`,`refresh`],lt=new Set([`refresh`,`maintenanceOn`,`maintenanceOff`,`addTags`,`removeTags`,`remove`]),ut=class extends s{static styles=[s.styles,ct];static properties={count:{type:Number},hiddenCount:{attribute:!1},reading:{attribute:!1},offers:{attribute:!1},isBusy:{type:Boolean},isStarting:{type:Boolean}};constructor(){super(),this.count=0,this.hiddenCount=0,this.reading=null,this.offers=[],this.isBusy=this.isStarting=!1}render(){return v`<div class="bar" role="group" aria-label="Selected hosts">
      <div class="text" role="status">${this.#e()}</div>
      ${this.count>0&&this.reading===null?this.#n():e}
    </div>`}#e(){return this.reading===null?this.count===0?v`<span class="quiet"
        >Select hosts to act on many at once.
        <span class="keys small"
          ><kbd>Space</kbd> this one, <kbd>Shift</kbd>+<kbd>Space</kbd> up to here, <kbd>Ctrl</kbd>+<kbd
            >A</kbd
          >
          all</span
        ></span
      >`:v`<strong>${a(this.count)} selected</strong>${this.#t()}`:v`Selecting all: ${this.reading} …`}#t(){return this.hiddenCount===0?e:this.hiddenCount===null?v`<span class="quiet">, looking which are shown …</span>`:v`, ${a(this.hiddenCount)} of them not shown by this filter`}#n(){let t=this.offers.filter(({action:e})=>!Y.includes(e));return v`${Y.map(e=>this.#r(e))}
      ${t.length===0?e:v`<fm-menu
              label="More actions"
              .items=${t.map(e=>({key:e.action,label:k[e.action].label,icon:k[e.action].icon,reason:this.#i(e),...e.action===`remove`?{tone:`danger`}:{}}))}
              @fm-choose=${({detail:e})=>this.#a(e)}
            ></fm-menu>`}
      <button class="plain" @click=${()=>this.dispatchEvent(new CustomEvent(`fm-clear`))}>
        ${m(`close`)} Clear selection
      </button>`}#r(t){let n=this.offers.find(e=>e.action===t);if(!n)return e;let r=this.#i(n),i=k[t];return v`<button
      class=${t===`patch`?`primary`:``}
      aria-disabled=${r===null?e:`true`}
      aria-description=${r??e}
      title=${r??e}
      @click=${()=>this.#a(t)}
    >
      ${m(i.icon)} ${i.label}
    </button>`}#i({action:e,reason:t}){return this.isStarting?`The job is being made.`:this.isBusy&&lt.has(e)?`Another action over many hosts is under way.`:t}#a(e){let t=this.offers.find(t=>t.action===e);t&&this.#i(t)===null&&this.dispatchEvent(new CustomEvent(`fm-act`,{detail:e}))}};y(`fm-selection-bar`,ut);var dt=200;function ft(e){return new ue(e,{args:()=>[],read:async(e,t)=>{let n={params:{query:{limit:dt}},signal:t},[r,i]=await Promise.all([p(c.GET(`/api/v1/host-values`,{signal:t})),p(c.GET(`/api/v1/groups`,n))]);return{values:r,groups:i.groups}}})}var pt={health_status:[[`status`,e=>e.health_status],[`status_reason`,e=>e.status_reason],[`problems`,e=>e.problems.map(({message:e})=>e).join(` | `)],[`maintenance_mode`,e=>e.maintenance_mode]],patches_security:[[`security_patches`,e=>e.patches_security],[`severity`,e=>e.patches_severity]],reboot_required:[[`reboot_required`,e=>e.reboot_required]],fqdn:[[`host`,e=>e.fqdn],[`display_name`,e=>e.display_name]],os_name:[[`system`,e=>e.os_name]],lists:[[`lists_refreshed_at`,e=>e.patches_refreshed_at]],ip_address:[[`address`,e=>e.ip_address],[`port`,e=>e.port]],patches_total:[[`patches`,e=>e.patches_total]],tags:[[`tags`,e=>e.tags.join(` `)]],groups:[[`groups`,e=>e.groups.map(({name:e})=>e).join(`, `)]],agent_version:[[`agent_version`,e=>e.agent_version]],kernel:[[`kernel`,e=>e.kernel]],last_seen_at:[[`last_seen_at`,e=>e.last_seen_at]]};function mt(e,t){let n=t.flatMap(e=>pt[e]??[]);return le([n.map(([e])=>e),...e.map(e=>n.map(([,t])=>t(e)))])}var ht=500,gt=class{problem=null;#e;#t=null;#n=``;constructor(e){this.#e=e,e.addController(this)}get text(){return this.#t?`CSV: ${this.#n}`:`CSV`}hostDisconnected(){this.#t?.abort(),this.#t=null}async start(e,t){if(this.#t)return;let n=new AbortController;this.#t=n,this.#i(`reading …`,null);let r=null;try{let r=await this.#r(e,n.signal);if(n.signal.aborted)return;ae(mt(r,t),oe(`hosts`,new Date)),u(`${d(r.length,`host`)} saved as CSV`)}catch(e){if(n.signal.aborted)return;r=e}this.#t=null,this.#i(``,r)}async#r(e,t){let n=[],r=null;do{let i={...e,limit:ht,...r===null?{}:{cursor:r}},o=await p(c.GET(`/api/v1/hosts`,{params:{query:i},signal:t}));n.push(...o.hosts),r=o.next_cursor,this.#i(`${a(n.length)} of ${a(o.total)}`,null)}while(r!==null);return n}#i(e,t){this.#n=e,this.problem=t,this.#e.requestUpdate()}};function _t(e,t){let n=new Map(t.map(({host_id:e,...t})=>[e,t]));return e.some(({id:e})=>n.has(e))?e.map(e=>{let t=n.get(e.id);return t&&(t.last_seen_at??``)>=(e.last_seen_at??``)?{...e,...t}:e}):e}var vt=class{#e;#t;constructor(e,t){this.#e=t,this.#t=new ie(e)}get offers(){return j(this.#e.targets,A)}get areOffered(){return j([],A).length>0}get isStarting(){return this.#t.isBusy}get problem(){return this.#t.problem}async act(e){let t=this.offers.find(t=>t.action===e);if(!t||t.able.length===0||e===`edit`)return;if(e===`patch`)return r(De(t.able.map(({id:e})=>e)));if(e===`refresh`)return F.start(`refresh`,t.able);let n=await Ce(e,t);if(n!==null){if(!Te(e))return F.start(e,t.able,n);await this.#t.run(async()=>{let r=i(),a=await we(e,t.able,n);a&&r(`/jobs/${a.id}`)})}}},X={ids:new Set,known:new Map};function Z(e,t,n){let r=new Map,i=new Map(n.map(e=>[e.id,e]));for(let n of t)r.set(n,i.get(n)??e.known.get(n)??{id:n,name:n});return{ids:new Set(t),known:r}}function yt(e,t){return Z(e,x(e.ids,St(t),!0),t)}function Q(e,t){return Z(e,x(e.ids,t,!1),[])}function bt({known:e}){return[...e.values()]}function xt({ids:e},t){if(!t.isFiltered)return 0;let n=t.rowIds.reduce((t,n)=>t+Number(e.has(n)),0);return n===e.size?0:t.rowIds.length>=t.total?e.size-n:null}function St(e){return e.map(({id:e})=>e)}var $=null,Ct=class{isSelectingAll=!1;#e;#t;#n=X;#r=[];#i=[];#a=null;#o=[];constructor(e,t){this.#e=e,this.#t=t,e.addController(this)}hostConnected(){this.#n=$?.userId===h.user?.id?$?.selection??X:X,this.#r=F.run?.done??[],F.addEventListener(`change`,this.#l)}hostDisconnected(){F.removeEventListener(`change`,this.#l),this.isSelectingAll=!1}get ids(){return this.#n.ids}get reading(){let{rows:e,total:t}=this.#t;return this.isSelectingAll?`${a(e.length)} of ${a(t)}`:null}hiddenCount(e){if(this.ids.size===0)return 0;if(!this.#t.isCurrent)return null;let t=this.#t.rows.map(({id:e})=>e);return xt(this.#n,{rowIds:t,total:this.#t.total??1/0,isFiltered:e})}set(e){this.#c(Z(this.#n,e,this.#s()))}add(e){this.#c(yt(this.#n,e))}forget(e){e.some(e=>this.ids.has(e))&&this.#c(Q(this.#n,e))}clear(){this.#c(X),u(`Nothing is selected`)}async selectAll(e){if(!e)return this.#c(Q(this.#n,this.#t.rows.map(({id:e})=>e)));this.isSelectingAll=!this.#t.isComplete,this.#e.requestUpdate();let t=await this.#t.readAll();this.isSelectingAll=!1,t&&this.add(this.#s()),this.#e.requestUpdate()}get targets(){let{rows:e}=this.#t;return(this.#i!==e||this.#a!==this.#n)&&(this.#i=e,this.#a=this.#n,this.#o=bt(Z(this.#n,this.ids,this.#s()))),this.#o}#s(){return this.#t.rows.map(e=>({id:e.id,name:Oe(e),host:e}))}#c(e){this.#n=e,$=h.user?{userId:h.user.id,selection:e}:null,this.#e.requestUpdate()}#l=()=>{let{run:e,action:t,follow:n}=F;this.#e.requestUpdate(),!e||e.isRunning||e.done===this.#r||n.waiting.size>0||(this.#r=e.done,t===`remove`?(this.#c(Q(this.#n,e.done.map(({id:e})=>e))),this.#t.restart()):this.#t.isOnePage&&this.#t.restart())}},wt=f`
  fm-table {
    --fm-table-height: max(18rem, calc(100dvh - 20rem));
  }
`,Tt=`(max-width: 44rem)`,Et=250,Dt=class extends _{static styles=[_.styles,wt];static properties={isNarrow:{state:!0},choices:{state:!0},hasAllFilters:{state:!0}};#e=matchMedia(Tt);#t=new fe(this,{topic:()=>`fleet`,onEvents:e=>this.#b(e)});#n=new de(this,{query:()=>L(this.query),live:this.#t,pageRows:Et,read:async(e,t,n)=>{let r=await p(c.GET(`/api/v1/hosts`,{params:{query:{...e,...t}},signal:n}));return{rows:r.hosts,total:r.total,cursor:r.next_cursor}}});#r=ft(this);#i=new Ct(this,this.#n);#a=new vt(this,this.#i);#o=new gt(this);#s=null;#c=``;constructor(){super(),this.isNarrow=this.#e.matches,this.hasAllFilters=!1,this.choices=Ye()}connectedCallback(){super.connectedCallback(),this.#e.addEventListener(`change`,this.#C)}disconnectedCallback(){super.disconnectedCallback(),this.#e.removeEventListener(`change`,this.#C)}render(){return v`<div class="page">
      <fm-page-header heading="Hosts" .actions=${this.#l()}
        ><p>${this.#f()}</p></fm-page-header
      >
      ${this.#u()}
      <fm-bulk-progress
        @fm-select-hosts=${({detail:e})=>this.#i.add(e)}
      ></fm-bulk-progress>
      ${b(this.#a.problem)} ${b(this.#o.problem)} ${this.#p()}
    </div>`}updated(){this.#d();let{total:e,isLoading:t}=this.#n;if(t||e===null)return;let n=d(e,`host`);this.#c!==``&&this.#c!==n&&u(`${n} found`),this.#c=n}#l(){return t(h.user,`enrollment:manage`)&&ee.serves(`listEnrollments`)?[{key:`add`,label:`Add host`,icon:`plus`,href:`/enrollments?tab=add`}]:[]}#u(){let{value:e}=this.#r;return v`<fm-filter-bar
      label="Hosts"
      placeholder="Name, address or machine id"
      .search=${this.query.get(`search`)?.trim()??``}
      .filters=${Je(this.query,{values:e?.values??null,groups:e?.groups??[],isWhole:this.hasAllFilters})}
      @fm-search=${ne}
      @fm-filter=${({detail:e})=>T({[e.name]:e.value},!0)}
      @fm-clear-filters=${this.#E}
    >
      <fm-list-tools
        slot="saved"
        .choices=${this.choices}
        .viewQuery=${this.query.toString()}
        .csvText=${this.#o.text}
        .hasColumns=${!this.isNarrow}
        @fm-choices=${({detail:e})=>this.#w(e)}
        @fm-csv=${()=>void this.#o.start(L(this.query),this.#m())}
      ></fm-list-tools>
      <button
        aria-pressed=${String(this.hasAllFilters)}
        @click=${()=>this.hasAllFilters=!this.hasAllFilters}
      >
        ${this.hasAllFilters?`Fewer filters`:`More filters`}
      </button>
    </fm-filter-bar>`}#d(){let{isLoading:e,isReadingAll:t,error:n}=this.#n;e||t||n!==null||this.#i.hiddenCount(z(this.query))===null&&this.#n.readAll()}#f(){let{total:e,rows:t}=this.#n;if(e===null)return`Reading …`;let n=t.length<e?`, ${a(t.length)} loaded so far`:``;return`${d(e,`host`)}${z(this.query)?` found`:``}${n}`}#p(){return n(this.#n,{what:`the hosts`,complete:t=>{let n=this.#a.areOffered&&(t.length>0||this.#i.ids.size>0);return v`${n?this.#g():e}
        ${t.length===0?this.#y():this.#h(t,this.#n.total??t.length)}`}})}#m(){return D(this.choices.columns).map(({key:e})=>e)}#h(e,t){return v`<fm-table
      label="Hosts"
      .rows=${e}
      .columns=${this.isNarrow?ye:D(this.choices.columns)}
      .sort=${V(this.query)}
      .total=${t}
      .selected=${this.#a.areOffered?this.#i.ids:null}
      .selectAllLabel=${`Select all ${d(t,`host`)}${z(this.query)?` that match`:``}`}
      @fm-select=${({detail:e})=>this.#i.set(e)}
      @fm-select-all=${this.#_}
      .rowHeightPx=${this.isNarrow?92:40}
      @fm-near-end=${()=>this.#n.more()}
      @fm-open=${({detail:e})=>r(be(e))}
      @fm-sort=${this.#T}
    ></fm-table>`}#g(){return v`<fm-selection-bar
      .count=${this.#i.ids.size}
      .hiddenCount=${this.#i.hiddenCount(z(this.query))}
      .reading=${this.#i.reading}
      .offers=${this.#a.offers}
      .isBusy=${F.run?.isRunning??!1}
      .isStarting=${this.#a.isStarting}
      @fm-act=${({detail:e})=>void this.#a.act(e)}
      @fm-clear=${this.#v}
    ></fm-selection-bar>`}#_(e){e.preventDefault(),this.#i.selectAll(e.detail)}#v(){this.#i.clear(),this.renderRoot.querySelector(`fm-table`)?.focus()}#y(){return z(this.query)?v`<fm-state kind="empty" heading="No host is like that.">
      Take a filter away, or search for less.
      <button slot="actions" @click=${this.#E}>Clear search and filters</button>
    </fm-state>`:pe(h.user)??v`<fm-state kind="empty" heading="No host is enrolled yet.">
          A host appears here by itself as soon as its enrollment is approved.
          <a slot="actions" class="button" href="/">Go to the start</a>
        </fm-state>`}#b(e){let t=e.flatMap(e=>e.kind===`host.updated`?[e.data]:[]);for(let{host_id:e,patches_polled_at:n}of t)F.follow.sees(e,n);t.length>0&&this.#n.change(e=>_t(e,t)),this.#x(e.flatMap(e=>e.kind===`host.deleted`?[e.data.host_id]:[]));let n=e.findLast(({kind:e})=>e===`fleet.updated`);n?.kind===`fleet.updated`&&this.#S(n.data.hosts_total)}#x(e){if(e.length===0)return;let t=new Set(e);this.#n.remove(({id:e})=>t.has(e)),this.#i.forget(e)}#S(e){let t=e===this.#s||e===this.#n.total;this.#s=e,!t&&this.#n.isOnePage&&!this.#n.isReadingAll&&this.#n.restart()}#C=({matches:e})=>{this.isNarrow=e};#w(e){this.choices=e,Xe(e)}#T({detail:e}){let t=C(re(V(this.query),e,Be));T({sort:t===C(B(this.query))?null:t},!0)}#E(){T(Object.fromEntries(I.map(e=>[e,null])),!0)}};y(`fm-page-hosts`,Dt);export{Dt as FmPageHosts};