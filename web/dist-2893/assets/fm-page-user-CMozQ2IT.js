import{Et as e,L as t,N as n,Q as r,Z as i,_t as a,at as o,dt as s,ft as c,it as l,j as u,st as d,tt as f,ut as p,vt as m,wt as h,yt as g,z as _}from"./shell-BBooQZkD.js";import{c as v,h as y,l as b,m as x,u as S}from"./common-CAX3qpu1.js";import"./fm-api-tokens-93vHCnIH.js";import{i as C,n as w,o as T}from"./texts-BjxqAcL2.js";import"./fm-field-B9Tvw1l9.js";import{t as E}from"./fm-confirm-CHgqJzYh.js";import{n as D,t as O}from"./accessFields-Cc6MAAOl.js";import"./fm-dialog-Dr1a7wMa.js";async function k(e,t){let{done:n,...r}=j(e,x(t.username));if(r.title===void 0)return{done:n,stopsWork:!1};let i=!1,a=e===`disable`||e===`delete`?A(r.text,e=>i=e):r.text;return await E({...r,text:a})?{done:n,stopsWork:i}:null}var A=(e,t)=>h`${e}
    <fm-field
      kind="switch"
      name="stops-work"
      label="Stop what they have scheduled"
      help="Jobs that have not begun are cancelled, and policies that they made are paused. Else both go on."
      .value=${!1}
      @fm-change=${({detail:e})=>t(e)}
    ></fm-field>`;function j(e,t){switch(e){case`sessions`:return{title:`End all sessions of ${t}?`,text:`They are signed out everywhere at once, and may sign in again. API tokens stay.`,action:`End sessions`,done:`All sessions of ${t} are ended.`};case`tokens`:return{title:`End all sessions and API tokens of ${t}?`,text:`Where somebody else may have them: they are signed out everywhere at once, and their tools are refused until they get new tokens.`,action:`End sessions and tokens`,done:`All sessions and API tokens of ${t} are ended.`};case`factors`:return{title:`Remove all second factors of ${t}?`,text:`For a person who has lost them: authenticator app, passkeys and recovery codes. The password alone opens the account until new ones are set up.`,action:`Remove`,done:`${t} has no second factor any more.`};case`sso`:return{title:`Let ${t} sign in by single sign-on alone?`,text:`The password is taken away and all sessions end. Setting a password undoes it.`,action:`Take the password away`,done:`${t} signs in by single sign-on alone.`};case`disable`:return{title:`Disable ${t}?`,text:`They are signed out everywhere at once, and their API tokens are refused. Enabling lets them in again.`,action:`Disable`,done:`${t} is disabled.`};case`enable`:return{done:`${t} may sign in again.`};case`delete`:return{title:`Delete ${t}?`,text:`This cannot be undone. Sessions and API tokens go with the account; the audit log and jobs keep the name.`,action:`Delete`,done:`${t} is deleted.`}}}var M=500;g(`fm-user-tokens`,class extends a{static properties={user:{attribute:!1},version:{type:Number}};#e=new y(this);#t=new S(this,{args:()=>[this.user.id,this.version],read:async([e],t)=>{let n={path:{id:e},query:{limit:M}};return(await d(o.GET(`/api/v1/users/{id}/tokens`,{params:n,signal:t}))).tokens},keepsValue:!0});constructor(){super(),this.user={id:``,username:``},this.version=0}render(){return h`<div class="stack">
      ${_(this.#e.problem)}
      ${t(this.#t,{what:`the API tokens`,isEmpty:({length:e})=>e===0,empty:()=>h`<p class="quiet">This user has no API token.</p>`,complete:e=>h`<fm-api-tokens
            ?busy=${this.#e.isBusy}
            .tokens=${e}
            @fm-revoke=${({detail:e})=>this.#n(e)}
          ></fm-api-tokens>`})}
    </div>`}async#n({id:e,name:t}){let{id:n,username:r}=this.user;await E({title:`Revoke the token ${x(t)} of ${x(r)}?`,text:`Tools that use it are refused at once. This cannot be undone.`,action:`Revoke`})&&!this.#e.isBusy&&await this.#e.run(async()=>{await d(o.DELETE(`/api/v1/users/{id}/tokens/{tokenId}`,{params:{path:{id:n,tokenId:e}}})),u(`The token ${x(t)} is revoked.`),this.#t.retry()})}});var N=class extends a{static properties={read:{attribute:!1},save:{attribute:!1},displayName:{state:!0},email:{state:!0},role:{state:!0},scope:{state:!0}};#e=new y(this);#t=null;constructor(){super(),this.read=null,this.save=()=>Promise.resolve(),this.displayName=``,this.email=``,this.role=`reporter`,this.scope=null}willUpdate(e){if(!e.has(`read`)||!this.read||this.#o())return;let{user:t}=this.read;this.#t=this.read,this.displayName=t.display_name??``,this.email=t.email??``,this.role=t.role,this.scope=t.scope_group_ids}render(){if(!this.read)return e;let{isBusy:t,problem:n}=this.#e;return h`<form class="card stack" @submit=${this.#c} novalidate>
      ${this.#n(`displayName`,`Name`,200)} ${this.#n(`email`,`Mail address`,254)}
      ${O(this,e=>Object.assign(this,e))} ${_(n)}
      ${this.#a()?this.#r():e}
      <div class="row">
        <button class="primary" ?disabled=${t||this.#s()===null}>
          ${t?`Saving …`:`Save`}
        </button>
      </div>
    </form>`}#n(e,t,n){return h`<fm-field
      name=${e}
      label=${t}
      autocomplete="off"
      maxlength=${n}
      .value=${this[e]}
      @fm-input=${({detail:t})=>this[e]=t}
    ></fm-field>`}#r(){return h`<button type="button" @click=${this.#i}>Show what is saved now</button>`}#i=()=>{this.#t=null,this.#e.forget(),this.dispatchEvent(new Event(`fm-again`))};#a(){let{problem:e}=this.#e;return e instanceof s&&e.code===`PRECONDITION_FAILED`}#o(){return this.#t!==null&&this.#s()!==null}#s(){let e=this.#t?.user;if(!e)return null;let t=D(this),n={...(this.displayName.trim()||null)===e.display_name?{}:{display_name:this.displayName.trim()||null},...(this.email.trim()||null)===e.email?{}:{email:this.email.trim()||null},...this.role===e.role?{}:{role:this.role},...P(t,e.scope_group_ids)?{}:{scope_group_ids:t}};return Object.keys(n).length===0?null:n}#c=async e=>{e.preventDefault();let[t,n]=[this.#s(),this.#t];t&&n&&!this.#e.isBusy&&await this.#e.run(async()=>{await this.save(t,n),this.#t=null})}};function P(e,t){return e===null||t===null?e===t:e.length===t.length&&e.every(e=>t.includes(e))}g(`fm-user-form`,N);var F=e=>(t,n)=>n?`Another administrator has to ${e}: this is your own account.`:null,I=[{key:`password`,label:`Set a password`,operation:`resetUserPassword`,isFor:()=>!0,reason:F(`set it`)},{key:`sessions`,label:`End sessions`,operation:`revokeUserSessions`,isFor:()=>!0},{key:`tokens`,label:`End sessions and API tokens`,operation:`revokeUserSessions`,isFor:()=>!0},{key:`factors`,label:`Remove second factors`,operation:`disableUserMfa`,isFor:({mfa_enabled:e})=>e,reason:F(`remove them`)},{key:`sso`,label:`Single sign-on alone`,operation:`updateUser`,isFor:({has_password:e,sso_linked:t})=>e&&t},{key:`disable`,label:`Disable`,tone:`danger`,operation:`updateUser`,isFor:({disabled:e})=>!e,reason:F(`disable it`)},{key:`enable`,label:`Enable`,operation:`updateUser`,isFor:({disabled:e})=>e},{key:`delete`,label:`Delete`,tone:`danger`,operation:`deleteUser`,isFor:()=>!0,reason:F(`delete it`)}];function L(e,t,n){let r=e.id===t?.id;return I.filter(({operation:t,isFor:r})=>n(t)&&r(e)).map(({key:t,label:n,tone:i,reason:a})=>({key:t,label:n,reason:a?.(e,r)??null,...i?{tone:i}:{}}))}function R(e,t){return B(o.GET(`/api/v1/users/{id}`,{params:{path:{id:e}},signal:t}))}function z({user:e,etag:t},n,r={}){let i={path:{id:e.id},header:{"If-Match":t},query:r};return v(n,{save:()=>B(o.PUT(`/api/v1/users/{id}`,{params:i,body:n})),read:()=>R(e.id),valuesOf:e=>e.user})}async function B(e){let{data:t,error:n,response:r}=await e,i=r.headers.get(`etag`);if(!t||i===null)throw c(r,n);return{user:t,etag:i}}var V=`new-password`;g(`fm-new-password`,class extends a{static properties={user:{attribute:!1},password:{state:!0},mustChange:{state:!0}};#e=new y(this);constructor(){super(),this.user=null,this.password=``,this.mustChange=!0}willUpdate(e){e.has(`user`)&&this.user&&(this.#e.forget(),this.password=C(),this.mustChange=!0)}render(){let{user:t}=this;if(!t)return e;let{isBusy:n,problem:r}=this.#e;return h`<fm-dialog
      heading="Set a password for ${x(t.username)}"
      open
      ?locked=${n}
      @fm-close=${()=>this.dispatchEvent(new Event(`fm-closed`))}
    >
      <form class="stack" id=${V} @submit=${this.#t} novalidate>
        <p>
          All sessions of the user end, and a lock after wrong passwords is lifted. Hand the password over in
          a safe way.
        </p>
        <fm-field
          autofocus
          name="password"
          label="New password"
          autocomplete="off"
          maxlength="128"
          .value=${this.password}
          @fm-input=${({detail:e})=>this.password=e}
        ></fm-field>
        <fm-field
          kind="switch"
          name="mustChange"
          label="Must be changed at the next sign-in"
          .value=${this.mustChange}
          @fm-change=${({detail:e})=>this.mustChange=e}
        ></fm-field>
        ${_(r)}
      </form>
      <button slot="actions" class="primary" form=${V} ?disabled=${n}>
        ${n?`Setting …`:`Set the password`}
      </button>
    </fm-dialog>`}#t=async e=>{e.preventDefault();let{user:t}=this;if(!t||this.#e.isBusy)return;let n={new_password:this.password,must_change_password:this.mustChange};await this.#e.run(async()=>{await d(o.PUT(`/api/v1/users/{id}/password`,{params:{path:{id:t.id}},body:n})),this.dispatchEvent(new Event(`fm-changed`))})}});var H=class extends m{static properties={done:{state:!0},isSettingPassword:{state:!0},version:{state:!0}};#e=new y(this);#t=new S(this,{args:()=>[this.params.id??``],read:([e],t)=>R(e,t),rereads:()=>!0});#n=new S(this,{args:()=>[this.params.id??``],read:async([e],t)=>{let n={path:{id:e}};return(await d(o.GET(`/api/v1/users/{id}/sessions`,{params:n,signal:t}))).sessions}});constructor(){super(),this.done=null,this.isSettingPassword=!1,this.version=0}render(){return h`<div class="page">
      ${t(this.#t,{what:`the user`,complete:e=>this.#r(e)})}
    </div>`}#r(t){let{user:n}=t,r=i(this.#t);return h`<fm-page-header
        heading=${x(n.username)}
        .crumbs=${[{label:`Users`,href:`/users`}]}
        .actions=${r?[]:U(n)}
        @fm-action=${({detail:e})=>void this.#o(e,t)}
      >
        <p>
          ${T(n.role)},
          ${n.last_login_at===null?`never signed in`:h`last signed in <fm-time datetime=${n.last_login_at}></fm-time>`}${n.disabled?`; disabled`:``}
        </p>
      </fm-page-header>
      ${this.done===null?e:h`<p class="notice ok" role="status">${f(`check`)} ${this.done}</p>`}
      ${r?e:this.#i(t)}`}#i(n){let{user:r}=n;return h`${_(this.#e.problem)}
      <fm-user-form
        .read=${n}
        .save=${(e,t)=>this.#a(t,e)}
        @fm-again=${()=>this.#t.retry()}
      ></fm-user-form>
      <h2>Sessions</h2>
      ${t(this.#n,{what:`the sessions`,isEmpty:({length:e})=>e===0,empty:()=>h`<p class="quiet">Nowhere signed in.</p>`,complete:e=>h`<fm-sessions
            ?busy=${this.#e.isBusy}
            .sessions=${e}
            @fm-end=${({detail:e})=>this.#s(r,e)}
          ></fm-sessions>`})}
      ${l.serves(`listUserApiTokens`)?h`<h2>API tokens</h2>
              <fm-user-tokens .user=${r} .version=${this.version}></fm-user-tokens>`:e}
      <fm-new-password
        .user=${this.isSettingPassword?r:null}
        @fm-closed=${()=>this.isSettingPassword=!1}
        @fm-changed=${()=>{this.isSettingPassword=!1,this.#l(`The password of ${r.username} is set, and all sessions are ended.`)}}
      ></fm-new-password>`}async#a(e,t){try{await z(e,t)}catch(e){throw r(e)&&this.#t.retry(),e}this.#l(`Saved.`)}async#o(e,t){let{user:r,etag:i}=t;if(this.#e.isBusy)return;if(e===`password`){this.isSettingPassword=!0;return}let a=await k(e,r);if(a===null)return;let{done:s,stopsWork:c}=a,l=c?{cancel_scheduled:!0}:{},f={id:r.id},p={"If-Match":i};await this.#e.run(async()=>{let r=n();if(e===`sessions`||e===`tokens`){let t={tokens:e===`tokens`};await d(o.POST(`/api/v1/users/{id}/revoke`,{params:{path:f,query:t}}))}else e===`factors`?await d(o.DELETE(`/api/v1/users/{id}/mfa`,{params:{path:f}})):e===`delete`?await b(d(o.DELETE(`/api/v1/users/{id}`,{params:{path:f,header:p,query:l}}))):await z(t,e===`sso`?{sso_only:!0}:{disabled:e===`disable`},l);if(e!==`delete`)return this.#l(s);u(s),r(`/users`,{replace:!0})}),this.#c()}async#s(e,t){await this.#e.run(async()=>{let n={path:{id:e.id,sessionId:t.id}};await d(o.DELETE(`/api/v1/users/{id}/sessions/{sessionId}`,{params:n})),this.#l(`The session on ${w(t.device)} is ended.`)}),this.#c()}#c(){r(this.#e.problem)&&this.#t.retry()}#l(e){this.done=e,u(e),this.#t.retry(),this.#n.retry(),this.version+=1}};function U(e){return L(e,p.user,e=>l.serves(e)).map(({key:e,label:t,tone:n,reason:r})=>({key:e,label:t,reason:r,...n?{tone:n}:{}}))}g(`fm-page-user`,H);export{H as FmPageUser};