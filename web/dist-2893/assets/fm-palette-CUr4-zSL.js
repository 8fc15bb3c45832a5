const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/policyEntries--31GdO9Q.js","assets/common-CAX3qpu1.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/act-CU_mn8lS.js","assets/fm-confirm-CHgqJzYh.js","assets/decisionOf-D8Xwh24q.js","assets/fm-dialog-Dr1a7wMa.js","assets/read-BCcVlC_n.js","assets/texts--sUhB9cy.js","assets/status-C0dAeCN5.js","assets/fm-badge-hBKVOtwJ.js","assets/texts-C7xb8Q3t.js","assets/wish-Bm5oSR81.js"])))=>i.map(i=>d[i]);
import{Et as e,F as t,M as n,U as r,_t as i,at as a,gt as o,it as s,k as c,kt as l,st as u,tt as d,ut as f,wt as p,x as m,yt as h}from"./shell-BBooQZkD.js";import{f as g,m as _,p as v}from"./common-CAX3qpu1.js";import{n as y}from"./chosenHosts-BXILJwIB.js";import{t as b}from"./hostName-nP2O9nOD.js";import{n as x}from"./offers-PPQ8cwen.js";var S=l`
  dialog {
    width: min(40rem, calc(100vw - 1rem));
    max-height: min(34rem, calc(100dvh - 2rem));
    margin: min(12vh, 6rem) auto auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog[open] {
    display: flex;
    flex-direction: column;
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  .field-row {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    padding: var(--fm-space-2) var(--fm-space-3);
    border-block-end: 1px solid var(--fm-line);
  }

  .field-row input {
    flex: 1;
    width: auto;
    min-width: 0;
    border: 0;
    background: transparent;
    box-shadow: none;
    font-size: var(--fm-size-large);
  }

  .field-row input:focus-visible {
    outline: none;
  }

  .field-row:focus-within {
    box-shadow: inset 0 0 0 2px var(--fm-focus);
  }

  [role='listbox'] {
    flex: 1;
    overflow-y: auto;
    padding: var(--fm-space-2);
  }

  .heading {
    padding: var(--fm-space-2) var(--fm-space-2) var(--fm-space-1);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  [role='option'] {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding: var(--fm-space-2);
    border-radius: var(--fm-radius);
    cursor: pointer;
    overflow-wrap: anywhere;
  }

  [role='option'] .detail {
    margin-inline-start: auto;
    text-align: end;
  }

  [role='option'][aria-selected='true'] {
    background: var(--fm-selected);
    color: var(--fm-link);
    outline: 1px solid transparent;
  }

  [role='option'][aria-selected='true'] .detail {
    color: inherit;
  }

  .told {
    padding: var(--fm-space-2) var(--fm-space-4) var(--fm-space-3);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }
`;function C(e,t){let n=t.toLowerCase().split(/\s+/).filter(Boolean),r=e.toLowerCase(),i=0;for(let e of n){let t=r.indexOf(e);if(t<0)return null;let n=t===0||[...r.matchAll(/[^\p{L}\p{N}]+/gu)].some(t=>r.startsWith(e,t.index+t[0].length));i+=t===0?3:n?2:1}return i}function w(e,t,n){return e.map(e=>({item:e,score:C(n(e),t)})).filter(e=>e.score!==null).sort((e,t)=>t.score-e.score).map(({item:e})=>e)}function T(e,{pages:t,showShortcuts:n}){return[{heading:`Pages`,entries:w(O(t),e,E)},{heading:`Actions`,entries:w(k(n),e,E)}]}var E=({label:e,detail:t=``})=>`${e} ${t}`,D=(e,n)=>t(f.user,e)&&s.serves(n);function O(e){return e.flatMap(({path:e,nav:t})=>t?[{label:t.label,icon:t.icon,href:e}]:[])}function k(e){return[D(`jobs:run`,`createJob`)?{label:`New job`,detail:`Patch, install, remove, reboot`,icon:`plus`,href:`/jobs/new`}:null,D(`policies:edit`,`createPolicy`)?{label:`New policy`,detail:`Patch by itself, recurring`,icon:`plus`,href:`/policies/new`}:null,D(`enrollment:manage`,`createEnrollmentToken`)?{label:`Add a host`,detail:`Enroll`,icon:`plus`,href:`/enrollments`}:null,D(`exposure:except`,`createExposureException`)?{label:`New exception`,detail:`Except a held patch`,icon:`pause`,href:`/exceptions?new=1`}:null,D(`exposure:import`,`importExposureDataSet`)?{label:`Import exposure data`,detail:`Exploited CVEs, scores, Debian`,icon:`book`,href:`/exposure-data`}:null,{label:`Light theme`,detail:`Appearance`,icon:`sun`,run:()=>m(`light`)},{label:`Dark theme`,detail:`Appearance`,icon:`moon`,run:()=>m(`dark`)},{label:`Theme of the system`,detail:`Appearance`,icon:`system`,run:()=>m(`system`)},{label:`Keyboard shortcuts`,icon:`keyboard`,run:e},{label:`Sign out`,icon:`sign-out`,run:()=>void f.signOut()}].filter(e=>e!==null)}var A={host:{heading:`Hosts`,one:`host`,many:`hosts`,icon:`hosts`,list:`/hosts`},group:{heading:`Groups`,one:`group`,many:`groups`,icon:`groups`,list:`/groups`},package:{heading:`Packages`,one:`package`,many:`packages`,icon:`package`,list:`/packages`},cve:{heading:`CVEs`,one:`CVE`,many:`CVEs`,icon:`warning`,list:`/vulnerabilities`},job:{heading:`Jobs`,one:`job`,many:`jobs`,icon:`jobs`,list:null},policy:{heading:`Policies`,one:`policy`,many:`policies`,icon:`shield`,list:`/policies`},user:{heading:`People`,one:`person`,many:`people`,icon:`user`,list:`/users`}},j=Object.keys(A);function M(e){let t=e.replaceAll(`-`,` `),n=t.charAt(0).toUpperCase()+t.slice(1);return A[e]??{heading:n,one:t,many:t,icon:`search`,list:null}}var N=(e,t)=>P(e)-P(t),P=({kind:e})=>j.includes(e)?j.indexOf(e):j.length,F=new Intl.ListFormat(`en`),I={label:`Find pages, hosts, packages, CVEs, jobs and people`,looking:`Looking …`,nothing:`Nothing has such a name.`,count:e=>`${c(e,`result`)}. Arrow keys choose, Enter opens.`,failed:e=>`Only pages and actions could be looked for. ${e}`,missing:e=>`${F.format(e.map(e=>M(e).heading))} could not be looked for just now.`,all:(e,t,{many:n})=>`All ${e}${t?``:`+`} ${n}`},L=6,R=2,z=3,B=512;async function V(e,t){if(e.length<R||!s.serves(`searchEverything`))return{groups:[],missing:[]};let n={q:e,limit:L},r=await u(a.GET(`/api/v1/search`,{params:{query:n},signal:t}));return{groups:await Promise.all(r.groups.sort(N).map(n=>H(n,e,t))),missing:r.missing.map(({kind:e})=>e)}}async function H(e,t,n){let{kind:r,items:i,total:a,total_is_exact:o}=e,s=M(r),c=i.map(({name:e,about:t,page_path:n})=>({label:_(e),detail:v(t,B),icon:s.icon,href:n}));return a>i.length&&s.list!==null&&c.push({label:I.all(a,o,s),icon:`search`,href:`${s.list}?${new URLSearchParams({search:t})}`}),{heading:s.heading,entries:[...c,...await U(e,n)]}}async function U({kind:e,items:t,total:n},r){let[i]=t;try{if(i&&e===`host`&&n<=z)return await W(i.id,r);if(i&&e===`policy`&&n===1)return await G(i.id,r)}catch{}return[]}async function W(e,n){if(!D(`jobs:run`,`createJob`))return[];let r=await u(a.GET(`/api/v1/hosts/{id}`,{params:{path:{id:e}},signal:n}));return x(r,{may:e=>t(f.user,e),serves:e=>s.serves(e)}).find(({action:e})=>e===`patch`)?.reason===null?[{label:`New job on ${b(r)}`,icon:`plus`,href:y([e])}]:[]}async function G(e,t){let n={path:{policyId:e}},r=await u(a.GET(`/api/v1/policies/{policyId}`,{params:n,signal:t})),{policyEntries:i}=await o(async()=>{let{policyEntries:e}=await import(`./policyEntries--31GdO9Q.js`);return{policyEntries:e}},__vite__mapDeps([0,1,2,3,4,5,6,7,8,9,10,11,12,13]));return i(r)}var K=150,q=class extends i{static styles=[i.styles,S];static properties={context:{attribute:!1},groups:{state:!0},at:{state:!0},problem:{state:!0},missing:{state:!0},isLooking:{state:!0}};#e=!1;#t;#n=new AbortController;constructor(){super(),this.context=null,this.groups=[],this.at=0,this.problem=null,this.missing=[],this.isLooking=!1}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#t),this.#n.abort()}willUpdate(e){e.has(`context`)&&this.context&&this.#c(``)}firstUpdated(){this.#h()?.showModal(),this.renderRoot.querySelector(`input`)?.focus()}updated(e){e.has(`at`)&&this.renderRoot.querySelector(`#option-${this.at}`)?.scrollIntoView({block:`nearest`})}render(){let{length:t}=this.#o();return p`<dialog aria-label="Find" @close=${this.#m} @click=${this.#p}>
      <div class="field-row">
        ${d(`search`)}
        <input
          type="text"
          role="combobox"
          aria-label=${I.label}
          aria-expanded=${t>0?`true`:`false`}
          aria-controls="results"
          aria-autocomplete="list"
          aria-activedescendant=${t>0?`option-${this.at}`:e}
          placeholder=${I.label}
          autocomplete="off"
          spellcheck="false"
          maxlength="200"
          @input=${this.#s}
          @keydown=${this.#d}
        />
        <button class="plain square" aria-label="Close" @click=${()=>this.#h()?.close()}>
          ${d(`close`)}
        </button>
      </div>
      <div id="results" role="listbox" aria-label="Results" ?hidden=${t===0}>${this.#r()}</div>
      <p class="told" role="status">${this.#a(t)}</p>
    </dialog>`}#r(){let e=0;return this.groups.map(({heading:t,entries:n},r)=>{let i=e;return e+=n.length,p`<div role="group" aria-labelledby="group-${r}">
        <div id="group-${r}" class="heading" role="presentation">${t}</div>
        ${n.map((e,t)=>this.#i(e,i+t))}
      </div>`})}#i(t,n){return p`<div
      id="option-${n}"
      role="option"
      aria-selected=${n===this.at?`true`:`false`}
      @pointermove=${()=>this.at=n}
      @click=${()=>this.#f(t)}
    >
      ${d(t.icon)} <span>${t.label}</span>
      ${t.detail?p`<span class="detail quiet small">${t.detail}</span>`:e}
    </div>`}#a(e){if(this.problem!==null)return I.failed(r(this.problem).what);if(this.isLooking)return I.looking;let t=e===0?I.nothing:I.count(e);return this.missing.length===0?t:`${I.missing(this.missing)} ${t}`}#o(){return this.groups.flatMap(({entries:e})=>e)}#s(e){this.#c(e.target.value.trim())}#c(e){clearTimeout(this.#t),this.#n.abort(),this.#n=new AbortController,this.#e=!1,this.problem=null,this.missing=[],this.at=0;let t=this.context?T(e,this.context):[];if(this.#u(t),this.isLooking=e!==``,!this.isLooking)return;let{signal:n}=this.#n;this.#t=setTimeout(()=>void this.#l(e,t,n),K)}async#l(e,t,n){let r={groups:[],missing:[]},i=null;try{r=await V(e,n)}catch(e){i=e}if(n.aborted)return;this.problem=i,this.missing=r.missing,this.isLooking=!1,this.#u([...t,...r.groups]);let[a]=this.#o();this.#e&&a&&this.#f(a)}#u(e){this.groups=e.filter(({entries:e})=>e.length>0)}#d(e){let{length:t}=this.#o(),n={ArrowDown:(this.at+1)%t,ArrowUp:(this.at-1+t)%t,PageDown:Math.min(this.at+8,t-1),PageUp:Math.max(this.at-8,0)}[e.key];if(e.key===`Enter`&&!e.isComposing){e.preventDefault();let t=this.#o()[this.at];t?this.#f(t):this.#e=this.isLooking}else n!==void 0&&t>0&&(e.preventDefault(),this.at=n)}#f({href:e,run:t}){this.#h()?.close(),e===void 0?t?.():n(e)}#p(e){e.target===e.currentTarget&&this.#h()?.close()}#m(){this.dispatchEvent(new CustomEvent(`fm-closed`)),this.remove()}#h(){return this.renderRoot.querySelector(`dialog`)}};h(`fm-palette`,q);function J(e){let t=document.querySelector(`fm-palette`);if(t)return t.remove();let n=new q;n.context=e,g(n)}export{J as openPalette};