import{At as e,Et as t,F as n,K as r,L as i,O as a,Ot as o,_t as s,at as c,it as l,k as u,kt as d,q as ee,st as f,tt as p,ut as m,vt as h,wt as g,yt as _}from"./shell-BBooQZkD.js";import{m as v,u as y,x as b,y as x}from"./common-CAX3qpu1.js";import{t as S}from"./noHosts-DkGEps9l.js";import"./fm-enroll-host-nhi720n2.js";import{t as C}from"./status-C0dAeCN5.js";import{u as w}from"./text-CFkfD5oz.js";var T=(e,t,n)=>e===1?t:n,te={SOURCE_FAILED:[`host has a source of packages that fails`,`hosts have a source of packages that fails`,`Patches of that source are not seen, and not installed.`],LISTS_STALE:[`host has old package lists`,`hosts have old package lists`,`What is missing there is not known for sure.`],PACKAGES_BROKEN:[`host has broken packages`,`hosts have broken packages`,`Nothing can be installed there until it is repaired.`],REPAIR_FAILED:[`host could not be repaired`,`hosts could not be repaired`,`A job was cut off there, and its repair failed.`],DEPENDENCIES_BROKEN:[`host has a broken dependency`,`hosts have broken dependencies`,`An installed package lacks what it needs; its page offers a repair.`],LISTS_UNREADABLE:[`host cannot list its patches`,`hosts cannot list their patches`,`The package manager cannot read its own lists or configuration there.`],PATCHES_UNANSWERED:[`host does not answer with its patches`,`hosts do not answer with their patches`,`What is missing there is not known.`],SYSTEM_UNANSWERED:[`host does not answer with the facts of its system`,`hosts do not answer with the facts of their systems`,`Operating system and kernel are shown as they were read before.`],SECURITY_PINNED:[`host pins its security updates away`,`hosts pin their security updates away`,`Its own preferences keep apt from taking them, and no job installs them.`],DISK_LOW:[`host runs out of disk`,`hosts run out of disk`,`A job would fail there.`],READ_ONLY:[`host cannot write to its disk`,`hosts cannot write to their disks`,`A disk that is read-only may be failing.`],NOT_PRIVILEGED:[`agent may not install anything`,`agents may not install anything`,`The agent does not run as root there, or its setting read_only is on.`],CERTIFICATE_EXPIRING:[`agent’s certificate runs out`,`agents’ certificates run out`,`The agent could not renew it.`],CLOCK_SKEW:[`host’s clock is wrong`,`hosts’ clocks are wrong`,`Signatures and certificates may be refused there.`],ADDRESS_CHANGED:[`host’s address has changed`,`hosts’ addresses have changed`,`The manager could not use the new one.`],KERNELS_KEPT:[`host keeps many old kernels`,`hosts keep many old kernels`,`The next kernel may not fit into /boot.`]};function ne(e,t){let n=te[e];return n?{label:T(t,n[0],n[1]),hint:n[2]}:{label:T(t,`host reports ${e}`,`hosts report ${e}`),hint:`Each says on its page what is wrong.`}}var re={scheduled:[`job planned for later`,`jobs planned for later`,`Each starts by itself at its time.`],pending:[`job about to start`,`jobs about to start`,`Nothing to do until then.`],waiting_health_check:[`job waiting for a health check`,`jobs waiting for a health check`,`Each goes on once the check passes.`],cancelling:[`job being cancelled`,`jobs being cancelled`,`Hosts at work stop at their next safe point.`]},ie={root:`root of the authority`,revocation_list:`revocation list`,custom:`certificate of these pages`},E=[[`critical`,`Critical`],[`important`,`Important`],[`moderate`,`Moderate`],[`low`,`Low`],[`unrated`,`Not rated`]],ae=[[`under_7_days`,`Under 7 days`],[`under_30_days`,`7 to 30 days`],[`under_90_days`,`30 to 90 days`],[`over_90_days`,`Over 90 days`],[`not_recorded`,`Not recorded`]],oe={"24h":`24 hours`,"7d":`7 days`,"30d":`30 days`,"90d":`90 days`};function se({patches_security_total:e,hosts_by_severity:t}){let n=`${u(e,`security patch`,`security patches`)} in all.`,r=E.slice(0,2).filter(([e])=>t[e]>0).map(([e])=>`${a(t[e])} ${e}`);return r.length===0?n:`${n} Hosts by their most severe one: ${r.join(`, `)}.`}var ce=e=>e===1?`One patch is later than its severity allows.`:`${a(e)} patches are later than their severity allows.`,le=(e,t)=>`${e}, ${u(t,`day`)}`,ue=e=>e===1?`For one patch it is not recorded when it became pending, so it has no due time.`:`For ${a(e)} patches it is not recorded when they became pending, so they have no due time.`,de=e=>e===1?`One pending security patch names no CVE, so what it fixes is not known.`:`${a(e)} pending security patches name no CVE, so what they fix is not known.`,D=e=>e===1?`The latest list of one host is not counted yet.`:`The latest lists of ${a(e)} hosts are not counted yet.`,O={title:`Fleet`,now:`What needs you now`,nothing:`Nothing needs you.`,underWay:`Under way`,exposure:`Security patches that are missing`,exposureNone:`No host is known to lack a security patch.`,bySeverity:`Hosts by their most severe patch`,byAge:`Hosts by their oldest patch, since it was first seen`,notRecorded:`Not recorded: pending since before this manager kept the day.`,risk:`Known vulnerabilities and service levels`,cvesOpen:`Open CVEs that a patch fixes`,cvesWithoutFix:`Open CVEs without a fix`,exploited:`Of them known to be exploited`,hostsAffected:`Hosts with pending security patches`,hostsLate:`Hosts that break a service level`,excepted:`Exceptions in force`,exploitedUnknown:`Not known: CISA KEV is not imported`,byLevel:`Late patches, by severity`,noneLate:`No patch is beyond its service level.`,order:`What to patch first`,lastRun:`What the last run did`,lastRunNone:`No job has ended yet.`,makeJob:`Plan the first one`,history:`Hosts that needed something`};function k({hosts_with_security:e,hosts_by_severity:t,hosts_by_security_age:n}){let r=E.map(([e,n])=>{let r=`/hosts?severity=${e}&sort=-patches_security`;return{key:e,label:n,count:t[e],href:r}}),i=ae.map(([e,t])=>{let r=`/hosts?security_age=${e}&sort=-patches_security`;return{key:e,label:t,count:n[e],href:r}});return g`<section class="card" aria-labelledby="exposure">
    <h2 id="exposure">${O.exposure}</h2>
    ${e===0?g`<p class="quiet">${O.exposureNone}</p>`:g`<div class="exposure">${A(O.bySeverity,r)} ${A(O.byAge,i)}</div>`}
  </section>`}function A(e,n){let r=Math.max(...n.map(({count:e})=>e),1),i=n.some(({key:e,count:t})=>e===`not_recorded`&&t>0);return g`<div class="stack tight">
    <h3>${e}</h3>
    <ul class="bars">
      ${n.filter(({key:e,count:t})=>e!==`not_recorded`||t>0).map(({key:e,label:t,count:n,href:i})=>{let s=g`<span class="bar-label">${t}</span>
            <svg class="bar ${e}" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
              ${o`<rect class="track" width="100" height="10"></rect>
              <rect class="part" width=${n/r*100} height="10"></rect>`}
            </svg>
            <span class="bar-count">${a(n)}</span>`;return g`<li>
            ${n===0?g`<span class="bar-row">${s}</span>`:g`<a class="bar-row" href=${i}>${s}</a>`}
          </li>`})}
    </ul>
    ${i?g`<p class="quiet small">${O.notRecorded}</p>`:t}
  </div>`}function j(e){let{patches_beyond_by_severity:n,levels:r,patches_not_recorded:i}=e,a=E.map(([e,t])=>{let i=`/late-patches?severity=${e}`;return{key:e,label:le(t,r[`${e}_days`]),count:n[e],href:i}});return g`<div class="stack">
    <dl class="totals">
      ${P(O.cvesOpen,e.cves_open,`/vulnerabilities`)} ${N(e)} ${M(e)}
      ${P(O.hostsAffected,e.hosts_affected,`/hosts?has_security=true&sort=-patches_security`)}
      ${P(O.hostsLate,e.hosts_beyond,`/late-patches`)}
      ${e.exceptions===0?t:P(O.excepted,e.exceptions,`/exceptions`)}
    </dl>
    ${e.patches_beyond===0?g`<p class="quiet">${O.noneLate}</p>`:A(O.byLevel,a)}
    ${i===0?t:g`<p class="quiet small">
            <a href="/late-patches?standing=not_recorded">${ue(i)}</a>
          </p>`}
    ${e.patches_unnamed===0?t:g`<p class="quiet small">${de(e.patches_unnamed)}</p>`}
    ${e.hosts_unread===0?t:g`<p class="quiet small">${D(e.hosts_unread)}</p>`}
    ${l.serves(`getPatchOrder`)?g`<p><a href="/patch-order">${O.order}</a></p>`:t}
  </div>`}function M({without_fix:e}){return e===null||e.hosts_judged===0?t:P(O.cvesWithoutFix,e.cves_open,`/vulnerabilities?fix=none`)}function N({exploited_open:e,data_sets:t}){return e>0||t.some(({kind:e})=>e===`kev`)?P(O.exploited,e,`/vulnerabilities?exploited=true`,e>0?`bad`:``):g`<div>
    <dt class="quiet">${O.exploited}</dt>
    <dd class="unknown"><a href="/exposure-data">${O.exploitedUnknown}</a></dd>
  </div>`}var P=(e,t,n,r=``)=>g`<div>
    <dt class="quiet">${e}</dt>
    <dd class=${r}>${t===0?a(0):g`<a href=${n}>${a(t)}</a>`}</dd>
  </div>`;_(`fm-first-host`,class extends s{render(){return g`<section class="card">
      <h2>Enroll the first host</h2>
      <div class="stack">
        <fm-enroll-host></fm-enroll-host>
        <p class="quiet">${p(`live`)} This page notices by itself when the host appears.</p>
      </div>
    </section>`}});var F=[`ok`,`warn`,`bad`,`info`,`neutral`].map(e=>`.need.${e} { --mark: var(--fm-${e}-mark); --fill: var(--fm-${e}-fill); --ink: var(--fm-${e}-text); }`),I=d`
  .needs {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 28rem), 1fr));
    gap: var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  .need {
    display: grid;
    grid-template-columns: 2.25rem minmax(1.75rem, max-content) minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--fm-space-3);
    height: 100%;
    padding: var(--fm-space-3) var(--fm-space-4);
    border: 1px solid var(--fm-line);
    border-inline-start: 4px solid var(--mark);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    text-decoration: none;
    transition: background-color var(--fm-transition);
  }

  .need:hover {
    background: var(--fm-hover);
  }

  ${e(F.join(`
