import{Et as e,H as t,N as n,O as r,V as i,at as a,dt as o,k as s,kt as c,q as l,st as u,vt as d,wt as f,yt as p,z as m}from"./shell-BBooQZkD.js";import{a as h,h as g,m as _,x as v}from"./common-CAX3qpu1.js";import{t as y}from"./chosenHosts-BXILJwIB.js";import{t as b}from"./hostName-nP2O9nOD.js";import{t as x}from"./fm-confirm-CHgqJzYh.js";import"./fm-table-uS3hD86L.js";import{c as S,i as C,l as w,m as T,o as E,s as D,t as O}from"./wishes-r-pLQULy.js";import{a as k,i as A,o as j,r as M,s as N,t as P}from"./wishFields.styles-CqNIy7IS.js";import"./fm-badge-hBKVOtwJ.js";import{t as F}from"./status-C0dAeCN5.js";import{n as I,r as L}from"./moments-DpLzx2Dc.js";var R=c`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`,z=500,B=1e4,V=12,H=[{key:`fqdn`,header:`Host`,grow:2,render:b},{key:`health`,header:`State`,minRem:9.5,priority:3,render:({health_status:e})=>F(`health`,e)},{key:`security`,header:`Security`,minRem:6,align:`end`,render:({patches_security:e})=>r(e)},{key:`patches`,header:`Patches`,minRem:6,align:`end`,priority:4,render:({patches_total:e})=>r(e)},{key:`reboot`,header:`Reboot`,minRem:7,priority:5,render:({reboot_required:e})=>e?f`<fm-badge tone="warn" label="Due"></fm-badge>`:e===null?`unknown`:`No`}];async function U(e,t,n){let r=[],i=null;do{let o={limit:z,...e.trim()===``?{}:{search:e.trim()},...t?{has_security:!0}:{},...i===null?{}:{cursor:i}},s=await u(a.GET(`/api/v1/hosts`,{params:{query:o},signal:n}));r.push(...s.hosts),i=s.next_cursor}while(i!==null&&r.length<B);return r}async function W(e){let t=async e=>[await u(a.GET(`/api/v1/hosts/{id}`,{params:{path:{id:e}}}))];return(await Promise.all(e.slice(0,V).map(e=>t(e).catch(()=>[])))).flat()}var G=`First a plan is made, which you see and approve; nothing changes before.`,K=`It starts once you have confirmed it, with its hosts named.`;function q(e,t){let n=s(t,`host`);switch(e){case`hold`:return`Hold on ${n}`;case`unhold`:return`Release on ${n}`;case`refresh`:return`Refresh ${n}`;case`reboot`:return`Reboot ${n}`;default:return`Plan for ${n}`}}var J={hold:`Patches of these packages are left out on these hosts until the hold is released, security patches too.`,unhold:`The next patch of these hosts may change these packages.`,refresh:`Each host reads its lists of packages anew. Nothing is installed.`,reboot:`Each host restarts, and what runs on it is away meanwhile. The job follows until it is back.`},Y=class extends d{static styles=[d.styles,P,R];static properties={chosen:{state:!0},wishes:{state:!0},startAt:{state:!0}};#e=new g(this);#t=new Map;#n;constructor(){super(),this.chosen=new Set,this.wishes=O,this.startAt=``}#r=new t(this,{task:async([e,t],{signal:n})=>{let r=await U(e,t,n);return r.forEach(this.#o),r},args:()=>[this.query.get(`search`)??``,this.query.get(`security`)===`1`]});willUpdate(e){e.has(`query`)&&!e.get(`query`)?.size&&(this.chosen.size===0&&(this.chosen=new Set(y(this.query)??[])),this.wishes=S(this.query))}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#n)}render(){let{operation:t}=this.wishes,n=this.#m();return f`<form class="page" @submit=${this.#g}>
      <fm-page-header heading="New job" .crumbs=${[{label:`Jobs`,href:`/jobs`}]}>
        ${C(t)?G:K}
      </fm-page-header>
      <section class="card stack" aria-label="What to do">
        <h2>What to do</h2>
        ${M(this.wishes,this.#i)}
        <p class="quiet small">${k[t][1]}</p>
        ${A(this.wishes,this.#i,this.#a())}
      </section>
      <section class="card stack" aria-label="Hosts">
        <h2>Hosts</h2>
        ${this.#u()} ${this.#d()} ${this.#f()}
      </section>
      <section class="card stack" aria-label="Waves">
        <h2>Waves</h2>
        ${j(this.wishes,N(this.wishes.waves,this.#l()),this.#i)}
      </section>
      ${m(this.#e.problem)} ${this.#h()}
      <p class="row">
        <button
          class=${t===`reboot`?`danger`:`primary`}
          ?disabled=${this.#e.isBusy||n!==null}
        >
          ${q(t,this.chosen.size)}
        </button>
        ${n===null?e:f`<span class="quiet">${n}</span>`}
      </p>
    </form>`}#i=e=>{this.wishes={...this.wishes,...e}};#a(){let{operation:e,name:t}=this.wishes;return f`<label class="field"
        >Name of the job (optional)
        <input
          maxlength="200"
          autocomplete="off"
          .value=${t}
          @input=${e=>this.#i({name:X(e)})}
        />
      </label>
      <label class="field"
        >Start (optional)
        <input
          type="datetime-local"
          .value=${this.startAt}
          @input=${e=>this.startAt=X(e)}
        />
        <span class="hint"
          >${C(e)?`Of the run, once it is approved. `:``}Time zone: ${L()}</span
        >
      </label>`}#o=e=>{this.#t.set(e.id,{name:b(e),fqdn:e.fqdn,tags:e.tags})};async#s(){await this.#r.taskComplete.catch(()=>void 0),(await W([...this.chosen].filter(e=>!this.#t.has(e)))).forEach(this.#o)}#c(){let e=[...this.chosen].filter(e=>!this.#t.has(e));return[...[...this.chosen].flatMap(e=>this.#t.get(e)?.name??[]).sort(),...e.sort()]}#l(){return[...this.chosen].map(e=>this.#t.get(e)??{name:e,fqdn:e,tags:[]})}#u(){return y(this.query)!==null||this.chosen.size>0?e:f`<p class="notice" role="status">
      Which hosts were chosen is known only to the tab in which they were chosen. Choose them again here.
    </p>`}#d(){return f`<div class="filters">
      <label class="field"
        >Search
        <input
          type="search"
          placeholder="Name, address or machine id"
          .value=${this.query.get(`search`)??``}
          @input=${this.#p}
          @keydown=${Q}
        />
      </label>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${this.query.get(`security`)===`1`}
          @change=${e=>v({security:e.target.checked?`1`:null})}
        />
        Only with security patches
      </label>
    </div>`}#f(){return i(this.#r,{what:`hosts`,isEmpty:e=>e.length===0,empty:()=>f`<fm-state kind="empty" heading="No host fits.">
          Change the search, or enroll a host first.
        </fm-state>`,complete:e=>f`<p class="quiet small" role="status">
            ${s(this.chosen.size,`host`)} chosen, ${e.length} shown
          </p>
          <fm-table
            label="Hosts to choose from"
            .rows=${e}
            .columns=${H}
            .selected=${this.chosen}
            .total=${e.length}
            @fm-select=${({detail:e})=>this.chosen=e}
          ></fm-table>`})}#p(e){let t=e.target.value;clearTimeout(this.#n),this.#n=setTimeout(()=>v({search:t}),200)}#m(){return D(this.wishes)&&E(this.wishes.packages).length===0?`Name a package first.`:this.chosen.size===0?`Choose a host first.`:T(this.wishes.waves,this.chosen.size)}#h(){let{problem:t}=this.#e;return!(t instanceof o)||t.code!==`APPROVAL_REQUIRED`?e:f`<button
      class="primary"
      ?disabled=${this.#e.isBusy}
      @click=${e=>void this.#g(e,!0)}
    >
      Plan it, to ask for approval
    </button>`}async#g(e,t=!1){e.preventDefault(),this.#m()!==null||this.#e.isBusy||await this.#e.run(async()=>{let e=I(this.startAt);if(!t&&!await this.#_(e))return;let{schedule_at:r,...i}=w(this.wishes,[...this.chosen],e),o={...i,...t?{dry_run:!0}:r===void 0?{}:{schedule_at:r}};n()(Z(await h([`/jobs`,o],e=>u(a.POST(`/api/v1/jobs`,{params:{header:e},body:o}))),e))})}async#_(e){let{operation:t,packages:n}=this.wishes;if(C(t))return!0;let r=D(this.wishes)?`${E(n).map(_).join(`, `)}. `:``,i=e===null?``:` It starts on ${l(e)}.`;return await this.#s(),x({title:`${q(t,this.chosen.size)}?`,text:`${r}${J[t]??``}${i}`,items:this.#c(),action:q(t,this.chosen.size),tone:t===`reboot`?`danger`:`primary`})}},X=({target:e})=>e.value;function Z({id:e,dry_run:t},n){return t&&n!==null?`/jobs/${e}?at=${encodeURIComponent(n.toISOString())}`:`/jobs/${e}`}function Q(e){e.key===`Enter`&&e.preventDefault()}p(`fm-page-new-job`,Y);export{Y as FmPageNewJob};