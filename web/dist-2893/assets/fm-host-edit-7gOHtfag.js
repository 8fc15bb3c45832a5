import{Et as e,G as t,_t as n,dt as r,wt as i,yt as a,z as o}from"./shell-BBooQZkD.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";import{_ as s,g as c,m as l}from"./common-CAX3qpu1.js";import{r as u,t as d}from"./changes-CZ50GRvT.js";import{t as f}from"./words-B0C2MGXX.js";import{t as p}from"./hostName-nP2O9nOD.js";var m=/^[A-Za-z0-9][A-Za-z0-9_.:/=@-]{0,63}$/,h=/^[0-9A-Fa-f:.]{2,45}$/,g=50;function _(e){return{displayName:e.display_name??``,ipAddress:e.ip_address,port:e.port,tags:e.tags.join(` `),maintenanceMode:e.maintenance_mode}}function v({ipAddress:e,port:t,tags:n}){let r={};h.test(e.trim())||(r.ip_address=`An address is needed, such as 10.0.4.21 or 2001:db8::1.`),(t===null||!Number.isInteger(t)||t<1||t>65535)&&(r.port=`A port is a whole number from 1 to 65535.`);let i=f(n),a=i.find(e=>!m.test(e));return a===void 0?i.length>g&&(r.tags=`A host has at most ${g} tags.`):r.tags=`“${l(a)}” is no tag: it has letters, digits and _ . : / = @ - only, and begins with a letter or digit.`,r}function y(e,t){let n={},r=t.displayName.trim()||null,i=t.ipAddress.trim(),a=f(t.tags);return r!==e.display_name&&(n.display_name=r),i!==e.ip_address&&(n.ip_address=i),t.port!==null&&t.port!==e.port&&(n.port=t.port),a.join(` `)!==e.tags.join(` `)&&(n.tags=a),t.maintenanceMode!==e.maintenance_mode&&(n.maintenance_mode=t.maintenanceMode),n}function b(e,t){return[[e.display_name!==t.display_name,`the name is ${t.display_name===null?`gone`:`“${l(t.display_name)}”`} now`],[e.ip_address!==t.ip_address,`the address is ${l(t.ip_address)} now`],[e.port!==t.port,`the port is ${t.port} now`],[e.tags.join(` `)!==t.tags.join(` `),`the tags are ${t.tags.length===0?`gone`:t.tags.map(e=>l(e)).join(`, `)} now`],[e.maintenance_mode!==t.maintenance_mode,`maintenance mode is ${t.maintenance_mode?`on`:`off`} now`]].flatMap(([e,t])=>e?[t]:[])}var x=class extends n{static properties={host:{attribute:!1},open:{type:Boolean},draft:{state:!0},theirs:{state:!0},problem:{state:!0},isBusy:{state:!0},isChecked:{state:!0}};#e=null;constructor(){super(),this.host=this.draft=this.theirs=null,this.problem=null,this.open=this.isBusy=this.isChecked=!1}willUpdate(e){e.has(`open`)&&this.open&&this.host&&(this.#e=this.host,this.draft=_(this.host),this.theirs=null,this.problem=null,this.isChecked=!1)}render(){let{draft:t,host:n}=this;return!t||!n?e:i`<fm-dialog
      heading="Edit ${p(n)}"
      ?open=${this.open}
      ?locked=${this.isBusy}
      @fm-close=${this.#i}
    >
      <form class="stack" @submit=${this.#a}>
        ${this.#t(t)} ${this.#n()} ${o(this.problem)}
      </form>
      <button slot="actions" ?disabled=${this.isBusy} @click=${this.#i}>Cancel</button>
      <button slot="actions" class="primary" ?disabled=${this.isBusy} @click=${this.#a}>
        ${this.isBusy?`Saving …`:this.theirs?`Save mine over it`:`Save`}
      </button>
    </fm-dialog>`}#t(e){let n={...this.isChecked?v(e):{},...t(this.problem)},r=e=>t=>this.#r({[e]:t.detail});return i`<fm-field
        autofocus
        label="Name"
        help="What people call it here. Left empty, it is called ${l(this.host?.fqdn)}."
        maxlength="200"
        .value=${e.displayName}
        .error=${n.display_name??null}
        @fm-input=${r(`displayName`)}
      ></fm-field>
      <fm-field
        label="Address"
        help="Where the manager reaches its agent."
        maxlength="45"
        required
        .value=${e.ipAddress}
        .error=${n.ip_address??null}
        @fm-input=${r(`ipAddress`)}
      ></fm-field>
      <fm-field
        kind="number"
        label="Port"
        min="1"
        max="65535"
        .value=${e.port}
        .error=${n.port??null}
        @fm-input=${r(`port`)}
      ></fm-field>
      <fm-field
        label="Tags"
        help="Such as web or env=prod, apart by spaces. Groups by rule follow them at once."
        .value=${e.tags}
        .error=${n.tags??null}
        @fm-input=${r(`tags`)}
      ></fm-field>
      <fm-field
        kind="switch"
        label="Maintenance mode"
        help="Jobs and plans skip the host until it is switched off again."
        .value=${e.maintenanceMode}
        @fm-input=${r(`maintenanceMode`)}
      ></fm-field>`}#n(){if(!this.theirs||!this.#e)return e;let t=b(this.#e,this.theirs);return i`<div class="notice warn" role="alert">
      <div>
        Somebody else has changed this host
        meanwhile${t.length>0?i`: ${t.join(`; `)}`:``}. What you typed is not lost: look
        at it again, then save it. Only what you changed is written.
      </div>
    </div>`}#r(e){this.draft&&={...this.draft,...e},this.problem instanceof r&&this.problem.status>0&&(this.problem=null)}#i=()=>{this.open=!1,this.dispatchEvent(new CustomEvent(`fm-close`))};#a=e=>{e.preventDefault(),this.#o()};async#o(){let{draft:e}=this,t=this.#e;if(!e||!t||this.isBusy||(this.isChecked=!0,Object.keys(v(e)).length>0))return;let n=y(t,e);if(Object.keys(n).length===0)return this.#i();this.isBusy=!0,this.problem=null;let r=c();try{let e=await d(t.id,n,(this.theirs??t).edit_version);this.open=!1,this.dispatchEvent(new CustomEvent(`fm-saved`,{detail:e}))}catch(e){this.isConnected?await this.#s(t.id,e):s(r,e)}this.isBusy=!1}async#s(e,t){if(!(t instanceof r&&t.code===`PRECONDITION_FAILED`))return void(this.problem=t);try{this.theirs=await u(e)}catch(e){this.problem=e}}};a(`fm-host-edit`,x);export{x as FmHostEdit};