import{Et as e,_t as t,at as n,st as r,tt as i,wt as a,yt as o,z as s}from"./shell-BBooQZkD.js";import"./fm-dialog-Dr1a7wMa.js";import{h as c}from"./common-CAX3qpu1.js";import{r as l}from"./changes-CZ50GRvT.js";import{a as u}from"./texts-CrGve09i.js";var d=365,f=30,p=(e,t)=>new Date(e.getFullYear(),e.getMonth(),e.getDate()+t),m=e=>[e.getFullYear(),e.getMonth()+1,e.getDate()].map(e=>String(e).padStart(2,`0`)).join(`-`),h=e=>m(p(e,1)),g=e=>m(p(e,f)),_=e=>m(p(e,d));function v(e,t){let n=/^\d{4}-\d{2}-\d{2}$/.test(e)&&e>=h(t)&&e<=_(t),[r=0,i=0,a=0]=e.split(`-`).map(Number);return n?new Date(r,i-1,a,23,59,59):null}var y=e=>/^[!-~]{1,256}$/.test(e);function b(e,t){return{...e.host.trim()===``?{host:u.noHost}:{},...y(e.package.trim())?{}:{package:u.noPackage},...e.reason.trim()===``?{reason:u.noReason}:{},...v(e.end,t)?{}:{end:u.badEnd}}}var x=250,S=20,C=class extends t{static properties={open:{type:Boolean},hostId:{},package:{},draft:{state:!0},hosts:{state:!0},held:{state:!0},isChecked:{state:!0},hostProblem:{state:!0}};#e=new c(this);#t;#n=0;constructor(){super(),this.open=!1,this.hostId=this.package=null,this.#r()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#t)}willUpdate(e){e.has(`open`)&&this.open&&(this.#r(),this.#e.problem=null,this.hostId!==null&&this.#l(this.hostId))}#r(){this.draft={host:``,package:this.package??``,reason:``,end:g(new Date)},this.hosts=[],this.held=null,this.isChecked=!1,this.hostProblem=null}render(){let{isBusy:e,problem:t}=this.#e;return a`<fm-dialog
      heading=${u.add}
      ?open=${this.open}
      ?locked=${e}
      @fm-close=${()=>this.dispatchEvent(new CustomEvent(`fm-close`))}
    >
      <form class="stack" novalidate @submit=${this.#u}>
        ${this.#i()} ${this.#o()}
        <p class="quiet small">${u.replaces}</p>
        ${s(t)}
      </form>
      <button
        slot="actions"
        ?disabled=${e}
        @click=${()=>this.dispatchEvent(new CustomEvent(`fm-close`))}
      >
        Cancel
      </button>
      <button slot="actions" class="primary" ?disabled=${e} @click=${this.#u}>
        ${e?`One moment …`:`Except it`}
      </button>
    </fm-dialog>`}#i(){let e=this.isChecked?b(this.draft,new Date):{},t=new Date;return a`${this.#a(`host`,`Host`,u.hostHelp,e.host??this.hostProblem,{list:this.hosts.map(({fqdn:e})=>e)})}
    ${this.#a(`package`,`Package`,u.packageHelp,e.package,{list:this.held??[]})}
    ${this.#a(`reason`,`Reason`,u.reasonHelp,e.reason,{})}
    ${this.#a(`end`,`Ends`,u.endHelp,e.end,{type:`date`,min:h(t),max:_(t)})}`}#a(t,n,r,o,{list:s,...c}){return a`<div class="field">
      <label for=${t}>${n}</label>
      <input
        id=${t}
        name=${t}
        type=${c.type??`text`}
        min=${c.min??e}
        max=${c.max??e}
        maxlength=${t===`reason`?500:256}
        list=${s?`${t}s`:e}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${t===`reason`?`true`:`false`}
        aria-invalid=${o?`true`:`false`}
        aria-describedby="${t}-help ${t}-problem"
        .value=${this.draft[t]}
        ?autofocus=${t===(this.hostId===null?`host`:`reason`)}
        @input=${({target:e})=>this.#s(t,e.value)}
      />
      ${s?a`<datalist id="${t}s">${s.map(e=>a`<option value=${e}></option>`)}</datalist>`:e}
      <span class="hint" id="${t}-help">${r}</span>
      <span class="problem" id="${t}-problem" role="alert" ?hidden=${!o}
        >${o?a`${i(`error`)} ${o}`:e}</span
      >
    </div>`}#o(){let t=this.draft.package.trim();return this.held===null||t===``||this.held.includes(t)?e:a`<p class="notice" role="status">${i(`info`)} <span>${u.notHeld}</span></p>`}#s(e,t){this.draft={...this.draft,[e]:t},e===`host`&&(this.hostProblem=null,this.held=null,clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#c(t),x))}async#c(e){let t=++this.#n;try{let n=await w(e);if(t!==this.#n)return;this.hosts=n;let[r,...i]=T(n,e);if(!r||i.length>0)return;let a=await E(r.id);t===this.#n&&(this.held=a)}catch{}}async#l(e){await this.#e.run(async()=>{let t=await l(e);this.draft={...this.draft,host:t.fqdn},await this.#c(t.fqdn)})}#u=async e=>{if(e.preventDefault(),this.#e.isBusy)return;this.isChecked=!0;let{draft:t}=this,i=v(t.end,new Date);Object.keys(b(t,new Date)).length>0||!i||await this.#e.run(async()=>{let[e,...a]=T(await w(t.host),t.host);if(this.hostProblem=e?a.length>0?u.severalHosts:null:u.noHost,!e||this.hostProblem!==null)return;let o={host_id:e.id,package:t.package.trim(),reason:t.reason.trim(),expires_at:i.toISOString()},s=await r(n.POST(`/api/v1/exposure/exceptions`,{body:o}));this.dispatchEvent(new CustomEvent(`fm-made`,{detail:s}))})}};async function w(e){let t=e.trim().slice(0,253);if(t===``)return[];let i={search:t,limit:S};return(await r(n.GET(`/api/v1/hosts`,{params:{query:i}}))).hosts}function T(e,t){let n=t.trim().toLowerCase(),r=e.filter(({fqdn:e})=>e.toLowerCase()===n);return r.length>0?r:e.filter(({display_name:e})=>e?.toLowerCase()===n)}async function E(e){let t={host_id:e,held:!0,limit:500},{patches:i}=await r(n.GET(`/api/v1/exposure/patches`,{params:{query:t}}));return[...new Set(i.map(e=>e.package))].filter(y)}o(`fm-new-exception`,C);export{C as FmNewException};