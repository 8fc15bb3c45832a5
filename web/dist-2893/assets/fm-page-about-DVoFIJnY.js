import{Et as e,J as t,L as n,at as r,ft as i,it as a,kt as o,pt as s,st as c,tt as l,vt as u,wt as d,yt as f}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import{u as p}from"./common-CAX3qpu1.js";async function m(e){let t=await fetch(`/licences.json`,{signal:e}).catch(e=>{throw s(e)});if(!t.ok)throw i(t,null);return await t.json()}var h=o`
  .licences {
    padding: 0;
    list-style: none;
  }

  li + li {
    border-top: 1px solid var(--fm-line);
  }

  summary {
    padding: var(--fm-space-2) 0;
    cursor: pointer;
    overflow-wrap: anywhere;
  }

  pre {
    max-height: 16rem;
    margin-bottom: var(--fm-space-3);
    padding: var(--fm-space-3);
    overflow: auto;
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    white-space: pre-wrap;
  }
`,g=class extends u{static styles=[u.styles,h];#e=new p(this,{read:async(e,t)=>c(r.GET(`/api/v1/status/health`,{signal:t})),args:()=>a.serves(`getServiceHealth`)?[]:null});#t=new p(this,{read:async(e,t)=>c(r.GET(`/api/v1/ui`,{signal:t})),args:()=>[]});#n=new p(this,{read:async(e,t)=>m(t),args:()=>[]});render(){return d`<div class="page">
      <div class="page-header"><h1>About</h1></div>
      <section class="card">
        <h2>This manager</h2>
        ${a.serves(`getServiceHealth`)?n(this.#e,{what:`the state of the manager`,complete:_}):e}
        ${n(this.#t,{what:`the version of the manager`,complete:v})}
      </section>
      <section class="card">
        <h2>Contract</h2>
        <div class="stack tight">
          <p>All that this page does, a program can do: the API is described by an OpenAPI contract.</p>
          <p class="row">
            <a class="button" href="/api/docs">${l(`book`)} Read the contract</a>
            <a class="button" href="/api/docs/openapi.json" download="fleetmend-openapi.json">
              ${l(`download`)} OpenAPI file
            </a>
          </p>
        </div>
      </section>
      <section class="card">
        <h2>Licences</h2>
        <div class="stack tight">
          <p>
            Fleetmend is free software under the Apache License 2.0. This page stands on the work of others:
          </p>
          ${n(this.#n,{what:`the licences`,complete:y})}
        </div>
      </section>
    </div>`}};function _({version:e,status:n,uptime_secs:r,checks:i}){let a=e=>d`<fm-badge tone=${e?`ok`:`bad`} label=${e?`Working`:`Failing`}></fm-badge>`;return d`<dl class="facts">
    <dt>Version</dt>
    <dd>${e}</dd>
    <dt>State</dt>
    <dd>${a(n===`ok`)}</dd>
    <dt>Database</dt>
    <dd>${a(i.database===`ok`)}</dd>
    <dt>Secret key</dt>
    <dd>${a(i.secret_key===`ok`)}</dd>
    <dt>Scheduler</dt>
    <dd>${a(i.scheduler===`ok`)}</dd>
    <dt>Outbox</dt>
    <dd>
      ${a(i.outbox===`ok`)}
      <span class="quiet small">What is sent to the outside, mail and the like</span>
    </dd>
    <dt>Running for</dt>
    <dd>${t(r)}</dd>
  </dl>`}function v({version:t,api_level:n,features:r}){let i=a.serves(`getServiceHealth`);return d`<dl class="facts">
    ${i?e:d`<dt>Version</dt>
            <dd>${t}</dd>`}
    <dt>API level</dt>
    <dd>${n}</dd>
    <dt>Features that are on</dt>
    <dd>${[...r].sort().join(`, `)}</dd>
  </dl>`}function y(t){return d`<ul class="licences">
    ${t.map(({name:t,version:n,identifier:r,text:i})=>d`<li>
          <details>
            <summary>
              <span>${t}</span> <span class="quiet">${n}</span>
              <span class="quiet">${r}</span>
            </summary>
            ${i?d`<pre tabindex="0">${i}</pre>`:e}
          </details>
        </li>`)}
  </ul>`}f(`fm-page-about`,g);export{g as FmPageAbout};