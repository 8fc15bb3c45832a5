import{A as e,Et as t,G as n,H as r,K as i,L as a,V as o,_t as s,at as c,dt as l,it as u,j as d,k as f,kt as p,st as m,t as h,tt as g,vt as _,wt as v,xt as y,yt as b,z as x}from"./shell-BBooQZkD.js";import{t as S}from"./fm-tabs-CPw1KKiN.js";import{h as C,m as w,u as T,v as ee,y as E}from"./common-CAX3qpu1.js";import{t as D}from"./fm-enroll-host-nhi720n2.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-table-uS3hD86L.js";import{t as O}from"./fm-confirm-CHgqJzYh.js";import"./fm-copy-BvXDkWnx.js";import{n as k,t as A}from"./readInstaller-DRovT1Tn.js";var j={title:`Enrollments`,what:`A host is let in when its fingerprint here is the one that its agent shows.`,requests:`Requests`,add:`Add a host`,tokens:`Tokens`,history:`History`,noRequest:`No host asks to be let in.`,appears:`A new one appears here by itself.`,nobody:`nobody, its time ran out`,unknown:`not recorded`,noHistory:`No request has been decided.`,kept:`What is decided is kept here for 30 days.`,noToken:`There is no token.`,network:`One address, or a network as 10.0.4.0/24. Left out: from anywhere.`},M={approved:[`ok`,`Approved`],denied:[`bad`,`Denied`],expired:[`neutral`,`Expired`]},N=[{key:`fqdn`,header:`Host`,minRem:14,grow:2,render:({fqdn:e,host_id:t})=>t===null?w(e):v`<a href="/hosts/${encodeURIComponent(t)}" tabindex="-1">${w(e)}</a>`},{key:`status`,header:`Outcome`,minRem:7,render:({status:e})=>{let[t,n]=M[e];return v`<fm-badge tone=${t} label=${n}></fm-badge>`}},{key:`decided_at`,header:`When`,minRem:8.5,render:({decided_at:e})=>v`<fm-time datetime=${e??``} missing="not recorded"></fm-time>`},{key:`decided_by`,header:`By whom`,minRem:10,priority:2,render:({decided_by:e,status:t})=>e?w(e.name):v`<span class="quiet">${t===`expired`?j.nobody:j.unknown}</span>`},{key:`source`,header:`Asked from`,minRem:9,priority:3,render:({source_address:e,ip_address:t})=>w(e??t)},{key:`fetched_at`,header:`Certificate fetched`,minRem:9,priority:4,render:({fetched_at:e,status:t})=>t===`approved`?v`<fm-time datetime=${e??``} missing="not yet"></fm-time>`:`–`}];b(`fm-history`,class extends s{static properties={status:{state:!0}};constructor(){super(),this.status=``}#e=new ee(this,{query:()=>this.status===``?{}:{status:this.status},read:async(e,t,n)=>{let r=await m(c.GET(`/api/v1/admin/enrollment-history`,{params:{query:{...e,...t}},signal:n}));return{rows:r.requests,total:r.total,cursor:r.next_cursor}}});render(){return v`<div class="stack">
      <div class="row spread">
        <label class="field">
          Outcome
          <select
            @change=${({target:e})=>this.status=e.value}
          >
            <option value="">Any</option>
            ${Object.entries(M).map(([e,[,t]])=>v`<option value=${e} ?selected=${e===this.status}>${t}</option>`)}
          </select>
        </label>
        <span class="quiet" role="status">${e(this.#e.total,`request`)}</span>
      </div>
      ${a(this.#e,{what:`the history`,isEmpty:e=>e.length===0,empty:()=>v`<fm-state kind="empty" heading=${j.noHistory}>${j.kept}</fm-state>`,complete:e=>v`<fm-table
            label="History of requests"
            .columns=${N}
            .rows=${e}
            .total=${this.#e.total}
            @fm-near-end=${()=>void this.#e.more()}
          ></fm-table>`})}
    </div>`}});var P=p`
  h2 {
    font-size: var(--fm-size-large);
    overflow-wrap: anywhere;
  }

  .stack {
    margin-top: var(--fm-space-3);
  }
`,F=class extends s{static styles=[s.styles,P];static properties={request:{attribute:!1}};#e=new C(this);constructor(){super(),this.request=null}render(){let{request:e}=this;if(!e)return t;let{isBusy:n,problem:r}=this.#e,i=w(e.fqdn),a=e.machine_id_in_use?`Replace the live host`:`Approve`;return v`<article class="card" aria-label="Request of ${i}">
      <div class="row spread">
        <h2>${i}</h2>
        <div class="row">
          <button aria-label="Deny ${i}" ?disabled=${n} @click=${()=>void this.#n(e)}>
            Deny
          </button>
          <button
            class="primary"
            aria-label="${a}: ${i}"
            ?disabled=${n}
            @click=${()=>void this.#t(e)}
          >
            ${g(`check`)} ${a}
          </button>
        </div>
      </div>
      <div class="stack">
        ${x(r)} ${e.machine_id_in_use?L():t}
        ${e.fqdn_in_use?R():t} ${e.endpoint_in_use?z():t}
        ${e.twin_pending?B():t} ${V(e)}
      </div>
    </article>`}async#t(e){let t=w(e.fqdn),n=e.machine_id_in_use;(!n||await I(t,e.machine_id))&&await this.#r(`${t} is approved`,()=>m(c.POST(`/api/v1/admin/enrollments/{id}/approve`,{params:{path:{id:e.id},query:n?{replace:!0}:{}}})))}async#n(e){let t=w(e.fqdn);await O({title:`Deny ${t}?`,text:`The host is refused, and this request cannot be approved later. The host may ask again.`,items:[`${t} at ${w(e.ip_address)}`],action:`Deny`})&&await this.#r(`${t} is denied`,()=>m(c.DELETE(`/api/v1/admin/enrollments/{id}/deny`,{params:{path:{id:e.id}}})))}async#r(e,t){await this.#e.run(async()=>{await t(),d(e),window.dispatchEvent(new Event(`fm-waiting-changed`)),this.dispatchEvent(new CustomEvent(`fm-decided`,{detail:e}))});let{problem:n}=this.#e;this.request&&n instanceof l&&n.code===`MACHINE_ID_IN_USE`&&(this.request={...this.request,machine_id_in_use:!0})}};function I(e,t){return O({title:`Replace the live host that ${e} claims to be?`,text:`The certificates of the live host are revoked, which cannot be undone; its history is kept. Do this only if it is the same machine: a clone needs a machine id of its own first.`,items:[`${e}, machine id ${w(t)}`],action:`Revoke and replace`})}function L(){return v`<p class="notice warn">
    ${g(`warning`)}
    <span>
      <strong>A live host has this machine id already.</strong>
      Either the same machine enrolls again, or it is a clone: give a clone a new machine id, and deny this.
    </span>
  </p>`}function R(){return v`<p class="notice warn">
    ${g(`warning`)}
    <span>
      <strong>A live host has this name already.</strong>
      This is another machine: approving it makes a second host of that name.
    </span>
  </p>`}function z(){return v`<p class="notice warn">
    ${g(`warning`)}
    <span>
      <strong>A live host answers at this address and port.</strong>
      Only one of the two can be reached there. Deny this, unless you know that the other host is gone or
      moves.
    </span>
  </p>`}function B(){return v`<p class="notice warn">
    ${g(`warning`)}
    <span>
      <strong>Another request with this machine id waits.</strong>
      One of the two is not that machine, or both are clones of one image: compare the fingerprints on the
      hosts.
    </span>
  </p>`}function V(e){let{os_details:n,source_address:r}=e,i=w(`${e.ip_address} port ${e.port}`),a=r!==null&&r!==e.ip_address;return v`<p>Compare the fingerprint with the one that the agent shows on the host:</p>
    <fm-copy
      name="fingerprint of ${w(e.fqdn)}"
      value=${e.public_key_fingerprint}
    ></fm-copy>
    <dl class="facts">
      <dt>Address</dt>
      <dd>
        ${i}
        ${a?v`<br /><span class="quiet">The request came from ${w(r)}.</span>`:t}
      </dd>
      <dt>Machine id</dt>
      <dd>
        <code>${w(e.machine_id)}</code>
        ${e.machine_id_in_use?v`<fm-badge tone="warn" label="Lives already"></fm-badge>`:t}
      </dd>
      <dt>System</dt>
      <dd>
        ${w([n.name??n.os_family??`unknown`,n.arch??``].join(` `))}
      </dd>
      <dt>Asked</dt>
      <dd>
        <fm-time datetime=${e.created_at}></fm-time>, expires
        <fm-time datetime=${e.expires_at}></fm-time>
      </dd>
    </dl>`}b(`fm-request`,F);var H=[[3600,`1 hour`],[86400,`1 day`],[604800,`7 days`],[2592e3,`30 days`]],U=p`
  form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }
`,W=class extends s{static styles=[s.styles,U];static properties={created:{state:!0},installer:{state:!0}};#e=new C(this);constructor(){super(),this.created=null,this.installer=null}render(){let{isBusy:e,problem:r}=this.#e,i=n(r).allowed_network;return v`<div class="stack">
      <form @submit=${this.#n}>
        <label class="field"
          >Name <input name="name" maxlength="100" placeholder="Rack 4" autocomplete="off"
        /></label>
        <label class="field">
          Hosts <input name="uses" type="number" min="1" max="100000" value="1" required />
        </label>
        <label class="field">
          Valid for
          <select name="lifetime">
            ${H.map(([e,t])=>v`<option value=${e} ?selected=${e===86400}>${t}</option>`)}
          </select>
        </label>
        <label class="field">
          Only from network
          <input
            name="network"
            placeholder="10.0.4.0/24"
            maxlength="49"
            autocomplete="off"
            aria-invalid=${i===void 0?`false`:`true`}
            aria-describedby="network-hint"
          />
          <span class=${i===void 0?`hint`:`problem`} id="network-hint">
            ${i===void 0?j.network:`This ${i}.`}
          </span>
        </label>
        <button class="primary" ?disabled=${e}>${g(`plus`)} Make a token</button>
      </form>
      ${i===void 0?x(r):t}
      ${this.created===null||this.installer===null?t:this.#t(this.created,this.installer)}
    </div>`}#t(e,n){let r=D(n);return v`<div class="stack tight" role="status">
      <p class="notice warn">
        ${g(`key`)}
        <span>
          <strong>This token is shown only now.</strong> Whoever holds it can enroll
          ${f(e.max_uses,`host`)}.
        </span>
      </p>
      <fm-copy name="token" value=${e.token}></fm-copy>
      <p>Or the line that enrolls a host with it:</p>
      ${r===null?t:v`<p class="notice warn">${g(`warning`)} <span>${r}</span></p>`}
      <fm-copy
        name="line that enrolls a host"
        value=${k(n,{token:e.token})}
      ></fm-copy>
      <p><button @click=${()=>this.created=null}>I have it</button></p>
    </div>`}async#n(e){e.preventDefault();let t=e.target,n=new FormData(t),r=e=>String(n.get(e)??``).trim();await this.#e.run(async()=>{let e={...r(`name`)===``?{}:{name:r(`name`)},max_uses:Number(r(`uses`)),expires_in_secs:Number(r(`lifetime`)),allowed_network:r(`network`)||null};this.installer=await A(),this.created=await m(c.POST(`/api/v1/admin/enrollment-tokens`,{body:e})),t.reset(),this.dispatchEvent(new CustomEvent(`fm-created`))}),this.#e.problem!==null&&this.dispatchEvent(new CustomEvent(`fm-failed`))}};b(`fm-new-enrollment-token`,W);var G=500,K=p`
  .tokens {
    padding: 0;
    list-style: none;
  }

  .tokens li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-3);
    padding: var(--fm-space-3) 0;
  }

  .tokens li + li {
    border-top: 1px solid var(--fm-line);
  }

  .name {
    overflow-wrap: anywhere;
  }
`,q=class extends s{static styles=[s.styles,K];#e=new C(this);#t=new r(this,{task:async(e,{signal:t})=>m(c.GET(`/api/v1/admin/enrollment-tokens`,{params:{query:{limit:G}},signal:t})),args:()=>[]});render(){return v`<section class="card">
      <h2>One-time tokens</h2>
      <div class="stack">
        <p class="quiet">For unattended roll-outs: a host that brings one is approved without a question.</p>
        <fm-new-enrollment-token
          @fm-created=${()=>void this.#t.run()}
          @fm-failed=${()=>void this.#t.run()}
        ></fm-new-enrollment-token>
        ${x(this.#e.problem)}
        ${o(this.#t,{what:`the tokens`,isEmpty:({tokens:e})=>e.length===0,empty:()=>v`<p class="quiet">${j.noToken}</p>`,complete:({tokens:e})=>v`<ul class="tokens" aria-label="Tokens">
              ${e.map(e=>this.#n(e))}
            </ul>`})}
      </div>
    </section>`}#n(e){return v`<li>
      <div>
        <span class="name"><strong>${J(e)}</strong></span> ${Y(e)}
        <div class="quiet small">
          ${e.uses} of ${f(e.max_uses,`host`)} enrolled, expires
          <fm-time datetime=${e.expires_at}></fm-time>${e.allowed_network===null?t:v`, only from ${e.allowed_network}`},
          made by
          ${w(e.created_by.username)}${e.last_used_at===null?v`, not used yet`:v`, last used <fm-time datetime=${e.last_used_at}></fm-time>`}
        </div>
      </div>
      <button
        class="plain square"
        aria-label="Delete the token ${J(e)}"
        title="Delete"
        @click=${()=>void this.#r(e)}
      >
        ${g(`trash`)}
      </button>
    </li>`}async#r(e){await O({title:`Delete the token ${J(e)}?`,text:`No further host can enroll with it, and it cannot be brought back. Hosts that enrolled with it stay enrolled.`,action:`Delete`})&&(await this.#e.run(async()=>{let t={path:{id:e.id}};await m(c.DELETE(`/api/v1/admin/enrollment-tokens/{id}`,{params:t})),d(`The token ${J(e)} is deleted`)}),await this.#t.run())}},J=e=>w(e.name)||`without a name`;function Y(e){return e.uses>=e.max_uses?v`<fm-badge tone="neutral" label="Used up"></fm-badge>`:y(e.expires_at)?v`<fm-badge tone="neutral" label="Expired"></fm-badge>`:t}b(`fm-tokens`,q);var X=50,Z=500;async function Q(e,t){let n=[],r=null;do{let i={limit:Math.min(Z,e-n.length),...r===null?{}:{cursor:r}},a=await c.GET(`/api/v1/admin/enrollments`,{params:{query:i},signal:t});n.push(...await m(Promise.resolve(a))),r=te(a.response.headers.get(`link`))}while(r!==null&&n.length<e);return{requests:n,hasMore:r!==null}}function te(e){let t=/^<([^>]+)>; rel="next"$/.exec(e??``)?.[1];return t===void 0?null:new URL(t,location.origin).searchParams.get(`cursor`)}var $=class extends _{static properties={done:{state:!0},shown:{state:!0}};#e=null;constructor(){super(),this.done=null,this.shown=X}#t=new E(this,{topic:()=>`fleet`,onEvents:e=>{e.some(({kind:e})=>e===`enrollment.created`)&&this.#n.retry()}});#n=new T(this,{live:this.#t,keepsValue:!0,args:()=>[this.shown],read:([e],t)=>Q(e,t)});connectedCallback(){super.connectedCallback(),this.#e=i(()=>this.#n.retry())}disconnectedCallback(){super.disconnectedCallback(),this.#e?.()}render(){return v`<div class="page">
      <fm-page-header heading=${j.title}>
        <p>${j.what}</p>
      </fm-page-header>
      ${this.done===null?t:v`<p class="notice ok">${g(`check`)} ${this.done}.</p>`}
      <fm-tabs label=${j.title} .tabs=${this.#r()} .selected=${S(this.query,this.#r())}>
        ${this.#i()}
      </fm-tabs>
    </div>`}#r(){let e=this.#n.value;return[{key:`requests`,label:j.requests,count:e?.requests.length??null},{key:`add`,label:j.add},{key:`tokens`,label:j.tokens},{key:`history`,label:j.history}]}#i(){switch(S(this.query,this.#r())){case`add`:return u.serves(`getRootCertificate`)?v`<section class="card">
              <h2>${j.add}</h2>
              <fm-enroll-host></fm-enroll-host>
            </section>`:v`<fm-state kind="empty" heading="Certificates are switched off on this manager.">
              Without them no host can be enrolled.
            </fm-state>`;case`tokens`:return v`<fm-tokens></fm-tokens>`;case`history`:return v`<fm-history></fm-history>`;default:return this.#a()}}#a(){return v`<section class="stack" aria-label="Waiting for a decision">
      ${a(this.#n,{what:`the requests`,isEmpty:({requests:e})=>e.length===0,empty:()=>v`<div class="card">
            <fm-state kind="empty" heading=${j.noRequest}>
              ${j.appears}
              <a slot="actions" class="button" href="/enrollments?tab=add">${g(`plus`)} ${j.add}</a>
            </fm-state>
          </div>`,complete:e=>this.#o(e)})}
    </section>`}#o({requests:e,hasMore:n}){return v`${h(e,({id:e})=>e,e=>v`<fm-request
          .request=${e}
          @fm-decided=${e=>this.#c(e.detail)}
        ></fm-request>`)}
    ${n?this.#s():t}`}#s(){return v`<p class="quiet">
      More requests wait; the oldest come first.
      <button @click=${()=>this.shown+=X}>Show ${X} more</button>
    </p>`}#c(e){this.done=e,this.#n.retry()}};b(`fm-page-enrollments`,$);export{$ as FmPageEnrollments};