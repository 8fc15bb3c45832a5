import{Et as e,F as t,G as n,L as r,_t as i,at as a,dt as o,j as s,k as c,kt as l,st as u,tt as ee,ut as d,vt as te,wt as f,yt as p,z as ne}from"./shell-BBooQZkD.js";import{t as m}from"./fm-confirm-CHgqJzYh.js";import"./fm-table-uS3hD86L.js";import{a as h,c as g,h as _,l as re,m as v,p as y,u as b,x}from"./common-CAX3qpu1.js";import{t as ie}from"./names-DRkFoyNN.js";import"./fm-badge-hBKVOtwJ.js";import{_ as S,c as C,h as w,l as ae,m as oe,v as se,x as ce}from"./texts-C7xb8Q3t.js";import{t as T}from"./names-D5w06l-U.js";import{t as le}from"./afterTyping-DMxaewmu.js";import"./fm-field-B9Tvw1l9.js";import{t as ue}from"./recurringForm-DR3Qug5Z.js";var E=()=>!0,D=()=>null,de=[{act:`show`,isNamed:E,whyNot:D},{act:`run`,isNamed:E,whyNot:k},{act:`edit`,isNamed:E,whyNot:D},{act:`pause`,isNamed:({enabled:e})=>e,whyNot:D},{act:`resume`,isNamed:({enabled:e})=>!e,whyNot:D},{act:`delete`,isNamed:E,whyNot:D}],O=(e,t)=>de.filter(({isNamed:t})=>t(e)).map(({act:n,whyNot:r})=>({act:n,whyNot:r(e,t)}));function k({last_run:e},t){return e?.state===`making`?`It is being made now.`:t?null:`Mail is off, so nothing could be sent.`}function A({state:e,mails:t}){if(e===`making`||e===`failed`)return e;if(t.length===0)return`mailed`;let n=t.filter(({state:e})=>e===`dead`||e===`dropped`).length;return n===t.length?`undelivered`:n>0?`partly`:t.every(({state:e})=>e===`sent`)?`delivered`:`underWay`}var j=({last_run:e})=>e!==null&&(e.state===`making`||e.mails.some(({state:e})=>e===`waiting`)),M={title:`Schedules`,what:`Reports that are made by themselves and mailed to whoever asked for them, with or without an account here.`,add:`New schedule`,none:`No report is mailed by itself.`,noneText:`A schedule makes a report each week or month, or by any rule, and mails it: to an auditor, for instance.`,mailOff:`Mail is not set up, or switched off: no report can be mailed, and a run that is due fails.`,mailOffWhere:`Set up mail`,mailOffAsk:`An administrator can switch it on.`,paused:`Paused`,pausedText:`It is paused: nothing is made until somebody resumes it.`,neverAgain:`It does not start again.`,noRun:`None yet`,allHosts:`All hosts`,groupGone:`A group that you do not see`,limited:`Only hosts that its author may see`,whoseHosts:e=>`It holds the hosts that ${e} could see when saving it, and that are there at each start.`,newSees:`It holds the hosts that you may see. When somebody else saves it, it holds the hosts that they may see.`,nextStarts:`The next reports`,neverStarts:`It never starts.`,about:(e,t)=>`about ${e} to ${t}`,lastRun:`The last report`,startedAt:`Of the start`,message:`What was made`,mails:`Mails`,noMails:`What became of its mails is not recorded any more, or nothing was mailed.`,noAnswer:`Not tried yet`,again:`Run it again once that is put right. The log of deliveries is in Notifications.`,moved:e=>`${e} has changed this schedule meanwhile. What you typed is still here: save again to put it over that, or look at what is saved now.`,gone:`This schedule was deleted meanwhile. What you typed is still here: save it as a new one.`,runText:e=>`The report is made now and mailed to ${e}. Its next start stays as it is.`,deleteText:`Nobody gets this report any more. What was mailed is not taken back. This cannot be undone.`,kept:`This report is not there any more.`},N={last_week:`The calendar week before the start`,last_month:`The calendar month before the start`,last_days:`A number of days up to the start`};function P({period:e,period_days:t}){return e===`last_days`?`the last ${c(t??30,`day`)}`:e===`last_week`?`the last calendar week`:`the last calendar month`}var F={show:{label:`Show its runs`,icon:`info`},run:{label:`Make and mail it now`,icon:`play`},edit:{label:`Edit`,icon:`edit`},pause:{label:`Pause`,icon:`pause`},resume:{label:`Resume`,icon:`play`},delete:{label:`Delete`,icon:`trash`}},I={making:[`busy`,`Being made`],failed:[`bad`,`Not made`],underWay:[`busy`,`On its way`],delivered:[`ok`,`Delivered`],partly:[`warn`,`Not delivered to all`],undelivered:[`bad`,`Not delivered`],mailed:[`neutral`,`Mailed`]},L={waiting:[`busy`,`On its way`],sent:[`ok`,`Taken by the mail server`],dead:[`bad`,`Not delivered`],dropped:[`warn`,`Not sent`]},R={nameHelp:`Stands in the subject of the mail.`,report:`Report`,format:`As`,pdf:`PDF: figures, a chart, and the most telling rows`,csv:`CSV: all rows, for a spreadsheet or a program`,hosts:`Hosts`,groupGone:`This group is not there, or you may not see it.`,period:`About`,periodHelp:`Weeks and months are those of the time zone below; weeks begin on Monday.`,days:`Days`,to:`Mail addresses`,toHelp:`Whoever is named here reads it without an account, and can pass it on.`,when:`When`,enabled:`Switched on`,enabledHelp:`Switched off, it waits: starts that pass are not made up for.`,save:`Save the schedule`},z=e=>[{key:`name`,header:`Schedule`,minRem:11,grow:1.5,render:e=>B(e)},{key:`report`,header:`Report`,minRem:12,grow:1.5,render:t=>V(t,e.groups)},{key:`to`,header:`To`,minRem:12,grow:1,priority:3,isLong:!0,render:({recipients:e})=>e.map(v).join(`, `)},{key:`next`,header:`Next`,minRem:12,grow:1,priority:2,render:e=>fe(e)},{key:`last`,header:`Last report`,minRem:12,render:e=>pe(e)},{key:`acts`,header:`Actions`,minRem:5,text:()=>null,render:t=>me(t,e)}],B=({name:t,enabled:n})=>f`${v(t)} ${n?e:f`<fm-badge tone="warn" label=${M.paused}></fm-badge>`}`;function V(t,n){let{report_type:r,format:i,sees_all_hosts:a}=t;return f`${T[r][0]}, ${i.toUpperCase()}
    <div class="quiet small">
      About ${P(t)}, ${H(t,n)}.
      ${a?e:f`${M.limited}.`}
    </div>`}function H({group_id:e},t){if(e===null)return`all hosts`;let n=t.get(e);return n===void 0?M.groupGone.toLowerCase():`the group ${v(n)}`}var U=({timezone:e,rrule:t})=>y(`${ae(S({timezone:e,rrule:t},new Date))} (${e})`);function fe(t){let{next_start_at:n,enabled:r}=t;return f`${U(t)}
    <div class="quiet small">
      ${n===null?r?M.neverAgain:e:f`<fm-time datetime=${n}></fm-time>`}
    </div>`}function pe({last_run:e}){if(e===null)return f`<span class="quiet">${M.noRun}</span>`;let[t,n]=I[A(e)];return f`<fm-badge tone=${t} label=${n}></fm-badge>
    <div class="quiet small"><fm-time datetime=${e.starts_at}></fm-time></div>`}function me(e,{isBusy:t,isMailOn:n,act:r}){let i=O(e,n).map(({act:e,whyNot:n})=>{let{label:r,icon:i}=F[e];return{key:e,label:r,icon:i,reason:n??(t?`One moment.`:null),...e===`delete`?{tone:`danger`}:{}}});return f`<fm-menu
    label="Actions for ${v(e.name)}"
    icon="more"
    icon-only
    .items=${i}
    @fm-choose=${({detail:t})=>r(e,t)}
  ></fm-menu>`}var he=l`
  ol {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }
`,ge=class extends i{static styles=[i.styles,he];static properties={body:{attribute:!1},starts:{state:!0}};constructor(){super(),this.body=null,this.starts=null,new le(this,{body:()=>this.body,forget:()=>this.starts=null,ask:(e,t)=>this.#e(e,t)})}render(){let{starts:t,body:n}=this;if(!t||!n)return e;let r=e=>C(ce(new Date(e),n.timezone));return f`<section class="stack tight" aria-label=${M.nextStarts}>
      <h3>${M.nextStarts}</h3>
      ${t.length===0?f`<p role="status">${M.neverStarts}</p>`:e}
      <ol>
        ${t.map(({starts_at:e,from:t,to:n})=>f`<li>${r(e)}, <span class="quiet">${M.about(r(t),r(n))}</span></li>`)}
      </ol>
    </section>`}async#e(e,t){try{this.starts=(await u(a.POST(`/api/v1/report-schedules/preview`,{body:e,signal:t}))).starts}catch(e){if(t.aborted)return;this.starts=null,e instanceof o&&e.code===`REPORT_SCHEDULE_INVALID`&&this.dispatchEvent(new CustomEvent(`fm-refused`,{detail:e.message}))}}};p(`fm-schedule-preview`,ge);var _e=l`
  ul {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li,
  p {
    overflow-wrap: anywhere;
  }
`,W=class extends i{static styles=[i.styles,_e];static properties={schedule:{attribute:!1}};render(){let{schedule:e}=this,{period:t,period_days:n,timezone:r,rrule:i,enabled:a}=e,o={period:t,timezone:r,rrule:i,...n===null?{}:{period_days:n}};return f`<section class="card stack" aria-label=${v(e.name)}>
      <div class="row spread">
        <h2>${v(e.name)}</h2>
        <button @click=${()=>this.dispatchEvent(new Event(`fm-close`))}>Close</button>
      </div>
      <p>${U(e)}. ${M.whoseHosts(v(e.edited_by.username))}</p>
      <h3>${M.lastRun}</h3>
      ${e.last_run===null?f`<p class="quiet">${M.noRun}</p>`:ve(e.last_run)}
      ${a?f`<fm-schedule-preview .body=${o}></fm-schedule-preview>`:f`<p>${M.pausedText}</p>`}
    </section>`}};function ve(t){let n=A(t),[r,i]=I[n],a=[`failed`,`partly`,`undelivered`].includes(n);return f`<div class="stack tight" role="status">
    <div>
      <fm-badge tone=${r} label=${i}></fm-badge>
      <fm-time datetime=${t.starts_at} mode="absolute"></fm-time>
    </div>
    ${t.message===``?e:f`<p>${y(t.message)}</p>`}
    ${t.mails.length===0?e:ye(t)}
    ${t.state===`mailed`&&t.mails.length===0?f`<p class="quiet">${M.noMails}</p>`:e}
    ${a?f`<p>${M.again}</p>`:e}
  </div>`}var ye=({mails:t})=>f`<ul aria-label=${M.mails}>
    ${t.map(({recipient:t,state:n,answer:r})=>{let[i,a]=L[n];return f`<li>
        <fm-badge tone=${i} label=${a}></fm-badge> ${v(t)}
        ${n===`sent`?e:f`<div class="quiet small">${y(r??M.noAnswer)}</div>`}
      </li>`})}
  </ul>`;p(`fm-schedule-details`,W);var be=[`monthday`,`monthly`,`weekly`,`daily`,`rule`],G=366,K=50,xe=254,Se=/^[^\s@<>,;]+@[^\s@<>,;]+$/;function Ce(e,t){return{name:``,enabled:!0,reportType:`compliance`,format:`pdf`,period:`last_month`,periodDays:30,groupId:``,recipients:[],starts:{...oe(e,t),repeats:`monthday`,time:`07:00`}}}function we(e,t){let{name:n,enabled:r,format:i,period:a,recipients:o,timezone:s,rrule:c}=e;return{name:n,enabled:r,format:i,period:a,recipients:[...o],reportType:e.report_type,periodDays:e.period_days??30,groupId:e.group_id??``,starts:S({timezone:s,rrule:c},t)}}function q({name:e,period:t,periodDays:n,recipients:r,starts:i}){let a=w(i),o=n!==null&&Number.isInteger(n),s=r.find(e=>!Se.test(e)||e.length>xe);return{...e.trim()===``?{name:`Give it a name.`}:{},...t===`last_days`&&!(o&&n>=1&&n<=G)?{periodDays:`From 1 to ${G} days.`}:{},...Te(r,s),...Object.keys(a).length>0?{starts:a}:{}}}function Te(e,t){return e.length===0?{recipients:`Enter an address at least.`}:t===void 0?new Set(e).size<e.length?{recipients:`An address is there twice.`}:e.length>K?{recipients:`At most ${K} addresses.`}:{}:{recipients:`“${t}” is no mail address.`}}function Ee(e){let{name:t,enabled:n,reportType:r,format:i,groupId:a,recipients:o}=e;return{name:t.trim(),enabled:n,report_type:r,format:i,...J(e),group_id:a===``?null:a,recipients:[...o]}}function De(e){let{starts:t,periodDays:n}=q(e);return t||n?null:J(e)}function J({period:e,periodDays:t,starts:n}){return{period:e,timezone:n.timezone,rrule:se(n),...e===`last_days`&&t!==null?{period_days:t}:{}}}var Y=e=>u(a.GET(`/api/v1/report-schedules`,{signal:e})),X=async e=>(await Y()).schedules.find(t=>t.id===e),Oe=e=>h([`/report-schedules`,e],t=>u(a.POST(`/api/v1/report-schedules`,{params:{header:t},body:e}))),Z=(e,t)=>g(t,{save:()=>u(a.PUT(`/api/v1/report-schedules/{scheduleId}`,{params:Q(e),body:t})),read:()=>X(e.id)});async function ke(e){await re(u(a.DELETE(`/api/v1/report-schedules/{scheduleId}`,{params:Q(e)})))}var Ae=({id:e})=>h([`/report-run`,e],t=>u(a.POST(`/api/v1/report-schedules/{scheduleId}/run`,{params:{path:{scheduleId:e},header:t}}))),Q=({id:e,edit_version:t})=>({path:{scheduleId:e},header:{"If-Match":`"${t}"`}}),je=l`
  form {
    max-inline-size: 56rem;
  }
`,Me=class extends ue{static styles=[i.styles,je];static properties={schedule:{attribute:!1},groups:{attribute:!1}};words={goneCode:`REPORT_SCHEDULE_NOT_FOUND`,gone:M.gone,moved:M.moved};constructor(){super(),this.schedule=null,this.groups=new Map}kept(){return this.schedule}draftFor(e,t,n){return e?we(e,t):Ce(t,n)}faultsIn(e){return q(e)}firstUpdated(){this.renderRoot.querySelector(`fm-field[name="name"]`)?.focus()}render(){let e=this.from?`Edit ${v(this.from.name)}`:M.add;return f`<form class="card stack" @submit=${this.submitted} novalidate aria-label=${e}>
      <h2>${e}</h2>
      ${this.#e()} ${this.#t()}
      <h3>${R.when}</h3>
      ${this.#n()}
      <fm-field
        kind="switch"
        name="enabled"
        label=${R.enabled}
        help=${R.enabledHelp}
        .value=${this.draft.enabled}
        @fm-change=${({detail:e})=>this.set({enabled:e})}
      ></fm-field>
      ${this.foot(R.save)}
    </form>`}#e(){let{draft:t,faults:n}=this;return f`<fm-field
        name="name"
        label="Name"
        help=${R.nameHelp}
        maxlength="100"
        required
        .value=${t.name}
        .error=${n.name??null}
        @fm-input=${({detail:e})=>this.set({name:String(e??``)},`name`)}
      ></fm-field>
      ${this.#i(`reportType`,R.report,Fe(),T[t.reportType][1])}
      ${this.#i(`format`,R.format,Ne,``)}
      ${this.#i(`groupId`,R.hosts,this.#a(),M.newSees,n.groupId)}
      ${this.#i(`period`,R.period,Pe,R.periodHelp)}
      ${t.period===`last_days`?this.#r():e}`}#t(){return f`<fm-field
      kind="list"
      name="recipients"
      label=${R.to}
      help=${R.toHelp}
      maxlength="254"
      required
      .value=${this.draft.recipients}
      .error=${this.faults.recipients??null}
      @fm-input=${({detail:e})=>this.set({recipients:Array.isArray(e)?[...e]:[]},`recipients`)}
    ></fm-field>`}#n(){return f`<fm-recurrence
        .choices=${be}
        .value=${this.draft.starts}
        .faults=${this.faults.starts??{}}
        @fm-recurrence=${({detail:e})=>this.recur(e)}
      ></fm-recurrence>
      <fm-schedule-preview
        .body=${De(this.draft)}
        @fm-refused=${({detail:e})=>this.refused(e)}
      ></fm-schedule-preview>`}#r(){return f`<fm-field
      kind="number"
      name="periodDays"
      label=${R.days}
      unit="days"
      min="1"
      max="366"
      .value=${this.draft.periodDays}
      .error=${this.faults.periodDays??null}
      @fm-input=${({detail:e})=>this.set({periodDays:e},`periodDays`)}
    ></fm-field>`}#i(e,t,n,r,i){return f`<fm-field
      kind="select"
      name=${e}
      label=${t}
      help=${r}
      .options=${n}
      .value=${this.draft[e]}
      .error=${i??null}
      @fm-change=${({detail:t})=>this.set({[e]:t},e===`groupId`?`groupId`:void 0)}
    ></fm-field>`}#a(){let{groupId:e}=this.draft,t=[...this.groups].map(([e,t])=>({value:e,label:`The group ${t}`})),n=e!==``&&!this.groups.has(e);return[{value:``,label:M.allHosts},...t,...n?[{value:e,label:M.groupGone}]:[]]}written(e){let t=Ee(this.draft);return e?Z(e,t):Oe(t)}async readAgain(e){return await X(e)??null}marked(e){if(e.code===`REPORT_SCHEDULE_INVALID`)this.refused(e.message);else if(e.code===`GROUP_NOT_FOUND`)this.faults={groupId:R.groupGone};else{let t=Object.entries(n(e)).find(([e])=>e.startsWith(`recipients`));if(!t)return!1;this.faults={recipients:`An address ${t[1]}.`}}return!0}},Ne=[{value:`pdf`,label:R.pdf},{value:`csv`,label:R.csv}],Pe=Object.entries(N).map(([e,t])=>({value:e,label:t})),Fe=()=>Object.entries(T).filter(([e])=>e!==`audit`||t(d.user,`audit:read`)).map(([e,[t]])=>({value:e,label:t}));p(`fm-schedule-form`,Me);var Ie=3e3,Le=3e4,$=class extends te{static properties={edited:{state:!0},done:{state:!0}};#e=new _(this);#t=new b(this,{args:()=>[],read:(e,t)=>Y(t)});#n=new b(this,{args:()=>[],read:(e,t)=>ie(t)});#r;#i=null;constructor(){super(),this.edited=null,this.done=null}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#r)}updated(){clearTimeout(this.#r);let{value:e,isLoading:t}=this.#t;if(!e||t)return;let n=this.query.get(`schedule`),r=n!==null&&n!==this.#i;if(this.#i=n,r)return this.#t.retry();this.#r=setTimeout(()=>this.#t.retry(),e.schedules.some(j)?Ie:Le)}render(){return f`<div class="page">
      <fm-page-header
        heading=${M.title}
        .crumbs=${[{label:`Reports`,href:`/reports`}]}
        .actions=${Re}
        @fm-action=${()=>this.#c(`new`)}
        ><p>${M.what}</p></fm-page-header
      >
      ${this.edited===null?e:this.#s(this.edited)}
      ${this.done===null?e:f`<p class="notice ok">${this.done}</p>`}
      ${ne(this.#e.problem)}
      ${r(this.#t,{what:`the schedules`,complete:e=>this.#a(e)})}
    </div>`}#a(t){let n=t.schedules.find(({id:e})=>e===this.query.get(`schedule`));return f`${t.mail_on?e:Ve()}
    ${n?f`<fm-schedule-details
            .schedule=${n}
            @fm-close=${()=>x({schedule:null})}
          ></fm-schedule-details>`:e}
    ${t.schedules.length===0?f`<fm-state kind="empty" heading=${M.none}>${M.noneText}</fm-state>`:this.#o(t)}`}#o({schedules:e,mail_on:t}){return f`<fm-table
      label=${M.title}
      .rows=${e}
      .columns=${z({groups:this.#n.value??new Map,isMailOn:t,isBusy:this.#e.isBusy,act:(e,t)=>void this.#l(e,t)})}
      .rowHref=${({id:e})=>`/reports/schedules?schedule=${e}`}
      .rowHeightPx=${56}
    ></fm-table>`}#s(e){return f`<fm-schedule-form
      .schedule=${e===`new`?null:e}
      .groups=${this.#n.value??new Map}
      @fm-cancel=${()=>this.edited=null}
      @fm-saved=${({detail:e})=>{this.edited=null,this.#u(`The schedule ${v(e.name)} is saved.`),this.#t.retry()}}
    ></fm-schedule-form>`}#c(e){this.done=null,this.#e.forget(),this.edited=e,this.updateComplete.then(()=>this.renderRoot.querySelector(`fm-schedule-form`)?.scrollIntoView({block:`start`}))}async#l(e,t){if(t===`show`)return x({schedule:e.id},!0);if(t===`edit`)return this.#c(e);this.#e.isBusy||!await Be(e,t)||this.#e.isBusy||(this.done=null,await this.#e.run(async()=>this.#u(await ze[t](e))),this.#t.retry(),t===`run`&&x({schedule:e.id}))}#u(e){this.done=e,s(e)}},Re=[{key:`new`,label:M.add,icon:`plus`,tone:`primary`}],ze={async run(e){return await Ae(e),`${v(e.name)} is being made now.`},async pause(e){return await Z(e,{enabled:!1}),`${v(e.name)} is paused.`},async resume(e){return await Z(e,{enabled:!0}),`${v(e.name)} goes on from its next start.`},async delete(e){return await ke(e),`The schedule ${v(e.name)} is deleted.`}};async function Be(e,t){let n=v(e.name);return t===`run`?m({title:`Make and mail ${n} now?`,text:M.runText(e.recipients.map(v).join(`, `)),action:`Make and mail it`,tone:`primary`}):t!==`delete`||m({title:`Delete the schedule ${n}?`,text:M.deleteText,action:`Delete`})}var Ve=()=>f`<div class="notice warn" role="status">
    ${ee(`warning`)}
    <div>
      ${M.mailOff}
      ${t(d.user,`notifications:manage`)?f`<a href="/notifications">${M.mailOffWhere}</a>`:M.mailOffAsk}
    </div>
  </div>`;p(`fm-page-report-schedules`,$);export{$ as FmPageReportSchedules};