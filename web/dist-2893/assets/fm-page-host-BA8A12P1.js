const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-host-exposure-BjFWEISh.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/fm-table-uS3hD86L.js","assets/live-CMLH40Mq.js","assets/common-CAX3qpu1.js","assets/dataSets-CfVvmyCl.js","assets/dates-Df2QC75e.js","assets/kinds-C13T_D4W.js","assets/fm-security-patches-CJtRWQUS.js","assets/fm-filter-bar-DDQqBvLu.js","assets/names-DRkFoyNN.js","assets/read-BwBJfaZR.js","assets/asker-tT0gubqI.js","assets/changes-CZ50GRvT.js","assets/hostName-nP2O9nOD.js","assets/texts-D17fg_K9.js","assets/fm-badge-hBKVOtwJ.js","assets/patchTexts-Jargwrxl.js","assets/chosenHosts-BXILJwIB.js","assets/texts-DjflBj05.js","assets/fm-host-checks-Dmp9tzfJ.js","assets/fm-confirm-CHgqJzYh.js","assets/decisionOf-D8Xwh24q.js","assets/fm-dialog-Dr1a7wMa.js","assets/testNotice-D0V8BmKz.js","assets/fm-field-B9Tvw1l9.js","assets/fm-host-packages-CoF6EyWv.js","assets/fm-host-outlook-ESH444lO.js","assets/badge-Dpy77prv.js","assets/status-C0dAeCN5.js","assets/kind-DooITOac.js","assets/texts--sUhB9cy.js","assets/texts-C7xb8Q3t.js","assets/fm-host-edit-7gOHtfag.js","assets/words-B0C2MGXX.js","assets/askedWork-DQ5JuQLx.js","assets/hostAction-BdysWsM1.js","assets/texts-BoI37Ci7.js"])))=>i.map(i=>d[i]);
import{D as e,Et as t,F as n,L as r,M as i,O as a,St as o,Y as s,Z as c,_t as l,at as u,gt as d,it as ee,j as f,k as p,kt as m,rt as h,st as g,tt as _,ut as te,vt as v,wt as y,xt as b,yt as x,z as S}from"./shell-BBooQZkD.js";import{_ as ne,g as re,h as C,m as w,o as ie,p as ae,u as T,y as oe}from"./common-CAX3qpu1.js";import"./fm-progress-BqvW4jmb.js";import{t as se}from"./fm-tabs-CPw1KKiN.js";import"./fm-group-changes-D6KXvA01.js";import{t as E}from"./asker-tT0gubqI.js";import{r as ce}from"./changes-CZ50GRvT.js";import{n as D}from"./chosenHosts-BXILJwIB.js";import"./fm-badge-hBKVOtwJ.js";import{n as O}from"./offers-PPQ8cwen.js";import{c as le,o as ue,s as de}from"./columns-B7wyug5_.js";import"./fm-table-uS3hD86L.js";import{t as fe}from"./cveLinks-CTaS1s4_.js";import{t as pe}from"./status-C0dAeCN5.js";import{t as me}from"./hostName-nP2O9nOD.js";import{t as he}from"./texts-BoI37Ci7.js";import{n as ge}from"./badge-Dpy77prv.js";var _e=2592e6;function k(e,t){let n=e.getTime()-t.getTime();return n<=0?[`bad`,`Expired`]:n<_e?[`warn`,`Ends soon`]:[`ok`,`Valid`]}function A(e){return y`<dl class="facts">
    ${N(`Name`,w(e.fqdn))}
    <dt>Address</dt>
    <dd>${w(e.ip_address)}, port ${e.port}${j(e)}</dd>
    ${N(`System`,P(e.os_name))} ${N(`Kernel`,P(e.kernel))}
    ${N(`Architecture`,P(e.arch))} ${N(`Agent`,P(e.agent_version))}
    <dt>Certificate</dt>
    <dd>${M(e.certificate_expires_at)}</dd>
    <dt>Last seen</dt>
    <dd><fm-time .datetime=${e.last_seen_at}></fm-time></dd>
    <dt>Enrolled</dt>
    <dd><fm-time .datetime=${e.created_at} mode="absolute"></fm-time></dd>
    ${N(`Machine id`,P(e.machine_id),`mono`)}
    ${e.tags.length===0?t:N(`Tags`,e.tags.map(e=>w(e)).join(`, `))}
    ${e.groups.length===0?t:N(`Groups`,e.groups.map(({name:e})=>w(e)).join(`, `))}
  </dl>`}function j({moved_at:e,moved_from:n}){return e===null||n===null?t:y`<br /><span class="quiet"
      >moved from ${w(n)} <fm-time .datetime=${e}></fm-time
    ></span>`}function M(e){let t=s(e);if(!t)return y`<span class="quiet">none</span>`;let[n,r]=k(t,o());return y`<fm-badge tone=${n} label=${r}></fm-badge> until
    <fm-time .datetime=${e} mode="absolute"></fm-time>, <fm-time .datetime=${e}></fm-time>`}function N(e,t,n=``){return y`<dt>${e}</dt>
    <dd class=${n}>${t}</dd>`}function P(e){return e===null?`unknown`:w(e)}var F={CONNECTION_REFUSED:`The host answers, but no agent listens there. Start its service; “fleetmend-agent doctor” on the host says what is wrong.`,TIMEOUT:`The agent did not answer in time. Check that the host is up and its port is open to the manager.`,NO_ROUTE:`There is no way to the host. Check that it is up, and the network in between.`,CERTIFICATE_INVALID:`The agent’s certificate was not accepted. Re-issue it, or enroll the host again.`,DUPLICATE_IDENTITY:`Two machines use this host’s certificate. Find the clone and enroll it by itself.`,CONNECTION_LOST:`The connection broke off. Check the network in between; the manager tries again by itself.`,CERTIFICATE_REVOKED:`The agent’s certificate was revoked. Enroll the host again if it belongs to the fleet.`,CERTIFICATE_EXPIRED:`The agent’s certificate has expired. Re-issue it, or enroll the host again.`,ANSWER_TOO_LARGE:`What answers there sends more than an agent does. Check address, port and agent version.`,ADDRESS_REFUSED:`The manager does not connect to such an address. Correct the address of the host.`,ANSWER_INVALID:`What answers there does not speak like an agent. Check address, port and agent version.`,CLOCK_SKEW:`The clock of the host is wrong, so its agent refuses the manager’s certificate. Set the clock, by NTP or chrony.`,AGENT_PROBLEMS:`The agent answers, but not all is well there. “fleetmend-agent doctor” on the host says what is wrong.`};function I(e){return e===null?`The manager does not know why.`:F[e]??`The reason is ${e.toLowerCase().replaceAll(`_`,` `)}.`}function ve(e){return y`${be(e)} ${le(e.problems,ye(e))} ${xe(e)}
  ${Se(e)}`}function ye(e){return O(e,E).find(({action:e})=>e===`patch`)?.reason===null?D([e.id],[[`operation`,`patch`],[`mode`,`repair`]]):null}function be(e){let{health_status:n,status_reason:r,duplicate_identity:i}=e;return n!==`unreachable`&&n!==`degraded`||r===`AGENT_PROBLEMS`&&e.problems.length>0&&!i?t:y`<div class="notice ${n===`unreachable`?`bad`:`warn`}">
    ${_(`warning`)}
    <div>
      ${I(i?`DUPLICATE_IDENTITY`:r)} Last seen
      <fm-time .datetime=${e.last_seen_at}></fm-time>.
    </div>
  </div>`}function xe({maintenance_mode:e}){return e?y`<div class="notice">
    ${_(`pause`)}
    <div>This host is in maintenance mode: jobs and plans skip it until somebody ends that.</div>
  </div>`:t}function Se({reboot_required:e,reboot_reasons:n}){if(!e)return t;let r=n.length>0?`, because of ${n.map(e=>w(e)).join(`, `)}`:``;return y`<div class="notice warn">
    ${_(`power`)}
    <div>A reboot is due${r}.</div>
  </div>`}var Ce=Object.values(Object.assign({"../../../plugins/exposure/web/host/hostTab.ts":{key:`exposure`,label:`Exposure`,order:3,permission:`exposure:read`,needs:`listExposurePatches`,tag:`fm-host-exposure`,load:()=>d(()=>import(`./fm-host-exposure-BjFWEISh.js`),__vite__mapDeps([0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]))},"../../../plugins/health-checks/web/checks/hostTab.ts":{key:`checks`,label:`Checks`,order:10,permission:`checks:read`,needs:`listHealthChecks`,tag:`fm-host-checks`,load:()=>d(()=>import(`./fm-host-checks-Dmp9tzfJ.js`),__vite__mapDeps([21,1,2,17,22,23,5,24,25,13,15,26,4]))},"../../../plugins/packages/web/host/hostTab.ts":{key:`packages`,label:`Packages`,order:5,permission:`hosts:read`,needs:`listHostPackages`,tag:`fm-host-packages`,load:()=>d(()=>import(`./fm-host-packages-CoF6EyWv.js`),__vite__mapDeps([27,1,2,10,3,4,5,20]))},"../../../plugins/policies/web/outlook/hostTab.ts":{key:`outlook`,label:`Outlook`,order:10,permission:`policies:read`,needs:`getHostOutlook`,tag:`fm-host-outlook`,load:()=>d(()=>import(`./fm-host-outlook-ESH444lO.js`),__vite__mapDeps([28,1,2,5,13,29,17,30,31,32,33]))}})).sort((e,t)=>e.order-t.order),L=e=>Ce.filter(({permission:t,needs:n})=>e.may(t)&&e.serves(n)),we=6e4,Te=2e3,Ee=class{state=`idle`;error=null;#e;#t;#n=null;#r=0;#i;constructor(e,t){this.#e=e,this.#t=t,e.addController(this)}get isRunning(){return this.state===`running`||this.state===`long`}hostDisconnected(){clearTimeout(this.#i),this.#o(`idle`,null)}async start(e,t){if(this.isRunning)return;this.#n=t,this.#r=performance.now(),this.#o(`running`,null),f(`Refreshing the package lists`);let n=re();try{await g(u.POST(`/api/v1/hosts/{id}/refresh`,{params:{path:{id:e},header:ie()}})),this.#a()}catch(e){if(!this.isRunning)return ne(n,e);this.#o(`idle`,e)}}sees(e){this.isRunning&&e!==this.#n&&(clearTimeout(this.#i),f(`The patches are read anew`),this.#o(`done`,null))}#a(){this.isRunning&&(this.#i=setTimeout(()=>{performance.now()-this.#r>we&&this.#o(`long`,null),this.#t(),this.#a()},Te))}#o(e,t){this.state=e,this.error=t,this.#e.requestUpdate()}},De=500,R=[`critical`,`important`,`moderate`,`low`],Oe={HELD:`Held on the host: release it there, or by a job of operation “unhold”.`,PHASED:`The distribution rolls it out gradually, and it is not this host’s turn yet.`,NEEDS_NEW:`It needs packages that are not installed yet.`,NEEDS_REMOVAL:`It would remove other packages.`,DEPENDENCY:`Something it depends on cannot be installed.`,PINNED:`The host’s own preferences suppress this security update.`,SOURCE_FAILED:`Only a source has it that fails now; the problems of the host name it.`},ke={HELD:`Held`,PHASED:`Phased`,NEEDS_NEW:`Needs new packages`,NEEDS_REMOVAL:`Needs removals`,DEPENDENCY:`Dependency missing`,PINNED:`Pinned away`,SOURCE_FAILED:`Source fails`},z=({security:e})=>e===null?1:e?0:2;function Ae(e){return e.toSorted((e,t)=>z(e)-z(t)||U(e)-U(t)||Number(H(e)!==null)-Number(H(t)!==null)||e.name.localeCompare(t.name)||e.arch.localeCompare(t.arch))}function B(e){let t=H(e);return t===null?null:ke[t]??t.toLowerCase().replaceAll(`_`,` `)}function je(e){let t=H(e);if(t===null)return null;let n=Oe[t]??`The package manager says ${t}.`,{kept_back_message:r}=e;return r===void 0?n:`${n} ${ae(r,De)}`}function Me(e){let t=0;for(let n of e)if(H(n)===null){if(n.download_size_bytes===null)return null;t+=n.download_size_bytes}return t}function Ne(e){let t=e.filter(e=>e.security===!0&&H(e)===`HELD`);return[...new Set(t.map(({name:e})=>e))]}function V({advisories:e}){return[...new Set(e.flatMap(({cves:e})=>e))]}function H({kept_back_reason:e,held:t,phased:n}){return e??(t?`HELD`:n?`PHASED`:null)}function U({severity:e}){let t=R.findIndex(t=>t===e);return t===-1?R.length:t}function W({security:e,severity:t}){return e===null?`Unknown`:e?t===null?`Security`:`Security, ${w(t)}`:`Update`}function G(e,t=W(e)){if(e.security===null)return y`<fm-badge tone="warn" label=${t}></fm-badge>`;if(!e.security)return y`<span class="quiet">${t}</span>`;let n=e.severity===`critical`||e.severity===`important`?`bad`:`warn`;return y`<fm-badge tone=${n} label=${t}></fm-badge>`}function Pe(e){let{severity:t}=e;return!e.security||t===null?G(e):G(e,w(t.charAt(0).toUpperCase()+t.slice(1)))}function K(e){let n=B(e);return n===null?t:y`<fm-badge tone="neutral" label=${n}></fm-badge>`}function q({current_version:e,available_version:t}){return y`<span class="quiet">${w(e)}</span> →
    <span class="visually-hidden">to</span>${w(t)}`}function Fe({download_size_bytes:t}){return t===null?`unknown`:e(t)}var Ie=[{key:`kind`,header:`Kind`,minRem:11.5,render:e=>G(e)},{key:`name`,header:`Package`,isRowHeader:!0,minRem:9,grow:1,render:({name:e})=>y`<strong>${w(e)}</strong>`},{key:`versions`,header:`Version`,minRem:12,grow:1.8,render:q},{key:`cves`,header:`CVEs`,minRem:4.5,align:`end`,render:e=>V(e).length||t,priority:3},{key:`size`,header:`Download`,minRem:7,align:`end`,render:Fe},{key:`kept`,header:`Left out because`,minRem:11,render:K}],J=[{key:`name`,header:`Package`,render:e=>y`<strong>${w(e.name)}</strong><br />${q(e)}`},{key:`kind`,header:`Kind`,minRem:7.6,render:e=>B(e)===null?Pe(e):K(e)}],Le=J.map(e=>e.key===`kind`?{key:`kept`,header:`Left out`,minRem:7,render:K}:e);function Re(e,t){let n=e.some(({security:e})=>e!==!1),r=e.some(e=>B(e)!==null);if(t&&(n||r))return n?J:Le;let i={kind:n,cves:n&&e.some(e=>V(e).length>0),kept:r};return(t?J:Ie).filter(({key:e})=>i[e]??!0)}var ze=m`
  fm-table {
    --fm-table-height: 26rem;
  }

  .detail {
    padding: var(--fm-space-3) var(--fm-space-4);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-sunken);
  }
