import{Et as e,L as t,at as n,dt as r,ft as i,j as a,k as o,tt as s,vt as c,wt as l,yt as u,z as d}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import{t as f}from"./fm-confirm-CHgqJzYh.js";import{c as p,h as m,u as h}from"./common-CAX3qpu1.js";var g={title:`Allow-list`,what:`Networks from which Fleetmend may be used: this console, the API and live events. Agents join and renew from everywhere.`,label:`Networks`,help:`One in a line: an address (192.0.2.10, 2001:db8::5) or a network (10.0.0.0/8, 2001:db8::/32). None at all lets everybody in.`,open:`Every address is let in.`,lockedOut:`If you are locked out all the same, run this on the manager’s machine; it lets every address in:`},_=class extends c{static properties={text:{state:!0},done:{state:!0}};#e=new m(this);#t=new h(this,{args:()=>[],read:(e,t)=>b(n.GET(`/api/v1/settings/ip-whitelist`,{signal:t}))});constructor(){super(),this.text=null,this.done=null}render(){return l`<div class="page">
      <fm-page-header heading=${g.title}>
        <p>${g.what}</p>
      </fm-page-header>
      ${this.done===null?e:l`<p class="notice ok" role="status">${s(`check`)} ${this.done}</p>`}
      ${t(this.#t,{what:`the allow-list`,complete:e=>this.#n(e)})}
    </div>`}#n(t){let{isBusy:n,problem:i}=this.#e,a=this.text??t.entries.join(`
`),s=y(a).join(`
`)!==t.entries.join(`
`),c=i instanceof r&&i.code===`PRECONDITION_FAILED`;return l`<form
      class="card stack"
      @submit=${e=>this.#i(e,t)}
      novalidate
    >
      <p>${t.entries.length===0?g.open:`${o(t.entries.length,`network`)} let in.`}</p>
      <fm-field
        kind="long"
        name="entries"
        label=${g.label}
        help=${g.help}
        .value=${a}
        @fm-input=${({detail:e})=>this.text=e}
      ></fm-field>
      <p class="quiet small">${g.lockedOut} <code>node server/main.ts allow-list clear</code></p>
      ${d(i)}
      <div class="row">
        <button class="primary" ?disabled=${n||!s}>${n?`Saving …`:`Save`}</button>
        ${c?l`<button type="button" @click=${this.#r}>Show what is saved now</button>`:e}
      </div>
    </form>`}#r=()=>{this.text=null,this.#e.forget(),this.#t.retry()};async#i(e,t){if(e.preventDefault(),this.#e.isBusy||this.text===null)return;let r=y(this.text);r.length>0&&t.entries.length===0&&!await v(r)||await this.#e.run(async()=>{let e={header:{"If-Match":t.etag}};await p({entries:r},{save:()=>b(n.PUT(`/api/v1/settings/ip-whitelist`,{params:e,body:{entries:r}})),read:()=>b(n.GET(`/api/v1/settings/ip-whitelist`))}),this.text=null,this.done=r.length===0?`Saved. ${g.open}`:`Saved: ${o(r.length,`network`)} let in.`,a(this.done),this.#t.retry()})}},v=e=>f({title:`Let in these networks alone?`,text:`Everybody else is refused at once, on open pages too. The manager keeps you from leaving out your own address.`,items:e,action:`Save`,tone:`primary`}),y=e=>e.split(/[\s,;]+/).map(e=>e.trim()).filter(e=>e!==``);async function b(e){let{data:t,error:n,response:r}=await e,a=r.headers.get(`etag`);if(!t||a===null)throw i(r,n);return{entries:t.entries,etag:a}}u(`fm-page-allow-list`,_);export{_ as FmPageAllowList};