import{A as e,Et as t,L as n,O as r,_t as i,at as a,it as o,j as s,k as c,kt as l,ot as u,q as d,st as f,tt as p,vt as m,wt as h,yt as g,z as _}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{t as v}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{h as y,m as b,v as x,x as S}from"./common-CAX3qpu1.js";import"./fm-copy-BvXDkWnx.js";import"./fm-dialog-Dr1a7wMa.js";var C={title:`Audit log`,what:`Who did what, when and from where. Each row holds the hash of the row before it, so that a change of the past shows.`,none:`No act fits these filters.`,check:`Check the log`,checking:`Checking …`,intact:e=>`The log is intact: ${c(e,`row`)} and the signed checkpoints agree. Acts since the last checkpoint, a minute ago at most, are not covered by one yet.`,broken:e=>`The log is not intact: ${c(e,`row`)} ${e===1?`does`:`do`} not agree with the chain. Somebody changed the database, or an old copy of it was put back. Keep the data directory as it is, and compare with your last export.`,missing:`missing`,archived:(e,t,n)=>`Acts before ${t} (rows 1 to ${r(e)}) are not here: somebody moved them into a file at the manager's machine on ${n}.`,asJson:`Export as JSON`,asCsv:`Export as CSV`,exporting:`An export is being made.`,nothing:`Nothing that can be compared: the act has no before and after.`},w={day:[1,`Last 24 hours`],week:[7,`Last 7 days`],month:[30,`Last 30 days`]};function T(e){let[t=``,n=``]=e.split(`.`),r=e=>e.replaceAll(`_`,` `);return`${r(t).replace(/^./,e=>e.toUpperCase())}: ${r(n)}`}var E={system:`Fleetmend itself`,machine:`at the machine`,anonymous:`nobody who is signed in`};function D({kind:e,name:t},n){return e===`user`?n(t):e===`token`?`${n(t)} (token)`:e===`agent`?`${n(t)} (agent)`:e===`machine`?`${n(t)} (${E.machine})`:E[e]??n(t)}var O=({actor:e})=>D(e,b);function k(e){return[{key:`at`,header:`When`,minRem:13.5,text:({at:e})=>e,render:({at:e})=>h`<fm-time mode="absolute" datetime=${e}></fm-time>`},{key:`action`,header:`Act`,minRem:14,isRowHeader:!0,text:({action:e})=>e,render:t=>h`<button class="plain" aria-haspopup="dialog" tabindex="-1" @click=${()=>e(t)}>
          ${T(t.action)}
        </button>`},{key:`actor`,header:`Who`,minRem:11,grow:1,render:O},{key:`resource`,header:`On what`,minRem:12,grow:2,priority:2,render:({resource:e})=>b(e.name)},{key:`address`,header:`From`,minRem:9,priority:3,render:({address:e})=>e===null?`the manager`:h`<code>${e}</code>`},{key:`row_id`,header:`Row`,minRem:5,priority:4,align:`end`,render:e=>String(e.row_id)}]}function A(e,t){let n=j(e),r=j(t);return[...new Set([...n.keys(),...r.keys()])].sort().map(e=>({path:e,before:n.get(e)??null,after:r.get(e)??null})).filter(e=>e.before!==e.after)}function j(e){let t=new Map,n=(e,r)=>{let i=typeof e==`object`&&e&&!Array.isArray(e)?Object.entries(e):[];if(i.length===0)return void t.set(r,M(e));for(let[e,t]of i)n(t,r===``?e:`${r}.${e}`)};for(let[t,r]of Object.entries(e??{}))n(r,t);return t}function M(e){return e===null?`none`:Array.isArray(e)?e.length===0?`none`:e.map(M).join(`, `):typeof e==`object`?`none`:String(e)}var N=l`
  fm-dialog {
    --fm-dialog-width: 46rem;
  }

  .changes {
    overflow-x: auto;
  }

  table {
    width: 100%;
    border-collapse: collapse;
  }

  th,
  td {
    padding: var(--fm-space-1) var(--fm-space-3) var(--fm-space-1) 0;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  del,
  ins {
    text-decoration: none;
  }
`,P=class extends i{static styles=[i.styles,N];static properties={row:{attribute:!1}};constructor(){super(),this.row=null}render(){let{row:e}=this;if(!e)return t;let n=e.actor.id??e.actor.kind;return h`<fm-dialog
      heading=${T(e.action)}
      open
      @fm-close=${()=>this.dispatchEvent(new CustomEvent(`fm-closed`))}
    >
      <div class="stack">${F(e)} ${I(A(e.before,e.after))}</div>
      <button slot="actions" @click=${()=>this.#e(`actor`,n)}>Only this actor</button>
      ${e.resource.id===null?t:h`<button slot="actions" @click=${()=>this.#e(`resource`,e.resource.id)}>
              Only this resource
            </button>`}
      <button slot="actions" @click=${()=>this.#e(`action`,e.action)}>Only such acts</button>
    </fm-dialog>`}#e(e,t){this.dispatchEvent(new CustomEvent(`fm-only`,{detail:{name:e,value:t}}))}};function F(e){return h`<dl class="facts">
    <dt>When</dt>
    <dd><fm-time mode="absolute" datetime=${e.at}></fm-time></dd>
    <dt>Who</dt>
    <dd>${O(e)}${e.address===null?t:h`, from <code>${e.address}</code>`}</dd>
    <dt>On what</dt>
    <dd>
      ${b(e.resource.name)} <span class="quiet">(${e.resource.kind.replaceAll(`_`,` `)})</span>
    </dd>
    <dt>Row</dt>
    <dd>${e.row_id}</dd>
    <dt>Hash</dt>
    <dd><fm-copy name="hash" value=${e.hash}></fm-copy></dd>
    <dt>Before it</dt>
    <dd><fm-copy name="hash of the row before" value=${e.prev_hash}></fm-copy></dd>
  </dl>`}function I(e){return e.length===0?h`<p class="quiet">${C.nothing}</p>`:h`<div class="changes" tabindex="0" role="region" aria-label="What changed">
    <table>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${e.map(({path:e,before:t,after:n})=>h`<tr>
              <th scope="row"><code>${b(e)}</code></th>
              <td>
                ${t===null?h`<span class="quiet">not there</span>`:h`<del>${b(t)}</del>`}
              </td>
              <td>
                ${n===null?h`<span class="quiet">not there</span>`:h`<ins>${b(n)}</ins>`}
              </td>
            </tr>`)}
      </tbody>
    </table>
  </div>`}g(`fm-audit-row`,P);var L=864e5,R=20,z=class extends m{static properties={open:{state:!0},integrity:{state:!0},archived:{state:!0}};#e=k(e=>this.open=e);#t=Date.now();#n=new y(this);#r=new y(this);constructor(){super(),this.open=null,this.integrity=null,this.archived=null}#i=new x(this,{query:()=>H(this.query,this.#t),read:async(e,t,n)=>{let r=await f(a.GET(`/api/v1/audit`,{params:{query:{...e,...t}},signal:n}));return this.archived=r.archived,{rows:r.rows,total:r.total,cursor:r.next_cursor}}});render(){return h`<div class="page">
      <fm-page-header heading=${C.title} .actions=${this.#a()} @fm-action=${this.#o}>
        <p>${C.what}</p>
      </fm-page-header>
      ${_(this.#n.problem)} ${_(this.#r.problem)} ${this.#s()}
      ${this.#c()}
      <fm-filter-bar
        label=${C.title}
        no-search
        .filters=${V(this.query)}
        @fm-filter=${v}
        @fm-clear-filters=${B}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${e(this.#i.total,`act`)}</p>
      ${n(this.#i,{what:`the audit log`,isEmpty:e=>e.length===0,empty:()=>h`<fm-state kind="empty" heading=${C.none}>
            <button slot="actions" @click=${B}>Show all</button>
          </fm-state>`,complete:e=>this.#l(e)})}
      <fm-audit-row
        .row=${this.open}
        @fm-closed=${()=>this.open=null}
        @fm-only=${({detail:e})=>this.#f(e)}
      ></fm-audit-row>
    </div>`}#a(){let e=this.#r.isBusy?C.exporting:null;return[{key:`check`,label:this.#n.isBusy?C.checking:C.check,icon:`shield`},{key:`json`,label:C.asJson,icon:`download`,reason:e},{key:`csv`,label:C.asCsv,icon:`download`,reason:e}].filter(({key:e})=>o.serves(e===`check`?`checkAuditIntegrity`:`exportAuditLog`))}#o=({detail:e})=>{e===`check`?this.#u():this.#d(e===`json`?`json`:`csv`)};#s(){let{integrity:e}=this;if(!e)return t;if(e.intact)return h`<p class="notice ok" role="status">
        ${p(`check`)} ${C.intact(e.rows_checked)}
      </p>`;let{errors:n}=e;return h`<div class="notice bad" role="alert">
      ${p(`error`)}
      <div>
        <p>${C.broken(n.length)}</p>
        <ul>
          ${n.slice(0,R).map(({row_id:e,actual_hash:t})=>h`<li>
                  Row ${e}: ${t===``?C.missing:h`its hash is <code>${t}</code>`}
                </li>`)}
          ${n.length>R?h`<li>and ${n.length-R} more</li>`:t}
        </ul>
      </div>
    </div>`}#c(){if(!this.archived)return t;let{rows:e,before:n,at:r}=this.archived;return h`<p class="notice">
      ${p(`info`)} ${C.archived(e,d(new Date(n)),d(new Date(r)))}
    </p>`}#l(e){return h`<fm-table
      label=${C.title}
      .columns=${this.#e}
      .rows=${e}
      .total=${this.#i.total}
      .rowKey=${e=>String(e.row_id)}
      @fm-open=${e=>this.open=e.detail}
      @fm-near-end=${()=>void this.#i.more()}
    ></fm-table>`}async#u(){this.#n.isBusy||await this.#n.run(async()=>{this.integrity=null,this.integrity=await f(a.POST(`/api/v1/settings/audit-integrity`)),s(this.integrity.intact?`The log is intact.`:`The log is not intact.`)})}#d(e){let t=new URLSearchParams({format:e}),{action:n,actor:r,resource:i,from:a}=H(this.query,this.#t);for(let[e,o]of Object.entries({action:n,actor:r,resource:i,from:a}))o!==void 0&&t.set(e,o);return this.#r.run(()=>u(`/api/v1/audit/export?${t.toString()}`,`audit.${e}`))}#f({name:e,value:t}){this.open=null,S({[e]:t})}},B=()=>S({action:null,actor:null,resource:null,period:null});function V(e){let t=t=>e.get(t)||null,n=t(`action`);return[{name:`period`,label:`When`,value:t(`period`),options:Object.entries(w).map(([e,[,t]])=>({value:e,label:t}))},{name:`action`,label:`Act`,value:n,valueText:n===null?``:T(n)},{name:`actor`,label:`Who`,value:t(`actor`)},{name:`resource`,label:`On what`,value:t(`resource`)}]}function H(e,t){let n=w[e.get(`period`)??``]?.[0],r=t=>e.get(t)?.trim().slice(0,200)||void 0,i={action:r(`action`),actor:r(`actor`),resource:r(`resource`),from:n===void 0?void 0:new Date(t-n*L).toISOString()};return Object.fromEntries(Object.entries(i).filter(([,e])=>e!==void 0))}g(`fm-page-audit`,z);export{z as FmPageAudit};