`,Be=`(max-width: 44rem)`,Ve=8,He=`The sources of these updates publish no advisories and have no archive of their own for security updates, so nobody can tell which of them close a hole. Jobs that take security patches alone leave them out.`,Ue=class extends l{static styles=[l.styles,ze];static properties={value:{attribute:!1},hostId:{},mayPlan:{type:Boolean},planReason:{attribute:!1},selected:{state:!0},chosen:{state:!0},isNarrow:{state:!0}};#e=matchMedia(Be);#t=[];constructor(){super(),this.value=null,this.hostId=``,this.mayPlan=!1,this.planReason=null,this.selected=new Set,this.chosen=null,this.isNarrow=this.#e.matches}connectedCallback(){super.connectedCallback(),this.#e.addEventListener(`change`,this.#o)}disconnectedCallback(){super.disconnectedCallback(),this.#e.removeEventListener(`change`,this.#o)}willUpdate(e){if(e.has(`hostId`)&&(this.selected=new Set),!e.has(`value`))return;this.#t=Ae(this.value?.patches??[]);let{chosen:t}=this;t&&(this.chosen=this.#t.find(e=>Z(e,t))??null)}render(){let{value:e}=this;if(!e)return t;if(e.total===null)return y`<fm-state kind="empty" heading="The package lists of this host were never read.">
        ${n(te.user,`hosts:refresh`)?`“Refresh now” reads them.`:`Whoever may refresh the host can have them read.`}
      </fm-state>`;let[r,i,a]=[!0,null,!1].map(e=>this.#t.filter(t=>t.security===e));return y`<div class="stack">
      <div class="row spread">
        <p>${this.#a(e)}</p>
        ${this.mayPlan?this.#r():t}
      </div>
      ${this.#n()}
      ${e.patches.length===0?y`<fm-state kind="empty" heading="Nothing to patch.">
              Every package is as new as the host’s repositories have it.
            </fm-state>`:y`${this.#i(`Security`,r??[])}
            ${this.#i(`Security unknown`,i??[],He)}
            ${this.#i(`Other updates`,a??[])}`}
    </div>`}#n(){let e=Ne(this.#t);if(e.length===0)return t;let n=e.slice(0,Ve).map(e=>w(e)),r=e.length-n.length;return y`<div class="notice warn">
      ${_(`lock`)}
      <div>
        ${p(e.length,`package`)} with security patches ${e.length===1?`is`:`are`} held on
        the host: ${n.join(`, `)}${r>0?` and ${a(r)} more`:``}. Every patch job leaves
        what is held out, so its vulnerabilities stay open until somebody releases it.
      </div>
      ${this.mayPlan&&this.planReason===null?y`<button @click=${()=>this.dispatchEvent(new CustomEvent(`fm-unhold`,{detail:e}))}>
              Release …
            </button>`:t}
    </div>`}#r(){if(this.planReason!==null)return y`<span class="quiet">${this.planReason}</span>`;let e=this.#t.some(e=>e.security&&B(e)===null),n=[...new Set(this.#t.filter(e=>this.selected.has(X(e))).map(({name:e})=>e))];return y`<div class="row">
      ${n.length>0?y`<a
              class="button primary"
              href=${D([this.hostId],n.map(e=>[`package`,e]))}
              >${_(`jobs`)} Plan ${p(n.length,`package`)}</a
            >`:t}
      ${e?y`<a class="button" href=${D([this.hostId],[[`security`,`1`]])}
              >${_(`shield`)} Plan all security patches</a
            >`:t}
    </div>`}#i(e,n,r){if(n.length===0)return t;let{chosen:i}=this;return y`<div class="stack tight">
      <h3>${e} <span class="quiet number">${a(n.length)}</span></h3>
      ${r===void 0?t:y`<p class="quiet">${r}</p>`}
      <fm-table
        label="${e}: patches"
        .rows=${n}
        .columns=${Re(n,this.isNarrow)}
        .rowKey=${X}
        .total=${n.length}
        .rowHeightPx=${this.isNarrow?60:40}
        .selected=${this.mayPlan?this.selected:null}
        @fm-select=${({detail:e})=>this.selected=e}
        @fm-open=${({detail:e})=>this.chosen=e}
      ></fm-table>
      <div aria-live="polite">
        ${i&&n.some(e=>Z(e,i))?We(i):t}
      </div>
    </div>`}#a({total:t,security_total:n,refreshed_at:r,polled_at:i}){let o=Me(this.#t),s=this.#t.filter(e=>B(e)!==null).length,c=this.#t.filter(e=>e.security===null).length,l=n===null||c===0?``:` (unknown of ${a(c)})`;return y`<strong>${p(t??0,`patch`,`patches`)}</strong>, ${a(n)}${l} for
      security${s>0?`, ${a(s)} left out`:``};
      ${o===null?`download size unknown`:`${e(o)} to download`}.
      <span class="quiet"
        >Open a package for its CVEs and its origin. The manager asked the host
        <fm-time .datetime=${i}></fm-time>; the host’s own package lists were refreshed
        <fm-time .datetime=${r} missing="at an unknown time"></fm-time>.</span
      >`}#o=({matches:e})=>{this.isNarrow=e}};function We(e){let n=V(e),{advisories:r,security_version:i,origin:a}=e,o=je(e);return y`<section class="detail stack tight" aria-label="Chosen package">
    <h3>${w(e.name)} <span class="quiet">${w(e.arch)}</span></h3>
    <dl class="facts">
      ${Y(`Kind`,W(e))}
      <dt>Version</dt>
      <dd>${w(e.current_version)} → ${w(e.available_version)}</dd>
      ${i===null?t:Y(`Security alone`,w(i))}
      ${o===null?t:Y(`Left out`,o)}
      ${Y(`Origin`,a===null?`unknown`:w(a))}
      ${Y(`Advisories`,r.length===0?`none published`:r.map(({id:e})=>w(e)).join(`, `))}
      ${Y(`CVEs`,n.length===0?`none published`:fe(n))}
    </dl>
  </section>`}function Y(e,t){return y`<dt>${e}</dt>
    <dd>${t}</dd>`}function X({name:e,arch:t,available_version:n}){return`${e}\n${t}\n${n}`}function Z(e,t){return e.name===t.name&&e.arch===t.arch}x(`fm-host-patches`,Ue);function Ge(e){return ee.serves(`listHostWindows`)?y`<p>${Ke(e)} <a href="/calendar?host=${e.id}">Windows</a></p>`:t}function Ke({next_window_start_at:e,next_window_end_at:t}){return e===null?y`No maintenance window ahead.`:b(e)?y`In its maintenance window, until <fm-time .datetime=${t} mode="absolute"></fm-time>.`:y`Next maintenance window <fm-time .datetime=${e}></fm-time>:
    <fm-time .datetime=${e} mode="absolute"></fm-time> to
    <fm-time .datetime=${t} mode="absolute"></fm-time>.`}var qe=new Set([`addTags`,`removeTags`]);function Je(e,n){return y`<fm-page-header
    heading=${me(e)}
    .crumbs=${[{label:`Hosts`,href:`/hosts`}]}
    .actions=${n.isGone?[]:Ye(e,n)}
    @fm-action=${({detail:e})=>n.act(e)}
  >
    ${n.isGone?t:Ge(e)}
    <div slot="badges" class="row">
      ${pe(`health`,e.health_status)} ${ue(e)}
      ${e.health_check_status===`failing`?y`<fm-badge tone="bad" label="A check fails"></fm-badge>`:t}
      ${e.reboot_required?y`<fm-badge tone="warn" label="Reboot due"></fm-badge>`:t}
      ${e.maintenance_mode?y`<fm-badge tone="info" label="Maintenance: no jobs"></fm-badge>`:t}
      ${de(e.problems)}
    </div>
  </fm-page-header>`}function Ye(e,{isRefreshing:t,isBusy:n}){let r=t=>t===(e.maintenance_mode?`maintenanceOn`:`maintenanceOff`);return O(e,E).filter(({action:e})=>!qe.has(e)&&!r(e)).map(({action:r,reason:i})=>{let{label:a,icon:o}=he[r];return{key:r,label:r===`refresh`&&t?`Refreshing …`:a,icon:o,reason:i??(r===`refresh`&&t?`It is being refreshed now.`:n?`Something else is under way.`:null),...r===`patch`?{tone:`primary`,href:D([e.id])}:{},...r===`remove`?{tone:`danger`}:{}}})}function Q(e,t){let n=(e,t,n)=>e===null?[]:[{at:e,kind:t,text:n,href:null}],{problems:r}=e,i=e.last_polled_at!==null&&e.last_polled_at>(e.last_seen_at??``);return[...n(e.certificate_expires_at,`host`,`Its certificate ends; the manager renews it before.`),...i?n(e.last_polled_at,`problem`,`The manager asked, and the agent did not answer.`):[],...n(e.last_seen_at,`poll`,`The agent last answered.`),...r.length>0?n(e.last_seen_at,`problem`,`The host has ${p(r.length,`problem`)}.`):[],...n(e.patches_polled_at,`poll`,`The manager last read its patches.`),...n(e.patches_refreshed_at,`poll`,`The host last refreshed its package lists.`),...n(e.moved_at,`host`,`It moved from ${e.moved_from} to ${e.ip_address}.`),...n(e.created_at,`host`,`It joined the fleet.`),...t.flatMap(Xe)].sort((e,t)=>e.at<t.at?1:e.at>t.at?-1:0)}function Xe(e){let t=`${e.dry_run?`Plan`:`Job`} “${e.name??e.operation}”`,n=`/jobs/${e.id}`,r={at:e.created_at,kind:`job`,text:`${t} was made.`,href:n};if(e.completed_at===null)return[r];let i=e.state.replaceAll(`_`,` `);return[r,{at:e.completed_at,kind:`job`,text:`${t} ended: ${i}.`,href:n}]}var Ze={job:`jobs`,poll:`refresh`,problem:`warning`,host:`hosts`};function Qe(e,t){return y`<ol class="timeline">
    ${Q(e,t).map(({at:e,kind:t,text:n,href:r})=>y`<li class=${t}>
          ${_(Ze[t])}
          <span>${r===null?n:y`<a href=${r}>${w(n)}</a>`}</span>
          <span class="quiet small">
            <fm-time .datetime=${e} mode="absolute"></fm-time>, <fm-time .datetime=${e}></fm-time>
          </span>
        </li>`)}
  </ol>`}var $e=[{key:`state`,header:`State`,minRem:9.5,render:ge},{key:`name`,header:`Job`,minRem:8,grow:1,render:tt},{key:`created`,header:`Created`,minRem:8,render:({created_at:e})=>y`<fm-time .datetime=${e}></fm-time>`,priority:2},{key:`by`,header:`By`,minRem:6,render:({created_by:e})=>w(e.username),priority:4}],et=class extends l{static properties={jobs:{attribute:!1},total:{type:Number}};constructor(){super(),this.jobs=[],this.total=0}render(){let{jobs:e,total:n}=this;return y`<div class="stack tight">
      <fm-table
        label="Jobs of this host"
        .rows=${e}
        .columns=${$e}
        .total=${e.length}
        @fm-open=${({detail:e})=>i(`/jobs/${e.id}`)}
      ></fm-table>
      ${n>e.length?y`<p class="quiet small">The last ${a(e.length)} of ${a(n)}.</p>`:t}
    </div>`}};function tt({id:e,name:t,operation:n,dry_run:r}){let i=r?`Plan: ${n}`:n,a=t===null?i.charAt(0).toUpperCase()+i.slice(1):w(t);return y`<a href="/jobs/${e}" tabindex="-1">${a}</a>`}x(`fm-host-jobs`,et);var nt=50,rt=class{#e;#t;#n=new Set;constructor(e,{hostId:t,live:n}){this.#e=t,this.#t=new T(e,{args:()=>E.may(`jobs:read`)?[t()]:null,live:n,read:([e],t)=>{let n={host_id:e,limit:nt};return g(u.GET(`/api/v1/jobs`,{params:{query:n},signal:t}))}})}get jobs(){return this.#t.value?.jobs??[]}get total(){return this.#t.value?.total??null}received(e){let t=this.#e(),n=new Set(this.jobs.map(e=>e.id));for(let{kind:r,data:i}of e)r===`job.updated`&&n.has(i.job_id)&&this.#r(i),r===`job.host.updated`&&i.host.host_id===t&&!n.has(i.job_id)&&this.#i(`${t} ${i.job_id}`)}#r({job_id:e,...t}){this.#t.change(n=>({...n,jobs:n.jobs.map(n=>n.id===e?{...n,...t}:n)}))}#i(e){this.#n.has(e)||this.#t.retry(),this.#n.add(e)}render(){return y`<div>
      ${r(this.#t,{what:`the jobs`,isEmpty:({jobs:e})=>e.length===0,empty:()=>y`<fm-state kind="empty" heading="No job has touched this host yet.">
            Its jobs and plans will be listed here.
          </fm-state>`,complete:({jobs:e,total:t})=>y`<fm-host-jobs .jobs=${e} .total=${t}></fm-host-jobs>`})}
    </div>`}},it=m`
  .progress {
    display: grid;
    gap: var(--fm-space-2);
  }

  .problems {
    padding-inline-start: 1.2em;
  }

  .timeline {
    display: grid;
    gap: var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  .timeline li {
    display: grid;
    grid-template-columns: 1.4em minmax(0, 1fr) max-content;
    gap: var(--fm-space-2);
    align-items: baseline;
    overflow-wrap: anywhere;
  }

  .timeline .problem .icon {
    color: var(--fm-warn-text);
  }

  @media (max-width: 44rem) {
    .timeline li {
      grid-template-columns: 1.4em minmax(0, 1fr);
    }

    .timeline .small {
      grid-column: 2;
    }
  }
`,$=class extends v{static styles=[v.styles,it];static properties={isEditing:{state:!0}};#e=new oe(this,{topic:()=>`fleet`,onEvents:e=>this.#T(e)});#t=new T(this,{args:()=>[this.params.id??``],live:this.#e,read:async([e],t)=>this.#w(await ce(e,t))});#n=new T(this,{args:()=>[this.params.id??``],live:this.#e,read:([e],t)=>g(u.GET(`/api/v1/hosts/{hostId}/patches`,{params:{path:{hostId:e}},signal:t}))});#r=new rt(this,{hostId:()=>this.params.id??``,live:this.#e});#i=new Ee(this,()=>void this.#t.reload());#a=new C(this);#o=new Map;#s=null;#c=!1;#l=!1;constructor(){super(),this.isEditing=!1}render(){return y`<div class="page">
      ${r(this.#t,{what:`the host`,complete:e=>this.#u(e)})}
    </div>`}#u(e){let n=this.#d(e),r=se(this.query,n),i=c(this.#t);return y`${this.#h(e)} ${i?t:ve(e)}
      ${i||!E.may(`groups:read`)?t:y`<fm-group-changes
              .hostId=${e.id}
              @fm-changed=${()=>this.#t.retry()}
            ></fm-group-changes>`}
      ${S(this.#i.error)} ${this.#g()} ${i?t:this.#_()}
      <fm-tabs label="About this host" .tabs=${n} .selected=${r}>
        <section class="card">${this.#f(r,e)}</section>
      </fm-tabs>
      <fm-host-edit
        .host=${e}
        .open=${this.isEditing}
        @fm-close=${()=>this.isEditing=!1}
        @fm-saved=${({detail:e})=>this.#C(e)}
      ></fm-host-edit>`}#d({patches_total:e,patches_security:t}){let n={key:`patches`,label:`Patches`,count:e};return[t?{...n,tone:`bad`}:n,...E.may(`jobs:read`)?[{key:`jobs`,label:`Jobs`,count:this.#r.total}]:[],...L(E).map(({key:e,label:t})=>({key:e,label:t})),{key:`timeline`,label:`Timeline`},{key:`facts`,label:`Facts`}]}#f(e,t){if(e===`jobs`)return y`<h2>Jobs</h2>
        ${this.#r.render()}`;if(e===`timeline`)return y`<h2>Timeline</h2>
        ${Qe(t,this.#r.jobs)}`;if(e===`facts`)return y`<h2>Facts</h2>
        ${A(t)}`;let n=L(E).find(({key:t})=>t===e);return n?this.#p(n,t):this.#m(t)}#p({key:e,label:t,tag:n,load:r},{id:i}){let a=this.#o.get(e)??document.createElement(n);return this.#o.has(e)||h(r).catch(e=>this.#x(()=>Promise.reject(e))),this.#o.set(e,a),Object.assign(a,{hostId:i}),y`<h2>${t}</h2>
      ${a}`}#m(e){let t=c(this.#t)?void 0:O(e,E).find(({action:e})=>e===`patch`);return y`<h2>Patches</h2>
      <div>
        ${r(this.#n,{what:`the patches`,complete:n=>y`<fm-host-patches
              .value=${n}
              .hostId=${e.id}
              .mayPlan=${t!==void 0}
              .planReason=${t?.reason??null}
              @fm-unhold=${({detail:t})=>void this.#b(`unhold`,e,t)}
            ></fm-host-patches>`})}
      </div>`}#h(e){return Je(e,{isRefreshing:this.#i.isRunning,isBusy:this.#a.isBusy,isGone:c(this.#t),act:t=>void this.#v(t,e)})}#g(){let{problem:e}=this.#a;return e===null?t:y`<div role="alert">${S(e)}</div>`}#_(){let{state:e,isRunning:n}=this.#i;return e===`done`?y`<div class="notice ok">
        <div>The patches were read anew.</div>
      </div>`:n?y`<div class="card progress">
      <div>
        ${e===`long`?`This takes long. The figures follow by themselves as soon as the host has them.`:`The host refreshes its package lists; then the manager reads its patches.`}
      </div>
      <fm-progress label="Refresh of the package lists"></fm-progress>
    </div>`:t}async#v(e,t){if(e===`refresh`)return this.#i.start(t.id,t.patches_polled_at);if(e===`edit`)return this.#y();if(e===`patch`)return i(D([t.id]));await this.#b(e,t)}async#y(){this.isEditing=await this.#S(()=>d(()=>import(`./fm-host-edit-7gOHtfag.js`),__vite__mapDeps([34,1,2,24,26,4,5,14,35,15])))!==null}async#b(e,t,n=[]){if(this.#a.isBusy)return;let r=await(await this.#S(()=>d(()=>import(`./askedWork-DQ5JuQLx.js`),__vite__mapDeps([36,1,2,37,5,24,26,4,23,22,35,38,14,15]))))?.askedWork(e,t,n);r&&await this.#x(async()=>{let t=await r();t&&this.#C(t),this.#l=e===`remove`})}async#x(e){await this.#a.run(e),this.#c&&!this.#l&&this.#t.retry(),this.#c=!1}async#S(e){let t=null;return await this.#x(async()=>void(t=await h(e))),t}#C(e){this.isEditing=!1,this.#t.change(()=>e)}#w(e){let{patches_polled_at:t}=e;return this.#s!==null&&t!==this.#s&&this.#n.retry(),this.#s=t,this.#i.sees(t),e}#T(e){let{id:t}=this.params;for(let{kind:n,data:r}of e)n!==`host.updated`&&n!==`host.deleted`||r.host_id!==t||(this.#a.isBusy?this.#c=!0:this.#l||this.#t.retry());this.#r.received(e)}};x(`fm-page-host`,$);export{$ as FmPageHost};