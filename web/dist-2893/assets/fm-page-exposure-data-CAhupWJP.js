import{D as e,Et as t,L as n,O as r,_t as i,at as a,bt as o,ct as s,dt as c,ft as l,ht as ee,j as u,k as d,kt as f,pt as p,st as m,tt as h,ut as g,vt as _,wt as v,xt as y,yt as b,z as x}from"./shell-BBooQZkD.js";import{h as S,m as C,p as w,t as T,u as E}from"./common-CAX3qpu1.js";import{t as D}from"./asker-tT0gubqI.js";import"./fm-progress-BqvW4jmb.js";import{r as O,t as k}from"./dates-Df2QC75e.js";import{t as A}from"./kinds-C13T_D4W.js";import{n as te,r as j,t as M}from"./moments-DpLzx2Dc.js";import{t as N}from"./fm-confirm-CHgqJzYh.js";var P={what:`Files that tell what the package sources of the hosts do not: which CVEs are exploited, how likely and how severe the others are, and what fixes them. Fetch them where there is internet, carry them here, and import them as they are, plain, as gzip or zstd, and documents of CSAF as tar archives too; or let the manager fetch them by URL.`,notMine:`Only administrators import files.`,never:`Never imported. What it would tell is not known.`,applied:`All known CVEs have what it says.`,applying:`Known CVEs are getting what it says; this takes up to some minutes.`,old:`This is old: fetch a newer file.`,file:`File`,fetchedAt:`Fetched at`,fetchedHelp:`The file does not say how old it is. Left empty, it counts as fetched now.`,start:`Import`,starting:`Importing …`,cancel:`Cancel`,cancelled:`The import was cancelled. Nothing was changed.`,noFile:`Choose a file first.`,empty:`This file is empty.`,checking:`The whole file is with the manager, which checks it first and changes nothing if anything is wrong.`,olderTitle:e=>`Take this file for ${e} all the same?`,olderMore:`What the present one says is then gone. Take it only if the present one is wrong.`,olderAction:`Take it`,source:`Where it is published`,published:`Dated`,imported:`Imported`,rows:`Rows`,version:`Version`,sha:`SHA-256 of the file`,affected:`Open without a fix`,notRead:`Not read: import the file again.`},F={title:`Fetched by URL`,group:e=>`${e} fetched by URL`,off:`The manager does not fetch it: that is switched off.`,switchOn:`Switch it on in the settings`,askForIt:`An administrator can switch it on in the settings.`,last:`Fetched last`,result:`What came of it`,isNewest:`The newest is here.`,failed:`Nothing was fetched.`,next:`Fetched next`,nextTurn:`within the hour`,fetch:`Fetch now`,fetching:`Fetching …`,underWay:`The manager fetches it and checks it whole, which takes up to some minutes. It goes on when you leave this page.`,othersUnderWay:`It is being fetched or imported at this moment, by somebody else or by the manager itself.`,stays:`What was here before stays.`,done:e=>`${e} was fetched: the newest is here.`},I=201326592,L=t=>`This file has ${e(t.size)}; a manager takes ${e(I)} at most. Send it as gzip or zstd.`,R=(t,n)=>`${e(t)} of ${e(n)} sent.`,z=(e,t)=>`${e} is imported, with ${r(t)} rows.`,B=e=>e.replace(/\s*\?older=true takes it\.?/,``);function V(e){let{open:t,mended:n,elsewhere:i,modules:a,unnamed:o}=e,s=[[n,`fixed by another statement of the file`],[i,`of other products or in containers`],[a,`of streams of modules`],[o,`named as no package`]].flatMap(([e,t])=>e===0?[]:`${r(e)} ${t}`),c=d(t,`statement`);return s.length===0?c:`${c}; left out: ${s.join(`, `)}`}var H=`/settings?section=exposure_fetch`,U=class extends i{static properties={source:{attribute:!1},mayFetch:{type:Boolean},maySet:{type:Boolean}};#e=new S(this);constructor(){super(),this.mayFetch=this.maySet=!1}render(){let{kind:e,enabled:n,under_way:r}=this.source,i=this.#e.isBusy,a=i||r;return v`<div class="stack tight" role="group" aria-label=${F.group(A(e).name)}>
      <h3>${F.title}</h3>
      ${n?t:this.#t()} ${this.#r(a)}
      ${n&&this.mayFetch?this.#i(a):t}
      ${a?this.#a(i):t} ${x(this.#e.problem)}
    </div>`}#t(){return v`<p class="quiet">${F.off} ${this.maySet?this.#n():F.askForIt}</p>`}#n(){let{name:e}=A(this.source.kind);return v`<a href=${H} aria-label="${F.switchOn}: ${e}">${F.switchOn}</a>`}#r(e){let{enabled:n,last_attempt_at:r,last_error:i,next_attempt_at:a}=this.source;return r===null&&!n?t:v`<dl class="facts">
        <dt>${F.last}</dt>
        <dd><fm-time .datetime=${r}></fm-time></dd>
        ${r===null||e?t:v`<dt>${F.result}</dt>
                <dd>${i===null?F.isNewest:F.failed}</dd>`}
        ${a===null||e?t:v`<dt>${F.next}</dt>
                <dd>${y(a)?F.nextTurn:v`<fm-time .datetime=${a}></fm-time>`}</dd>`}
      </dl>
      ${i===null||e?t:G(i)}`}#i(e){let t=e?F.fetching:F.fetch;return v`<div class="row">
      <button
        type="button"
        aria-disabled=${String(e)}
        aria-label="${t} ${A(this.source.kind).name}"
        @click=${()=>void this.#o()}
      >
        ${h(`refresh`)} ${t}
      </button>
    </div>`}#a(e){return v`<fm-progress label="Fetch of ${A(this.source.kind).name}"></fm-progress>
      <p class="quiet small" role="status">${e?F.underWay:F.othersUnderWay}</p>`}async#o(){if(this.#e.isBusy||this.source.under_way)return;let{kind:e}=this.source;await this.#e.run(async()=>{let t=a.POST(`/api/v1/exposure/data-sets/{kind}/fetch`,{params:{path:{kind:e}},fetch:s});this.source=await m(t);let{last_error:n}=this.source;u(n===null?F.done(A(e).name):W(n))}),this.dispatchEvent(new CustomEvent(`fm-fetched`))}},W=({message:e})=>B(w(e)),G=e=>v`<div class="notice bad">
    ${h(`error`)}
    <span><strong>${W(e)}</strong> ${w(e.advice)} ${F.stays}</span>
  </div>`;b(`fm-data-source`,U);async function K(e,t,n){let r=await q(e,t,n),i=g.accessToken,a=r.status===401&&l(Y(r),r.body).code===`UNAUTHENTICATED`&&await g.refresh(i)?await q(e,t,n):r;if(a.status>=200&&a.status<300)return a.body;throw await ee(),l(Y(a),a.body)}function q(e,t,{signal:n,onProgress:r}){return new Promise((i,a)=>{let s=new XMLHttpRequest,c=()=>s.abort();if(s.open(`PUT`,new URL(e,location.origin)),s.setRequestHeader(`content-type`,`application/octet-stream`),g.accessToken&&s.setRequestHeader(`authorization`,`Bearer ${g.accessToken}`),s.upload.onprogress=({loaded:e})=>r(e),s.onload=()=>{o.answered();let e=s.getResponseHeader(`x-request-id`);i({status:s.status,body:J(s.responseText),requestId:e})},s.onerror=()=>{o.suspect(),a(p(TypeError(`The upload was broken off.`)))},s.onabort=()=>a(new DOMException(`The upload was ended.`,`AbortError`)),s.onloadend=()=>n.removeEventListener(`abort`,c),n.addEventListener(`abort`,c),n.aborted)return a(new DOMException(`The upload was ended.`,`AbortError`));s.send(t)})}function J(e){try{return JSON.parse(e)}catch{return null}}var Y=({status:e,requestId:t})=>new Response(null,{status:e,headers:t===null?{}:{"x-request-id":t}});async function X(e,{file:t,publishedAt:n},r){let i=n?{published_at:n.toISOString()}:{};await m(a.GET(`/api/v1/exposure/data-sets`,{signal:r.signal}));try{return await Z(e,t,{options:r,query:i})}catch(n){if(!(n instanceof c)||n.code!==`DATA_SET_OLDER`)throw n;return await N({title:P.olderTitle(A(e).name),text:`${B(n.message)} ${P.olderMore}`,items:[t.name],action:P.olderAction})?Z(e,t,{options:r,query:{...i,older:`true`}}):null}}var Z=(e,t,{options:n,query:r})=>K(`/api/v1/exposure/data-sets/${encodeURIComponent(e)}?${new URLSearchParams(r)}`,t,n),ne=14,re=f`
  code {
    overflow-wrap: anywhere;
  }

  input[type='file'] {
    max-width: 100%;
  }
`,ie=class extends i{static styles=[i.styles,re];static properties={kind:{},set:{attribute:!1},source:{attribute:!1},maySet:{type:Boolean},mayFetch:{type:Boolean},mayImport:{type:Boolean},sentBytes:{state:!0},refused:{state:!0},done:{state:!0},at:{state:!0}};#e=new S(this);#t=null;constructor(){super(),this.set=this.sentBytes=this.source=null,this.refused=this.done=null,this.mayImport=this.mayFetch=this.maySet=!1,this.at=``,new T(this,()=>this.#e.isBusy)}disconnectedCallback(){super.disconnectedCallback(),this.#t?.stop.abort()}render(){let{name:e,what:n,source:r}=A(this.kind);return v`<section class="card stack" aria-labelledby="name">
      <h2 id="name">${e}</h2>
      <p class="quiet">
        ${n}
        ${r===null?t:v`<a
                href=${r}
                aria-label="${P.source}: ${e}"
                target="_blank"
                rel="noreferrer noopener"
                >${P.source}</a
              >`}
      </p>
      ${this.set?se(this.set):v`<p class="notice">${h(`info`)} <span>${P.never}</span></p>`}
      ${this.mayImport?this.#n():t}
      ${this.source===null?t:v`<fm-data-source
              .source=${this.source}
              .mayFetch=${this.mayFetch}
              .maySet=${this.maySet}
              @fm-fetched=${()=>this.dispatchEvent(new CustomEvent(`fm-fetched`))}
            ></fm-data-source>`}
    </section>`}#n(){let{isBusy:e,problem:n}=this.#e;return v`<form class="stack tight" @submit=${this.#s}>
      <label class="field">
        ${P.file}
        <input id="file" type="file" ?disabled=${e} @change=${this.#i} />
      </label>
      ${A(this.kind).isUndated?this.#r():t}
      <div class="row">
        <button class="primary" ?disabled=${e} aria-label="Import ${A(this.kind).name}">
          ${e?P.starting:P.start}
        </button>
        ${e?v`<button type="button" @click=${()=>this.#t?.stop.abort()}>${P.cancel}</button>`:t}
      </div>
      ${e?this.#a():t} ${x(n)}
      ${this.refused===null?t:v`<p class="notice bad" role="alert">${h(`error`)} <span>${this.refused}</span></p>`}
      ${this.done===null?t:v`<p class="notice ok" role="status">${h(`check`)} <span>${this.done}</span></p>`}
    </form>`}#r(){return v`<div class="field">
      <label for="at">${P.fetchedAt}</label>
      <input
        id="at"
        type="datetime-local"
        aria-describedby="at-help"
        ?disabled=${this.#e.isBusy}
        .value=${this.at}
        @input=${({target:e})=>this.at=e.value}
      />
      <span class="hint" id="at-help">${P.fetchedHelp} Time zone: ${j()}</span>
    </div>`}#i=({target:e})=>{this.#o();let[t]=e.files??[];this.at=t?M(new Date(t.lastModified)):``};#a(){let e=this.#t?.file.size??0,t=Math.min(this.sentBytes??0,e),n=e>0&&t>=e;return v`<fm-progress
        label="Upload of ${A(this.kind).name}"
        .value=${n||e===0?null:t/e*100}
      ></fm-progress>
      <p class="quiet small" role="status">${n?P.checking:R(t,e)}</p>`}#o(){this.refused=this.done=null,this.#e.forget()}#s=e=>{e.preventDefault(),this.#c()};async#c(){if(this.#e.isBusy)return;this.#o();let e=this.renderRoot.querySelector(`#file`),[t]=e?.files??[];if(this.refused=ae(t),!t||this.refused!==null)return;let n=new AbortController;this.#t={file:t,stop:n},this.sentBytes=0;let r=A(this.kind).isUndated?te(this.at):null;await this.#e.run(async()=>{let i=e=>void(this.sentBytes=e);try{let a=await X(this.kind,{file:t,publishedAt:r},{signal:n.signal,onProgress:i});a&&this.#l(a,e)}catch(e){if(!n.signal.aborted)throw e;this.refused=P.cancelled}}),this.#t=null,this.sentBytes=null}#l(e,t){this.done=z(A(this.kind).name,e.rows),u(this.done),t&&(t.value=``),this.at=``,this.dispatchEvent(new CustomEvent(`fm-imported`,{detail:e}))}};function ae(e){return e?e.size===0?P.empty:e.size>201326592?L(e):null:P.noFile}var oe=({affected:e})=>v`<dt>${P.affected}</dt>
    <dd>${e===null?P.notRead:V(e)}</dd>`;function se(e){let n=e.age_days>=ne;return v`<dl class="facts">
      <dt>${P.published}</dt>
      <dd>${O(e.source_date)} (${k(e.age_days)})</dd>
      <dt>${P.version}</dt>
      <dd>${C(e.version)}</dd>
      <dt>${P.rows}</dt>
      <dd>${r(e.rows)}</dd>
      ${e.kind.startsWith(`csaf-`)?oe(e):t}
      <dt>${P.imported}</dt>
      <dd><fm-time .datetime=${e.imported_at}></fm-time> by ${C(e.imported_by.username)}</dd>
      <dt>${P.sha}</dt>
      <dd><code>${e.sha256}</code></dd>
    </dl>
    ${n?v`<p class="notice warn">${h(`warning`)} <span>${P.old}</span></p>`:t}
    ${e.applied?v`<p class="quiet small">${P.applied}</p>`:v`<fm-progress label="Applying it to known CVEs"></fm-progress>
            <p class="quiet small" role="status">${P.applying}</p>`}`}b(`fm-data-set`,ie);var ce=3e3,Q=class extends _{#e;#t=new E(this,{args:()=>[],read:(e,t)=>m(a.GET(`/api/v1/exposure/data-sets`,{signal:t}))});disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e),this.#e=void 0}render(){return v`<div class="page">
      <fm-page-header heading="Exposure data"><p>${P.what}</p></fm-page-header>
      ${$()?t:v`<p class="notice">${h(`lock`)} <span>${P.notMine}</span></p>`}
      ${n(this.#t,{what:`the data sets`,complete:e=>this.#n(e)})}
    </div>`}#n({kinds:e,data_sets:t,sources:n}){return e.map(e=>v`<fm-data-set
          kind=${e}
          .set=${t.find(t=>t.kind===e)??null}
          .source=${n.find(t=>t.kind===e)??null}
          .mayImport=${$()}
          .mayFetch=${D.may(`exposure:import`)&&D.serves(`fetchExposureDataSet`)}
          .maySet=${D.may(`settings:manage`)&&D.serves(`updateSettings`)}
          @fm-fetched=${()=>this.#t.retry()}
          @fm-imported=${({detail:e})=>this.#r(e)}
        ></fm-data-set>`)}#r(e){this.#t.change(t=>({...t,data_sets:[...t.data_sets.filter(({kind:t})=>t!==e.kind),e]}))}updated(){let{data_sets:e=[],sources:t=[]}=this.#t.value??{};(e.some(({applied:e})=>!e)||t.some(({under_way:e})=>e))&&this.#e===void 0&&(this.#e=setTimeout(()=>{this.#e=void 0,this.#t.reload()},ce))}},$=()=>D.may(`exposure:import`)&&D.serves(`importExposureDataSet`);b(`fm-page-exposure-data`,Q);export{Q as FmPageExposureData};