const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-second-factor-JLiwInqs.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css"])))=>i.map(i=>d[i]);
import{Et as e,_t as t,at as n,b as r,c as i,d as a,dt as o,gt as s,ht as c,kt as l,l as u,lt as d,mt as f,s as p,st as m,tt as h,ut as g,vt as _,wt as v,yt as y,z as b}from"./shell-BBooQZkD.js";var x=12,S=class extends t{static properties={username:{},current:{attribute:!1},problem:{state:!0},fieldProblem:{state:!0},isBusy:{state:!0}};constructor(){super(),this.username=``,this.current=``,this.problem=null,this.fieldProblem=null,this.isBusy=!1}render(){return v`<form class="stack" @submit=${this.#n} novalidate>
      <h1>Choose a new password</h1>
      <p class="quiet">
        The password of <strong>${this.username}</strong> must be changed before the first use.
      </p>
      ${b(this.problem)}
      <input
        class="visually-hidden"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        .value=${this.username}
        readonly
      />
      ${this.#e(`next`,`New password`,`${x} characters or more; four unrelated words are good.`)}
      ${this.#e(`again`,`The same again`,null)}
      <button class="primary" ?disabled=${this.isBusy}>
        ${this.isBusy?`Changing …`:`Change password and sign in`}
      </button>
      <button type="button" class="plain" @click=${()=>this.dispatchEvent(new Event(`fm-cancelled`))}>
        Back
      </button>
    </form>`}#e(t,n,r){let i=this.fieldProblem?.field===t?this.fieldProblem.text:null,a=[r===null?``:`${t}-hint`,i===null?``:`${t}-problem`];return v`<div class="field">
      <label for=${t}>${n}</label>
      <input
        id=${t}
        name=${t}
        type="password"
        autocomplete="new-password"
        maxlength="128"
        aria-describedby=${a.join(` `).trim()||e}
        aria-invalid=${i===null?`false`:`true`}
      />
      ${r===null?e:v`<span class="hint" id="${t}-hint">${r}</span>`}
      ${i===null?e:v`<span class="problem" id="${t}-problem" role="alert">${i}</span>`}
    </div>`}#t=null;firstUpdated(){this.#a(`next`)?.focus()}async#n(e){e.preventDefault();let t=this.#a(`next`)?.value??``;if(this.problem=null,this.fieldProblem=C(t,this.#a(`again`)?.value??``),this.fieldProblem)return this.#a(this.fieldProblem.field)?.focus();this.isBusy=!0;try{let{username:e,current:n}=this;await d({username:e,current_password:n,new_password:t}),this.#r(t)}catch(e){if(this.#t===t&&e instanceof o&&e.code===`INVALID_CREDENTIALS`)return this.#r(t);f(e)&&(this.#t=t),this.#i(e)}finally{this.isBusy=!1}}#r(e){this.dispatchEvent(new CustomEvent(`fm-changed`,{detail:e}))}#i(e){e instanceof o&&e.code===`PASSWORD_TOO_WEAK`?this.fieldProblem={field:`next`,text:`${e.message} Four unrelated words are good.`}:this.problem=e,this.#a(`next`)?.focus()}#a(e){return this.renderRoot.querySelector(`#${e}`)}};function C(e,t){return e.length<x?{field:`next`,text:`Use at least ${x} characters.`}:e===t?null:{field:`again`,text:`The two do not match.`}}y(`fm-change-password`,S);var w=/^\/(?!\/)[!-~]{0,511}$/;function T(){let e=a(location.hash);return!e||(e.code??e.error)===null?null:(history.replaceState(null,``,E(e.returnTo)??location.pathname+location.search),e.code===null?{error:new o({code:e.error??``,message:`The sign-in at the identity provider failed.`,status:0})}:{code:e.code})}function E(e){if(e===null||!w.test(e))return null;let t=new URL(e,location.origin);return t.origin===location.origin?t.pathname+t.search+t.hash:null}function D(){let e=location.pathname===`/sign-in`?`/`:location.pathname+location.search;return w.test(e)?e:null}y(`fm-other-ways`,class extends t{static properties={disabled:{type:Boolean},sso:{state:!0},hasPasskeys:{state:!0},isBusy:{state:!0}};constructor(){super(),this.disabled=!1,this.sso=null,this.hasPasskeys=u(),this.isBusy=!1}connectedCallback(){super.connectedCallback(),g.state!==`signed-in`&&this.#e()}render(){let t=this.sso?.enabled===!0?this.sso:null;if(!t&&!this.hasPasskeys)return e;let n=this.disabled||this.isBusy;return v`<div class="stack">
      ${t?v`<button type="button" ?disabled=${n} @click=${()=>this.#t(t.auth_url)}>
              ${p.sso(t.display_name)}
            </button>`:e}
      ${this.hasPasskeys?v`<button type="button" ?disabled=${n} @click=${this.#n}>
              ${this.isBusy?p.passkeyWaits:p.passkey}
            </button>`:e}
    </div>`}async#e(){this.sso=await m(n.GET(`/api/v1/auth/sso/config`)).catch(()=>null)}#t(e){let t=new URL(e,location.origin),n=D();n!==null&&t.searchParams.set(`return_to`,n),location.assign(t)}#n=async()=>{this.isBusy=!0,this.#r(null);try{await i(null)}catch(e){e instanceof o&&e.status===404&&(this.hasPasskeys=!1),this.#r(e)}finally{this.isBusy=!1}};#r(e){this.dispatchEvent(new CustomEvent(`fm-problem`,{detail:e}))}});var O=l`
  :host {
    display: grid;
    justify-items: center;
  }

  .card {
    width: min(100%, 24rem);
    padding: var(--fm-space-6);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    margin-bottom: var(--fm-space-5);
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
  }

  .mark {
    width: 2rem;
    height: 2rem;
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-5) var(--fm-space-4);
    }
  }
