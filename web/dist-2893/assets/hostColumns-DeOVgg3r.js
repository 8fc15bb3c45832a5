import{D as e,Et as t,J as n,O as r,Ot as i,W as a,Y as o,k as s,wt as c}from"./shell-BBooQZkD.js";import{m as l,p as u}from"./common-CAX3qpu1.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-progress-BqvW4jmb.js";import{C as ee,E as d,f,r as p,t as m,u as h}from"./badge-Dpy77prv.js";var g={ask:`Ask for approval`,approve:`Approve`,retry:`Retry failed`,replan:`Plan again without these`,rollback:`Roll back`,rollbackWave:`Roll back this wave`,resume:`Resume`,end:`End`,cancel:`Cancel`};function _(e,t){return t===`plan`?e===`cancel`?`Stop planning`:e===`retry`?`Plan the missing ones again`:g[e]:g[e]}var v={"no-right":`Your role may look at jobs but not run them.`,cancelling:`It is being cancelled: hosts at work stop at their next safe point.`,ending:`It is being ended: hosts at work finish, and nothing else begins.`,asked:`It is asked for already, and waits for a second person.`,"none-planned-yet":`No host is planned yet.`,"none-planned":`No host has a plan that can be approved.`,"nothing-to-do":`The planned hosts already have all that the job would change.`,approved:`It is approved. The job that runs it says how far it is.`,"nothing-failed":`Every host did its work.`,"changed-nothing":`The job changed nothing that is not back already.`,"no-packages":`It changes no versions of packages, so there is nothing to bring back.`,"rolling-back":`It is being rolled back now.`,"hosts-at-work":`Hosts of it are still at work; it can be rolled back once they have ended.`,"rolled-back":`It was rolled back already.`},y={resume:`Goes on with the hosts that are left. Failures so far no longer count towards the limit.`,retry:`Works on the failed hosts once more, then goes on.`,rollbackWave:`Brings the hosts of this wave back to the versions from before. The job ends.`,rollback:`Brings all hosts that it changed back to the versions from before. The job ends.`,end:`Lets the hosts at work finish and starts no other. What was changed stays changed.`,cancel:`Stops the hosts at work at their next safe point and starts no other. What was changed stays changed.`};function b(e){return v[e]}var te=8,x=12,S=3,C=4,w={HELD:`held on the host`,PHASED:`the distribution rolls it out gradually`,NEEDS_NEW:`needs new packages`,NEEDS_REMOVAL:`would remove others`,DEPENDENCY:`its dependencies do not fit`,EXCLUDED:`left out by this job`,SOURCE_FAILED:`its source fails`,SECURITY_UNKNOWN:`nobody can tell whether it is for security`},T={HELD:`Nothing would change, because the packages are held: see below.`,PINNED:`Nothing would change, because the host’s own preferences suppress the security updates: see below.`,SECURITY_UNKNOWN:`Nothing is known to be for security, and of some updates nobody can tell: see below. Plan all patches to take them.`};function E({kept_back:e}){return T[Object.keys(T).find(t=>e.some(({reason:e})=>e===t))??``]??`Nothing to do: these hosts already have all that the job would change.`}var D={yes:[`ok`,`Can be rolled back exactly`],partly:[`warn`,`Can be rolled back in part`],no:[`bad`,`Cannot be rolled back`]};function O({verdict:e}){let[t,n]=D[e];return c`<fm-badge tone=${t} label=${n}></fm-badge>`}function k(e){let t=e.slice(0,te).map(({fqdn:e})=>l(e)),n=e.length-t.length;return`${t.join(`, `)}${n>0?` and ${n} more`:``}`}function A({plan:e,hosts:n,hash:r}){return c`<section class="card stack tight" aria-label="Plan for ${k(n)}">
    <div class="row spread">
      <h3>${s(n.length,`host`)}${n.length>1?` with this same plan`:``}</h3>
      ${d(e)||e.manager_does?t:O(e.reversible)}
    </div>
    <p class="names quiet">${k(n)}</p>
    ${e.cut?c`<p>
            <strong>Too large to be shown whole</strong>: entries are missing here, so it cannot be approved.
          </p>`:t}
    ${d(e)?c`<p>${E(e)}</p>`:e.manager_does?N(e.manager_does):P(e)}
    ${ee(e.reversible.reasons).map(j)} ${I(`Removed`,e.remove,!0)}
    ${I(`Downgraded`,e.downgrade,!0)} ${I(`Upgraded`,e.upgrade)}
    ${I(`Newly installed`,e.install)} ${B(e.kept_back)}
    <p class="small quiet">Plan <code title=${r}>${r.slice(0,12)}</code></p>
  </section>`}function j({message:e,packages:n}){let r=n.map(e=>c`<code>${l(e)}</code>`);return r.length<=S?c`<p class="small">
      ${r.map((e,n)=>c`${n>0?`, `:t}${e}`)}${r.length>0?`: `:t}${l(e)}
    </p>`:c`<details class="small">
    <summary>${s(r.length,`package`)}: ${l(e)}</summary>
    <ul class="entries" tabindex="0" aria-label=${l(e)}>
      ${r.map(e=>c`<li>${e}</li>`)}
    </ul>
  </details>`}var M={hold:`Hold`,unhold:`Release the hold of`,reboot:`Reboot the host`},N=e=>c`<ul>
    ${e.map(({action:e,package:n})=>c`<li>${M[e]} ${n===null?t:c`<code>${l(n)}</code>`}</li>`)}
  </ul>`;function P(t){let n=t=>t===null?`unknown`:e(t),r=t.reboot_expected;return c`<dl class="facts">
    <dt>Download</dt>
    <dd>${n(t.download_size_bytes)} a host</dd>
    <dt>Disk</dt>
    <dd>${F(t.disk_change_bytes)}</dd>
    <dt>Reboot afterwards</dt>
    <dd>${r===null?`Not known before`:r?`To be expected`:`Not needed`}</dd>
  </dl>`}function F(t){return t===null?`unknown`:t===0?`As much as now`:`${e(Math.abs(t))} ${t>0?`more`:`less`} a host`}function I(e,n,r=n.length<=x){return n.length===0?t:c`<details ?open=${r}>
    <summary>${e}: ${s(n.length,`package`)}</summary>
    <ul class="entries" tabindex="0" aria-label=${e}>
      ${n.map(e=>c`<li>
            <code>${l(e.name)}</code>
            <span class="quiet">${z(e.from,e.to)}</span> ${L(e)}
          </li>`)}
    </ul>
  </details>`}function L({security:e,severity:n,cves:i=[],cves_total:a=i.length}){if(e!==!0)return t;let o=i.slice(0,C),s=a>o.length?` and ${r(a-o.length)} more`:``;return c`<fm-badge tone="warn" label=${n?`Security, ${n}`:`Security`}></fm-badge> ${o.length===0?t:c`<span class="small quiet"
            >${o.map((e,n)=>c`${n>0?`, `:t}${R(e)}`)}${s}</span
          >`}`}function R(e){return/^CVE-\d{4}-\d{4,}$/.test(e)?c`<a href="https://www.cve.org/CVERecord?id=${e}" target="_blank" rel="noreferrer noopener"
    >${e}</a
  >`:l(e)}function z(e,t){return e===null?l(t):t===null?`${l(e)}, goes away`:`${l(e)} → ${l(t)}`}function B(e){return e.length===0?t:c`<details>
    <summary>Left as they are: ${s(e.length,`package`)}</summary>
    <ul class="entries" tabindex="0" aria-label="Left as they are">
      ${e.map(({name:e,reason:t,message:n,...r})=>c`<li>
            <code>${l(e)}</code>
            <span class="quiet">${w[t]??l(n)}</span> ${L(r)}
          </li>`)}
    </ul>
  </details>`}function V(e,t){let n=``,r=``,i=!1;for(let{started_at:t,completed_at:a}of e)t!==null&&((n===``||t<n)&&(n=t),t>r&&(r=t),a===null?i=!0:a>r&&(r=a));return n===``?null:{fromMs:Date.parse(n),toMs:Math.max(Date.parse(r),i?t:0)}}function H(e,t){let n=o(e.started_at)?.getTime();if(n===void 0)return null;let r=o(e.completed_at)?.getTime()??Math.max(t,n);return{fromMs:n,toMs:Math.max(n,r)}}function U({fromMs:e,toMs:t},n){let r=Math.max(1,n.toMs-n.fromMs),i=Math.min(100,Math.max(2,100*(t-e)/r));return{start:Math.min(100-i,100*(e-n.fromMs)/r),length:i}}var W={failed:0,timedout:0,rollback_failed:0,rolled_back:1,retry_wait:2,rolling_back:3,rebooting:4,verifying:4,running:4,dispatching:4,waiting_window:5,waiting_health_check:5,pending:6,cancelled:7,skipped:7,completed:8};function G(e){let t=[];for(let n of e)(t[W[n.state]??9]??=[]).push(n);return t.flatMap(e=>e.sort(K))}function K({fqdn:e},{fqdn:t}){return e===t?0:e<t?-1:1}function q(e,r){let a=H(e,r.toMs);if(!a)return t;let{start:o,length:s}=U(a,r),l=n((a.toMs-a.fromMs)/1e3).replaceAll(` `,`\xA0`),u=h(e)?`var(--fm-bad-text)`:`var(--fm-info-text)`;return c`<svg width="72" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${i`<rect width="100" height="6" fill="var(--fm-line)"></rect><rect x=${o} width=${s} height="6" fill=${u}></rect>`}
    </svg>
    <span class="small quiet">${l}</span>`}var J={HOST_BUSY:`Another job is at work on this host.`,CONTACT_LOST:`The agent is out of reach; the outcome follows once it answers.`,MAINTENANCE_MODE:`The host is in maintenance mode.`,NOTHING_TO_DO:`There was nothing to do.`,SECURITY_PINNED:`Security updates are missing: the host’s own preferences suppress them.`,SECURITY_UNKNOWN:`Of some updates nobody can tell whether they are for security; they were left out.`,PLAN_TOO_LARGE:`The plan is too large to be shown whole, so it cannot be approved.`,REBOOT_CANCELLED:`The packages were changed; the reboot was cancelled.`,ACCEPTED:`A person accepted this host as it stands.`,JOB_ENDED:`The job was ended before this host began.`,UNVERIFIED:`The work is done, but it is not known whether the host is well.`,HOST_REMOVED:`The host was removed from the fleet.`},Y={key:`wave`,header:`Wave`,minRem:4,priority:2,render:({wave:e})=>String(e??``)},X=(e,t=!1)=>[{key:`fqdn`,header:`Host`,grow:2.5,render:({fqdn:e})=>l(e)},...t?[Y]:[],{key:`state`,header:`State`,minRem:11,render:t=>m(p(e().job,t))},{key:`progress`,header:`Progress`,minRem:8,priority:3,render:Q},{key:`message`,header:`What happens`,grow:2.5,priority:2,render:$},{key:`time`,header:`Time`,minRem:11,priority:5,render:t=>q(t,e().span)}];function Z({attempt:e,max_attempts:t,next_attempt_at:n}){let r=Math.min(e+1,t);return c`Attempt ${r} of ${t} <fm-time .datetime=${n} missing="soon"></fm-time>`}function Q({progress:e,state:n,fqdn:r}){if(!/running|dispatching|rebooting|verifying|rolling_back/.test(n))return t;let i=n===`running`?e:null;return c`<fm-progress label="Progress of ${l(r)}" .value=${i}></fm-progress>`}function $(e){let{error:n,reason:r,changes:i,message:o}=e;if(f(e))return J.ACCEPTED??``;if(n){let t=u(a(n).what,300);return e.state===`retry_wait`?c`${Z(e)}: ${t}`:t}return e.state===`waiting_window`&&e.next_attempt_at!==null?c`${r===`FREEZE`?`Frozen; it may begin`:`Its maintenance window opens`}
      <fm-time .datetime=${e.next_attempt_at}></fm-time>.
      ${r===`OUTSIDE_WINDOW`?t:u(o,300)}`:r===null?e.state===`completed`&&i.length>0?`${s(i.length,`package`)} changed`:u(o,300):J[r]??u(o||r,300)}export{V as a,A as c,y as d,_ as f,G as i,O as l,X as n,L as o,b as p,Z as r,k as s,$ as t,z as u};