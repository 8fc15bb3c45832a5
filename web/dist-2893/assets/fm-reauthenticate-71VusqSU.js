import{C as e,T as t,_t as n,at as r,dt as i,ht as a,it as o,l as s,st as c,u as l,ut as u,wt as d,yt as f,z as p}from"./shell-BBooQZkD.js";import{t as m}from"./decisionOf-D8Xwh24q.js";import{n as h,t as g}from"./ssoProof-AVkAnauT.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";var _=`proof`,v=class extends n{static properties={open:{type:Boolean},by:{state:!0},factors:{state:!0},value:{state:!0},missing:{state:!0},problem:{state:!0},isBusy:{state:!0},isAway:{state:!0}};#e=new AbortController;constructor(){super(),this.open=!1,this.factors=null,this.by=this.#n()[0]??`password`,this.value=``,this.missing=null,this.problem=null,this.isBusy=!1,this.isAway=!1}connectedCallback(){super.connectedCallback(),this.#e=new AbortController,h(e=>this.#f(e),this.#e.signal),u.user?.mfa_enabled&&this.#t()}disconnectedCallback(){super.disconnectedCallback(),this.#e.abort()}async#t(){this.factors=await c(r.GET(`/api/v1/auth/mfa`)).catch(()=>null);let[e]=this.#n();e!==void 0&&!this.#n().includes(this.by)&&this.#c(e)}#n(){let{has_password:e=!0,mfa_enabled:t=!1}=u.user??{},n=e?[`password`]:[];return(this.factors?.totp_enabled??t)&&n.push(`code`),(this.factors?.webauthn_credentials??0)>0&&s()&&n.push(`passkey`),u.user?.sso_linked&&o.serves(`reauthenticateBySso`)&&n.push(`sso`),n}render(){return d`<fm-dialog
      heading=${e.heading}
      ?open=${this.open}
      ?locked=${this.isBusy}
      @fm-close=${()=>this.#_(!1)}
    >
      <form class="stack" id=${_} @submit=${this.#u}>
        <p>${e.why(u.user?.username??``)}</p>
        ${p(this.problem)}
        <input
          class="visually-hidden"
          autocomplete="username"
          tabindex="-1"
          aria-hidden="true"
          .value=${u.user?.username??``}
          readonly
        />
        ${this.#i()} ${this.#s()}
      </form>
      <button slot="actions" type="button" ?disabled=${this.isBusy} @click=${()=>this.#_(!1)}>
        Cancel
      </button>
      <button slot="actions" class="primary" form=${_} ?disabled=${this.isBusy}>
        ${this.#r()}
      </button>
    </fm-dialog>`}#r(){return this.isBusy?e.confirming:this.by===`sso`?this.isAway?t.again:t.open:e.confirm}#i(){return this.by===`passkey`?d`<p>${e.passkeyHint}</p>`:this.by===`sso`?d`<p role="status">${this.isAway?t.waiting:t.hint}</p>`:this.by===`password`?this.#a():this.#o()}#a(){return d`<fm-field
      autofocus
      name="password"
      kind="password"
      label="Password"
      autocomplete="current-password"
      maxlength="1024"
      .value=${this.value}
      .error=${this.missing}
      @fm-input=${this.#l}
    ></fm-field>`}#o(){return d`<fm-field
      autofocus
      name="code"
      label="Code of your authenticator app"
      autocomplete="one-time-code"
      maxlength="6"
      .value=${this.value}
      .error=${this.missing}
      @fm-input=${this.#l}
    ></fm-field>`}#s(){return this.#n().filter(e=>e!==this.by).map(n=>d`<button type="button" class="plain" ?disabled=${this.isBusy} @click=${()=>this.#c(n)}>
            ${n===`sso`?t.way:e.ways[n]}
          </button>`)}#c(e){this.by=e,this.value=``,this.missing=null,this.problem=null,this.isAway=!1,this.updateComplete.then(()=>this.#g())}#l=({detail:e})=>{this.value=e,this.missing=null};#u=async e=>{if(e.preventDefault(),this.isBusy)return;if(this.by===`sso`)return this.#d();let t=this.by===`passkey`?null:this.#m(this.by);if(this.missing!==null)return this.#g();this.isBusy=!0,this.problem=null;try{let e=t??await this.#p();await c(r.POST(`/api/v1/auth/reauthenticate`,{body:e})),this.#_(!0)}catch(e){this.#h(e)}finally{this.isBusy=!1}};async#d(){this.problem=null;let e=window.open(``,`fleetmend-proof`,`popup,width=560,height=720`);if(!e)this.problem=new i({code:`WINDOW_BLOCKED`,message:`No window was opened.`,status:0});else{this.isBusy=!0;try{let t={return_to:g},{auth_url:n}=await c(r.POST(`/api/v1/auth/sso/reauthenticate`,{body:t}));e.location.replace(n),this.isAway=!0}catch(t){e.close(),this.problem=t}finally{this.isBusy=!1}}}#f(e){if(!this.open||this.by!==`sso`||!this.isAway)return;if(e===null)return this.#_(!0);this.isAway=!1;let t=new i({code:e,message:`The proof at the identity provider failed.`,status:0});a().then(()=>this.problem=t)}async#p(){return l(await c(r.POST(`/api/v1/auth/reauthenticate/start`)))}#m(t){if(t===`password`)return this.missing=this.value===``?e.noPassword:null,this.missing===null?{password:this.value}:null;let n=this.value.replaceAll(/\s/g,``);return this.missing=/^\d{6}$/.test(n)?null:e.noCode,this.missing===null?{totp_code:n}:null}#h(t){!(t instanceof i)||t.code!==`INVALID_CREDENTIALS`?this.problem=t:this.by===`passkey`?this.problem=y(t):this.missing=this.by===`password`?e.wrongPassword:e.wrongCode,this.value=``,this.updateComplete.then(()=>this.#g())}#g(){this.renderRoot.querySelector(`fm-field, button.primary`)?.focus()}#_(e){this.open=!1,this.dispatchEvent(new CustomEvent(`fm-decided`,{detail:e}))}},y=({message:e,status:t})=>new i({code:`PASSKEY_REFUSED`,message:e,status:t});f(`fm-reauthenticate`,v);function b(){return m(new v,!1)}export{b as askAgain};