`,k=`/api/v1/auth/sso/exchange`,A=[`totp`,`webauthn`,`recovery_code`],j={username:p.noName,password:p.noPassword},M=class extends _{static styles=[_.styles,O];static properties={step:{state:!0},problem:{state:!0},isBusy:{state:!0},isChanged:{state:!0},missing:{state:!0}};#e=``;#t=``;#n={methods:[],mfaToken:``};#r=()=>Promise.resolve();constructor(){super(),this.step=`password`,this.problem=null,this.isBusy=!1,this.isChanged=!1,this.missing=null}render(){return v`<div class="card">
      <div class="brand">${r()}</div>
      ${this.step===`change`?this.#a():this.step===`code`?this.#i():this.#o()}
    </div>`}#i(){return v`<fm-second-factor
      .due=${this.#n}
      .signIn=${this.#p}
      @fm-cancelled=${this.#y}
    ></fm-second-factor>`}#a(){return v`<fm-change-password
      .username=${this.#e}
      .current=${this.#t}
      @fm-changed=${this.#_}
      @fm-cancelled=${this.#y}
    ></fm-change-password>`}#o(){return v`<form class="stack" @submit=${this.#u} novalidate>
      <h1>Sign in</h1>
      ${this.#s()} ${b(this.problem)} ${this.#c()}
      <button class="primary" ?disabled=${this.isBusy}>${this.isBusy?p.busy:p.signIn}</button>
      <fm-other-ways ?disabled=${this.isBusy} @fm-problem=${this.#g}></fm-other-ways>
      ${N()}
    </form>`}#s(){if(this.problem!==null)return e;let t=this.isChanged?`The password is changed. Sign in with the new one.`:g.endReason===`expired`?`Your session has ended. Sign in again to go on where you were.`:g.endReason===`signed-out`?`You are signed out.`:null;return t===null?e:v`<div class="notice" role="status">${h(`info`)} ${t}</div>`}#c(){return v`<label class="field"
        >User name
        <input
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="64"
          required
          autofocus
          aria-invalid=${this.missing===`username`?`true`:`false`}
          .value=${this.#e}
        />
        ${this.#l(`username`)}
      </label>
      <label class="field"
        >Password
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="1024"
          required
          aria-invalid=${this.missing===`password`?`true`:`false`}
          .value=${this.#t}
        />
        ${this.#l(`password`)}
      </label>`}#l(t){return this.missing===t?v`<span class="problem" role="alert">${j[t]}</span>`:e}connectedCallback(){super.connectedCallback();let e=T();e!==null&&(`error`in e?c().then(()=>this.problem=e.error):this.#f(t=>g.signInBy(k,{code:e.code,...t})))}firstUpdated(){this.#x()}async#u(e){e.preventDefault();let t=new FormData(e.target);if(this.#e=String(t.get(`username`)??``).trim(),this.#t=String(t.get(`password`)??``),this.missing=P({username:this.#e,password:this.#t}),this.missing)return this.problem=null,this.#x();this.isChanged=!1,await this.#f(this.#d)}#d=async e=>{await g.signIn({username:this.#e,password:this.#t,...e}),this.#t=``};async#f(e){this.#r=e,this.isBusy=!0;try{await e({})}catch(e){await this.#h(e)}finally{this.isBusy=!1}}#p=async e=>{try{await this.#r(e)}catch(e){if(e instanceof o&&e.code===`MFA_REQUIRED`)throw this.#n=I(e),this.requestUpdate(),new o({code:`MFA_FACTOR_GONE`,message:``,status:0});if(!this.#m(e))throw e;this.#b(`change`)}};#m(e){return F(e)===`PASSWORD_CHANGE_REQUIRED`&&this.#t!==``}async#h(e){if(this.#m(e))return this.#b(`change`);if(e instanceof o&&e.code===`MFA_REQUIRED`){this.#n=I(e);try{return await s(()=>import(`./fm-second-factor-JLiwInqs.js`),__vite__mapDeps([0,1,2])),this.#b(`code`)}catch{return this.problem=new o({code:`PAGE_UNREACHABLE`,message:``,status:0}),this.#x()}}this.problem=e,this.#x()}#g=({detail:e})=>{this.missing=null,this.problem=e};#_(e){this.#t=e.detail,this.#v()}async#v(){try{this.#r=this.#d,await this.#r({})}catch(e){this.isChanged=!0,this.#b(`password`),await this.#h(e)}}#y(){this.#t=``,this.#b(`password`)}#b(e){this.problem=null,this.step=e,this.#x()}#x(){this.updateComplete.then(()=>{let e=[...this.renderRoot.querySelectorAll(`input`)];(e.find(({value:e})=>e===``)??e.at(-1))?.focus()})}};function N(){return v`<details class="small">
    <summary>${p.first}</summary>
    <p>${p.firstName} ${p.firstPassword}</p>
    <p>${p.lost}</p>
  </details>`}function P({username:e,password:t}){return e===``?`username`:t===``?`password`:null}var F=e=>e instanceof o?e.code:``;function I({details:e}){let t=Array.isArray(e.methods)?e.methods:[];return{methods:A.filter(e=>t.includes(e)),mfaToken:String(e.mfa_token??``)}}y(`fm-page-sign-in`,M);export{M as FmPageSignIn};