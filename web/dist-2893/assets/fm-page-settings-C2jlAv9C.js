import{$ as e,Et as t,G as n,L as r,O as i,_t as a,at as o,dt as s,k as c,kt as l,st as u,tt as d,vt as f,wt as p,yt as m,z as h}from"./shell-BBooQZkD.js";import{h as ee,p as g,t as _,u as v}from"./common-CAX3qpu1.js";import{a as y,i as b,n as x,r as S,s as C,t as w}from"./draftForm-EeW-y90m.js";import{n as T,r as te,t as ne}from"./fm-field-B9Tvw1l9.js";import{o as re,t as E}from"./texts-BjxqAcL2.js";import{n as D}from"./kinds-C13T_D4W.js";var O=Object.keys(E),k={length:{text:(e,t)=>typeof t==`number`?B(e,t):`none`,problem:L},roles:{text:(e,t)=>H(M(t)),problem:()=>null},switch:{text:(e,t)=>t===!0?`on`:`off`,problem:()=>null},url:{text:(e,t)=>typeof t==`string`&&t!==``?t:`none`,problem:R},names:{text:(e,t)=>N(t).length===0?`none`:N(t).join(`, `),problem:z}},A=e=>k[e.kind??`length`],j=(e,t)=>A(e).text(e,t);function M(e){return O.filter(t=>Array.isArray(e)&&e.includes(t))}var N=e=>Array.isArray(e)?e.filter(e=>typeof e==`string`):[],P=(e,t,n)=>O.filter(r=>r===t?n:e.includes(r));function F({fields:e},t){let n=e.flatMap(e=>{let n=t[e.name],r=n===void 0?null:I(e,n);return r===null?[]:[[e.name,r]]});return Object.fromEntries(n)}var I=(e,t)=>A(e).problem(e,t);function L(e,t){return typeof t!=`number`||!Number.isInteger(t)?`Enter a number of whole ${e.unit}.`:t<e.min?`At least ${B(e,e.min)}.`:t>e.max?`At most ${B(e,e.max)}.`:null}function R({maxLength:e,judge:t},n){let r=typeof n==`string`?n:``;return r.length>e?`At most ${i(e)} characters.`:t(r)}function z({maxItems:e,maxLength:t,judge:n},r){let a=N(r);if(a.length>e)return`At most ${c(e,`name`)}.`;for(let e of a){let r=e.length>t?`has more than ${i(t)} characters.`:n(e);if(r!==null)return`“${e.slice(0,40)}” ${r}`}return null}function B({unit:e},t){if(e===`MiB`)return`${t} MiB`;if(e===`days`)return c(t,`day`);let n=te(t),r=ne.find(e=>e.unit===n)?.label??e;return c(t/T(n),r.replace(/s$/,``))}var V=new Intl.ListFormat(`en`,{type:`conjunction`}),H=e=>e.length===0?`nobody`:V.format(e.map(re)),U={intro:`These settings apply to everybody, on every manager that uses this database, two seconds after they are saved.`,none:`Nothing can be set on this manager.`,isStandard:`This is the standard value.`,standard:e=>`Standard: ${e}.`},W=l`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
    gap: var(--fm-space-5);
    padding-block: var(--fm-space-3);
  }

  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    align-content: start;
  }

  legend {
    padding: 0;
    margin-block-end: var(--fm-space-2);
    font-weight: 500;
  }
`,G=class extends a{static styles=[a.styles,W];static properties={section:{attribute:!1},values:{attribute:!1},save:{attribute:!1}};#e=new w(this,{form:()=>this.section,values:()=>this.values,body:e=>y(this.section,this.values,e),problems:e=>F(this.section,e),save:e=>this.save(e),focus:e=>this.#c(e)});constructor(){super(),this.values={}}get isChanged(){return this.#e.changes>0}lead(){this.#c(this.section.fields[0]?.name??``),this.scrollIntoView({block:`start`})}render(){let{title:e,intro:t,fields:n}=this.section,r=F(this.section,this.#e.draft);return p`<form class="card stack tight" aria-label=${e} novalidate @submit=${this.#e.submit}>
      <div>
        <h2>${e}</h2>
        <p class="quiet">${t}</p>
      </div>
      ${this.#e.movedNotice(e=>this.#t(e))}
      <div class="fields">${n.map(e=>this.#n(e,r[e.name]))}</div>
      ${this.#e.problemNotice} ${this.#e.buttons}
    </form>`}#t(e){let t=this.values[e.name];return t===void 0?e.label:`${e.label} (now ${j(e,t)})`}#n(e,t){let r=C(e,this.values,this.#e.draft),i=j(e,e.standard),a=j(e,r)===i?U.isStandard:U.standard(i),o=n(this.#e.action.problem)[`${this.section.key}/${e.name}`],s={value:r,help:`${e.hint} ${a}`,error:t??o??null};return e.kind===`roles`?this.#s(e,s):e.kind===`switch`?this.#r(e,s):e.kind===`names`?this.#a(e,s):e.kind===`url`?this.#i(e,s):this.#o(e,s)}#r({name:e,label:t},{value:n,help:r,error:i}){return p`<fm-field
      kind="switch"
      name=${e}
      label=${t}
      help=${r}
      .value=${n===!0}
      .error=${i}
      @fm-change=${({detail:t})=>this.#e.type({[e]:t})}
    ></fm-field>`}#i({name:e,label:t,maxLength:n},{value:r,help:i,error:a}){return p`<fm-field
      kind="url"
      name=${e}
      label=${t}
      help=${i}
      maxlength=${n}
      .value=${r}
      .error=${a}
      @fm-input=${({detail:t})=>this.#e.type({[e]:t})}
    ></fm-field>`}#a({name:e,label:t,maxLength:n},{value:r,help:i,error:a}){return p`<fm-field
      kind="list"
      name=${e}
      label=${t}
      help=${i}
      maxlength=${n}
      .value=${N(r)}
      .error=${a}
      @fm-input=${({detail:t})=>this.#e.type({[e]:Array.isArray(t)?[...t]:[]})}
    ></fm-field>`}#o({name:e,label:t,unit:n},{value:r,help:i,error:a}){return p`<fm-field
      kind=${n===`seconds`?`duration`:`number`}
      unit=${n}
      name=${e}
      label=${t}
      help=${i}
      .value=${r}
      .error=${a}
      @fm-input=${({detail:t})=>this.#e.type({[e]:t})}
    ></fm-field>`}#s({name:e,label:t},{value:n,help:r,error:i}){let a=M(n);return p`<fieldset class="stack tight" aria-describedby="help-${e}">
      <legend>${t}</legend>
      ${O.map(t=>p`<fm-field
            kind="switch"
            name=${e}
            label=${E[t][0]}
            .value=${a.includes(t)}
            .error=${t===O[0]?i:null}
            @fm-change=${({detail:n})=>this.#e.type({[e]:P(a,t,n)})}
          ></fm-field>`)}
      <p class="quiet small" id="help-${e}">${r}</p>
    </fieldset>`}#c(e){this.renderRoot.querySelector(`fm-field[name="${e}"]`)?.focus()}};m(`fm-settings-section`,G);var K={key:`job_retention`,order:20,title:`History of jobs`,intro:`How long the manager keeps what jobs leave behind. What is older is deleted once a day, for good.`,fields:[{name:`logs_days`,unit:`days`,min:1,max:3650,standard:30,label:`Logs`,hint:`The output of the package managers: the largest part by far.`},{name:`events_days`,unit:`days`,min:1,max:3650,standard:180,label:`Steps`,hint:`Which step each host took, and when.`},{name:`outcomes_days`,unit:`days`,min:1,max:3650,standard:730,label:`Outcomes`,hint:`Whole jobs, with what changed on which host. A job that is gone cannot be rolled back.`}]},q={key:`polling`,order:10,title:`Polling`,intro:`How often the manager asks its hosts. Each host is asked at a moment of its own.`,fields:[{name:`health_poll_interval_secs`,unit:`seconds`,min:10,max:86400,standard:60,label:`Health`,hint:`A host that is down is noticed after this time.`},{name:`patch_poll_interval_secs`,unit:`seconds`,min:60,max:604800,standard:1800,label:`Patches`,hint:`New patches show after this time. An unchanged list costs next to nothing.`},{name:`health_check_poll_interval_secs`,unit:`seconds`,min:30,max:86400,standard:300,label:`Health checks`,hint:`How often the services of a host are looked at, where checks are set up.`},{name:`system_info_poll_interval_secs`,unit:`seconds`,min:300,max:2592e3,standard:86400,label:`System data`,hint:`Release, kernel, memory and the like.`}]},J={unit:`days`,min:1,max:3650},Y={key:`service_levels`,order:40,title:`Service levels`,intro:`Within how many days a host shall have a security patch, counted from when the manager first saw it pending there. Reports and the figures of the exposure judge by it.`,fields:[{...J,name:`critical_days`,standard:7,label:`Critical`,hint:`The highest severity of its advisories.`},{...J,name:`important_days`,standard:14,label:`Important`,hint:`Some sources call it high.`},{...J,name:`moderate_days`,standard:30,label:`Moderate`,hint:`Some sources call it medium.`},{...J,name:`low_days`,standard:90,label:`Low`,hint:`Little can be done with it.`},{...J,name:`unrated_days`,standard:14,label:`Unrated`,hint:`No severity is published: so it is with all patches of Debian and Ubuntu.`}]},X={key:`approvers`,order:25,title:`Second persons`,intro:`Nobody approves for whoever shortly before made the approver’s account, enabled it, gave it its role, or reset its password or second factor: that would be one person with two accounts.`,fields:[{name:`independence_days`,unit:`days`,min:1,max:365,standard:1,label:`How long before a request this counts`,hint:`A new administrator can approve what others plan at once, but for who made the account only after this time.`}]},ie={key:`approval_retention`,order:26,title:`History of approvals`,intro:`How long it can be told who approved which job. What is older is deleted once a day, for good.`,fields:[{name:`decided_days`,unit:`days`,min:30,max:3650,standard:730,label:`Decided approvals`,hint:`As long as the outcomes of jobs is a good choice. The audit log has the decisions for longer.`}]},ae=2048;function oe(e){let t=URL.parse(e);return t?.protocol===`https:`?t.username===``&&t.password===``?null:`The URL must not hold a name or a password.`:`Enter a URL that begins with https://.`}var se={key:`exposure_fetch`,order:21,title:`Exposure data fetched by URL`,intro:`Which data sets the manager fetches by itself, once a day, and from where. Off until somebody switches it on: then the manager calls the address that stands beside it, over https alone. What came of it is on the page Exposure data.`,fields:D.flatMap(({kind:e,name:t,fetchedFrom:n})=>{let r=e.replaceAll(`-`,`_`);return n===null?[]:[{kind:`switch`,name:`${r}_enabled`,standard:!1,label:`Fetch ${t}`,hint:`Within the hour, and then once a day.`},{kind:`url`,name:`${r}_url`,maxLength:ae,standard:n,judge:e=>e===n?null:oe(e),label:`URL of ${t}`,hint:n===``?`Nobody publishes it as one file: a mirror of yours, also in a private network.`:`The publisher, or a mirror of yours, also in a private network.`}]})},ce={key:`exposure_retention`,order:22,title:`History of the exposure`,intro:`How long it can be told what was open on a host, and for how long. What is older is deleted once a day, for good.`,fields:[{name:`closed_days`,unit:`days`,min:30,max:3650,standard:730,label:`Closed CVEs and patches`,hint:`Reports and pages tell of nothing that was closed before; they say so. As long as the outcomes of jobs is a good choice.`},{name:`exceptions_days`,unit:`days`,min:1,max:3650,standard:90,label:`Expired exceptions`,hint:`Who excepted what, and why. The audit log has it for longer.`}]},le=/^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/,ue={key:`exposure_without_fix`,order:28,title:`CVEs without a fix`,intro:`Which packages do not count for CVEs that no source fixes yet. Patches that exist are offered and counted all the same.`,fields:[{kind:`names`,name:`set_aside`,maxItems:100,maxLength:128,standard:[`linux-libc-dev`,`linux-headers-*`,`linux-kbuild-*`,`linux-compiler-*`,`kernel-headers`,`kernel-devel`,`kernel-devel-*`,`kernel-default-devel`,`kernel-macros`],judge:e=>le.test(e)?null:`is no name of a package; a * may stand at its end.`,label:`Packages that are set aside`,hint:`A host that has only these of a source package does not count for its CVEs without a fix: a host with the headers of a kernel that runs another kernel, in a container for instance, does not have the CVEs of those headers. The pages of hosts and CVEs say how many are not counted. Set aside only packages without code that runs. A * at the end stands for any ending.`}]},de={key:`check_retention`,order:25,title:`History of health checks`,intro:`How long it can be told when a check turned red and green. What is older is deleted once a day, for good.`,fields:[{name:`changes_days`,unit:`days`,min:1,max:3650,standard:180,label:`Changes`,hint:`Of each check the last 1,000 are kept at most.`}]},fe={key:`mfa`,order:30,title:`Second factor`,intro:`Who must have more than a password: an authenticator app or a passkey. Single sign-on counts as two where its settings say so.`,fields:[{kind:`roles`,name:`required_roles`,standard:[],label:`These roles must have one`,hint:`Others may have one, too. A person who must have one cannot remove the last one.`},{name:`grace_days`,unit:`days`,min:0,max:90,standard:7,label:`Days of grace`,hint:`Counted for each person from the first sign-in under this rule. After that they can set a factor up, and do nothing else. 0: at once.`}]},pe={key:`package_retention`,order:23,title:`History of packages`,intro:`How long it can be told what came to a host, went, and changed. What is older is deleted within an hour, for good.`,fields:[{name:`changes_days`,unit:`days`,min:7,max:3650,standard:180,label:`Changes`,hint:`Of each host the last 300 are kept at most. What is installed now is not touched.`}]},me={key:`policy_retention`,order:24,title:`History of policies`,intro:`How long runs of policies that have ended are told of. What is older is deleted once a day, for good.`,fields:[{name:`runs_days`,unit:`days`,min:30,max:3650,standard:400,label:`Runs`,hint:`Of each policy the last 500 are kept at most. The jobs of a run are kept as the history of jobs says.`}]},he={key:`reports`,order:45,title:`Mailed reports`,intro:`Of the reports that schedules mail.`,fields:[{name:`attachment_max_mib`,unit:`MiB`,min:0,max:25,standard:10,label:`Largest attachment`,hint:`The mail of a larger report says where to fetch it. On its way a file grows by a third, and many mail servers take no more than 10 or 20 MiB in all. 0: no report leaves by mail, only the word that it is there.`}]},ge=8,_e=250,ve=e=>u(o.GET(`/api/v1/settings/web-tls`,{signal:e}));async function ye(e){await u(o.PUT(`/api/v1/settings`,{body:{web_tls_strategy:e}}))}async function be(){for(let t=ge;;--t)try{return await u(o.POST(`/api/v1/settings/web-tls/confirm`))}catch(n){if(t>1&&Z(n))await new Promise(e=>setTimeout(e,_e));else if(e(n)||Z(n))return null;else throw n}}var Z=e=>e instanceof s&&e.code===`TLS_NOT_CONFIRMED`,Q={title:`Certificate of this page`,intro:`What browsers and tools are shown on new connections. Agents see the certificate of the internal authority in any case.`,shown:{internal_ca:`Browsers are shown the certificate of the internal authority, which they do not know by themselves.`,custom:`Browsers are shown your own certificate.`,off:``},none:`There is no certificate of your own on this manager. Name its files in the configuration (web_cert_file and web_key_file), and start the manager again.`,unusable:`The certificate that the configuration of this manager names cannot be used.`,show:{internal_ca:`Show that of the internal authority`,custom:`Show my own certificate`},asking:`Showing it …`,confirm:`Confirm`,confirming:`Confirming …`,takenBackAt:`The change is taken back at`,unlessConfirmed:`unless this browser confirms it over a connection with the new certificate.`,notAccepted:`This browser did not reach the manager by the new certificate. Where you do nothing, the former one comes back by itself. To keep the new one, open this page in another tab, accept the certificate there, and confirm.`,confirmed:`Confirmed: this browser was shown the new certificate, and it stays.`},xe=5e3,Se=class extends a{#e=new v(this,{args:()=>[],read:(e,t)=>ve(t)});#t=new ee(this);#n=null;#r;updated(){clearTimeout(this.#r);let{confirm_by:e}=this.#e.value?.pending??{};if(e===void 0)return;let t=Math.max(0,Date.parse(e)-Date.now())+xe;this.#r=setTimeout(()=>this.#e.retry(),t)}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#r)}render(){return p`<section class="card stack tight" aria-labelledby="title">
      <div>
        <h2 id="title">${Q.title}</h2>
        <p class="quiet">${Q.intro}</p>
      </div>
      ${r(this.#e,{what:`which certificate is shown`,complete:e=>this.#i(e)})}
    </section>`}#i(e){let{strategy:n,certificate:r,pending:i,problem:a}=e;return p`<p>${Q.shown[n]}</p>
      ${r?Ce(r):t} ${a===null?t:we(a)}
      ${r===null&&a===null?p`<p class="quiet">${Q.none}</p>`:t}
      ${i?this.#o(i.confirm_by):this.#a(e)} ${this.#s()}
      ${h(this.#t.problem)}`}#a({strategy:e,certificate:n}){let r=e===`custom`?`internal_ca`:`custom`;return r===`custom`&&n===null?t:p`<div class="row">
      <button ?disabled=${this.#t.isBusy} @click=${()=>void this.#c(r)}>
        ${this.#t.isBusy?Q.asking:Q.show[r]}
      </button>
    </div>`}#o(e){return p`<div class="notice warn" role="status">
      ${d(`warning`)}
      <span>
        ${Q.takenBackAt} <strong>${Ee(e)}</strong> ${Q.unlessConfirmed}
        <button ?disabled=${this.#t.isBusy} @click=${()=>void this.#l()}>
          ${this.#t.isBusy?Q.confirming:Q.confirm}
        </button>
      </span>
    </div>`}#s(){if(this.#n===null)return t;let e=this.#n===`confirmed`;return p`<p class="notice ${e?`ok`:`bad`}" role="status">
      ${d(e?`check`:`error`)} <span>${e?Q.confirmed:Q.notAccepted}</span>
    </p>`}async#c(e){this.#n=null,await this.#t.run(async()=>{await ye(e),await this.#u()})}async#l(){this.#n=null,await this.#t.run(()=>this.#u())}async#u(){try{let e=await be();this.#n=e?`confirmed`:`not accepted`,e&&this.#e.change(()=>e)}finally{this.#e.retry()}}},Ce=({names:e,issuer:t,not_after:n})=>p`<dl class="facts">
    <dt>Your own is for</dt>
    <dd>${g(e.join(`, `))||`no name`}</dd>
    <dt>Issued by</dt>
    <dd>${g(t)}</dd>
    <dt>Expires</dt>
    <dd>
      <fm-time datetime=${n} mode="absolute"></fm-time>, <fm-time datetime=${n}></fm-time>
    </dd>
  </dl>`,we=e=>p`<p class="notice bad">
    ${d(`error`)} <span><strong>${Q.unusable}</strong> ${g(e)}</span>
  </p>`,Te=new Intl.DateTimeFormat(`en-GB`,{timeStyle:`medium`}),Ee=e=>Te.format(new Date(e));m(`fm-web-tls`,Se);var De={key:`web_tls_strategy`,order:40,render:()=>p`<fm-web-tls></fm-web-tls>`},Oe={...Object.assign({"./sections/jobRetention.ts":K,"./sections/polling.ts":q,"./sections/serviceLevels.ts":Y}),...Object.assign({"../../../plugins/approvals/web/approverSettings.ts":X,"../../../plugins/approvals/web/settings.ts":ie,"../../../plugins/exposure/web/fetchSettings.ts":se,"../../../plugins/exposure/web/settings.ts":ce,"../../../plugins/exposure/web/withoutFixSettings.ts":ue,"../../../plugins/health-checks/web/settings.ts":de,"../../../plugins/mfa/web/settings.ts":fe,"../../../plugins/packages/web/settings.ts":pe,"../../../plugins/policies/web/settings.ts":me,"../../../plugins/reports/web/settings.ts":he})},ke=Object.assign({"../../../plugins/web-tls/web/settingsPanel.ts":De}),Ae=[...Object.values(Oe),...Object.values(ke)].sort((e,t)=>e.order-t.order),$=class extends f{#e=new v(this,{args:()=>[],read:(e,t)=>x(t)});constructor(){super(),new _(this,()=>[...this.renderRoot.querySelectorAll(`fm-settings-section`)].some(({isChanged:e})=>e))}render(){return p`<div class="page">
      <fm-page-header heading="Settings"><p>${U.intro}</p></fm-page-header>
      ${r(this.#e,{what:`the settings`,complete:e=>this.#t(e)})}
    </div>`}#t(e){let t=Ae.filter(({key:t})=>e.settings[t]!==void 0);return t.length===0?p`<fm-state kind="empty" heading=${U.none}></fm-state>`:t.map(t=>`render`in t?t.render():p`<fm-settings-section
            .section=${t}
            .values=${b(e,t.key)}
            .save=${e=>this.#r(t,e)}
          ></fm-settings-section>`)}updated(){let e=this.query.get(`section`);if(e===null||e===this.#n)return;let t=[...this.renderRoot.querySelectorAll(`fm-settings-section`)].find(({section:t})=>t.key===e);t&&(this.#n=e,t.updateComplete.then(()=>t.lead()))}#n=null;async#r({key:e},t){let n=this.#e.value;n&&await S({key:e,body:t,known:n,is:e=>this.#e.change(()=>e)})}};m(`fm-page-settings`,$);export{$ as FmPageSettings};