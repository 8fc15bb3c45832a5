import{Et as e,L as t,_t as n,at as r,d as i,dt as a,ht as o,it as s,j as c,k as l,mt as u,st as d,tt as f,ut as p,vt as m,wt as h,yt as g,z as _}from"./shell-BBooQZkD.js";import{n as v,t as y}from"./fm-new-passkey-DEnBR5XQ.js";import{h as b,m as x,u as S}from"./common-CAX3qpu1.js";import{n as C,o as w,s as T,t as E}from"./texts-BjxqAcL2.js";import"./fm-badge-hBKVOtwJ.js";import{t as D}from"./fm-confirm-CHgqJzYh.js";import"./fm-table-uS3hD86L.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";import"./fm-api-tokens-93vHCnIH.js";import"./fm-copy-BvXDkWnx.js";import"./fm-scope-WvuOj539.js";var O=`passkey-name`;g(`fm-passkey-name`,class extends n{static properties={passkey:{attribute:!1},name:{state:!0},fault:{state:!0}};#e=new b(this);constructor(){super(),this.passkey=null,this.name=``,this.fault=null}willUpdate(e){e.has(`passkey`)&&this.passkey&&(this.#e.forget(),this.name=this.passkey.key_name,this.fault=null)}render(){let{passkey:t}=this;if(!t)return e;let{isBusy:n,problem:r}=this.#e;return h`<fm-dialog
      heading="Rename ${x(t.key_name)}"
      open
      ?locked=${n}
      @fm-close=${()=>this.dispatchEvent(new Event(`fm-closed`))}
    >
      <form class="stack" id=${O} @submit=${this.#t} novalidate>
        <fm-field
          autofocus
          name="name"
          label="New name"
          maxlength="100"
          .value=${this.name}
          .error=${this.fault}
          @fm-input=${({detail:e})=>{this.name=e,this.fault=null}}
        ></fm-field>
        ${_(r)}
      </form>
      <button slot="actions" class="primary" form=${O} ?disabled=${n}>
        ${n?`Renaming …`:`Rename`}
      </button>
    </fm-dialog>`}#t=async e=>{e.preventDefault();let{passkey:t}=this;if(!t||this.#e.isBusy)return;let n=this.name.trim();this.fault=n===``?y.noName:null,this.fault===null&&await this.#e.run(async()=>{let e={path:{id:t.id}};await d(r.PUT(`/api/v1/auth/mfa/webauthn/credentials/{id}`,{params:e,body:{key_name:n}})),this.dispatchEvent(new Event(`fm-changed`))})}}),g(`fm-own-passkeys`,class extends n{static properties={version:{type:Number},renamed:{state:!0}};#e=new b(this);#t=new S(this,{args:()=>[this.version],read:async(e,t)=>(await d(r.GET(`/api/v1/auth/mfa/webauthn/credentials`,{signal:t}))).credentials,keepsValue:!0});constructor(){super(),this.version=0,this.renamed=null}render(){return h`<div class="stack">
      <p class="quiet">${y.why}</p>
      ${t(this.#t,{what:`your passkeys`,isEmpty:({length:e})=>e===0,empty:()=>h`<p>${y.none}</p>`,complete:e=>h`<fm-table label="Passkeys" .columns=${this.#n()} .rows=${e}></fm-table>`})}
      ${_(this.#e.problem)}
      <fm-new-passkey
        @fm-added=${({detail:e})=>this.#i(`The passkey ${e} is added.`)}
      ></fm-new-passkey>
      <fm-passkey-name
        .passkey=${this.renamed}
        @fm-closed=${()=>this.renamed=null}
        @fm-changed=${()=>{this.renamed=null,this.#t.retry()}}
      ></fm-passkey-name>
    </div>`}#n(){let{isBusy:e}=this.#e;return[{key:`name`,header:`Name`,minRem:10,render:({key_name:e})=>x(e)},{key:`created_at`,header:`Added`,minRem:8,priority:3,render:({created_at:e})=>h`<fm-time datetime=${e}></fm-time>`},{key:`last_used_at`,header:`Last used`,minRem:8,priority:2,render:({last_used_at:e})=>e===null?`never`:h`<fm-time datetime=${e}></fm-time>`},{key:`acts`,header:`Change`,minRem:12,text:()=>null,render:t=>h`<span class="row"
            ><button
              aria-label="Rename ${x(t.key_name)}"
              ?disabled=${e}
              @click=${()=>this.renamed=t}
            >
              Rename</button
            ><button
              aria-label="Remove ${x(t.key_name)}"
              ?disabled=${e}
              @click=${()=>this.#r(t)}
            >
              Remove
            </button></span
          >`}]}async#r({id:e,key_name:t}){await D({title:`Remove the passkey ${x(t)}?`,text:`It no longer signs you in. If this is your last factor, your recovery codes are deleted, too.`,action:`Remove`})&&!this.#e.isBusy&&await this.#e.run(async()=>{await d(r.DELETE(`/api/v1/auth/mfa/webauthn/credentials/{id}`,{params:{path:{id:e}}})),this.#i(`The passkey ${x(t)} is removed.`)})}#i(e){c(e),this.#t.retry(),this.dispatchEvent(new Event(`fm-changed`))}});var k=[`reporter`,`operator`,`admin`];function A(e){return k.slice(0,k.indexOf(e)+1)}var j=86400,M=[30,90,180,365].map(e=>({value:String(e*j),label:l(e,`day`)})),N={help:`12 characters or more; four unrelated words are good.`,noCurrent:`Enter your password.`,wrong:`The password is wrong.`,mayHold:`This is not your password any more, or it is wrong. No answer came to your first try: if it arrived, the new password holds already. Sign out, and sign in with it.`,short:`Use at least 12 characters.`,differs:`The two do not match.`,done:`Your password is changed, and your other sessions are ended.`},P=e=>e===0?`There are no recovery codes. Make some, so that a lost device does not lock you out.`:`${l(e,`recovery code`)} left.`,F={what:`New recovery codes may have been made, but none could be shown to you.`,next:`No answer came. If they were made, the codes that you kept no longer work. Make new codes again, keep those, and throw all earlier ones away.`},I={linked:`This account is linked with yours at the identity provider: you can sign in there.`,unlinked:`Link this account with yours at the identity provider, and you can sign in there too.`,linkedNow:`Your account is linked.`,failed:`The account was not linked.`,onlyWay:`It is the only way into this account, which has no password, so the link stays.`,link:e=>`Link with ${e===``?`the identity provider`:e}`,unlink:`Take the link away`,sure:`Take the link with the identity provider away?`,after:`You then sign in with your password. You can link again at any time.`,gone:`The link is gone.`},L=`remove-factors`;g(`fm-remove-factors`,class extends n{static properties={open:{type:Boolean},password:{state:!0},fault:{state:!0}};#e=new b(this);constructor(){super(),this.open=!1,this.password=``,this.fault=null}willUpdate(e){e.has(`open`)&&(this.#e.forget(),this.password=``,this.fault=null)}render(){if(!this.open)return e;let{isBusy:t,problem:n}=this.#e;return h`<fm-dialog
      heading="Remove all your second factors?"
      open
      ?locked=${t}
      @fm-close=${()=>this.dispatchEvent(new Event(`fm-closed`))}
    >
      <form class="stack" id=${L} @submit=${this.#t} novalidate>
        <p>
          Authenticator app, passkeys and recovery codes go. From then on the password alone opens your
          account.
        </p>
        <fm-field
          autofocus
          kind="password"
          name="password"
          label="Password"
          autocomplete="current-password"
          maxlength="1024"
          .value=${this.password}
          .error=${this.fault}
          @fm-input=${({detail:e})=>{this.password=e,this.fault=null}}
        ></fm-field>
        ${_(n)}
      </form>
      <button slot="actions" class="danger" form=${L} ?disabled=${t}>
        ${t?`Removing …`:`Remove them`}
      </button>
    </fm-dialog>`}#t=async e=>{e.preventDefault(),this.#e.isBusy||(this.fault=this.password===``?N.noCurrent:null,this.fault===null&&await this.#e.run(async()=>{try{await d(r.DELETE(`/api/v1/auth/mfa`,{body:{password:this.password}}))}catch(e){if(!(e instanceof a)||e.code!==`INVALID_CREDENTIALS`)throw e;this.fault=N.wrong;return}this.dispatchEvent(new Event(`fm-changed`))}))}});var R=class extends n{static properties={user:{attribute:!1},isSettingUp:{state:!0},isVerified:{state:!0},isRemoving:{state:!0},codes:{state:!0},areUnsure:{state:!0},version:{state:!0}};#e=new b(this);#t=new b(this);#n=new S(this,{args:()=>[],read:(e,t)=>d(r.GET(`/api/v1/auth/mfa`,{signal:t}))});constructor(){super(),this.user=null,this.isSettingUp=!1,this.isVerified=!1,this.isRemoving=!1,this.codes=null,this.areUnsure=!1,this.version=0}render(){return t(this.#n,{what:`your second factors`,complete:e=>this.#r(e)})}#r(t){let n=t.totp_enabled||t.webauthn_credentials>0;return h`<div class="stack">
      ${B(t)}
      <section class="card stack">
        <h2>Authenticator app</h2>
        ${this.#i(t)}
      </section>
      <section class="card stack">
        <h2>Passkeys</h2>
        <fm-own-passkeys .version=${this.version} @fm-changed=${this.#c}></fm-own-passkeys>
      </section>
      ${n?this.#o(t):e}
      <fm-remove-factors
        ?open=${this.isRemoving}
        @fm-closed=${()=>this.isRemoving=!1}
        @fm-changed=${()=>{this.isRemoving=!1,this.version+=1,c(`Your second factors are removed.`),this.#c()}}
      ></fm-remove-factors>
    </div>`}#i({totp_enabled:t}){return this.isSettingUp?h`<fm-totp-setup
          @fm-verified=${()=>{this.isVerified=!0,this.#c()}}
          @fm-unsure=${this.#c}
          @fm-done=${()=>this.isSettingUp=!1}
        ></fm-totp-setup>
        ${this.isVerified?e:h`<div class="row">
                <button @click=${()=>this.isSettingUp=!1}>Cancel</button>
              </div>`}`:h`<p>
        ${t?h`<fm-badge tone="ok" label="On"></fm-badge> Each sign-in asks for its code, or for another
                factor.`:`An app on your phone that shows a new code every 30 seconds.`}
      </p>
      ${_(this.#t.problem)}
      <div class="row">
        <button
          @click=${()=>{this.isVerified=!1,this.isSettingUp=!0}}
        >
          ${t?`Set it up on another device`:`Set it up`}
        </button>
        ${t&&s.serves(`disableTotp`)?h`<button ?disabled=${this.#t.isBusy} @click=${this.#a}>Turn it off</button>`:e}
      </div>`}#a=async()=>{await D({title:`Turn the authenticator app off?`,text:`Its codes no longer sign you in; passkeys stay. If this is your last factor, your recovery codes are deleted, too.`,action:`Turn it off`})&&!this.#t.isBusy&&await this.#t.run(async()=>{await d(r.DELETE(`/api/v1/auth/mfa/totp`)),c(`The authenticator app is off.`),this.#c()})};#o({recovery_codes_left:t}){return h`<section class="card stack">
        <h2>Recovery codes</h2>
        ${this.codes?h`<fm-recovery-codes
                .codes=${this.codes}
                @fm-kept=${()=>this.codes=null}
              ></fm-recovery-codes>`:h`${this.areUnsure?z():h`<p>${P(t)}</p>`}
                ${_(this.#e.problem)}
                <div class="row">
                  <button ?disabled=${this.#e.isBusy} @click=${()=>this.#s(t)}>
                    Make new codes
                  </button>
                </div>`}
      </section>
      ${this.user?.has_password?h`<div class="row">
              <button class="danger" @click=${()=>this.isRemoving=!0}>
                Remove all second factors
              </button>
            </div>`:e}`}async#s(e){(e===0||await D({title:`Make new recovery codes?`,text:`The codes that you have now stop working.`,action:`Make new codes`,tone:`primary`}))&&!this.#e.isBusy&&await this.#e.run(async()=>{try{let e=await d(r.POST(`/api/v1/auth/mfa/recovery-codes`));this.codes=e.recovery_codes,this.areUnsure=!1}catch(e){throw this.areUnsure||=u(e),e}finally{this.#c()}})}#c=()=>{this.#n.retry(),this.dispatchEvent(new Event(`fm-changed`))}},z=()=>h`<div class="notice warn" role="alert">
    ${f(`warning`)}
    <div><strong>${F.what}</strong> ${F.next}</div>
  </div>`;function B({required:t,due_at:n}){return!t||n===null?e:h`<p class="notice warn">
    ${f(`warning`)}
    <span
      >Your role needs a second factor from <fm-time datetime=${n} mode="absolute"></fm-time> on. Set up an
      authenticator app or a passkey before that.</span
    >
  </p>`}g(`fm-own-factors`,R);var V=`/profile`,H=class extends n{static properties={user:{attribute:!1},back:{state:!0}};#e=new b(this);#t=new S(this,{args:()=>[],read:(e,t)=>d(r.GET(`/api/v1/auth/sso/config`,{signal:t}))});constructor(){super(),this.user=null,this.back=null}connectedCallback(){super.connectedCallback();let e=U();e===`linked`&&c(I.linkedNow),o().then(()=>this.back=e)}render(){let{user:t}=this,n=this.#t.value;return!t||!t.sso_linked&&n?.enabled!==!0?e:h`<section class="card stack">
      <h2>Single sign-on</h2>
      ${this.back===`linked`?h`<p class="notice ok" role="status">${f(`check`)} ${I.linkedNow}</p>`:e}
      ${this.back instanceof a?_(this.back):e} ${_(this.#e.problem)}
      ${t.sso_linked?this.#n(t):this.#r(n?.display_name??``)}
    </section>`}#n(e){return h`<p>${I.linked}</p>
      ${e.has_password?h`<div class="row">
              <button ?disabled=${this.#e.isBusy} @click=${this.#a}>${I.unlink}</button>
            </div>`:h`<p class="quiet small">${I.onlyWay}</p>`}`}#r(e){return h`<p>${I.unlinked}</p>
      <div class="row">
        <button ?disabled=${this.#e.isBusy} @click=${this.#i}>${I.link(e)}</button>
      </div>`}#i=()=>this.#e.run(async()=>{this.back=null;let{auth_url:e}=await d(r.POST(`/api/v1/auth/sso/link`,{body:{return_to:V}}));location.assign(e)});#a=async()=>{await D({title:I.sure,text:I.after,action:I.unlink})&&!this.#e.isBusy&&await this.#e.run(async()=>{this.back=null,await d(r.DELETE(`/api/v1/auth/sso/link`)),c(I.gone),this.dispatchEvent(new Event(`fm-changed`))})}};function U(){let e=i(location.hash);return e?(history.replaceState(null,``,location.pathname+location.search),e.error===null?e.done===`linked`?`linked`:null:new a({code:e.error,message:I.failed,status:0})):null}g(`fm-own-link`,H);var W=12;g(`fm-own-password`,class extends n{static properties={current:{state:!0},next:{state:!0},again:{state:!0},fault:{state:!0},isDone:{state:!0}};#e=new b(this);constructor(){super(),this.current=``,this.next=``,this.again=``,this.fault=null,this.isDone=!1}render(){let{isBusy:e,problem:t}=this.#e;return h`<form class="stack" @submit=${this.#n} novalidate>
      ${this.isDone?h`<p class="notice ok">${f(`check`)} ${N.done}</p>`:``}
      <input
        class="visually-hidden"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        .value=${p.user?.username??``}
        readonly
      />
      ${this.#t(`current`,`Password now`)} ${this.#t(`next`,`New password`,N.help)}
      ${this.#t(`again`,`The new password again`)} ${_(t)}
      <div class="row">
        <button ?disabled=${e}>${e?`Changing …`:`Change the password`}</button>
      </div>
    </form>`}#t(e,t,n=``){return h`<fm-field
      kind="password"
      name=${e}
      label=${t}
      help=${n}
      autocomplete=${e===`current`?`current-password`:`new-password`}
      maxlength=${e===`current`?1024:128}
      .value=${this[e]}
      .error=${this.fault?.field===e?this.fault.text:null}
      @fm-input=${({detail:t})=>{this[e]=t,this.fault=null,this.isDone=!1}}
    ></fm-field>`}#n=async e=>{if(e.preventDefault(),this.#e.isBusy)return;let t=this.#r();if(t)return this.#o(t);await this.#e.run(()=>this.#a())};#r(){return this.current===``?{field:`current`,text:N.noCurrent}:this.next.length<W?{field:`next`,text:N.short}:this.next===this.again?null:{field:`again`,text:N.differs}}#i=null;async#a(){let e={current_password:this.current,new_password:this.next};try{await d(r.PUT(`/api/v1/users/me/password`,{body:e}))}catch(e){let t=e instanceof a&&this.isConnected?e.code:``;if(t===`INVALID_CREDENTIALS`)return this.#o({field:`current`,text:this.#i===this.next?N.mayHold:N.wrong});if(u(e)&&(this.#i=this.next),t===`PASSWORD_TOO_WEAK`&&e instanceof a)return this.#o({field:`next`,text:e.message});throw e}this.current=this.next=this.again=``,this.isDone=!0,c(N.done),this.dispatchEvent(new Event(`fm-changed`))}#o(e){this.fault=e,this.updateComplete.then(()=>this.renderRoot.querySelector(`fm-field[name="${e.field}"]`)?.focus())}}),g(`fm-own-sessions`,class extends n{static properties={version:{type:Number}};#e=new b(this);#t=new S(this,{args:()=>[this.version],read:async(e,t)=>(await d(r.GET(`/api/v1/users/me/sessions`,{signal:t}))).sessions,keepsValue:!0});constructor(){super(),this.version=0}render(){return h`<div class="stack">
      ${_(this.#e.problem)}
      ${t(this.#t,{what:`your sessions`,complete:e=>this.#n(e)})}
    </div>`}#n(t){let{isBusy:n}=this.#e;return h`<fm-sessions
        ?busy=${n}
        .sessions=${t}
        @fm-end=${({detail:e})=>this.#r(e)}
      ></fm-sessions>
      ${t.some(({current:e})=>!e)?h`<div class="row">
              <button ?disabled=${n} @click=${this.#i}>End all others</button>
            </div>`:e}`}#r({id:e,device:t}){return this.#e.run(async()=>{let n={path:{sessionId:e}};await d(r.DELETE(`/api/v1/users/me/sessions/{sessionId}`,{params:n})),c(`The session on ${C(t)} is ended.`),this.#t.retry()})}#i=async()=>{await D({title:`End all your other sessions?`,text:`Everywhere but here you are signed out at once. API tokens stay.`,action:`End them`})&&!this.#e.isBusy&&await this.#e.run(async()=>{await d(r.DELETE(`/api/v1/users/me/sessions`)),c(`Your other sessions are ended.`),this.#t.retry()})}}),g(`fm-new-api-token`,class extends n{static properties={user:{attribute:!1},name:{state:!0},role:{state:!0},expiry:{state:!0},scope:{state:!0},fault:{state:!0}};#e=new b(this);constructor(){super(),this.user=null,this.name=``,this.role=`reporter`,this.expiry=M[1]?.value??``,this.scope=null,this.fault=null}render(){let{isBusy:t,problem:n}=this.#e;return h`<form class="stack" @submit=${this.#n} novalidate>
      <fm-field
        required
        name="name"
        label="Name of the token"
        help="What uses it: “Monitoring”."
        maxlength="100"
        .value=${this.name}
        .error=${this.fault}
        @fm-input=${({detail:e})=>{this.name=e,this.fault=null}}
      ></fm-field>
      ${this.#t(`role`,`Role`,{help:E[this.role][1],options:A(this.user?.role??`reporter`).map(e=>({value:e,label:w(e)}))})}
      ${this.#t(`expiry`,`Expires in`,{help:``,options:M})}
      ${this.role===`admin`?e:h`<fm-scope
              all="All hosts that you see"
              .value=${this.scope}
              @fm-scope=${({detail:e})=>this.scope=e}
            ></fm-scope>`}
      ${_(n)}
      <div class="row">
        <button class="primary" ?disabled=${t}>${t?`Making …`:`Make the token`}</button>
        <button type="button" @click=${()=>this.dispatchEvent(new Event(`fm-cancelled`))}>Cancel</button>
      </div>
    </form>`}#t(e,t,{help:n,options:r}){return h`<fm-field
      kind="select"
      name=${e}
      label=${t}
      help=${n}
      .options=${r}
      .value=${this[e]}
      @fm-change=${({detail:t})=>{e===`role`?this.role=t:this.expiry=t}}
    ></fm-field>`}firstUpdated(){this.#r()}#n=async e=>{if(e.preventDefault(),this.#e.isBusy)return;let t=this.name.trim();if(this.fault=t===``?`Enter a name.`:null,this.fault!==null)return this.#r();let n={name:t,role:this.role,expires_in_secs:Number(this.expiry),group_ids:this.role===`admin`||this.scope===null?null:[...this.scope]};await this.#e.run(async()=>{let e=await d(r.POST(`/api/v1/users/me/tokens`,{body:n}));this.dispatchEvent(new CustomEvent(`fm-created`,{detail:e}))}),this.#e.problem!==null&&this.dispatchEvent(new CustomEvent(`fm-failed`))};#r(){this.renderRoot.querySelector(`fm-field[name="name"]`)?.focus()}}),g(`fm-own-tokens`,class extends n{static properties={user:{attribute:!1},isMaking:{state:!0},created:{state:!0}};#e=new b(this);#t=new S(this,{args:()=>[],read:async(e,t)=>(await d(r.GET(`/api/v1/users/me/tokens`,{params:{query:{limit:100}},signal:t}))).tokens});constructor(){super(),this.user=null,this.isMaking=!1,this.created=null}render(){return h`<div class="stack">
      ${_(this.#e.problem)} ${this.created?this.#i(this.created):e}
      ${t(this.#t,{what:`your API tokens`,isEmpty:({length:e})=>e===0,empty:()=>h`<p class="quiet">No token yet. Tools sign in with one in your place.</p>`,complete:e=>h`<fm-api-tokens
            all-hosts="All hosts that you see"
            ?busy=${this.#e.isBusy}
            .tokens=${e}
            @fm-revoke=${({detail:e})=>this.#a(e)}
          ></fm-api-tokens>`})}
      ${this.isMaking?this.#r():this.#n()}
    </div>`}#n(){return h`<div class="row">
      <button ?disabled=${this.created!==null} @click=${()=>this.isMaking=!0}>New API token</button>
    </div>`}#r(){return h`<fm-new-api-token
      .user=${this.user}
      @fm-cancelled=${()=>this.isMaking=!1}
      @fm-failed=${()=>this.#t.retry()}
      @fm-created=${({detail:e})=>{this.isMaking=!1,this.created=e,c(`The token is made. It is shown only now.`),this.#t.retry()}}
    ></fm-new-api-token>`}#i({name:e,token:t}){return h`<div class="stack tight">
      <p>The token ${x(e)} is made. Copy it now: it is not shown again.</p>
      <fm-copy name="token" .value=${t}></fm-copy>
      <div class="row">
        <button class="primary" @click=${()=>this.created=null}>I have kept it</button>
      </div>
    </div>`}async#a({id:e,name:t}){await D({title:`Revoke the token ${x(t)}?`,text:`Tools that use it are refused at once. This cannot be undone.`,action:`Revoke`})&&!this.#e.isBusy&&await this.#e.run(async()=>{await d(r.DELETE(`/api/v1/users/me/tokens/{id}`,{params:{path:{id:e}}})),this.created?.id===e&&(this.created=null),c(`The token ${x(t)} is revoked.`),this.#t.retry()})}});var G=class extends m{static properties={version:{state:!0}};#e=new S(this,{args:()=>[],read:(e,t)=>d(r.GET(`/api/v1/users/me`,{signal:t}))});constructor(){super(),this.version=0}render(){return h`<div class="page">
      <fm-page-header heading="Profile and security"></fm-page-header>
      ${t(this.#e,{what:`your account`,complete:e=>this.#n(e)})}
    </div>`}#t=async()=>{let e=await v();e?this.#e.change(()=>e):this.#e.retry()};#n(t){return h`<section class="card stack">
        <h2>Account</h2>
        ${K(t)}
        <p class="quiet small">An administrator changes these.</p>
      </section>
      <section class="card stack">
        <h2>Password</h2>
        ${t.has_password?h`<fm-own-password @fm-changed=${()=>this.version+=1}></fm-own-password>`:h`<p>This account has no password: it signs in by single sign-on.</p>`}
      </section>
      ${s.serves(`linkSso`)?h`<fm-own-link .user=${t} @fm-changed=${this.#t}></fm-own-link>`:e}
      ${s.serves(`getOwnMfa`)?h`<fm-own-factors .user=${t} @fm-changed=${this.#t}></fm-own-factors>`:e}
      ${s.serves(`listOwnSessions`)?h`<section class="card stack">
              <h2>Sessions</h2>
              <fm-own-sessions .version=${this.version}></fm-own-sessions>
            </section>`:e}
      ${s.serves(`listApiTokens`)?h`<section class="card stack">
              <h2>API tokens</h2>
              <fm-own-tokens .user=${t}></fm-own-tokens>
            </section>`:e}`}};function K(e){return h`<dl class="facts">
    <dt>User name</dt>
    <dd>${x(e.username)}</dd>
    <dt>Name</dt>
    <dd>${e.display_name===null?`None`:x(e.display_name)}</dd>
    <dt>Mail address</dt>
    <dd>${e.email===null?`None`:x(e.email)}</dd>
    <dt>Role</dt>
    <dd>${w(e.role)}</dd>
    <dt>Hosts</dt>
    <dd>${T(e.scope_group_ids,`All hosts`)}</dd>
    <dt>Single sign-on</dt>
    <dd>${e.sso_linked?`Linked`:`Not linked`}</dd>
    <dt>Last sign-in</dt>
    <dd><fm-time datetime=${e.last_login_at}></fm-time></dd>
  </dl>`}g(`fm-page-profile`,G);export{G as FmPageProfile};