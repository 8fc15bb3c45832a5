import{At as e,Et as t,F as n,O as r,P as i,_t as a,at as o,ct as s,it as c,j as l,k as u,kt as d,ot as f,st as p,tt as m,ut as h,vt as g,wt as _,yt as v,z as y}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import{h as b,u as x,x as S}from"./common-CAX3qpu1.js";import{r as C}from"./read-BwBJfaZR.js";import{t as w}from"./names-D5w06l-U.js";var T=[`ok`,`warn`,`bad`,`info`,`neutral`].map(e=>`.bar.${e} { background: var(--fm-${e}-mark); }`),E=d`
  ul {
    display: grid;
    grid-template-columns: fit-content(45%) minmax(3rem, 1fr) max-content;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  li {
    display: contents;
  }

  .label {
    overflow-wrap: anywhere;
  }

  .bar {
    height: 0.75rem;
    min-width: 2px;
    border-radius: 0.25rem;
    background: var(--fm-info-mark);
  }

  .bar.none {
    background: none;
  }

  ${e(T.join(`
`))}

  .count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  @media (forced-colors: active) {
    .bar:not(.none) {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }

  @media print {
    .bar {
      print-color-adjust: exact;
    }
  }
`,D=class extends a{static styles=[a.styles,E];static properties={label:{},bars:{attribute:!1}};constructor(){super(),this.label=``,this.bars=[]}render(){return _`<ul aria-label=${this.label}>
      ${this.bars.map(({label:e,count:t,tone:n=`info`,href:i})=>_`<li>
            <span class="label">${i===void 0?e:_`<a href=${i}>${e}</a>`}</span>
            <span class="bar ${t===0?`none`:n}" aria-hidden="true"></span>
            <span class="count">${r(t)}</span>
          </li>`)}
    </ul>`}updated(){let e=Math.max(1,...this.bars.map(({count:e})=>e));this.renderRoot.querySelectorAll(`.bar`).forEach((t,n)=>{t.style.width=`${(this.bars[n]?.count??0)/e*100}%`})}};v(`fm-bars`,D);var O=d`
  .figures {
    margin: 0;
  }

  .figures > div {
    display: grid;
    grid-template-columns: minmax(8rem, 15rem) 6.5rem minmax(0, 1fr);
    align-items: baseline;
    gap: 0 var(--fm-space-3);
    padding-block: var(--fm-space-1);
    border-block-end: 1px solid var(--fm-line);
    break-inside: avoid;
  }

  .figures dd {
    margin: 0;
  }

  .value {
    font-weight: var(--fm-weight-strong);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  @media (width < 48rem) {
    .figures > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .meaning {
      grid-column: 1 / -1;
    }
  }
`,k=864e5,A=e=>t=>({from:new Date(t.getTime()-e*k).toISOString(),to:t.toISOString()}),j=(e,t)=>n=>{let r=e=>new Date(Date.UTC(n.getUTCFullYear(),n.getUTCMonth()+e,1)).toISOString();return{from:r(e),to:r(e+t)}};function M(e){return j(-(e.getUTCMonth()%3)-3,3)(e)}var N={"30-days":[`The last 30 days`,A(30)],"7-days":[`The last 7 days`,A(7)],"90-days":[`The last 90 days`,A(90)],year:[`The last 365 days`,A(365)],"last-month":[`The month before this one`,j(-1,1)],"last-quarter":[`The quarter before this one`,M]},P=`30-days`;function F(e){let[t,n]=[e.get(`from`)??``,e.get(`to`)??``].map(e=>Date.parse(e));return t===void 0||n===void 0||!(t<n)?null:{from:new Date(t).toISOString(),to:new Date(n).toISOString()}}function I(e,t){let[,n]=N[e]??[``,A(30)];return n(t)}var L={title:`Reports`,what:`For whoever does not use Fleetmend: choose a report, look at its figures, and take it along as a file.`,report:`Report`,period:`Period`,periodHelp:`In UTC.`,group:`Hosts`,allHosts:`All hosts`,allMine:`All hosts that you may see`,bom:`CSV for Excel`,bomHelp:`Begins the file with a mark by which Excel knows that it is UTF-8.`,closed:`CSV with what was closed`,closedHelp:`After the open findings it has those that were closed within the period. The figures count them either way.`,show:`Show the figures`,showing:`Counting …`,csv:`Download CSV`,pdf:`Download PDF`,making:`A report is being made. In a large fleet that takes up to half a minute.`,figures:`Figures`,counted:`What is counted`,notes:`How to read them`,notRecorded:`not recorded`,nothing:`–`,schedules:`Schedules`,exact:(e,t)=>`From ${e} to ${t}`,saved:e=>`${e} is saved.`,about:(e,t,n)=>`From ${e} to ${t} (UTC). The CSV has ${n}.`},R=`exact`,z=class extends g{static styles=[g.styles,O];static properties={shown:{state:!0},bom:{state:!0},withClosed:{state:!0}};#e=new b(this);#t=new b(this);#n=new AbortController;#r=new x(this,{args:()=>[],read:(e,t)=>C(t)});constructor(){super(),this.shown=null,this.bom=!1,this.withClosed=!1}disconnectedCallback(){super.disconnectedCallback(),this.#n.abort()}render(){let e=U(this.query),n=this.#e.isBusy||this.#t.isBusy;return _`<div class="page">
      <fm-page-header heading=${L.title} .actions=${V()}><p>${L.what}</p></fm-page-header>
      <form class="card stack" @submit=${this.#c}>
        ${this.#a(`type`,L.report,{value:e.type,options:W(),help:w[e.type][1]})}
        ${this.#a(`period`,L.period,{value:e.exact?R:e.period,options:K(e),help:L.periodHelp})}
        ${this.#a(`group`,L.group,{value:e.groupId??``,options:this.#s(),help:``})}
        <fm-field
          kind="switch"
          name="bom"
          label=${L.bom}
          help=${L.bomHelp}
          .value=${this.bom}
          @fm-change=${({detail:e})=>this.bom=e}
        ></fm-field>
        ${e.type===`vulnerability`?this.#i():t}
        <div class="row">
          <button class="primary" ?disabled=${n}>
            ${this.#e.isBusy?L.showing:L.show}
          </button>
          ${[`csv`,`pdf`].map(t=>_`<button type="button" ?disabled=${n} @click=${()=>this.#u(e,t)}>
                ${m(`download`)} ${L[t]}
              </button>`)}
        </div>
        <p class="quiet small" role="status">${n?L.making:t}</p>
        ${y(this.#e.problem)} ${y(this.#t.problem)}
      </form>
      ${this.shown?.choice===H(e)?J(this.shown.figures):t}
    </div>`}#i(){return _`<fm-field
      kind="switch"
      name="closed"
      label=${L.closed}
      help=${L.closedHelp}
      .value=${this.withClosed}
      @fm-change=${({detail:e})=>this.withClosed=e}
    ></fm-field>`}#a(e,t,{value:n,options:r,help:i}){return _`<fm-field
      kind="select"
      name=${e}
      label=${t}
      help=${i}
      .options=${r}
      .value=${n}
      @fm-change=${({detail:t})=>this.#o(e,String(t??``))}
    ></fm-field>`}#o(e,t){this.#e.forget(),this.#t.forget(),S({[e]:t,...e===`period`?{from:null,to:null}:{}})}#s(){return[{value:``,label:i(h.user)?L.allMine:L.allHosts},...(this.#r.value??[]).map(({id:e,name:t})=>({value:e,label:t}))]}#c=e=>{e.preventDefault(),this.#e.isBusy||this.#l(U(this.query))};#l(e){this.#n=new AbortController;let{signal:t}=this.#n,{from:n,to:r}=B(e),i={from:n,to:r,...e.groupId===null?{}:{group_id:e.groupId}};return this.#e.run(async()=>{let n={path:{reportType:e.type},query:i},r=await p(o.GET(`/api/v1/reports/{reportType}/figures`,{params:n,signal:t,fetch:s}));this.shown={choice:H(e),figures:r}})}#u(e,t){let{from:n,to:r}=B(e),i=new URLSearchParams({format:t,from:n,to:r});e.groupId!==null&&i.set(`group_id`,e.groupId),t===`csv`&&this.bom&&i.set(`bom`,`true`),t===`csv`&&e.type===`vulnerability`&&this.withClosed&&i.set(`closed`,`true`);let a=`${e.type}-${r.slice(0,10)}.${t}`;return this.#t.run(async()=>{await f(`/api/v1/reports/${e.type}?${i.toString()}`,a),l(L.saved(a))})}},B=({exact:e,period:t})=>e??I(t,new Date),V=()=>n(h.user,`reports:schedule`)&&c.serves(`listReportSchedules`)?[{key:`schedules`,label:L.schedules,icon:`clock`,href:`/reports/schedules`}]:[],H=e=>JSON.stringify(e);function U(e){let t=e.get(`type`)??``,n=e.get(`period`)??``;return{type:W().some(({value:e})=>e===t)?t:`compliance`,period:Object.hasOwn(N,n)?n:P,exact:F(e),groupId:e.get(`group`)||null}}function W(){return Object.entries(w).filter(([e])=>e!==`audit`||n(h.user,`audit:read`)).map(([e,[t]])=>({value:e,label:t}))}var G=Object.entries(N).map(([e,[t]])=>({value:e,label:t}));function K({exact:e}){return e?[{value:R,label:L.exact(q(e.from),q(e.to))},...G]:G}var q=e=>e.slice(0,16).replace(`T`,` `);function J({figures:e,chart:t,notes:n,from:r,to:i,rows:a}){return _`<section class="card stack" aria-label=${L.figures}>
    <h2>${L.figures}</h2>
    <p class="quiet">${L.about(q(r),q(i),u(a,`row`))}</p>
    <dl class="figures">${e.map(Y)}</dl>
    <h2>${t.title}</h2>
    <p class="quiet">${t.meaning}</p>
    <fm-bars
      label=${t.title}
      .bars=${t.bars.map(({label:e,value:t})=>({label:e,count:t}))}
    ></fm-bars>
    <h2>${L.notes}</h2>
    <ul>
      ${n.map(e=>_`<li>${e}</li>`)}
    </ul>
  </section>`}var Y=e=>_`<div>
    <dt>${e.label}</dt>
    <dd class="value">${X(e)}</dd>
    <dd class="meaning quiet small">${e.meaning}</dd>
  </div>`;function X({value:e,unit:t}){return e===null?t===`percent`?L.nothing:L.notRecorded:t===`days`?u(e,`day`):t===`percent`?`${e} %`:r(e)}v(`fm-page-reports`,z);export{z as FmPageReports};