`))}

  .need.busy {
    --mark: var(--fm-info-mark);
    --fill: var(--fm-info-fill);
    --ink: var(--fm-info-text);
  }

  .need .mark {
    display: grid;
    place-items: center;
    width: 2.25rem;
    height: 2.25rem;
    border-radius: 50%;
    background: var(--fill);
    color: var(--ink);
  }

  .need .count {
    font-size: var(--fm-size-title);
    font-weight: var(--fm-weight-strong);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .need .label {
    font-weight: 500;
  }

  .need .go {
    color: var(--fm-text-quiet);
  }

  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2) var(--fm-space-6);
  }

  .totals dd {
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
    font-variant-numeric: tabular-nums;
  }

  .totals .unknown {
    font-size: var(--fm-size-body);
    font-weight: 400;
  }

  .totals .bad {
    color: var(--fm-bad-text);
  }

  .exposure {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    align-items: start;
    gap: var(--fm-space-5);
  }

  h3 {
    font-size: var(--fm-size-body);
    font-weight: 500;
  }

  .bars,
  .ended {
    padding: 0;
    list-style: none;
  }

  .bar-row {
    display: grid;
    grid-template-columns: 7.5rem minmax(2rem, 1fr) minmax(3rem, max-content);
    align-items: center;
    gap: var(--fm-space-3);
    min-height: 1.75rem;
    color: var(--fm-text);
  }

  a.bar-row:hover {
    background: var(--fm-hover);
  }

  .bar {
    width: 100%;
    height: 0.75rem;
  }

  .bar .track {
    fill: var(--fm-surface-sunken);
  }

  .bar .part {
    fill: var(--fm-warn-mark);
  }

  .bar.critical .part,
  .bar.over_90_days .part {
    fill: var(--fm-bad-mark);
  }

  .bar.low .part,
  .bar.unrated .part,
  .bar.under_7_days .part,
  .bar.not_recorded .part {
    fill: var(--fm-info-mark);
  }

  .bar-count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .ended li {
    padding: var(--fm-space-2) 0;
    overflow-wrap: anywhere;
  }

  .ended li + li {
    border-top: 1px solid var(--fm-line);
  }

  @media (forced-colors: active) {
    .bar .part {
      fill: CanvasText;
    }
  }

  @media (max-width: 30rem) {
    .need {
      grid-template-columns: max-content minmax(0, 1fr) auto;
      padding: var(--fm-space-3);
    }

    .need .mark {
      display: none;
    }
  }
`,L=36e5,R={"24h":24,"7d":168,"30d":720,"90d":2160};function z(e){return e!==null&&Object.hasOwn(R,e)?e:`7d`}function B(e,t){let n=t.getTime()-R[e]*L;return new Date(Math.floor(n/L)*L).toISOString()}function V(e,t){let n={at:t.computed_at,hosts_total:t.hosts_total,hosts_unreachable:t.hosts_by_health.unreachable,hosts_with_security:t.hosts_with_security,patches_security_total:t.patches_security_total,patches_total:t.patches_total,hosts_reboot_required:t.hosts_reboot_required};return[...e.filter(({at:e})=>Date.parse(e)<Date.parse(n.at)),n]}var H=[`ok`,`warn`,`bad`,`info`,`neutral`].map(e=>`.${e} { --mark: var(--fm-${e}-mark); }`),fe=d`
  ${e(H.join(`
