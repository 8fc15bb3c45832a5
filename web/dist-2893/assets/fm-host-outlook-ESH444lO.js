import{Et as e,L as t,_t as n,at as r,kt as i,st as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import{m as c,p as l,u,y as d}from"./common-CAX3qpu1.js";import{t as f}from"./asker-tT0gubqI.js";import{t as p}from"./badge-Dpy77prv.js";import{a as m,o as h}from"./texts--sUhB9cy.js";import{c as g}from"./texts-C7xb8Q3t.js";var _={next:`What happens next here`,past:`What the last runs did here, and why`,noPolicy:`Nothing happens here by itself: no policy holds this host.`,noPolicyText:`Patches are taken only by jobs that somebody starts.`,noRuns:`These policies have not run yet.`,window:`Its maintenance window`,noWindow:`It has no maintenance window ahead.`},v={all:`All patches`,security:`Security patches`},y={never:`no restart`,if_required:`a restart if one is required`,always:`a restart in any case`},b=({mode:e,reboot:t})=>`${v[e]}, ${y[t]}.`;function x(e){let{state:t,skips_next:n,waits_for_window:r}=e,i=m(e);return t===`paused`?`It is paused: nothing begins by it until somebody resumes it.`:i===null?`Its rule has ended: it does not start again.`:n?`Its next run, on ${i}, is left out.`:r?`It starts on ${i}. This host then waits for its maintenance window.`:`It starts on ${i}.`}var S=i`
  :host,
  section {
    display: grid;
    gap: var(--fm-space-3);
  }

  :host {
    gap: var(--fm-space-5);
  }

  ul,
  ol {
    display: grid;
    gap: var(--fm-space-4);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    gap: var(--fm-space-1);
    overflow-wrap: anywhere;
  }

  li + li {
    padding-block-start: var(--fm-space-3);
    border-block-start: 1px solid var(--fm-line);
  }
`,C=class extends n{static styles=[n.styles,S];static properties={hostId:{}};#e=new d(this,{topic:()=>`fleet`,onEvents:e=>this.#i(e)});#t=new u(this,{args:()=>this.hostId===``?null:[this.hostId],live:this.#e,read:([e],t)=>a(r.GET(`/api/v1/hosts/{hostId}/outlook`,{params:{path:{hostId:e}},signal:t}))});constructor(){super(),this.hostId=``}render(){return t(this.#t,{what:`the outlook`,complete:e=>o`${this.#n(e)} ${this.#r(e)}`})}#n(e){let{policies:t,next_window_start_at:n,next_window_end_at:r}=e;return o`<section aria-label=${_.next}>
      <h3>${_.next}</h3>
      ${t.length===0?o`<fm-state kind="empty" heading=${_.noPolicy}>${_.noPolicyText}</fm-state>`:o`<ul>
              ${t.map(w)}
            </ul>`}
      ${n===null?o`<p class="quiet small">${_.noWindow}</p>`:o`<p class="quiet small">
              ${_.window}: <fm-time .datetime=${n} mode="absolute"></fm-time> to
              <fm-time .datetime=${r} mode="absolute"></fm-time>.
            </p>`}
    </section>`}#r({runs:t,policies:n}){return n.length===0&&t.length===0?e:o`<section aria-label=${_.past}>
      <h3>${_.past}</h3>
      ${t.length===0?o`<p class="quiet">${_.noRuns}</p>`:o`<ol>
              ${t.map(T)}
            </ol>`}
    </section>`}#i(e){let t=new Set(this.#t.value?.policies.map(({id:e})=>e));e.some(({kind:e,data:n})=>e===`policy.updated`&&(t.has(n.policy_id)||n.run_id===null)||e===`job.host.updated`&&n.host.host_id===this.hostId)&&this.#t.retry()}};function w(t){return o`<li>
    <div class="row">
      <a href="/policies/${t.id}"><strong>${c(t.name)}</strong></a>
      ${t.state===`paused`?p([`warn`,`Paused`]):e}
      ${t.skips_next?p([`warn`,`Skipped`]):e}
    </div>
    <div>${x(t)}</div>
    <div class="quiet small">${b(t)}</div>
  </li>`}function T({run:t,outcome:n,reason:r,message:i,job_id:a}){let{local_start:s,starts_at:u}=t,d=s===null?o`<fm-time .datetime=${u} mode="absolute"></fm-time>`:g(s);return o`<li>
    <div class="row">
      ${p(h(n,r))}
      <strong>${d}</strong>
      <span class="quiet small"><fm-time .datetime=${u}></fm-time></span>
    </div>
    <div>${l(i)}</div>
    <div class="quiet small row">
      <a href="/policies/${t.policy_id}">${c(t.policy_name)}</a>
      ${a!==null&&f.may(`jobs:read`)?o`<a href="/jobs/${a}">Job</a>`:e}
    </div>
  </li>`}s(`fm-host-outlook`,C);export{C as FmHostOutlook};