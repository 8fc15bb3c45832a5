import{A as e,Et as t,G as n,L as r,_t as i,at as a,j as o,k as s,kt as c,st as l,tt as u,vt as d,wt as f,yt as p,z as m}from"./shell-BBooQZkD.js";import{t as ee}from"./fm-tabs-CPw1KKiN.js";import{a as h,c as g,h as _,l as v,m as y,p as b,t as te,u as x,v as S}from"./common-CAX3qpu1.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-table-uS3hD86L.js";import{t as C}from"./testNotice-D0V8BmKz.js";import{a as w,i as ne,n as re,o as ie,r as ae,s as oe,t as T}from"./draftForm-EeW-y90m.js";import"./fm-field-B9Tvw1l9.js";import{t as E}from"./live-CMLH40Mq.js";import"./fm-scope-WvuOj539.js";import{t as D}from"./fm-confirm-CHgqJzYh.js";import"./fm-copy-BvXDkWnx.js";var O={enabled:`Send mail`,host:`Mail server`,port:`Port`,tls_mode:`Encryption`,username:`User name`,password:`Password`,from:`Sender`,helo_name:`Name in the greeting`},k={email_enabled:`Tell people by mail`,recipients:`Who is told of everything`,email_from:`Another sender`,log_days:`Days that the log is kept`},A={"job.paused":[`A job waits for a decision`,`Too many of its hosts failed, and it stands still.`],"job.failed":[`A job failed on hosts`,`It has ended, and its work was not done on some hosts.`],"job.completed":[`A job is done`,`It has ended, and nobody has to do anything.`],"window.upcoming":[`A maintenance window opens soon`,`A day and an hour before it, where work waits for it.`],"certificate.expiring":[`A certificate ends soon`,`Of a host, of the manager or of the authority, where a person must see to it.`]},j={...Object.fromEntries(Object.entries(A).map(([e,[t]])=>[e,t])),"report.made":`A report was made`,"report.failed":`A report could not be made`},M={waiting:[`busy`,`Waiting`],sent:[`ok`,`Sent`],dead:[`bad`,`Given up`],dropped:[`neutral`,`Dropped`]},se=[{value:`starttls`,label:`STARTTLS (usually port 587)`},{value:`tls`,label:`TLS from the start (usually port 465)`},{value:`none`,label:`None: everybody on the way can read it (usually port 25)`}],N={title:`Notifications`,what:`Who is told when jobs end or stop, and before maintenance windows open or certificates end: people by mail, programs by webhooks.`,mail:`Mail`,rules:`Rules`,webhooks:`Webhooks`,log:`Log`,server:`The mail server`,people:`Who is told`,enabledHelp:`Switched off, nothing is sent, and nothing is kept for later.`,hostHelp:`Its name; the name must be in its certificate.`,fromHelp:`The address that mails come from, and that answers go to.`,heloNameHelp:`How the manager greets the server. Empty: by the name of its address.`,usernameHelp:`Empty where the server wants none.`,emailFromHelp:`Empty: the sender of the mail server.`,recipientsHelp:`These addresses get every mail about the whole fleet. Rules tell other people, or only of some things.`,badAddress:`Enter an address like name@example.org.`,badRecipients:`Each must be an address like name@example.org.`,noHost:`Enter the mail server: without it no mail can be sent.`,noFrom:`Enter the sender: without one no server takes a mail.`,badPort:`Enter a whole number from 1 to 65,535.`,badDays:`Enter a whole number of days, from 1 to 3,650.`,works:`Does it work?`,testHint:`A test mail goes to the people who are told of everything; if there are none, to you.`,testFirst:`Save first: the test goes by what is saved.`,test:`Send a test mail`,testing:`Sending …`,testOk:`The server took the mail.`,testFailed:`The mail could not be sent.`,noRules:`No rule yet`,noRulesText:`Without rules, only the people named under Mail are told. A rule tells other people, or webhooks, of what you choose.`,newRule:`New rule`,nobody:`nobody`,allHosts:`All hosts`,nameFirst:`Enter a name.`,factFirst:`Choose at least one.`,toFirst:`Name at least one mail address or webhook.`,noWebhooks:`No webhook yet`,noWebhooksText:`A webhook is an address that the manager calls. Rules say of what.`,newWebhook:`New webhook`,badUrl:`Enter an address that starts with https:// or http://.`,secretHelp:`Left empty, the manager makes one and shows it once. Your own is whsec_ and 24 to 64 bytes in base64.`,changeSecretHelp:`Left empty, it stays, unless the address leads to another host: then the manager makes a new one.`,secretOnce:`The receiver verifies calls with this secret. Copy it now: it is not shown again.`,kept:`I have kept it`,noDeliveries:`Nothing was sent yet`,noDeliveriesText:`Each mail and each call of a webhook is listed here, with what the other side answered.`},ce={none:`None is saved.`,kept:`One is saved. What you type replaces it.`,new:`It replaces what was saved.`,removed:`The saved one is taken away.`,cleared:`The saved one is forgotten, because it would go elsewhere or unencrypted. Enter it again.`};p(`fm-deliveries`,class extends i{static properties={state:{state:!0}};#e=new _(this);#t=new S(this,{query:()=>this.state===``?{}:{state:this.state},read:async(e,t,n)=>{let r={query:{...e,...t}},i=await l(a.GET(`/api/v1/notification-deliveries`,{params:r,signal:n}));return{rows:i.deliveries,total:i.total,cursor:i.next_cursor}}});constructor(){super(),this.state=``}render(){return f`<div class="stack">
      <div class="row spread">
        <label class="field">
          State
          <select
            @change=${({target:e})=>this.state=e.value}
          >
            <option value="">Any</option>
            ${Object.entries(M).map(([e,[,t]])=>f`<option value=${e} ?selected=${e===this.state}>${t}</option>`)}
          </select>
        </label>
        <span class="row">
          <span class="quiet" role="status">
            ${e(this.#t.total,`delivery`,`deliveries`)}
          </span>
          <button ?disabled=${this.#t.isLoading} @click=${()=>this.#t.restart()}>
            Read again
          </button>
        </span>
      </div>
      ${m(this.#e.problem)}
      ${r(this.#t,{what:`the log`,isEmpty:e=>e.length===0,empty:()=>f`<fm-state kind="empty" heading=${N.noDeliveries}>${N.noDeliveriesText}</fm-state>`,complete:e=>f`<fm-table
            label="Log of deliveries"
            .columns=${this.#n()}
            .rows=${e}
            .total=${this.#t.total}
            @fm-near-end=${()=>this.#t.more()}
          ></fm-table>`})}
    </div>`}#n(){return[{key:`recipient`,header:`To`,minRem:12,grow:1,render:({recipient:e,channel:t})=>f`${y(e)}
            <span class="quiet small">${t===`mail`?`by mail`:`webhook`}</span>`},{key:`fact`,header:`About`,minRem:11,render:({fact:e,job_id:t})=>t===null?j[e]:f`<a href="/jobs/${encodeURIComponent(t)}" tabindex="-1">${j[e]}</a>`},{key:`state`,header:`State`,minRem:8.5,render:({state:e})=>f`<fm-badge tone=${M[e][0]} label=${M[e][1]}></fm-badge>`},{key:`at`,header:`When`,minRem:8.5,priority:2,render:({created_at:e})=>f`<fm-time datetime=${e}></fm-time>`},{key:`answer`,header:`Answer`,minRem:14,grow:2,priority:2,isLong:!0,render:({last_answer:e,tries:n,state:r})=>f`${e===null?`–`:b(e)}
          ${r===`waiting`&&n>0?f`<span class="quiet small">${s(n,`attempt`)}</span>`:t}`},{key:`again`,header:`Send again`,minRem:9,priority:2,text:()=>null,render:e=>e.state===`dead`?f`<button
                aria-label="Send again to ${y(e.recipient)}"
                ?disabled=${this.#e.isBusy}
                @click=${()=>this.#r(e)}
              >
                Send again
              </button>`:t}]}async#r({id:e,recipient:t}){this.#e.isBusy||await this.#e.run(async()=>{let n={path:{deliveryId:e}},r=await l(a.POST(`/api/v1/notification-deliveries/{deliveryId}/send-again`,{params:n}));this.#t.change(t=>t.map(t=>t.id===e?r:t)),o(`It is on its way to ${y(t)} again.`)})}});var P=e=>({fields:Object.entries(e).map(([e,t])=>({name:e,label:t}))}),F={smtp:P(O),notification:P(k)};function I(e,t,n){return Object.fromEntries(F[e].fields.map(e=>[e.name,oe(e,t,n)]))}function L(e,t,n){let r=Object.entries(n).map(([e,t])=>[e,typeof t==`string`&&e!==`password`?t.trim():t]);return w(F[e],t,Object.fromEntries(r))}var R=e=>/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(e),z=(e,t,n)=>typeof e==`number`&&Number.isInteger(e)&&e>=t&&e<=n;function B(e,t){let n=e=>String(t[e]??``).trim(),r=(e,t)=>n(e)===``?t:R(n(e))?null:N.badAddress,i=t.enabled===!0,a=Array.isArray(t.recipients)?t.recipients:[],o=e===`smtp`?{host:i&&n(`host`)===``?N.noHost:null,port:z(t.port,1,65535)?null:N.badPort,from:r(`from`,i?N.noFrom:null)}:{recipients:a.every(R)?null:N.badRecipients,email_from:r(`email_from`,null),log_days:z(t.log_days,1,3650)?null:N.badDays};return Object.fromEntries(Object.entries(o).flatMap(([e,t])=>t===null?[]:[[e,t]]))}function V(e,t){let n=t.password;if(typeof n==`string`)return`new`;if((e.password??null)===null)return`none`;if(n===null)return`removed`;let r=L(`smtp`,e,t);return[`host`,`port`,`tls_mode`].some(t=>r[t]!==void 0&&!ie(r[t],e[t]))?`cleared`:`kept`}var H=c`
  form {
    display: grid;
    gap: var(--fm-space-4);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
    gap: var(--fm-space-4) var(--fm-space-5);
    align-items: start;
  }
`,U={enabled:{kind:`switch`,help:N.enabledHelp},host:{help:N.hostHelp,maxlength:253},port:{kind:`number`},tls_mode:{kind:`select`,options:se},username:{help:N.usernameHelp,maxlength:256},from:{kind:`email`,help:N.fromHelp,maxlength:254},helo_name:{help:N.heloNameHelp,maxlength:253},email_enabled:{kind:`switch`,help:N.enabledHelp},recipients:{kind:`list`,help:N.recipientsHelp,maxlength:254},email_from:{kind:`email`,help:N.emailFromHelp,maxlength:254},log_days:{kind:`number`}},W=class extends i{static styles=[i.styles,H];static properties={section:{},values:{attribute:!1},save:{attribute:!1}};#e=new T(this,{form:()=>F[this.section],values:()=>this.values,body:e=>L(this.section,this.values,e),problems:e=>B(this.section,I(this.section,this.values,e)),save:e=>this.save(e),focus:e=>this.#a(e)});constructor(){super(),this.section=`smtp`,this.values={},this.save=()=>Promise.resolve()}get isChanged(){return this.#e.changes>0}render(){let[e,...n]=F[this.section].fields;return f`<form @submit=${this.#e.submit} novalidate>
      ${e?this.#t(e):t}
      <div class="fields">
        ${n.map(e=>e.name===`password`?this.#n(e):this.#t(e))}
      </div>
      ${this.#e.movedNotice(({label:e})=>e)} ${this.#e.problemNotice} ${this.#e.buttons}
    </form>`}#t({name:e,label:r},i={}){let{kind:a=`text`,help:o=``,options:s=[],maxlength:c,autocomplete:l}={...U[e],...i},u=I(this.section,this.values,this.#e.draft),d=e===`password`?this.#r():u[e],p=this.#e.isJudged?B(this.section,u)[e]:void 0,m=n(this.#e.action.problem)[`${this.section}/${e}`];return f`<fm-field
      kind=${a}
      name=${e}
      label=${r}
      help=${o}
      maxlength=${c??t}
      autocomplete=${l??`off`}
      .options=${s}
      .value=${d}
      .error=${p??m??null}
      @fm-input=${({detail:t})=>this.#i(e,t)}
    ></fm-field>`}#n(e){let n=V(this.values,this.#e.draft),r=n===`kept`||n===`removed`,i={kind:`password`,help:ce[n],maxlength:1024};return f`<div class="stack tight">
      ${this.#t(e,{...i,autocomplete:`new-password`})}
      ${r?f`<div class="row">
              <button
                type="button"
                @click=${()=>n===`kept`?this.#e.type({password:null}):this.#e.forget(`password`)}
              >
                ${n===`kept`?`Take the password away`:`Keep the password`}
              </button>
            </div>`:t}
    </div>`}#r(){let e=this.#e.draft.password;return typeof e==`string`?e:``}#i(e,t){e===`password`&&t===``?this.#e.forget(e):this.#e.type({[e]:t})}#a(e){let t=this.renderRoot.querySelector(`fm-field[name="${e}"]`);t?.scrollIntoView({block:`nearest`}),t?.focus()}};p(`fm-mail-form`,W);var le=class extends i{static properties={result:{state:!0},isChanged:{state:!0}};#e=new _(this);#t=new x(this,{args:()=>[],read:(e,t)=>re(t)});constructor(){super(),this.result=null,this.isChanged=!1}render(){return r(this.#t,{what:`the settings`,complete:e=>this.#n(e)})}#n(e){return f`<div class="stack">
      ${this.#r(e,`smtp`,N.server)} ${this.#r(e,`notification`,N.people)}
      <section class="card stack" aria-labelledby="test">
        <h2 id="test">${N.works}</h2>
        <p class="quiet">${this.isChanged?N.testFirst:N.testHint}</p>
        <div class="row">
          <button ?disabled=${this.isChanged||this.#e.isBusy} @click=${this.#a}>
            ${this.#e.isBusy?N.testing:N.test}
          </button>
        </div>
        ${m(this.#e.problem)} ${this.result?ue(this.result):t}
      </section>
    </div>`}#r(e,t,n){return f`<section class="card stack" aria-labelledby=${t}>
      <h2 id=${t}>${n}</h2>
      <fm-mail-form
        section=${t}
        .values=${ne(e,t)}
        .save=${async e=>{let n=this.#t.value;n&&(await ae({key:t,body:e,known:n,is:e=>this.#t.change(()=>e)}),this.result=null)}}
        @fm-changed=${this.#i}
      ></fm-mail-form>
    </section>`}#i=()=>{let e=[...this.renderRoot.querySelectorAll(`fm-mail-form`)];this.isChanged=e.some(e=>e.isChanged),this.dispatchEvent(new CustomEvent(`fm-changed`,{detail:this.isChanged}))};#a=async()=>{this.#e.isBusy||(this.result=null,await this.#e.run(async()=>{this.result=await l(a.POST(`/api/v1/settings/smtp/test`)),o(this.result.success?N.testOk:N.testFailed)}))}},ue=({success:e,message:t})=>C({isOk:e,heading:e?N.testOk:N.testFailed,message:t});p(`fm-mail`,le);function de({id:e,edit_version:t},n){let r={path:{ruleId:e},header:{"If-Match":`"${t}"`}};return g(n,{save:()=>l(a.PUT(`/api/v1/notification-rules/{ruleId}`,{params:r,body:n})),read:async()=>(await l(a.GET(`/api/v1/notification-rules`))).rules.find(({id:t})=>t===e)})}function fe({id:e,edit_version:t},n){let r={path:{webhookId:e},header:{"If-Match":`"${t}"`}};return g(n,{save:()=>l(a.PUT(`/api/v1/webhooks/{webhookId}`,{params:r,body:n})),read:async()=>(await l(a.GET(`/api/v1/webhooks`))).webhooks.find(({id:t})=>t===e)})}var pe=c`
  .choice {
    display: flex;
  }
`,me=Object.keys(A),he=class extends i{static styles=[i.styles,pe];static properties={rule:{attribute:!1},webhooks:{attribute:!1},draft:{state:!0},isJudged:{state:!0}};#e=new _(this);constructor(){super(),this.rule=null,this.webhooks=[],this.draft=G(null),this.isJudged=!1}willUpdate(e){e.has(`rule`)&&(this.draft=G(this.rule),this.isJudged=!1)}render(){let{rule:e,draft:n}=this,{isBusy:r,problem:i}=this.#e,a=this.isJudged?this.#i():{};return f`<form class="stack" @submit=${this.#a} novalidate>
      <h2>${e?`Edit ${y(e.name)}`:N.newRule}</h2>
      <fm-field
        required
        name="name"
        label="Name"
        maxlength="100"
        .value=${n.name}
        .error=${a.name??null}
        @fm-input=${({detail:e})=>this.#r({name:e})}
      ></fm-field>
      <fieldset>
        <legend>Tell of</legend>
        ${me.map(e=>this.#t(e))} ${q(a.facts)}
      </fieldset>
      <fm-scope
        legend="Which hosts"
        .value=${n.hasGroups?n.group_ids:null}
        @fm-scope=${({detail:e})=>this.#r({hasGroups:e!==null,group_ids:[...e??[]]})}
      ></fm-scope>
      ${q(a.groups)}
      <fm-field
        kind="list"
        name="recipients"
        label="Mail addresses"
        maxlength="254"
        .value=${n.recipients}
        .error=${a.recipients??null}
        @fm-input=${({detail:e})=>this.#r({recipients:Array.isArray(e)?[...e]:[]})}
      ></fm-field>
      ${this.webhooks.length===0?t:this.#n()} ${q(a.to)}
      <fm-field
        kind="switch"
        name="enabled"
        label="Switched on"
        .value=${n.enabled}
        @fm-input=${({detail:e})=>this.#r({enabled:e})}
      ></fm-field>
      ${m(i)}
      <div class="row">
        <button class="primary" ?disabled=${r}>${r?`Saving …`:`Save the rule`}</button>
        <button type="button" @click=${()=>this.dispatchEvent(new Event(`fm-cancelled`))}>Cancel</button>
      </div>
    </form>`}#t(e){let[t,n]=A[e],{facts:r}=this.draft;return f`<label class="choice">
      <input
        type="checkbox"
        .checked=${E(r.includes(e))}
        @change=${()=>this.#r({facts:K(r,e)})}
      />
      <span>${t} <span class="quiet small">${n}</span></span>
    </label>`}#n(){let{webhook_ids:e}=this.draft;return f`<fieldset>
      <legend>Webhooks</legend>
      ${this.webhooks.map(({id:t,name:n})=>f`<label class="choice">
            <input
              type="checkbox"
              .checked=${E(e.includes(t))}
              @change=${()=>this.#r({webhook_ids:K(e,t)})}
            />
            <span>${y(n)}</span>
          </label>`)}
    </fieldset>`}#r(e){this.draft={...this.draft,...e}}#i(){let{name:e,facts:t,hasGroups:n,group_ids:r,recipients:i,webhook_ids:a}=this.draft,o=i.length+a.length===0;return{...e.trim()===``?{name:N.nameFirst}:{},...t.length===0?{facts:N.factFirst}:{},...n&&r.length===0?{groups:N.factFirst}:{},...i.every(e=>/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(e))?{}:{recipients:N.badRecipients},...o?{to:N.toFirst}:{}}}firstUpdated(){this.renderRoot.querySelector(`fm-field[name="name"]`)?.focus()}#a=async e=>{if(e.preventDefault(),this.#e.isBusy||(this.isJudged=!0,Object.keys(this.#i()).length>0))return;let{rule:t}=this,{hasGroups:n,group_ids:r,...i}=this.draft,o={...i,name:i.name.trim(),group_ids:n?r:[]};await this.#e.run(async()=>{let e=t?await de(t,o):await h([`/notification-rules`,o],e=>l(a.POST(`/api/v1/notification-rules`,{params:{header:e},body:o})));this.dispatchEvent(new CustomEvent(`fm-written`,{detail:e}))})}};function G(e){let{name:t=``,enabled:n=!0,facts:r=[`job.paused`,`job.failed`]}=e??{},{group_ids:i=[],recipients:a=[],webhook_ids:o=[]}=e??{};return{name:t,enabled:n,facts:r,group_ids:i,recipients:a,webhook_ids:o,hasGroups:i.length>0}}var K=(e,t)=>e.includes(t)?e.filter(e=>e!==t):[...e,t],q=e=>e===void 0?t:f`<p class="problem" role="alert">${u(`error`)} ${e}</p>`;p(`fm-rule-form`,he);var J={key:`enabled`,header:`State`,minRem:6,render:({enabled:e})=>f`<fm-badge tone=${e?`ok`:`neutral`} label=${e?`On`:`Off`}></fm-badge>`};function Y({isBusy:e},t){let n=t=>([n,r])=>f`<button aria-label="${n} ${y(t.name)}" ?disabled=${e} @click=${()=>r(t)}>
        ${n}
      </button>`,r=Object.entries(t);return{key:`acts`,header:`Actions`,minRem:r.length>2?17:11,text:()=>null,render:e=>r.map(n(e))}}async function X(e,{what:t,name:n,text:r,work:i}){await D({title:`Delete the ${t} ${y(n)}?`,text:r,action:`Delete`})&&!e.isBusy&&await e.run(async()=>{await i(),o(`The ${t} ${y(n)} is deleted.`)})}p(`fm-rules`,class extends i{static properties={edited:{state:!0}};#e=new _(this);#t=new x(this,{args:()=>[],read:async(e,t)=>{let[{rules:n},{webhooks:r}]=await Promise.all([l(a.GET(`/api/v1/notification-rules`,{signal:t})),l(a.GET(`/api/v1/webhooks`,{signal:t}))]);return{rules:n,webhooks:r}}});constructor(){super(),this.edited=null}render(){return f`<div class="stack">
      ${m(this.#e.problem)}
      ${r(this.#t,{what:`the rules`,complete:e=>this.#n(e)})}
    </div>`}#n({rules:e,webhooks:t}){return f`<div class="stack">
      ${this.edited===null?f`<div class="row">
              <button @click=${()=>this.edited=`new`}>${u(`plus`)} ${N.newRule}</button>
            </div>`:this.#i(this.edited,t)}
      ${e.length===0?f`<fm-state kind="empty" heading=${N.noRules}>${N.noRulesText}</fm-state>`:f`<fm-table label="Rules" .columns=${this.#r(t)} .rows=${e}></fm-table>`}
    </div>`}#r(e){let t=new Map(e.map(({id:e,name:t})=>[e,t]));return[{key:`name`,header:`Name`,minRem:10,render:({name:e})=>y(e)},{key:`facts`,header:`Tells of`,minRem:13,grow:1,render:({facts:e})=>e.map(e=>f`<div>${A[e][0]}</div>`)},{key:`hosts`,header:`Hosts`,minRem:7,priority:2,render:({group_ids:e})=>e.length===0?N.allHosts:s(e.length,`group`)},{key:`to`,header:`Whom`,minRem:12,grow:1,priority:2,isLong:!0,render:({recipients:e,webhook_ids:n})=>[...e,...n.map(e=>t.get(e)??e)].map(y).join(`, `)},J,Y(this.#e,{Edit:e=>this.edited=e,Delete:e=>this.#a(e)})]}#i(e,t){return f`<section class="card">
      <fm-rule-form
        .rule=${e===`new`?null:e}
        .webhooks=${t}
        @fm-cancelled=${()=>this.edited=null}
        @fm-written=${({detail:e})=>{this.edited=null,o(`The rule ${y(e.name)} is saved.`),this.#t.retry()}}
      ></fm-rule-form>
    </section>`}#a({id:e,name:t,edit_version:n}){return X(this.#e,{what:`rule`,name:t,text:`The people and webhooks that it names are told no more, unless another rule names them.`,work:async()=>{let t={path:{ruleId:e},header:{"If-Match":`"${n}"`}};await v(l(a.DELETE(`/api/v1/notification-rules/{ruleId}`,{params:t}))),this.edited!==`new`&&this.edited?.id===e&&(this.edited=null),this.#t.retry()}})}});var Z=e=>/^https?:\/\/[^\s]+$/i.test(e)&&URL.canParse(e);p(`fm-webhook-form`,class extends i{static properties={webhook:{attribute:!1},name:{state:!0},url:{state:!0},enabled:{state:!0},secret:{state:!0},isJudged:{state:!0}};#e=new _(this);constructor(){super(),this.webhook=null,this.name=``,this.url=``,this.enabled=!0,this.secret=``,this.isJudged=!1}willUpdate(e){if(!e.has(`webhook`))return;let{name:t=``,url:n=``,enabled:r=!0}=this.webhook??{};Object.assign(this,{name:t,url:n,enabled:r,secret:``,isJudged:!1})}render(){let{webhook:e,isJudged:t}=this,{isBusy:n,problem:r}=this.#e,i=t&&this.name.trim()===``?N.nameFirst:null,a=t&&!Z(this.url.trim())?N.badUrl:null;return f`<form class="stack" @submit=${this.#n} novalidate>
      <h2>${e?`Edit ${y(e.name)}`:N.newWebhook}</h2>
      ${this.#t(`name`,`Name`,{error:i,maxlength:100})}
      ${this.#t(`url`,`Address`,{kind:`url`,error:a,maxlength:2048})}
      ${this.#t(`secret`,`Secret`,{kind:`password`,help:e?N.changeSecretHelp:N.secretHelp,maxlength:128})}
      ${this.#t(`enabled`,`Call it`,{kind:`switch`})} ${m(r)}
      <div class="row">
        <button class="primary" ?disabled=${n}>${n?`Saving …`:`Save the webhook`}</button>
        <button type="button" @click=${()=>this.dispatchEvent(new Event(`fm-cancelled`))}>Cancel</button>
      </div>
    </form>`}#t(e,n,{kind:r=`text`,help:i=``,error:a=null,maxlength:o}){return f`<fm-field
      ?required=${e===`name`||e===`url`}
      kind=${r}
      name=${e}
      label=${n}
      help=${i}
      maxlength=${o??t}
      autocomplete=${r===`password`?`new-password`:`off`}
      .value=${this[e]}
      .error=${a}
      @fm-input=${({detail:t})=>Object.assign(this,{[e]:t})}
    ></fm-field>`}firstUpdated(){this.#r(`name`)}#n=async e=>{if(e.preventDefault(),this.#e.isBusy)return;this.isJudged=!0;let[t,n,r]=[this.name.trim(),this.url.trim(),this.secret.trim()];if(t===``)return this.#r(`name`);if(!Z(n))return this.#r(`url`);let{webhook:i,enabled:o}=this,s={name:t,url:n,enabled:o,...r===``?{}:{secret:r}};await this.#e.run(async()=>{let e=i?await fe(i,s):await h([`/webhooks`,s],e=>l(a.POST(`/api/v1/webhooks`,{params:{header:e},body:s})));this.dispatchEvent(new CustomEvent(`fm-written`,{detail:e}))})};#r(e){this.renderRoot.querySelector(`fm-field[name="${e}"]`)?.focus()}});var ge=class extends i{static properties={edited:{state:!0},written:{state:!0},tested:{state:!0}};#e=new _(this);#t=new x(this,{args:()=>[],read:async(e,t)=>(await l(a.GET(`/api/v1/webhooks`,{signal:t}))).webhooks});constructor(){super(),this.edited=null,this.written=null,this.tested=null}render(){return f`<div class="stack">
      ${m(this.#e.problem)} ${this.tested?_e(this.tested):t}
      ${this.written?this.#i(this.written):t}
      ${this.edited===null?f`<div class="row">
              <button ?disabled=${this.written!==null} @click=${()=>this.edited=`new`}>
                ${u(`plus`)} ${N.newWebhook}
              </button>
            </div>`:this.#r(this.edited)}
      ${r(this.#t,{what:`the webhooks`,isEmpty:({length:e})=>e===0,empty:()=>f`<fm-state kind="empty" heading=${N.noWebhooks}>${N.noWebhooksText}</fm-state>`,complete:e=>f`<fm-table label="Webhooks" .columns=${this.#n()} .rows=${e}></fm-table>`})}
    </div>`}#n(){return[{key:`name`,header:`Name`,minRem:10,render:({name:e})=>y(e)},{key:`url`,header:`Address`,minRem:14,grow:1,priority:2,render:({url:e})=>b(e)},J,Y(this.#e,{Test:e=>this.#a(e),Edit:e=>this.edited=e,Delete:e=>this.#o(e)})]}#r(e){return f`<section class="card">
      <fm-webhook-form
        .webhook=${e===`new`?null:e}
        @fm-cancelled=${()=>this.edited=null}
        @fm-written=${({detail:e})=>{this.edited=null,this.written=e.secret===null?null:e,o(`The webhook ${y(e.name)} is saved.`),this.#t.retry()}}
      ></fm-webhook-form>
    </section>`}#i({name:e,secret:t}){return f`<section class="card stack tight">
      <p><strong>${y(e)} is saved.</strong> ${N.secretOnce}</p>
      <fm-copy name="secret" .value=${t??``}></fm-copy>
      <div class="row">
        <button class="primary" @click=${()=>this.written=null}>${N.kept}</button>
      </div>
    </section>`}async#a({id:e,name:t}){this.#e.isBusy||(this.tested=null,await this.#e.run(async()=>{let n={path:{webhookId:e}},r=await l(a.POST(`/api/v1/webhooks/{webhookId}/test`,{params:n}));this.tested={name:t,result:r},o(r.success?`${y(t)} took the call.`:`${y(t)} did not take the call.`)}))}#o({id:e,name:t,edit_version:n}){return X(this.#e,{what:`webhook`,name:t,text:`What waits to be sent to it is dropped. This cannot be undone.`,work:async()=>{let t={path:{webhookId:e},header:{"If-Match":`"${n}"`}};await v(l(a.DELETE(`/api/v1/webhooks/{webhookId}`,{params:t}))),this.edited!==`new`&&this.edited?.id===e&&(this.edited=null),this.#t.retry()}})}},_e=({name:e,result:{success:t,message:n}})=>C({isOk:t,heading:`${y(e)} ${t?`took the call.`:`did not take the call.`}`,message:n});p(`fm-webhooks`,ge);var Q=[{key:`mail`,label:N.mail},{key:`rules`,label:N.rules},{key:`webhooks`,label:N.webhooks},{key:`log`,label:N.log}],$=class extends d{static properties={isChanged:{state:!0}};constructor(){super(),this.isChanged=!1,new te(this,()=>this.isChanged)}render(){let e=ee(this.query,Q);return f`<div class="page">
      <fm-page-header heading=${N.title}><p>${N.what}</p></fm-page-header>
      <fm-tabs label=${N.title} .tabs=${Q} .selected=${e}>
        <div ?hidden=${e!==`mail`}>
          <fm-mail @fm-changed=${({detail:e})=>this.isChanged=e}></fm-mail>
        </div>
        ${this.#e(e)}
      </fm-tabs>
    </div>`}#e(e){return e===`rules`?f`<fm-rules></fm-rules>`:e===`webhooks`?f`<fm-webhooks></fm-webhooks>`:e===`log`?f`<fm-deliveries></fm-deliveries>`:null}};p(`fm-page-notifications`,$);export{$ as FmPageNotifications};