`))}

  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-2);
  }

  .top,
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-4);
    padding: 0;
    list-style: none;
    font-size: var(--fm-size-small);
  }

  .top {
    justify-content: space-between;
  }

  .legend li {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .ranges {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-1);
  }

  .ranges button {
    min-height: 1.75rem;
    font-size: inherit;
  }

  .ranges button[aria-pressed='true'] {
    background: var(--fm-selected);
    font-weight: var(--fm-weight-strong);
  }

  .plot {
    position: relative;
    cursor: crosshair;
    touch-action: pan-y;
  }

  svg.lines {
    display: block;
    width: 100%;
    height: 12.5rem;
    overflow: visible;
  }

  .line {
    fill: none;
    stroke: var(--mark);
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }

  .dash-1 {
    stroke-dasharray: 6 4;
  }

  .dash-2 {
    stroke-dasharray: 2 3;
  }

  .dash-3 {
    stroke-dasharray: 9 3 2 3;
  }

  .grid {
    stroke: var(--fm-line);
    vector-effect: non-scaling-stroke;
  }

  .cursor {
    stroke: var(--fm-text-quiet);
    vector-effect: non-scaling-stroke;
  }

  .scale {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    pointer-events: none;
  }

  .scale span {
    position: absolute;
    padding-inline-end: 0.3em;
    background: color-mix(in srgb, var(--fm-surface) 75%, transparent);
    line-height: 1.2;
  }

  .axis {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--fm-space-3);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .reading {
    min-height: 1.5em;
    font-size: var(--fm-size-small);
    font-variant-numeric: tabular-nums;
  }

  .figures {
    overflow-x: auto;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--fm-size-small);
  }

  th,
  td {
    padding: var(--fm-space-1) var(--fm-space-2);
    border-bottom: 1px solid var(--fm-line);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  th:first-child {
    text-align: start;
  }

  @media (forced-colors: active) {
    .line,
    .cursor {
      stroke: CanvasText;
    }

    .grid {
      stroke: GrayText;
    }
  }

  @media print {
    .ranges,
    .reading {
      display: none;
    }
  }
`,U={width:1e3,height:200};function pe(e){let t=Math.max(4,e),n=10**Math.floor(Math.log10(t));return([1,2,4,5,10].find(e=>e*n>=t)??10)*n}function me(e,t){let n=e.at(-1);if(t===null||!n)return e;let r=Date.parse(n.at)-t*1e3,i=e.findIndex(({at:e})=>Date.parse(e)>=r);return e.slice(Math.max(0,Math.min(i,e.length-2)))}function W(e){let t=e.map(({at:e})=>Date.parse(e)),[n,r]=[t[0]??0,t.at(-1)??0];return t.map(e=>r===n?0:(e-n)/(r-n)*U.width)}function he(e,t,n){let r=W(e),i=!1;return e.map(({values:e},a)=>{let o=e[t]??null,s=i?`L`:`M`;if(i=o!==null,o===null)return``;let c=U.height-o/n*U.height;return`${s}${(r[a]??0).toFixed(1)} ${c.toFixed(1)}`}).join(``)}function ge(e,t){let n=t*U.width,r=W(e).map(e=>Math.abs(e-n));return r.indexOf(Math.min(...r))}function _e(e,t){let n=Math.ceil(e.length/t);return e.filter((t,r)=>(e.length-1-r)%n==0)}var ve=24,ye=new Intl.DateTimeFormat(`en-GB`,{day:`numeric`,month:`short`,hour:`2-digit`,minute:`2-digit`,timeZoneName:`short`}),be=class extends s{static styles=[s.styles,fe];static properties={label:{},points:{attribute:!1},lines:{attribute:!1},ranges:{attribute:!1},range:{type:Number},at:{state:!0},isTable:{state:!0}};constructor(){super(),this.label=``,this.points=[],this.lines=[],this.ranges=[],this.range=0,this.at=null,this.isTable=!1}willUpdate(e){e.has(`points`)&&this.at!==null&&this.at>=this.#r().length&&(this.at=null)}render(){let e=this.#r();return g`<div class="top">
        <ul class="legend">
          ${this.lines.map(({label:e,tone:t},n)=>g`<li>
                <svg width="28" height="10" aria-hidden="true" class=${t}>
                  <line class="line dash-${n}" x1="0" x2="28" y1="5" y2="5"></line>
                </svg>
                ${e}
              </li>`)}
        </ul>
        <div class="ranges" role="group" aria-label="What is shown">
          ${this.ranges.length<2?t:this.ranges.map((e,t)=>this.#e(e,t))}
          <button aria-pressed=${String(this.isTable)} @click=${()=>this.isTable=!this.isTable}>
            Table
          </button>
        </div>
      </div>
      ${this.isTable?t:this.#t(e)}
      <div class=${this.isTable?`figures`:`visually-hidden`} tabindex=${this.isTable?`0`:t}>
        ${this.#n(e)}
      </div>`}#e({label:e},t){return g`<button
      aria-pressed=${String(t===this.range)}
      @click=${()=>{this.range=t,this.at=null,this.dispatchEvent(new CustomEvent(`fm-range`,{detail:t}))}}
    >
      ${e}
    </button>`}#t(e){let n=this.#i(e),r=this.at===null?void 0:W(e)[this.at];return g`<div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${this.label}
        aria-valuemin="0"
        aria-valuemax=${Math.max(0,e.length-1)}
        aria-valuenow=${this.at??Math.max(0,e.length-1)}
        aria-valuetext=${this.#o(e)||`The arrows read the values.`}
        @pointermove=${this.#s}
        @pointerdown=${this.#s}
        @pointerleave=${()=>this.at=null}
        @keydown=${this.#c}
      >
        <svg
          class="lines"
          viewBox="0 0 ${U.width} ${U.height}"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          ${[0,.5,1].map(e=>o`<line class="grid" x1="0" x2=${U.width} y1=${U.height*e} y2=${U.height*e}></line>`)}
          ${this.lines.map(({key:t,tone:r},i)=>o`<path class="line ${r} dash-${i}" d=${he(e,t,n)}></path>`)}
          ${r===void 0?t:o`<line class="cursor" x1=${r} x2=${r} y1="0" y2=${U.height}></line>`}
        </svg>
        <div class="scale" aria-hidden="true">
          ${[1,.5,0].map(e=>g`<span>${a(n*e)}</span>`)}
        </div>
      </div>
      <div class="axis">
        ${[e.at(0),e.at(-1)].map(e=>e?g`<fm-time mode="absolute" datetime=${e.at}></fm-time>`:t)}
      </div>
      <p class="reading" aria-hidden="true">
        ${this.at===null?g`<span class="quiet">Point at the lines, or use the arrows, to read the values.</span>`:g`<fm-time mode="absolute" datetime=${e[this.at]?.at??``}></fm-time>:
                ${this.#a(e[this.at])}`}
      </p>`}#n(e){return g`<table>
      <caption class="visually-hidden">
        ${this.label}
      </caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          ${this.lines.map(({label:e})=>g`<th scope="col">${e}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${_e(e,ve).map(({at:e,values:t})=>g`<tr>
              <th scope="row">${ee(new Date(e))}</th>
              ${this.lines.map(({key:e})=>g`<td>${a(t[e])}</td>`)}
            </tr>`)}
      </tbody>
    </table>`}#r(){return me(this.points,this.ranges[this.range]?.secs??null)}#i(e){return pe(e.flatMap(({values:e})=>this.lines.map(({key:t})=>e[t]??0)).reduce((e,t)=>Math.max(e,t),0))}#a(e){return this.lines.map(({key:t,label:n})=>`${a(e?.values[t])} ${n}`).join(`, `)}#o(e){let t=this.at===null?void 0:e[this.at];return t?`${ye.format(new Date(t.at))}: ${this.#a(t)}`:``}#s(e){let{left:t,width:n}=e.currentTarget.getBoundingClientRect();n>0&&(this.at=ge(this.#r(),(e.clientX-t)/n))}#c(e){let t=this.#r().length-1,n=this.at??t+1,r={ArrowLeft:n-1,ArrowRight:n+1,ArrowDown:n-1,ArrowUp:n+1,Home:0,End:t,PageDown:n-24,PageUp:n+24}[e.key];r!==void 0&&(e.preventDefault(),this.at=Math.max(0,Math.min(t,r)))}updated(){this.renderRoot.querySelectorAll(`.scale span`).forEach((e,t)=>{e.style.insetBlockStart=`calc(${t*50}% - 0.6em)`})}};_(`fm-chart`,be);var xe=3600,G=Object.keys(R),Se=G.map(e=>({label:oe[e],secs:R[e]*xe})),Ce=[{key:`security`,label:`with security patches`,tone:`warn`},{key:`unreachable`,label:`unreachable`,tone:`bad`},{key:`reboot`,label:`with a reboot due`,tone:`info`}];function we(e){return e.map(e=>({at:e.at,values:{security:e.hosts_with_security,unreachable:e.hosts_unreachable,reboot:e.hosts_reboot_required}}))}function Te(e,t,n){return g`<section class="card" aria-labelledby="history">
    <h2 id="history">${O.history}</h2>
    <fm-chart
      label=${O.history}
      .points=${e}
      .lines=${Ce}
      .ranges=${Se}
      .range=${G.indexOf(t)}
      @fm-range=${({detail:e})=>n(G[e]??t)}
    ></fm-chart>
  </section>`}var Ee=[[`hosts_changed`,`Hosts patched`],[`hosts_unchanged`,`Had nothing to do`],[`hosts_failed`,`Failed`],[`hosts_rolled_back`,`Rolled back`],[`hosts_rebooted`,`Rebooted`]];function De(e,n){let{to:r,jobs:i,jobs_total:o}=e;return g`<section class="card" aria-labelledby="last-run">
    <h2 id="last-run">${O.lastRun}</h2>
    ${r===null?g`<p class="quiet">
            ${O.lastRunNone} ${n?g`<a href="/jobs/new">${O.makeJob}</a>`:t}
          </p>`:g`<div class="stack">
            <p class="quiet">
              ${u(o,`job`)} in 24 hours, the last one ended <fm-time datetime=${r}></fm-time>.
            </p>
            <dl class="totals">
              ${Ee.map(([n,r])=>e[n]===0&&n!==`hosts_changed`&&n!==`hosts_failed`?t:g`<div>
                      <dt class="quiet">${r}</dt>
                      <dd class=${n===`hosts_failed`&&e[n]>0?`bad`:``}>
                        ${a(e[n])}
                      </dd>
                    </div>`)}
            </dl>
            <ul class="ended" aria-label="Jobs of the last run">
              ${i.map(e=>Oe(e))}
            </ul>
          </div>`}
  </section>`}function Oe(e){let t=v(e.name)||w(e.operation);return g`<li>
    <a href="/jobs/${e.id}">${t}</a> ${C(`job`,e.state)}
    <span class="quiet small">
      ${a(e.hosts_completed)} of ${u(e.hosts_total,`host`)} completed,
      <fm-time datetime=${e.completed_at}></fm-time>
    </span>
  </li>`}var K=(e,t,n)=>e===1?t:n;function q(e,t,n=0,r){let i=[ke(n),...r?Ae(r):[],...Me(e),...Ne(e),...J(e),...Fe(e,t)],a=[`bad`,`warn`,`info`];return i.filter(({count:e})=>e>0).sort((e,t)=>a.indexOf(e.tone)-a.indexOf(t.tone))}var ke=e=>({key:`approvals`,tone:`bad`,icon:`check`,count:e,label:K(e,`approval for you to give`,`approvals for you to give`),hint:`A colleague asked for a second person; nothing happens before you decide.`,href:`/approvals`,at:null});function Ae({exploited_open:e,hosts_beyond:t,...n}){let{critical:r,important:i}=n.patches_beyond_by_severity;return[{key:`exploited`,tone:`bad`,icon:`warning`,count:e,label:K(e,`CVE is open that is known to be exploited`,`CVEs are open that are known to be exploited`),hint:`Each has a pending patch that fixes it.`,href:`/vulnerabilities?exploited=true`,at:null},{key:`late`,tone:r>0||i>0?`bad`:`warn`,icon:`clock`,count:t,label:K(t,`host breaks a service level`,`hosts break a service level`),hint:ce(n.patches_beyond),href:`/late-patches`,at:null}]}function je({jobs:e}){return[{key:`running`,tone:`busy`,icon:`play`,count:e.running,label:K(e.running,`job running`,`jobs running`),hint:`Follow live.`,href:`/jobs?state=running&dry_run=false`,at:null},...[`waiting_health_check`,`cancelling`,`pending`,`scheduled`].map(t=>{let[n,r,i]=re[t],a=e[t],o=`/jobs?state=${t}&dry_run=false`;return{key:t,tone:`neutral`,icon:`clock`,count:a,label:K(a,n,r),hint:i,href:o,at:null}})].filter(({count:e})=>e>0)}function Me(e){let{unreachable:t}=e.hosts_by_health,{hosts_with_security:n,hosts_reboot_required:r,oldest_poll_at:i}=e;return[{key:`unreachable`,tone:`bad`,icon:`offline`,count:t,label:K(t,`host unreachable`,`hosts unreachable`),hint:`The agent does not answer: nothing can be read or patched there.`,href:`/hosts?health_status=unreachable`,at:null},{key:`security`,tone:e.hosts_by_severity.critical>0?`bad`:`warn`,icon:`shield`,count:n,label:K(n,`host waits for security patches`,`hosts wait for security patches`),hint:se(e),href:`/hosts?has_security=true&sort=-patches_security`,at:i},{key:`reboot`,tone:`warn`,icon:`power`,count:r,label:K(r,`host has a reboot due`,`hosts have a reboot due`),hint:`Installed patches take effect only after a reboot. Choose the hosts there, and reboot them.`,href:`/hosts?reboot_required=true`,at:null}]}function J({problems:e,hosts_by_health:{degraded:t}}){let n=e.map(({code:e,hosts:t})=>{let{label:n,hint:r}=ne(e,t),i=`/hosts?problem=${encodeURIComponent(e)}`;return{key:`problem-${e}`,tone:`warn`,icon:`warning`,count:t,label:n,hint:r,href:i,at:null}});return n.length>0?n:[{key:`degraded`,tone:`warn`,icon:`warning`,count:t,label:K(t,`host degraded`,`hosts degraded`),hint:`The agent answers, but something there is not as it should be.`,href:`/hosts?health_status=degraded`,at:null}]}function Ne({jobs:{paused:e,failed:t,partial:n}}){return[{key:`paused`,tone:`bad`,icon:`pause`,count:e,label:K(e,`job stopped: too many failures`,`jobs stopped: too many failures`),hint:`Decide whether to go on, end, cancel or roll back.`,href:`/jobs?state=paused&dry_run=false`,at:null},{key:`failed`,tone:`bad`,icon:`error`,count:t,label:K(t,`job failed in the last 24 hours`,`jobs failed in the last 24 hours`),hint:`Each says per host what failed, and what to do next.`,href:`/jobs?state=failed&ended=24h&dry_run=false`,at:null},{key:`partial`,tone:`warn`,icon:`warning`,count:n,label:K(n,`job partly failed in the last 24 hours`,`jobs partly failed in the last 24 hours`),hint:`Some hosts completed, others did not. Each job says which.`,href:`/jobs?state=partial&ended=24h&dry_run=false`,at:null}]}function Pe({kind:e,days_left:t,todo:n,name:r}){let i=t===0?`ends within a day, or has ended`:`ends within ${t+1} days`;return{key:`${e} ${r}`,tone:t<14?`bad`:`warn`,icon:`certificates`,count:1,label:`${ie[e]} ${i}`,hint:n,href:e===`custom`?`/settings`:`/certificates`,at:null}}function Fe(e,t){let{plans_waiting:n}=e,r=t.enrollments?e.enrollments_pending:0,i=t.groupChanges?e.group_changes_waiting:0,a=t.certificates?e.certificates_expiring:0;return[...t.certificates?(e.expiries??[]).map(Pe):[],{key:`certificates`,tone:`bad`,icon:`certificates`,count:a,label:K(a,`certificate ends within 14 days`,`certificates end within 14 days`),hint:`They renew by themselves 30 days before they end. Something prevents that for these.`,href:`/certificates?status=active&expires=14d&sort=not_after`,at:null},{key:`plans`,tone:`info`,icon:`check`,count:n,label:K(n,`plan waits for approval`,`plans wait for approval`),hint:`Nothing of it happens before somebody approves it.`,href:`/jobs?awaiting_approval=true`,at:null},{key:`group-changes`,tone:`warn`,icon:`groups`,count:i,label:K(i,`change of a group waits for confirmation`,`changes of groups wait for confirmation`),hint:`Hosts say something else of themselves, by which they would enter or leave groups that limit.`,href:`/groups`,at:null},{key:`enrollments`,tone:`info`,icon:`enrollments`,count:r,label:K(r,`host asks to enroll`,`hosts ask to enroll`),hint:`Compare the fingerprint, then approve or deny.`,href:`/enrollments`,at:null}]}var Ie=500,Y=16,X=class extends h{static styles=[h.styles,I];#e=null;#t;#n=null;#r=new x(this,{topic:()=>`fleet`,onEvents:()=>this.#l()});#i=new y(this,{live:this.#r,args:()=>[],read:async(e,t)=>f(c.GET(`/api/v1/status/fleet`,{signal:t}))});#a=new y(this,{live:this.#r,args:()=>n(m.user,`jobs:run`)&&l.serves(`listApprovals`)?[]:null,read:async(e,t)=>(await f(c.GET(`/api/v1/approvals`,{params:{query:{waits_for_me:!0,limit:1}},signal:t}))).total});#o=new y(this,{keepsValue:!0,args:()=>{let e=this.#i.value?.computed_at;return e!==void 0&&Q()?[e.slice(0,Y)]:null},read:async(e,t)=>f(c.GET(`/api/v1/exposure`,{signal:t}))});#s=new y(this,{keepsValue:!0,args:()=>{let e=this.#i.value?.computed_at;if(e===void 0||!l.serves(`getFleetHistory`))return null;let t=z(this.query.get(`range`));return[t,B(t,new Date(e))]},read:async([,e],t)=>f(c.GET(`/api/v1/status/fleet/history`,{params:{query:{from:e}},signal:t}))});#c=new y(this,{keepsValue:!0,args:()=>{let e=this.#i.value;return e?[`${JSON.stringify(e.jobs)} ${e.computed_at.slice(0,Y)}`]:null},read:async(e,t)=>f(c.GET(`/api/v1/status/jobs`,{signal:t}))});connectedCallback(){super.connectedCallback(),this.#e=r(()=>this.#l())}disconnectedCallback(){super.disconnectedCallback(),this.#e?.(),clearTimeout(this.#t),this.#t=void 0}#l(){this.#t??=setTimeout(()=>{this.#t=void 0,this.#i.reload(),this.#a.retry()},Ie)}render(){let e=this.#i.value?.computed_at;return g`<div class="page">
      <fm-page-header heading=${O.title}>
        ${e===void 0?t:g`<p>Counted <fm-time datetime=${e}></fm-time></p>`}
      </fm-page-header>
      ${i(this.#i,{what:`the figures of the fleet`,isEmpty:e=>e.hosts_total===0,empty:e=>g`${this.#u(e)}${S(m.user)??(Le()?g`<fm-first-host></fm-first-host>`:Re())}`,complete:e=>this.#d(e)})}
    </div>`}#u(e){let n=q(e,Z(),this.#a.value??0,this.#o.value);return n.length===0?t:$(n)}#d(e){let r=q(e,Z(),this.#a.value??0,this.#o.value),a=je(e);return g`
      <section class="stack" aria-labelledby="now">
        <h2 id="now">${O.now}</h2>
        ${r.length===0?g`<p class="notice ok">${p(`check`)} ${O.nothing}</p>`:$(r)}
      </section>
      ${a.length===0?t:g`<section class="stack" aria-labelledby="under-way">
              <h2 id="under-way">${O.underWay}</h2>
              ${$(a)}
            </section>`}
      ${k(e)} ${this.#f()}
      ${i(this.#c,{what:`what the last run did`,complete:e=>De(e,n(m.user,`jobs:run`))})}
      ${ze(e)} ${this.#p(e)}
    `}#f(){return Q()?g`<section class="card" aria-labelledby="risk">
      <h2 id="risk">${O.risk}</h2>
      ${i(this.#o,{what:`the vulnerabilities`,complete:j})}
    </section>`:t}#p(e){let n=this.#s.value?.points??[];if(n.length<2&&!this.query.has(`range`))return t;let r=z(this.query.get(`range`));return Te(this.#m(n,e),r,e=>b({range:e},!0))}#m(e,t){return(this.#n?.from!==e||this.#n.status!==t)&&(this.#n={from:e,status:t,points:we(V(e,t))}),this.#n.points}},Z=()=>({enrollments:n(m.user,`enrollment:manage`)&&l.serves(`listEnrollments`),certificates:n(m.user,`certificates:manage`)&&l.serves(`listCertificates`),groupChanges:n(m.user,`groups:confirm`)}),Q=()=>n(m.user,`exposure:read`)&&l.serves(`getExposure`),Le=()=>l.serves(`createEnrollment`)&&l.serves(`getRootCertificate`);function Re(){return g`<fm-state kind="empty" heading="There are no hosts yet.">
    Enrollment is switched off on this manager, so a host can only be added through the API.
  </fm-state>`}function $(e){return g`<ul class="needs">
    ${e.map(({tone:e,icon:n,count:r,label:i,hint:o,href:s,at:c})=>g`<li>
          <a class="need ${e}" href=${s}>
            <span class="mark" aria-hidden="true">${p(n)}</span>
            <span class="count">${a(r)}</span>
            <span>
              <span class="label">${i}</span><br />
              <span class="quiet small"
                >${o}
                ${c===null?t:g`Oldest answer of a host: <fm-time datetime=${c}></fm-time>.`}</span
              >
            </span>
            <span class="go" aria-hidden="true">${p(`chevron-right`)}</span>
          </a>
        </li>`)}
  </ul>`}function ze(e){return g`<section class="card">
    <h2>The fleet</h2>
    <dl class="totals">
      <div>
        <dt class="quiet">Hosts</dt>
        <dd><a href="/hosts">${a(e.hosts_total)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Healthy</dt>
        <dd><a href="/hosts?health_status=healthy">${a(e.hosts_by_health.healthy)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Patches waiting</dt>
        <dd>${a(e.patches_total)}</dd>
      </div>
      ${e.hosts_never_polled===0?t:g`<div>
              <dt class="quiet">Hosts not read yet, and not in these figures</dt>
              <dd>${a(e.hosts_never_polled)}</dd>
            </div>`}
    </dl>
  </section>`}_(`fm-page-fleet`,X);export{X as FmPageFleet};