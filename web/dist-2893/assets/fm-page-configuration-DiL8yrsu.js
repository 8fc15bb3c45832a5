import{Et as e,J as t,Y as n,at as r,k as i,kt as a,ot as o,q as s,st as c,tt as l,vt as u,wt as d,yt as f,z as p}from"./shell-BBooQZkD.js";import{h as m,p as h}from"./common-CAX3qpu1.js";import{a as g}from"./rule-B2RTgxgF.js";import{_,l as v}from"./texts-C7xb8Q3t.js";var y={title:`Export and import`,intro:`What people configured on this manager, as a file: to keep, to compare, or to give to another manager. It holds no secrets, users, tokens, hosts or history.`,exportTitle:`Export`,exportText:`Settings, groups, maintenance windows, freezes, health checks, policies, schedules of reports and notifications. Two exports of the same state are the same file. Approval rules are not in it: a second administrator must agree to those on each manager.`,exportNow:`Download the configuration`,exporting:`Downloading…`,importTitle:`Import`,importText:`You see what would change before anything does.`,file:`File`,equal:`Make it equal: also remove what is here and not in the file`,show:`Show the difference`,comparing:`Comparing…`,noFile:`Choose a file first.`,tooLarge:`This file is larger than 1 MB, which no manager takes.`,notJson:e=>`This file is no JSON, so nothing was sent: ${e}`,differenceTitle:`What the import would change`,nothing:`Nothing: all that the file holds is here already.`,leftOut:`Left out, or left for you to do`,unchanged:e=>`${i(e,`other`)} as in the file already.`,apply:e=>`Import ${i(e,`change`)}`,applying:`Importing…`,done:e=>`Imported: ${i(e,`change`)}. The audit log has each.`,field:`Field`,before:`Now`,after:`After the import`,none:`nothing`,yes:`yes`,no:`no`,days:e=>i(e,`day`),more:e=>`and ${e} more`},b={added:`Added`,changed:`Changed`,removed:`Removed`},x={groups:`Groups`,windows:`Maintenance windows`,freezes:`Freezes`,health_checks:`Health checks`,policies:`Policies`,report_schedules:`Schedules of reports`,notifications:`Notifications`,settings:`Settings`},S=50;function C(e,t){let n;try{n=JSON.parse(t)}catch{return[h(t)]}let r=Array.isArray(n)?n.map(t=>T(e,t)):[T(e,n)];if(r.length===0)return[y.none];let i=r.length-S;return i>0?[...r.slice(0,S),y.more(i)]:r}var w=e=>h(e.replace(/_(secs|percent|days)$/,``).replaceAll(`_`,` `));function T(e,t){return t===null||t===``?y.none:typeof t==`boolean`?t?y.yes:y.no:typeof t==`number`?E(e,t):typeof t==`string`?D(e,t):Array.isArray(t)?t.map(t=>T(e,t)).join(`, `)||y.none:typeof t==`object`?k(e,t):``}function E(e,n){return e.endsWith(`_secs`)?t(n):e.endsWith(`_days`)?y.days(n):e.endsWith(`percent`)?`${n} %`:String(n)}function D(e,t){if(e===`rrule`)return O(t);let r=e.endsWith(`_at`)?n(t):null;return r?s(r,`UTC`):h(t)}function O(e){try{return h(v(_({timezone:`UTC`,rrule:e},new Date)))}catch{return h(e)}}function k(e,t){let n=new Map(Object.entries(t)),r=n.get(`fqdn`);return typeof r==`string`?h(r):e===`rule`&&Array.isArray(n.get(`conditions`))?h(g(t)):[...n].map(([e,t])=>`${w(e)}: ${T(e,t)}`).join(`; `)||y.none}var A=a`
  .change {
    border-block-start: 1px solid var(--fm-border);
    padding-block: var(--fm-space-3);
  }

  .change dl {
    display: grid;
    grid-template-columns: minmax(5rem, max-content) 1fr;
    gap: var(--fm-space-1) var(--fm-space-3);
    margin: var(--fm-space-2) 0 0;
  }

  .change dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .change ul {
    margin: 0;
    padding-inline-start: 1.2em;
  }

  .field {
    grid-column: 1 / -1;
    font-weight: 600;
  }
`,j=({parts:t})=>d`${t.map(t=>d`<section class="stack tight">
        <h3>${x[t.name]??h(t.name)}</h3>
        ${M(t)} ${t.changes.map(N)}
        ${t.unchanged===0?e:d`<p class="quiet small">${y.unchanged(t.unchanged)}</p>`}
      </section>`)}`,M=({problems:t})=>t.length===0?e:d`<div class="notice warn">
        ${l(`warning`)}
        <div>
          <strong>${y.leftOut}</strong>
          <ul>
            ${t.map(({name:e,message:t})=>d`<li>${h(e)}: ${h(t)}</li>`)}
          </ul>
        </div>
      </div>`,N=({kind:t,name:n,fields:r})=>d`<div class="change">
    <strong>${b[t]}: ${h(n)}</strong>
    <dl>
      ${r.map(n=>d`<dt class="field">${w(n.name)}</dt>
            ${t===`added`?e:d`<dt>${y.before}</dt>
                    <dd>${P(n.name,n.before)}</dd>`}
            ${t===`removed`?e:d`<dt>${y.after}</dt>
                    <dd>${P(n.name,n.after)}</dd>`}`)}
    </dl>
  </div>`;function P(e,t){if(t===null)return d`<span class="quiet">${y.none}</span>`;let n=C(e,t);return n.length===1?n[0]:d`<ul>
        ${n.map(e=>d`<li>${e}</li>`)}
      </ul>`}var F=1e6,I=class extends Error{};async function L(e){if(e.size>F)throw new I(y.tooLarge);try{return JSON.parse(await e.text())}catch(e){throw new I(y.notJson(e instanceof Error?e.message:``))}}async function R(e,t){let n={file:e,make_equal:t};return{file:e,makeEqual:t,difference:await c(r.POST(`/api/v1/configuration/plan`,{body:n}))}}function z({file:e,makeEqual:t,difference:{hash:n}}){return c(r.POST(`/api/v1/configuration/import`,{body:{file:e,make_equal:t,hash:n}}))}var B=({parts:e})=>e.reduce((e,{changes:t})=>e+t.length,0),V=class extends u{static styles=[u.styles,A];static properties={compared:{state:!0},refused:{state:!0},done:{state:!0}};#e=new m(this);#t=new m(this);#n=new m(this);constructor(){super(),this.compared=null,this.refused=null,this.done=null}render(){return d`<div class="page">
      <fm-page-header heading=${y.title}><p>${y.intro}</p></fm-page-header>
      <section class="card stack tight" aria-labelledby="export">
        <h2 id="export">${y.exportTitle}</h2>
        <p class="quiet">${y.exportText}</p>
        <div class="row">
          <button ?disabled=${this.#e.isBusy} @click=${()=>void this.#i()}>
            ${this.#e.isBusy?y.exporting:y.exportNow}
          </button>
        </div>
        ${p(this.#e.problem)}
      </section>
      <section class="card stack tight" aria-labelledby="import">
        <h2 id="import">${y.importTitle}</h2>
        <p class="quiet">${y.importText}</p>
        <label>
          ${y.file}
          <input id="file" type="file" accept=".json,application/json" @change=${()=>this.#a()} />
        </label>
        <label class="row">
          <input id="equal" type="checkbox" @change=${()=>this.#a()} />
          <span>${y.equal}</span>
        </label>
        <div class="row">
          <button ?disabled=${this.#t.isBusy} @click=${()=>void this.#o()}>
            ${this.#t.isBusy?y.comparing:y.show}
          </button>
        </div>
        ${this.refused===null?e:H(this.refused)} ${p(this.#t.problem)}
        ${this.done===null?e:d`<p class="notice ok" role="status">
                ${l(`check`)} <span>${y.done(this.done)}</span>
              </p>`}
      </section>
      ${this.compared?this.#r(this.compared):e}
    </div>`}#r({difference:t}){let n=B(t);return d`<section class="card stack" aria-labelledby="difference">
      <h2 id="difference" tabindex="-1">${y.differenceTitle}</h2>
      ${n===0?d`<p>${y.nothing}</p>`:e} ${j(t)}
      ${p(this.#n.problem)}
      ${n===0?e:d`<div class="row">
              <button class="primary" ?disabled=${this.#n.isBusy} @click=${()=>void this.#s()}>
                ${this.#n.isBusy?y.applying:y.apply(n)}
              </button>
            </div>`}
    </section>`}#i(){let e=new Date().toISOString().slice(0,10);return this.#e.run(()=>o(`/api/v1/configuration`,`configuration-${e}.json`))}#a(){this.compared=null,this.refused=null,this.done=null,this.#t.forget(),this.#n.forget()}async#o(){if(this.#t.isBusy)return;this.#a();let e=e=>this.renderRoot.querySelector(`#${e}`),[t]=e(`file`)?.files??[],n=e(`equal`)?.checked??!1;t?(await this.#t.run(async()=>{try{let r=await R(await L(t),n);if(e(`file`)?.files?.[0]!==t||e(`equal`)?.checked!==n)return;this.compared=r}catch(e){if(!(e instanceof I))throw e;this.refused=e.message}}),await this.updateComplete,this.renderRoot.querySelector(`#difference`)?.focus()):this.refused=y.noFile}async#s(){let{compared:e}=this;e&&!this.#n.isBusy&&await this.#n.run(async()=>{let t=B(await z(e));this.compared=null,this.done=t})}},H=e=>d`<p class="notice bad" role="alert">${l(`error`)} <span>${h(e)}</span></p>`;f(`fm-page-configuration`,V);export{V as FmPageConfiguration};