import{N as e,at as t,dt as n,st as r,vt as i,wt as a,yt as o,z as s}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import"./fm-copy-BvXDkWnx.js";import{h as c}from"./common-CAX3qpu1.js";import{t as l}from"./makeOnce-BV1TDEh7.js";import{n as u,t as d}from"./accessFields-Cc6MAAOl.js";import{i as f}from"./texts-BjxqAcL2.js";var p=/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/,m=12,h=class extends i{static properties={username:{state:!0},displayName:{state:!0},email:{state:!0},role:{state:!0},password:{state:!0},mustChange:{state:!0},scope:{state:!0},fault:{state:!0}};#e=new c(this);constructor(){super(),this.username=``,this.displayName=``,this.email=``,this.role=`operator`,this.password=f(),this.mustChange=!0,this.scope=null,this.fault=null}render(){let{isBusy:e,problem:t}=this.#e;return a`<div class="page">
      <fm-page-header heading="New user" .crumbs=${[{label:`Users`,href:`/users`}]}></fm-page-header>
      <form class="card stack" @submit=${this.#r} novalidate>
        ${this.#t(`username`,`User name`,64,`Letters, digits and . _ @ -`)}
        ${this.#t(`displayName`,`Name`,200,``)} ${this.#t(`email`,`Mail address`,254,``)}
        ${d(this,e=>Object.assign(this,e))}
        ${this.#t(`password`,`First password`,128,`Hand it over in a safe way; it is not shown again.`)}
        <fm-field
          kind="switch"
          name="mustChange"
          label="Must be changed at the first sign-in"
          .value=${this.mustChange}
          @fm-change=${({detail:e})=>this.mustChange=e}
        ></fm-field>
        ${s(t)}
        <div class="row">
          <button class="primary" ?disabled=${e}>${e?`Making …`:`Make the user`}</button>
          <a class="button" href="/users">Cancel</a>
        </div>
      </form>
    </div>`}#t(e,t,n,r){return a`<fm-field
      name=${e}
      label=${t}
      help=${r}
      autocomplete="off"
      maxlength=${n}
      ?required=${e===`username`||e===`password`}
      .value=${this[e]}
      .error=${this.fault?.field===e?this.fault.text:null}
      @fm-input=${({detail:t})=>this.#n(e,String(t??``))}
    ></fm-field>`}#n(e,t){this[e]=t,this.fault?.field===e&&(this.fault=null)}#r=async e=>{if(e.preventDefault(),!this.#e.isBusy){if(this.fault=v(this.username.trim(),this.password),this.fault)return this.#o(this.fault.field);await this.#e.run(()=>this.#a())}};#i=new l;async#a(){let i={username:this.username.trim(),display_name:this.displayName.trim()||null,email:this.email.trim()||null,role:this.role,scope_group_ids:u(this)},a={...i,password:this.password,must_change_password:this.mustChange};try{let n=e(),{id:o}=await this.#i.make(a,{make:()=>r(t.POST(`/api/v1/users`,{body:a})),existsCode:`USER_EXISTS`,readable:i,find:()=>g(a.username)});n(`/users/${o}`,{replace:!0})}catch(e){let t=e instanceof n?_[e.code]:void 0;if(!t||!(e instanceof n)||!this.isConnected)throw e;this.fault={field:t,text:e.message},this.#o(t)}}#o(e){this.updateComplete.then(()=>this.renderRoot.querySelector(`fm-field[name="${e}"]`)?.focus())}};async function g(e){let n={search:e,limit:500},{users:i}=await r(t.GET(`/api/v1/users`,{params:{query:n}}));return i.find(t=>t.username===e)}var _={USER_EXISTS:`username`,PASSWORD_TOO_WEAK:`password`};function v(e,t){return e===``?{field:`username`,text:`Enter a user name.`}:p.test(e)?t.length<m?{field:`password`,text:`Use at least ${m} characters.`}:null:{field:`username`,text:`Use letters, digits and . _ @ -, and begin with a letter or digit.`}}o(`fm-page-new-user`,h);export{h as FmPageNewUser};