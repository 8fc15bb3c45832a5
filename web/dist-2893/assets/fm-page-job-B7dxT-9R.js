const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-job-accept-CpeGdOcK.js","assets/shell-BBooQZkD.js","assets/shell-DkMEHVPN.css","assets/common-CAX3qpu1.js","assets/fm-override-Cj7J_NiI.js","assets/fm-dialog-Dr1a7wMa.js","assets/fm-field-B9Tvw1l9.js","assets/live-CMLH40Mq.js","assets/fm-job-plan-B-Epa3zW.js","assets/fm-tabs-CPw1KKiN.js","assets/badge-Dpy77prv.js","assets/fm-badge-hBKVOtwJ.js","assets/status-C0dAeCN5.js","assets/kind-DooITOac.js","assets/hostColumns-DeOVgg3r.js","assets/fm-progress-BqvW4jmb.js","assets/moments-DpLzx2Dc.js","assets/fm-table-uS3hD86L.js","assets/chosenHosts-BXILJwIB.js","assets/text-CFkfD5oz.js","assets/fm-approval-notice-DWiTuyPH.js","assets/fm-check-wait-DF_62Df8.js","assets/fm-window-wait-Dn1zrnjq.js","assets/waiting-CBXuaF3A.js"])))=>i.map(i=>d[i]);
import{E as e,Et as t,F as n,H as r,J as i,N as a,O as o,P as s,St as c,V as l,W as u,Y as d,_t as f,at as p,gt as m,ht as ee,it as te,j as h,k as g,kt as _,ot as ne,rt as re,st as v,tt as y,ut as b,vt as x,wt as S,yt as C,z as w}from"./shell-BBooQZkD.js";import{a as T,h as ie,i as ae,m as E,o as oe,p as D,r as se,u as O,x as k,y as A}from"./common-CAX3qpu1.js";import"./fm-progress-BqvW4jmb.js";import{_ as ce,a as le,b as ue,c as de,d as fe,f as j,g as pe,h as me,i as M,l as he,m as ge,n as _e,o as ve,p as ye,r as N,s as be,t as P,u as F,v as xe,x as Se,y as Ce}from"./badge-Dpy77prv.js";import{c as I,d as we,f as Te,i as Ee,l as De,o as L,s as Oe}from"./text-CFkfD5oz.js";import{a as ke,d as Ae,f as je,i as Me,l as Ne,n as Pe,p as R,r as z,t as B}from"./hostColumns-DeOVgg3r.js";import{t as V}from"./kind-DooITOac.js";import{t as H}from"./fm-confirm-CHgqJzYh.js";import{r as Fe,t as Ie}from"./waveShares-edce1OPl.js";import{n as Le}from"./chosenHosts-BXILJwIB.js";import{t as Re}from"./waiting-CBXuaF3A.js";import{r as ze}from"./moments-DpLzx2Dc.js";import"./fm-table-uS3hD86L.js";var Be=50,U=3600;function Ve(e){let t=[[`purge`,e.purge],[`autoremove`,e.autoremove],[`rollback`,e.rollback_on_failure],[`strict`,e.strict_sources]];return[[`operation`,e.operation],...e.operation===`patch`?[[`mode`,e.mode]]:[],...e.packages.map(({name:e,version:t})=>[`package`,t?`${e}=${t}`:e]),...e.exclude.map(e=>[`exclude`,e]),...e.reboot===`never`?[]:[[`reboot`,e.reboot]],...t.flatMap(([e,t])=>t?[[e,`1`]]:[]),...He(e),...e.max_parallel===Be?[]:[[`parallel`,String(e.max_parallel)]],...e.waves.map(e=>[`wave`,Fe(e)]),...e.failure_budget_percent===null?[]:[[`budget`,String(e.failure_budget_percent)]],...e.name===null?[]:[[`name`,e.name]]]}function He({health_gate:e}){return[...e.pre?[]:[[`unchecked`,`1`]],...W(e)?[[`watched`,String(e.soak_secs)]]:[],...e.pre_timeout_secs===U?[]:[[`check-wait`,String(e.pre_timeout_secs)]]]}var W=e=>e.post||e.soak_secs>0;function Ue(e,t){let{operation:n,mode:r,packages:i,exclude:a,purge:o,autoremove:s,reboot:c,waves:l,name:u}=e,{failure_budget_percent:d,health_gate:f}=e,p=f.pre&&!W(f)&&f.pre_timeout_secs===U;return{operation:n,reboot:c,dry_run:!0,target:{host_ids:[...t]},...u===null?{}:{name:u},...n===`patch`?{mode:r}:{},...i.length>0?{packages:i}:{},...a.length>0?{exclude:a}:{},...n===`remove`?{purge:o,autoremove:s}:{},...l.length>0?{waves:Ie(l,t.length)}:{},...p?{}:{health_gate:f},...d===null?{}:{failure_budget_percent:d},max_parallel:e.max_parallel,rollback_on_failure:e.rollback_on_failure,strict_sources:e.strict_sources}}var G={yes:`exactly`,partly:`in part`,no:`cannot be restored`},K={retry:Ye,replan:Ke,rollback:q,rollbackWave:e=>q(e,void 0,`wave`),resume:qe,end:Je,cancel:We};async function We({job:e}){return V(e)===`plan`?Ge(e):await H({title:`Cancel “${I(e)}”?`,text:`Hosts that have not started stay as they are. Those at work stop at their next safe point, and may still complete.`,action:`Cancel the job`,dismiss:`Let it run`})?v(p.POST(`/api/v1/jobs/{id}/cancel`,Y(e))):null}async function Ge(e){return v(p.POST(`/api/v1/jobs/{id}/cancel`,Y(e)))}async function Ke({job:e,hosts:t}){let n=Ue(e,[...t.values()].flatMap(({host_id:e,plan:t,run_job_id:n})=>t!==null&&!n?[e]:[]));return T([`/jobs`,n],e=>v(p.POST(`/api/v1/jobs`,{params:{header:e},body:n})))}async function qe({job:e}){let t=e.hosts_total-Ee(e);return await H({title:`Resume “${I(e)}”?`,text:`It goes on with ${g(t,`host`)}. Failures so far no longer count: the limit applies anew, to these hosts.`,action:`Resume the job`,dismiss:`Leave it paused`})?v(p.POST(`/api/v1/jobs/{id}/resume`,Y(e))):null}async function Je({job:e}){return await H({title:`End “${I(e)}”?`,text:`Hosts that have not started are skipped. Those at work finish, and are not tried again.`,action:`End the job`,dismiss:`Leave it paused`})?v(p.POST(`/api/v1/jobs/{id}/end`,Y(e))):null}async function Ye({job:e,hosts:t},n){let r=s(b.user)?me(t.values()).map(({host_id:e})=>e):null,i=n??r,a=i?{host_ids:[...i]}:{},o={path:{id:e.id}};return T([`/retry`,e.id,a],e=>v(p.POST(`/api/v1/jobs/{id}/retry`,{params:{...o,header:e},body:a})))}async function q({job:e,hosts:t},n,r=`all`){let i=r===`wave`,a=he(t.values()).filter(({host_id:t,wave:r})=>(!n||n.includes(t))&&(!i||r===e.current_wave)),o=e.state===`paused`,s=await H({title:`Roll back ${i?`wave ${e.current_wave} of `:``}“${I(e)}”?`,text:`Packages that it changed on ${g(a.length,`host`)} go back to their versions from before.${o?` The job ends: hosts that have not started are skipped.`:``} How far that restores each host:`,items:a.sort((e,t)=>J(t)-J(e)).map(Xe),action:`Roll back ${g(a.length,`host`)}`}),c=o?{scope:r}:n?{host_ids:[...n]}:void 0,l={path:{id:e.id}};return s?T([`/rollback`,e.id,c],e=>v(p.POST(`/api/v1/jobs/{id}/rollback`,{params:{...l,header:e},body:c}))):null}function J({reversible:e}){return e?Object.keys(G).indexOf(e.verdict):1}function Xe({fqdn:e,reversible:t,changes:n}){let r=t?G[t.verdict]:`not known`,i=[...new Set(t?.reasons.map(({message:e})=>e))].join(` `),a=`${E(e)}: ${g(n.length,`package`)}, ${r}`;return i===``?a:`${a}. ${D(i,300)}`}function Y({id:e}){return{params:{path:{id:e},header:oe()}}}var X=6,Ze=new Set([`PLAN_CHANGED`,`CONFLICT`,`PACKAGE_NOT_FOUND`]);function Qe(e,t){let n=Object.groupBy(t.filter($e),e=>`${et(e)} ${e.error?.code}`);return Object.entries(n).sort(([e],[t])=>Number(e[0])-Number(t[0])).map(([,t=[]])=>tt(e,t))}function $e(e){return!j(e)&&e.error!==null&&(F(e)||/^(retry_wait|rolled_back)$/.test(e.state))}function et(e){return F(e)?0:e.state===`rolled_back`?1:2}function tt(n,r){let[i]=r;if(!i?.error)return t;let{what:a,next:o,detail:s}=u(i.error),c=r.every(({error:e})=>e?.message===i.error?.message),l=r.slice(0,X).map(({fqdn:e})=>E(e)),d=r.length>l.length?` and ${r.length-l.length} more`:``,f=F(i);return S`<div class="notice ${f?`bad`:`warn`}">
    ${y(f?`error`:`warning`)}
    <div>
      <strong>${l.join(`, `)}${d}: ${D(a,500)}</strong>
      ${c&&s!==null?e(D(s,300)):t} ${nt(n,r,o)}
      ${c?t:rt(r)}
    </div>
  </div>`}function nt(e,t,r){let[i]=t;if(i?.state===`rolled_back`)return`It was rolled back by itself.`;if(i?.state===`retry_wait`)return S`${t.length===1?S`${z(i)}, by itself.`:`Each is tried again by itself.`}`;if(!Ze.has(i?.error?.code??``)||!n(b.user,`jobs:run`))return r;let a=t.map(({host_id:e})=>e);return S`${r} <a href=${Le(a,Ve(e))}>New plan</a>`}function rt(e){return S`<ul class="causes">
    ${e.slice(0,X).map(({fqdn:e,error:t})=>S`<li>${E(e)}: ${D(t?.message??``,300)}</li>`)}
  </ul>`}var it=_`
  :host {
    display: block;
  }

  h2,
  .notice {
    overflow-wrap: anywhere;
  }

  h2 a {
    color: inherit;
  }

  summary {
    padding: var(--fm-space-1) 0;
    cursor: pointer;
  }

  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2) var(--fm-space-4);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .steps li {
    display: grid;
    padding-inline-start: var(--fm-space-2);
    border-inline-start: 2px solid var(--fm-line);
  }

  .changes {
    max-height: 14rem;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  @media print {
    button,
    fm-job-log {
      display: none;
    }
  }
`,at=8;function ot(e){let{count:t,rowPx:n,scrollTopPx:r,viewportPx:i}=e,a=Math.ceil(i/n),o=Math.min(Math.floor(Math.max(0,r)/n),Math.max(0,t-a)),s=Math.max(0,o-at);return{first:s,end:Math.min(t,o+a+at),offsetPx:s*n,totalPx:t*n}}var st=_`
  :host {
    display: grid;
    gap: var(--fm-space-2);
  }

  .search {
    flex: 1 1 10rem;
    max-width: 20rem;
  }

  .log {
    height: 22rem;
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    /* Lines that come ten times a second lay nothing out but themselves. */
    contain: strict;
    /* The lines move by a transform; the browser must not correct for it. */
    overflow-anchor: none;
    overscroll-behavior: contain;
  }

  .log:focus-visible {
    outline-offset: -2px;
  }

  .space {
    position: relative;
    overflow: hidden;
  }

  .line {
    display: flex;
    gap: var(--fm-space-3);
    height: 22px;
    padding: 0 var(--fm-space-3);
    font-family: var(--fm-font-mono);
    font-size: var(--fm-size-small);
    line-height: 22px;
    white-space: pre;
  }

  .lines {
    width: max-content;
    min-width: 100%;
  }

  .line a {
    flex: none;
    color: var(--fm-text-quiet);
    text-decoration: none;
  }

  .line a:hover {
    text-decoration: underline;
  }

  .wrapped .line {
    height: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .line.first-error {
    box-shadow: inset 3px 0 0 var(--fm-bad-text);
  }

  .line.chosen {
    background: var(--fm-info-fill);
  }

  .stderr {
    color: var(--fm-bad-text);
  }

  .agent,
  .manager {
    color: var(--fm-info-text);
  }
`,ct=2e3,lt=1.05,ut=class{#e;#t;#n=[];#r=[];#i=``;#a=0;#o=!1;constructor(e={}){this.#e=e.lines??2e4,this.#t=e.chars??8e6}get size(){return this.#n.length}get lastSeq(){return this.#n.at(-1)?.seq??0}get isCut(){return this.#o}get found(){return this.#i===``?this.#n:this.#r}isNext(e){let[t]=e;return t===void 0||t.seq<=this.lastSeq+1}append(e){for(let{seq:t,at:n,stream:r,text:i}of e){if(t<=this.lastSeq)continue;let e={seq:t,at:n,stream:r,text:D(i,ct)};this.#n.push(e),this.#a+=e.text.length,this.#i!==``&&this.#s(e)&&this.#r.push(e)}return this.#n.length>this.#e*lt||this.#a>this.#t*lt?this.#c():0}search(e){let t=e.trim().toLowerCase();t!==this.#i&&(this.#i=t,this.#r=t===``?[]:this.#n.filter(e=>this.#s(e)))}#s({text:e}){return e.toLowerCase().includes(this.#i)}#c(){let e=this.#n.length-this.#e,t=0;for(;t<e||this.#a>this.#t;t+=1)this.#a-=this.#n[t]?.text.length??0;if(this.#n.splice(0,t),this.#o=!0,this.#i===``)return t;let n=this.#n[0]?.seq??1/0,r=this.#r.findIndex(({seq:e})=>e>=n);return this.#r.splice(0,r===-1?this.#r.length:r).length}},dt=/^\s*(E:|error:|dpkg: error|fatal:|Problem:|Traceback)|\b(failed|failure|cannot|unable to)\b|\berror(s)? (processing|while|in)\b|\breturned error\b/i,ft=/\b(0|no) (errors?|failed)\b/i,pt=new WeakMap;function Z(e){let t=pt.get(e);if(t?.line&&t.line.seq>=(e[0]?.seq??1/0))return t.line;let n=t?.line?.seq??t?.seq??0,r=e.slice(ht(e,n)).find(mt)??null;return pt.set(e,{seq:e.at(-1)?.seq??0,line:r}),r}var mt=({text:e})=>dt.test(e)&&!ft.test(e);function ht(e,t){let n=e.length;for(;n>0&&(e[n-1]?.seq??0)>t;)--n;return n}var gt=5e3,_t=class{lines=new ut;isLoading=!1;problem=null;#e;#t={jobId:``,hostId:``};#n=new AbortController;#r=!1;#i=0;constructor(e){this.#e=e}start(e,t){this.stop(),this.#t=e,this.#n=new AbortController,this.lines=new ut,this.lines.search(t),this.#i=0,this.isLoading=!1,e.jobId&&e.hostId&&this.load()}stop(){this.#n.abort()}receive(e){!this.isLoading&&this.lines.isNext(e)?this.#o(e):this.load()}async load(){if(this.#r=!0,this.isLoading)return;this.#s(!0,this.problem);let{signal:e}=this.#n;try{for(;this.#r;)this.#r=!1,await this.#a(e);this.problem=null}catch(t){e.aborted||(this.problem=t)}finally{e.aborted||this.#s(!1,this.problem)}}takeGoneRows(){let e=this.#i;return this.#i=0,e}async#a(e){let{jobId:t,hostId:n}=this.#t;for(let r=!1;!r;){let i={after_seq:this.lines.lastSeq,limit:gt},a={path:{id:t,hostId:n},query:i},o=await v(p.GET(`/api/v1/jobs/{id}/hosts/{hostId}/log`,{params:a,signal:e})),s=typeof o==`string`?[]:o.logs;e.throwIfAborted(),this.#o(s),r=s.length<gt}}#o(e){this.#i+=this.lines.append(e),this.#e.requestUpdate()}#s(e,t){this.isLoading=e,this.problem=t,this.#e.requestUpdate()}},Q=22,$=2e3,vt=44,yt=class extends f{static styles=[f.styles,st];static properties={jobId:{},hostId:{},fqdn:{},search:{state:!0},isFollowing:{state:!0},isOver:{type:Boolean},chosenSeq:{type:Number},isWrapped:{state:!0},viewportPx:{state:!0}};scrollTopPx=0;#e=new ResizeObserver(e=>{this.viewportPx=e.at(-1)?.target.clientHeight??this.viewportPx});#t=null;#n=new _t(this);#r=!1;#i=null;constructor(){super(),this.jobId=``,this.hostId=``,this.fqdn=``,this.search=``,this.isFollowing=!0,this.isOver=!1,this.chosenSeq=null,this.isWrapped=!1,this.viewportPx=352}disconnectedCallback(){super.disconnectedCallback(),this.#n.stop(),this.#e.disconnect(),this.#t=null}receive(e){this.#n.receive(e)}willUpdate(e){e.has(`chosenSeq`)&&this.chosenSeq!==null&&(this.#i=this.chosenSeq),(e.has(`jobId`)||e.has(`hostId`))&&(this.isFollowing=!0,this.#r=!1,this.#n.start({jobId:this.jobId,hostId:this.hostId},this.search))}render(){let{found:e}=this.#n.lines;return S`<div class="row spread">
        <label class="search">
          <span class="visually-hidden">Search the log</span>
          <input type="search" placeholder="Search the log" .value=${this.search} @input=${this.#g} />
        </label>
        <div class="row">
          ${this.#a(e)}
          <button aria-pressed=${String(this.isWrapped)} @click=${()=>this.isWrapped=!this.isWrapped}>
            Wrap lines
          </button>
          ${this.isOver?t:S`<button @click=${this.#_}>
                  ${y(this.isFollowing?`pause`:`play`)} ${this.isFollowing?`Pause`:`Follow`}
                </button>`}
          <button @click=${()=>void this.#v()}>${y(`download`)} Download</button>
        </div>
      </div>
      ${w(this.#n.problem)} ${this.#s(e)}
      <p class="small quiet">
        <span>${this.#d(e.length)}</span> ${e.length>0?xt:t}
      </p>`}#a(e){let n=Z(e);return n?S`<button @click=${()=>this.#o(n.seq)}>${y(`error`)} First error</button>`:t}#o(e){k({line:String(e)}),this.#i=e,this.requestUpdate()}#s(e){if(this.isWrapped)return this.#c(e);let{first:t,end:n}=this.#l(e.length),r=Z(e),i=bt();return S`<div
      class="log"
      role="region"
      tabindex="0"
      aria-label="Log of ${this.fqdn}"
      @scroll=${this.#h}
    >
      <div class="space">
        <div class="lines">${e.slice(t,n).map(e=>this.#u(e,r,i))}</div>
      </div>
    </div>`}#c(e){let t=Z(e),n=bt();return S`<div class="log wrapped" role="region" tabindex="0" aria-label="Log of ${this.fqdn}">
      ${e.slice(-2e3).map(e=>this.#u(e,t,n))}
    </div>`}#l(e){let{viewportPx:t}=this;return ot({count:e,rowPx:Q,viewportPx:t,scrollTopPx:this.isFollowing?Math.max(0,e*Q-t):this.scrollTopPx})}#u({seq:e,at:t,stream:n,text:r},i,a){let o=`${e===this.chosenSeq?`chosen`:``} ${e===i?.seq?`first-error`:``}`;return S`<div class="line ${n} ${o}" data-seq=${e}>
      <a
        href=${a(e)}
        tabindex="-1"
        title="Link to this line, of ${t}"
        @click=${t=>(t.preventDefault(),this.#o(e))}
        ><time datetime=${t}>${Ct(t)}</time></a
      ><bdi>${r}</bdi>
    </div>`}#d(e){let{size:t,isCut:n}=this.#n.lines;if(this.#n.isLoading&&t===0)return`Loading the log …`;if(t===0)return`Nothing was logged yet.`;if(this.search.trim()!==``)return`${g(e,`line`)} of ${o(t)} found`;let r=n?` (the last ones; the download has all)`:``;return`${g(t,`line`)}${r}${this.#f(e)}${this.isFollowing||this.isOver?``:`; paused, new lines are still kept`}`}#f(e){return this.isWrapped&&e>$?`; wrapped are the last ${o($)}`:``}updated(){let e=this.#y();if(!e)return;this.#p(e);let{totalPx:t,offsetPx:n}=this.#l(this.#n.lines.found.length),r=e=>this.renderRoot.querySelector(e);if(r(`.space`)?.style.setProperty(`height`,`${t}px`),r(`.lines`)?.style.setProperty(`transform`,`translateY(${n}px)`),this.#m(e))return;let i=this.#n.takeGoneRows();this.isFollowing?e.scrollTop=this.isWrapped?e.scrollHeight:t:i>0&&(e.scrollTop-=i*Q)}#p(e){this.#t!==e&&(this.#e.disconnect(),this.#e.observe(e),this.#t=e)}#m(e){let t=this.#i===null?-1:this.#n.lines.found.findIndex(({seq:e})=>e===this.#i);if(t<0)return!1;this.isFollowing=!1,this.#r=!0;let n=this.isWrapped?this.renderRoot.querySelector(`[data-seq="${this.#i}"]`):null;return this.#i=null,n?n.scrollIntoView({block:`center`}):e.scrollTop=Math.max(0,t*Q-e.clientHeight/2),!0}#h(){let e=this.#y();if(!e)return;let t=e.scrollTop<this.scrollTopPx-1,n=e.scrollHeight-e.scrollTop-e.clientHeight;t&&n>vt?this.isFollowing=!1:n<=1&&!this.#r&&(this.isFollowing=!0),this.scrollTopPx=e.scrollTop,this.isFollowing||this.requestUpdate()}#g(e){this.search=e.target.value,this.#n.lines.search(this.search),this.search.trim()!==``&&h(`${g(this.#n.lines.found.length,`line`)} found`)}#_(){this.isFollowing=!this.isFollowing,this.#r=!this.isFollowing}async#v(){try{let e=`/api/v1/jobs/${this.jobId}/hosts/${this.hostId}/log?download=text`;await ne(e,`${this.fqdn.replaceAll(/[^A-Za-z0-9.-]/g,`_`)}-${this.jobId}.log`)}catch(e){this.#n.problem=e,this.requestUpdate()}}#y(){return this.renderRoot.querySelector(`.log`)}};function bt(){let{pathname:e,searchParams:t}=new URL(location.href);t.delete(`line`);let n=t.size===0?``:`${t}&`;return t=>`${e}?${n}line=${t}`}var xt=S`<span>(times: ${ze()})</span>`,St=new Intl.DateTimeFormat(`en-GB`,{timeStyle:`medium`});function Ct(e){let t=new Date(e);return Number.isNaN(t.getTime())?``:St.format(t)}C(`fm-job-log`,yt);var wt={retry:`Retry this host`,rollback:`Roll this host back`},Tt=class extends f{static styles=[f.styles,it];static properties={state:{attribute:!1},host:{attribute:!1},query:{attribute:!1}};#e=new ie(this);#t=new O(this,{read:async([e,t],n)=>{let r={path:{id:e,hostId:t}};return(await v(p.GET(`/api/v1/jobs/{id}/hosts/{hostId}/steps`,{params:r,signal:n}))).steps},args:()=>this.state&&this.host?[this.state.job.id,this.host.host_id,this.host.state,this.host.attempt]:null});constructor(){super(),this.state=null,this.host=null,this.query=new URLSearchParams}receive(e){this.renderRoot.querySelector(`fm-job-log`)?.receive(e)}render(){let{state:e,host:n}=this;if(!e||!n)return t;let r=E(n.fqdn);return S`<section class="card stack tight" aria-label="Host ${r}">
      <div class="row spread">
        <h2><a href="/hosts/${n.host_id}" title="The host’s own page">${r}</a></h2>
        <div class="row">
          ${P(N(e.job,n))} ${this.#n(e,n)} ${this.#r(e,n)}
          <button
            class="plain square"
            aria-label="Close ${r}"
            title="Close (Escape)"
            @click=${()=>this.dispatchEvent(new CustomEvent(`fm-close`))}
          >
            ${y(`close`)}
          </button>
        </div>
      </div>
      ${w(this.#e.problem)} ${Dt(n)} ${At(this.#t.value??[])}
      ${Mt(n)}
      <fm-job-log
        .jobId=${e.job.id}
        .hostId=${n.host_id}
        .fqdn=${r}
        .isOver=${ye(n)}
        .chosenSeq=${Number(this.query.get(`line`))||null}
      ></fm-job-log>
    </section>`}#n(e,t){return ve(e.job,t,n(b.user,`jobs:run`)).filter(({whyNot:e})=>e!==`no-right`).map(({act:n,whyNot:r})=>S`<button
            ?disabled=${this.#e.isBusy||r!==null}
            title=${r===null?Et(n,e):R(r)}
            @click=${()=>void this.#i(n,e,t)}
          >
            ${y(n===`retry`?`refresh`:`undo`)}
            ${n in wt?wt[n]:n}
          </button>`)}#r({job:e},r){let i=e.completed_at!==null||e.state===`paused`;return V(e)===`plan`||!i||!fe(r)||!n(b.user,`jobs:run`)?t:(m(()=>import(`./fm-job-accept-CpeGdOcK.js`),__vite__mapDeps([0,1,2,3,4,5,6,7])),S`<fm-job-accept .jobId=${e.id} .host=${r}></fm-job-accept>`)}#i(e,t,{host_id:n}){return this.#e.run(async()=>{if(e===`approve`||e===`ask`)return;let r=a(),i=await K[e](t,[n]);i&&i.id!==t.job.id&&r(`/jobs/${i.id}`)})}},Et=(e,{job:n})=>e===`retry`&&n.state===`paused`?`The host begins again once the job is resumed.`:t;function Dt(e){if(!e.error)return e.reason===null?t:S`<p class="quiet">${B(e)}</p>`;let{what:n,next:r,detail:i}=u(e.error);return S`<div class="notice ${F(e)&&!j(e)?`bad`:`warn`}">
    <div>
      ${j(e)?S`${B(e)}<br />`:t}
      <strong>${D(n,500)}</strong> ${r}
      ${i===null?t:S`<br />${D(i,1e3)}`} ${Ot(e)}
    </div>
  </div>`}function Ot(e){return e.state===`retry_wait`?S`<br />${z(e)}, by itself.`:e.attempt>1?S`<br />It was tried ${e.attempt} times.`:t}var kt={pending:`Waited for its turn`,waiting_window:`Waited for its window`,running:`Worked`,waiting_health_check:`Waited for health checks`,dispatching:`Called`,retry_wait:`Waited to retry`,rebooting:`Rebooted`,verifying:`Was checked`,rolling_back:`Rolled back`,completed:`Completed`,failed:`Failed`,cancelled:`Cancelled`,skipped:`Skipped`,rolled_back:`Back as before`,rollback_failed:`Rollback failed`,timedout:`Timed out`};function At(e){return e.length<2?t:S`<ol class="steps" aria-label="Steps">
    ${e.map(({state:e,started_at:n,ended_at:r,attempt:i})=>S`<li>
          <span
            >${kt[e]??e}${i>1&&e===`dispatching`?` (attempt ${i})`:t}</span
          >
          <span class="quiet small">${jt(n,r)}</span>
        </li>`)}
  </ol>`}function jt(e,t){let[n,r]=[d(e),d(t)];return n&&r?i((r.getTime()-n.getTime())/1e3):S`<fm-time .datetime=${e}></fm-time>`}function Mt({changes:e,reversible:n}){return e.length===0?t:S`<details>
    <summary>
      ${g(e.length,`package`)} changed ${n?Ne(n):t}
    </summary>
    <ul class="changes" tabindex="0" aria-label="Changed packages">
      ${e.map(Nt)}
    </ul>
  </details>`}function Nt({name:e,from:t,to:n}){return S`<li>
    <code>${E(e)}</code>
    <span class="quiet"
      >${t===null?`new`:E(t)} → ${n===null?`removed`:E(n)}</span
    >
  </li>`}C(`fm-job-host`,Tt);var Pt=[`host`,`state`,`attempt`,`error_code`,`message`,`packages_changed`,`started_at`,`ended_at`];function Ft(e,t){let n=t.map(t=>[t.fqdn,N(e,t)[1],t.attempt,t.error?.code,t.error?.message??t.message,t.changes.length,t.started_at,t.completed_at]);return se([Pt,...n])}var It=class extends f{static styles=[f.styles,_`
      :host {
        display: grid;
        gap: var(--fm-space-3);
      }

      .print {
        width: 100%;
        border-collapse: collapse;
        font-size: var(--fm-size-small);
      }

      .print th,
      .print td {
        padding: var(--fm-space-1);
        border: 1px solid var(--fm-line);
        text-align: start;
        overflow-wrap: anywhere;
      }

      @media print {
        .tools {
          display: none;
        }
      }
    `];static properties={job:{attribute:!1},hosts:{attribute:!1},query:{attribute:!1},isPrinting:{state:!0}};#e=null;#t=()=>{if(!this.#e)throw Error(`a cell is rendered before its table`);return this.#e};#n=Pe(this.#t);#r=Pe(this.#t,!0);constructor(){super(),this.job=null,this.hosts=[],this.query=new URLSearchParams,this.isPrinting=!1}connectedCallback(){super.connectedCallback(),addEventListener(`beforeprint`,this.#i),addEventListener(`afterprint`,this.#i)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`beforeprint`,this.#i),removeEventListener(`afterprint`,this.#i)}#i=({type:e})=>{this.isPrinting=e===`beforeprint`};focus(e){this.renderRoot.querySelector(`fm-table`)?.focus(e)}render(){let{job:e}=this;if(!e)return t;let n=this.#o(e);return S`<div class="row spread">
        <h2>Hosts</h2>
        <div class="row tools">
          <label>
            <span class="visually-hidden">Search the hosts of the job</span>
            <input
              type="search"
              placeholder=${e.wave_states.length>0?`Name, state, wave`:`Name or state`}
              .value=${this.query.get(`find`)??``}
              @input=${e=>k({find:e.target.value||null})}
            />
          </label>
          <button @click=${()=>this.#c(e,n)}>${y(`download`)} CSV</button>
        </div>
      </div>
      ${n.length===this.hosts.length?t:S`<p class="quiet small" role="status">
              ${n.length} of ${g(this.hosts.length,`host`)} shown
            </p>`}
      ${this.isPrinting?zt(e,n):this.#a(e,n)}`}#a(e,t){return this.#e={job:e,span:ke(this.hosts,Rt())??{fromMs:0,toMs:0}},S`<fm-table
      label="Hosts of the job"
      .rows=${t}
      .columns=${e.wave_states.length>0?this.#r:this.#n}
      .rowKey=${Lt}
      .rowHref=${this.#s}
      .total=${t.length}
    ></fm-table>`}#o(e){let t=(this.query.get(`find`)??``).trim().toLowerCase();return Me(t===``?this.hosts:this.hosts.filter(n=>`${n.fqdn} ${N(e,n)[1]} ${n.wave?`wave ${n.wave}`:``}`.toLowerCase().includes(t)))}#s=({host_id:e})=>{let t=new URLSearchParams(this.query);return t.set(`host`,e),t.delete(`line`),`/jobs/${this.job?.id??``}?${t}`};#c(e,t){ae(Ft(e,t),`job-${e.id}-hosts.csv`)}},Lt=({host_id:e})=>e,Rt=()=>Math.floor(c().getTime()/1e3)*1e3;function zt(e,t){return S`<table class="print">
    <thead>
      <tr>
        <th>Host</th>
        <th>State</th>
        <th>What happened</th>
      </tr>
    </thead>
    <tbody>
      ${t.map(t=>S`<tr>
            <td>${E(t.fqdn)}</td>
            <td>${N(e,t)[1]}</td>
            <td>${B(t)}</td>
          </tr>`)}
    </tbody>
  </table>`}C(`fm-job-hosts`,It);var Bt=5;function Vt(e){let n=V(e);return S`${n===`plan`?`Plan: nothing changes before it is approved · `:t}${e.name?S`${Oe(e)} · `:t}
  ${De(e).map(e=>`${e} · `)} ${E(e.created_by.username)} · ${Ht(e)}
  ${Ut(`of a plan`,e.from_plan_job_id)} ${Ut(`rolls back a job`,e.rollback_of_job_id)}`}function Ht(e){let{schedule_at:t,started_at:n,completed_at:r,created_at:a}=e;if(e.state===`scheduled`&&t!==null)return S`starts <fm-time .datetime=${t}></fm-time>, on
      <fm-time .datetime=${t} mode="absolute"></fm-time>`;let[o,s]=[d(n),d(r)],c=o&&s?`, took ${i((s.getTime()-o.getTime())/1e3)}`:``;return S`${n===null?`made`:`started`}
    <fm-time .datetime=${n??a}></fm-time>${c}`}function Ut(e,n){return n===null?t:S` · <a href="/jobs/${n}">${e}</a>`}function Wt({runs:e,rollbacks:t},n){return[...e.slice(0,Bt).map(e=>Gt(e,n.find(({run_job_id:t})=>t===e.id)?.decided_by??e.created_by)),...t.slice(0,Bt).map(Kt)]}function Gt(e,t){return S`<div class="notice">
    ${y(`info`)}
    <div>
      Approved for ${g(e.hosts_total,`host`)} by ${E(t.username)}
      <fm-time .datetime=${e.created_at}></fm-time>: <a href="/jobs/${e.id}">the job that runs it</a>.
    </div>
  </div>`}function Kt(e){let t=L(e);return S`<div class="notice ${t?``:`warn`}">
    ${y(`undo`)}
    <div>
      ${t?S`A rollback of ${g(e.hosts_total,`host`)} ended
            (${e.state===`completed`?`all are back`:`not all are back`}):`:S`${g(e.hosts_total,`host`)} of it ${e.hosts_total===1?`is`:`are`}
            being rolled back now, by ${E(e.created_by.username)}:`}
      <a href="/jobs/${e.id}">the rollback</a>.
    </div>
  </div>`}function qt(e){return e.wave_states.length===0?t:S`<section class="card stack tight" aria-label="Waves">
    <h2>Waves</h2>
    <ol class="stack">
      ${e.wave_states.map(t=>S`<li class="stack tight">${Jt(t,e.dry_run)}</li>`)}
    </ol>
  </section>`}function Jt(e,n){let{number:r}=e,i=n?[g(e.hosts_total,`host`)]:[ue(e),ce(e)];return S`<div class="row spread">
      <span class="row"
        ><strong>Wave ${r}</strong> ${n?t:P(Se(e))}</span
      >
      <span class="small quiet">${i.filter(Boolean).join(` · `)}</span>
    </div>
    ${n?t:S`<fm-progress label="Hosts of wave ${r}" .parts=${Ce(e)}></fm-progress>`}
    ${Yt(e)}`}function Yt({state:e,soak_secs:n,soak_ends_at:r}){return e===`soaking`?S`<p class="small">
      ${y(`clock`)} Watched now; the next wave starts <fm-time .datetime=${r}></fm-time>.
    </p>`:n===0||!/waiting|running/.test(e)?t:S`<p class="small quiet">Then watched for ${i(n)}.</p>`}function Xt(e,n){let r=xe(e);if(r===null)return t;let i=n.filter(({act:e,whyNot:t})=>Ae[e]!==void 0&&t!==`no-right`);return S`<section class="card stack tight" aria-label="What to decide">
    <h2>${y(`warning`)} This job waits for a decision</h2>
    <p>${r}</p>
    ${i.length===0?S`<p>Somebody who may run jobs has to decide.</p>`:S`<dl>${i.map(Zt)}</dl>`}
  </section>`}var Zt=({act:e,whyNot:t})=>S`
  <dt>${je(e,`run`)}</dt>
  <dd class=${t===null?``:`quiet`}>${t===null?Ae[e]:R(t)}</dd>
`,Qt=_`
  .live {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  fm-page-header,
  .notice {
    overflow-wrap: anywhere;
  }

  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  dt {
    font-weight: 600;
  }

  dd {
    margin: 0 0 var(--fm-space-2);
  }

  .causes {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
  }
`,$t=500;async function en(e,t){let n={id:e},r=ee(),i=await v(p.GET(`/api/v1/jobs/{id}`,{params:{path:n},signal:t})),a=new Map,o=new Map,s=null;do{let e={limit:$t,...s?{cursor:s}:{}},r=await v(p.GET(`/api/v1/jobs/{id}/hosts`,{params:{path:n,query:e},signal:t}));for(let e of r.hosts)a.set(e.host_id,pe(e,o));s=r.next_cursor}while(s!==null);return await r,{job:i,hosts:a,plans:o}}var tn=1e4,nn=[{label:`Jobs`,href:`/jobs`}],rn={approve:`play`,ask:`check`,resume:`play`,retry:`refresh`,replan:`plus`,rollback:`undo`,end:`check`,cancel:`stop`,rollbackWave:`undo`},an=class extends x{static styles=[x.styles,Qt];static properties={current:{state:!0}};#e=new ie(this);#t=!1;#n=!1;#r=new A(this,{topic:()=>this.current?{jobId:this.current.job.id,fromSeq:this.current.job.last_seq}:null,onEvents:e=>this.#_(e),onResync:()=>void this.#g()});constructor(){super(),this.current=null,new A(this,{topic:()=>`fleet`,onEvents:e=>this.#v(e)})}#i=new O(this,{args:()=>{let{job:e}=this.current??{};return e&&(V(e)===`plan`||e.from_plan_job_id!==null)&&te.serves(`getJobApprovals`)?[e.id]:null},read:([e],t)=>v(p.GET(`/api/v1/jobs/{id}/approvals`,{params:{path:{id:e}},signal:t}))});#a=new r(this,{task:async([e],{signal:t})=>{this.current=null,this.#t=!1,this.#e.forget();let n=e?await en(e,t):null;return n&&V(n.job)===`plan`&&await re(()=>m(()=>import(`./fm-job-plan-B-Epa3zW.js`),__vite__mapDeps([8,1,2,9,3,10,11,12,13,14,15,16,17,7,18,19]))),t.throwIfAborted(),this.current=n,n},args:()=>[this.params.id]});connectedCallback(){super.connectedCallback(),addEventListener(`keydown`,this.#m)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`keydown`,this.#m)}render(){return S`<div class="page">
      ${l(this.#a,{what:`the job`,complete:()=>this.current?this.#o(this.current):t})}
    </div>`}#o(e){let{job:n}=e,r=[...e.hosts.values()],i=V(n)===`plan`;return S`${this.#u(e)} ${Wt(n,this.#i.value?.approvals??[])}
      ${this.#s(n.id)} ${w(this.#e.problem)}
      ${Xt(n,this.#d(e))}
      ${i?S`<fm-job-plan .job=${n} .hosts=${r} .approvals=${this.#i.value??null} .query=${this.query} @fm-asked=${()=>this.#i.retry()}></fm-job-plan>`:t}
      <section class="card stack tight" aria-label="Progress">
        <div class="row spread">
          <strong>${Te(n)}</strong>
          ${this.#f(n)}
        </div>
        <fm-progress label="Hosts of the job" .parts=${we(n)}></fm-progress>
      </section>
      ${this.#l(r)?S`<fm-window-wait .jobId=${n.id} .hosts=${r} .isOver=${L(n)}></fm-window-wait>`:t}
      ${this.#c(r)?S`<fm-check-wait .jobId=${n.id} .hosts=${r} .isOver=${L(n)}></fm-check-wait>`:t}
      ${qt(n)} ${i?t:Qe(n,r)}
      <fm-job-hosts .job=${n} .hosts=${r} .query=${this.query}></fm-job-hosts>
      ${this.#p(e)}`}#s(e){let{value:n}=this.#i;return!n||n.approvals.length===0?t:(m(()=>import(`./fm-approval-notice-DWiTuyPH.js`),__vite__mapDeps([20,1,2,3])),S`<fm-approval-notice .approvals=${n} .jobId=${e}></fm-approval-notice>`)}#c(e){return!this.#n&&e.some(({state:e})=>e===`waiting_health_check`)&&(this.#n=!0,m(()=>import(`./fm-check-wait-DF_62Df8.js`),__vite__mapDeps([21,1,2,3,4,5,6,7]))),this.#n}#l(e){return!this.#t&&Re(e)!==null&&(this.#t=!0,m(()=>import(`./fm-window-wait-Dn1zrnjq.js`),__vite__mapDeps([22,1,2,3,4,5,6,7,23]))),this.#t}#u(e){let{job:t}=e,n=this.#d(e).filter(({act:e})=>e!==`approve`&&e!==`ask`).filter(({whyNot:e})=>e!==`no-right`).map(({act:e,whyNot:n})=>({key:e,label:je(e,V(t)),icon:rn[e],reason:this.#e.isBusy?`One moment.`:n&&R(n)}));return S`<fm-page-header
      heading=${I(t)}
      tab-title="${I(t)}: ${M(t)[1]}"
      .crumbs=${nn}
      .actions=${n}
      @fm-action=${({detail:e})=>void this.#y(e)}
    >
      ${Vt(t)}<span slot="badges">${_e(t)}</span>
    </fm-page-header>`}#d({job:e,hosts:t}){return be(le(e,[...t.values()],n(b.user,`jobs:run`)))}#f(e){return L(e)||this.#r.state!==`live`?t:S`<span class="live small quiet">${y(`live`)} Live</span>`}#p(e){let n=e.hosts.get(this.query.get(`host`)??``);return n?S`<fm-job-host
      id="host"
      .state=${e}
      .host=${n}
      .query=${this.query}
      @fm-close=${()=>this.#h()}
    ></fm-job-host>`:t}updated(e){e.has(`query`)&&this.query.get(`host`)!==e.get(`query`)?.get(`host`)&&this.renderRoot.querySelector(`#host`)?.scrollIntoView({block:`nearest`})}#m=e=>{if(e.key!==`Escape`||e.defaultPrevented||!this.query.get(`host`))return;let[t]=e.composedPath();t instanceof HTMLElement&&t.matches(`input, select, textarea, dialog, dialog *`)||document.querySelector(`fm-confirm`)||this.#h()};#h(){k({host:null,line:null}),this.renderRoot.querySelector(`fm-job-hosts`)?.focus()}async#g(){let e=this.current?.job.id??``,t=await en(e,AbortSignal.timeout(tn)).catch(()=>null);t&&this.params.id===e&&(this.current=t)}#_(e){if(!this.current)return;let{last_seq:t}=this.current.job,n=e.filter(({seq:e})=>e===null||e>t);if(ge(n))return void this.#g();let r=M(this.current.job)[1];this.current=de(this.current,n);let{job:i}=this.current,a=M(i)[1];a!==r&&h(`The job is now: ${a}`,i.state===`failed`?`assertive`:`polite`);let o=this.query.get(`host`),s=n.flatMap(({kind:e,data:t})=>e===`job.log`&&t.host_id===o?t.lines:[]);s.length>0&&this.renderRoot.querySelector(`fm-job-host`)?.receive(s)}#v(e){let t=this.current?.job.id;e.some(e=>e.kind===`approval.updated`&&e.data.plan_job_id===t)&&this.#i.retry(),e.some(({kind:e,data:n})=>e===`job.updated`&&t!==void 0&&[n.from_plan_job_id,n.rollback_of_job_id].includes(t))&&this.#g()}#y(e){return this.#e.run(async()=>{if(e===`approve`||e===`ask`||!this.current)return;let t=a(),n=await K[e](this.current);n&&n.id!==this.params.id&&t(`/jobs/${n.id}`)})}};C(`fm-page-job`,an);export{an as FmPageJob};