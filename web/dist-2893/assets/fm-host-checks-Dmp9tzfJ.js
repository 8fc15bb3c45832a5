import{Et as e,G as t,J as n,L as r,_t as i,at as a,dt as o,k as s,kt as c,st as l,wt as u,yt as d,z as f}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import{t as p}from"./fm-confirm-CHgqJzYh.js";import{t as m}from"./testNotice-D0V8BmKz.js";import{_ as h,a as g,c as _,g as v,h as y,l as b,m as x,p as S,u as C,y as w}from"./common-CAX3qpu1.js";import{t as T}from"./asker-tT0gubqI.js";import{t as E}from"./hostName-nP2O9nOD.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";var D={kind:`service`,name:``,enabled:!0,service:``,target:``,url:``,status:null,body:``,timeoutSecs:10,intervalSecs:null},O=e=>({kind:e.kind,name:e.name,enabled:e.enabled,service:e.service_name??``,target:e.target_host_id??``,url:e.url??``,status:e.expected_status,body:e.expected_body??``,timeoutSecs:e.timeout_secs,intervalSecs:e.interval_secs}),k=/^[A-Za-z0-9][A-Za-z0-9:_.@\\-]*$/;function A(e){let t={};e.name.trim()===``&&(t.name=`Give it a name: it is named where a job waits for it.`),e.kind===`service`&&!k.test(e.service)&&(t.service_name=`Name the unit exactly, such as nginx or postgresql@16-main.service.`),e.kind===`http`&&!/^https?:\/\/[^\s]+$/.test(e.url)&&(t.url=`Begin with http:// or https://.`);let{status:n,timeoutSecs:r,intervalSecs:i}=e;return n!==null&&!(n>=100&&n<=599)&&(t.expected_status=`From 100 to 599.`),(r===null||r<1||r>60)&&(t.timeout_secs=`From 1 second to 60.`),i!==null&&(i<30||i>86400)&&(t.interval_secs=`From 30 seconds to a day.`),t}function j(e){let t={name:e.name.trim(),enabled:e.enabled,timeout_secs:e.timeoutSecs??10,interval_secs:e.intervalSecs};return e.kind===`service`?{...t,service_name:e.service,target_host_id:e.target===``?null:e.target}:{...t,url:e.url,expected_status:e.status,expected_body:e.body||null}}function M(e,t){let n=Object.entries(j(O(e))),r=new Map(n);return Object.fromEntries(Object.entries(j(t)).filter(([e,t])=>r.get(e)!==t))}var N=`/api/v1/hosts/{hostId}/health-checks/{checkId}`,P=({host_id:e,id:t})=>({hostId:e,checkId:t}),F=(e,t)=>l(a.GET(`/api/v1/hosts/{hostId}/health-checks`,{params:{path:{hostId:e}},signal:t})),I=(e,t)=>{let n={path:P(e),query:{limit:20}};return l(a.GET(`${N}/history`,{params:n,signal:t}))},L=(e,t)=>{let n={...j(t),kind:t.kind};return g([`/health-checks`,e,n],t=>l(a.POST(`/api/v1/hosts/{hostId}/health-checks`,{params:{path:{hostId:e},header:t},body:n})))},R=(e,t,n)=>{let r={"If-Match":`"${n}"`},[i,o]=[P(e),M(e,t)];return _(o,{save:()=>l(a.PUT(N,{params:{path:i,header:r},body:o})),read:()=>l(a.GET(N,{params:{path:i}}))})},z=(e,t)=>l(a.PUT(N,{params:{path:P(e)},body:{enabled:t}})),B=async e=>{await b(l(a.DELETE(N,{params:{path:P(e)}})))},V=e=>l(a.POST(`${N}/test`,{params:{path:P(e)}})),H={passing:[`ok`,`Passing`],failing:[`bad`,`Failing`],unknown:[`neutral`,`Unknown`]},U=`Jobs begin on this host only while its enabled checks pass. A change counts once it was seen twice in a row.`,W=`No health check looks whether this host does its work.`,G=`A check asks the agent about a service, or the manager calls a page. Jobs then wait while a check fails.`,K=[{value:`service`,label:`A service of the host`},{value:`http`,label:`A page or address (HTTP)`}];function q(e,t){if(e.kind===`http`)return x(e.url);let n=x(e.service_name);return e.target_host_id===null?n:`${n}, asked of ${t??`another host`}`}var J=({interval_secs:e})=>e===null?`as often as the settings say`:`every ${n(e)}`,Y=({success:e,duration_ms:t})=>`${e?`It passes`:`It does not pass`} (${t<1e3?`${t} ms`:n(t/1e3)}).`,X=e=>{let t=e.filter(({enabled:e,last_status:t})=>e&&t===`failing`).length,n=e.filter(({enabled:e})=>!e).length,r=[s(e.length,`check`)];return t>0&&r.push(`${t} failing`),n>0&&r.push(`${n} switched off`),r.join(`, `)};d(`fm-check-editor`,class extends i{static properties={hostId:{},check:{attribute:!1},hosts:{attribute:!1},open:{type:Boolean},draft:{state:!0},problem:{state:!0},result:{state:!0},busy:{state:!0},isJudged:{state:!0}};#e=null;constructor(){super(),this.hostId=``,this.check=null,this.hosts=[],this.open=!1,this.draft=D,this.problem=null,this.result=null,this.busy=null,this.isJudged=!1}willUpdate(e){e.has(`open`)&&this.open&&(this.#e=this.check,this.draft=this.check?O(this.check):D,this.problem=null,this.result=null,this.isJudged=!1)}render(){let{busy:e}=this;return u`<fm-dialog
      heading=${this.check?`Edit the check`:`Add a check`}
      ?open=${this.open}
      ?locked=${e!==null}
      @fm-close=${this.#l}
    >
      <form class="stack" @submit=${this.#u}>
        ${this.#t()} ${f(this.problem)} ${this.#a()}
      </form>
      <button slot="actions" ?disabled=${e!==null} @click=${this.#l}>
        ${this.result?`Close`:`Cancel`}
      </button>
      <button slot="actions" ?disabled=${e!==null} @click=${()=>void this.#d()}>
        ${e===`test`?`Testing …`:this.#c()?`Test now`:`Save and test now`}
      </button>
      <button slot="actions" class="primary" ?disabled=${e!==null} @click=${this.#u}>
        ${e===`save`?`Saving …`:`Save`}
      </button>
    </fm-dialog>`}#t(){let{draft:t}=this,n=this.#o();return u`${this.check?e:u`<fm-field
              kind="select"
              label="What to look at"
              .options=${K}
              .value=${t.kind}
              @fm-input=${this.#s(`kind`)}
            ></fm-field>`}
      <fm-field
        autofocus
        required
        label="Name"
        maxlength="100"
        .value=${t.name}
        .error=${n.name??null}
        @fm-input=${this.#s(`name`)}
      ></fm-field>
      ${t.kind===`service`?this.#n(n):this.#i(n)}
      <fm-field
        kind="number"
        label="Time limit"
        unit="seconds"
        min="1"
        max="60"
        .value=${t.timeoutSecs}
        .error=${n.timeout_secs??null}
        @fm-input=${this.#s(`timeoutSecs`)}
      ></fm-field>
      <fm-field
        kind="duration"
        label="How often (optional)"
        help="Left empty, as often as the settings say."
        .value=${t.intervalSecs}
        .error=${n.interval_secs??null}
        @fm-input=${this.#s(`intervalSecs`)}
      ></fm-field>
      <fm-field
        kind="switch"
        label="Enabled"
        help="While it is off nobody runs it, and no job waits for it."
        .value=${t.enabled}
        @fm-input=${this.#s(`enabled`)}
      ></fm-field>`}#n(e){let{draft:t}=this;return u`<fm-field
        required
        label="Service"
        help="The unit as systemd calls it; .service may be left out."
        maxlength="256"
        placeholder="nginx"
        .value=${t.service}
        .error=${e.service_name??null}
        @fm-input=${this.#s(`service`)}
      ></fm-field>
      <fm-field
        kind="select"
        label="Whose agent is asked"
        help="Another host must be healthy itself."
        .options=${[{value:``,label:`The agent of this host`},...this.#r()]}
        .value=${t.target}
        .error=${e.target_host_id??null}
        @fm-input=${this.#s(`target`)}
      ></fm-field>`}#r(){let{target:e}=this.draft;return e===``||this.hosts.some(({value:t})=>t===e)?this.hosts:[...this.hosts,{value:e,label:`Another host`}]}#i(e){let{draft:t}=this;return u`<fm-field
        kind="url"
        required
        label="Address"
        help="The manager itself calls it. Redirects are not followed, and its own addresses are never called."
        maxlength="2048"
        placeholder="https://web1.example.org/health"
        .value=${t.url}
        .error=${e.url??null}
        @fm-input=${this.#s(`url`)}
      ></fm-field>
      <fm-field
        kind="number"
        label="Expected status (optional)"
        help="Left empty, any from 200 to 299."
        min="100"
        max="599"
        .value=${t.status}
        .error=${e.expected_status??null}
        @fm-input=${this.#s(`status`)}
      ></fm-field>
      <fm-field
        label="Expected text (optional)"
        help="It must stand somewhere in the first megabyte."
        maxlength="1024"
        .value=${t.body}
        .error=${e.expected_body??null}
        @fm-input=${this.#s(`body`)}
      ></fm-field>`}#a(){let{result:t}=this;if(!t)return e;let{success:n,message:r}=t;return u`<div role="status">${m({isOk:n,heading:Y(t),message:r})}</div>`}#o(){return{...this.isJudged?A(this.draft):{},...t(this.problem)}}#s=e=>({detail:t})=>{this.draft={...this.draft,[e]:t},this.result=null,this.problem instanceof o&&this.problem.status>0&&(this.problem=null)};#c(){return this.#e!==null&&Object.keys(M(this.#e,this.draft)).length===0}#l=()=>{this.open=!1,this.dispatchEvent(new CustomEvent(`fm-close`))};#u=e=>{e.preventDefault(),this.#f(`save`,async()=>{await this.#p(),this.#l()})};#d(){return this.#f(`test`,async()=>{let e=await this.#p();this.result=await V(e)})}async#f(e,t){if(this.busy!==null||(this.isJudged=!0,Object.keys(A(this.draft)).length>0))return;this.busy=e,this.problem=null,this.result=null;let n=v();try{await t()}catch(e){this.isConnected||h(n,e),this.problem=e}this.busy=null}async#p(){let e=this.#e;if(e&&this.#c())return e;let t=e?await R(e,this.draft,e.edit_version):await L(this.hostId,this.draft);return this.#e=t,this.dispatchEvent(new CustomEvent(`fm-saved`,{detail:t})),t}});var Z=c`
  .checks {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .check {
    display: grid;
    gap: 0.25rem 1rem;
    grid-template-columns: minmax(0, 1fr) auto;
    padding-block: 0.75rem;
    border-block-start: 1px solid var(--fm-line);
  }
  .check > .acts,
  .check > .told {
    grid-column: 1 / -1;
  }
  .check > fm-badge {
    align-self: start;
  }
  .what {
    overflow-wrap: anywhere;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .changes {
    list-style: none;
    margin: 0.5rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.5rem;
  }
`,Q=500,$=class extends i{static styles=[i.styles,Z];static properties={hostId:{},editing:{state:!0},shown:{state:!0},tested:{state:!0}};#e=new y(this);#t=new w(this,{topic:()=>`fleet`,onEvents:e=>this.#h(e)});#n=new C(this,{args:()=>this.hostId===``?null:[this.hostId],live:this.#t,read:([e],t)=>F(e,t)});#r=new C(this,{args:()=>this.shown===null?null:[this.shown],read:([e],t)=>{let n=this.#n.value?.checks.find(t=>t.id===e);return n?I(n,t):Promise.resolve({changes:[],total:0,next_cursor:null})}});#i=new C(this,{args:()=>this.#u()?[this.hostId]:null,read:async([e],t)=>{let n={limit:Q},{hosts:r}=await l(a.GET(`/api/v1/hosts`,{params:{query:n},signal:t}));return r.filter(({id:t})=>t!==e).map(e=>({value:e.id,label:E(e)}))}});constructor(){super(),this.hostId=``,this.editing=null,this.shown=null,this.tested=null}render(){let t=T.may(`checks:edit`);return u`<div class="stack tight">
      <p class="quiet small">${U}</p>
      ${t?u`<p>
              <button class="primary" @click=${()=>this.editing=`new`}>Add a check</button>
            </p>`:e}
      ${f(this.#e.problem)}
      ${r(this.#n,{what:`the checks`,isEmpty:({checks:e})=>e.length===0,empty:()=>u`<fm-state kind="empty" heading=${W}>${G}</fm-state>`,complete:({checks:e})=>u`<p class="quiet small" role="status">${X(e)}</p>
            <ul class="checks" aria-label="Health checks">
              ${e.map(e=>this.#a(e,t))}
            </ul>`})}
      ${t?u`<fm-check-editor
              .hostId=${this.hostId}
              .check=${this.editing===`new`?null:this.editing}
              .hosts=${this.#i.value??[]}
              ?open=${this.editing!==null}
              @fm-close=${()=>this.editing=null}
              @fm-saved=${()=>this.#n.retry()}
            ></fm-check-editor>`:e}
    </div>`}#a(t,n){let{enabled:r,last_status:i,last_message:a,last_checked_at:o}=t,[s,c]=r?H[i]:[`neutral`,`Switched off`];return u`<li class="check">
      <div>
        <strong>${x(t.name)}</strong>
        <div class="quiet small what">
          ${q(t,this.#d(t.target_host_id))}, ${J(t)}
        </div>
      </div>
      <fm-badge tone=${s} label=${c}></fm-badge>
      <div class="told small">
        ${a===null?r?`It was not run yet.`:`It is not run.`:S(a)}
        ${o===null?e:u`<span class="quiet">Last run <fm-time .datetime=${o}></fm-time>.</span>`}
      </div>
      ${this.#l(t)}
      <div class="acts">${n?this.#o(t):e} ${this.#s(t)}</div>
      ${this.shown===t.id?this.#c():e}
    </li>`}#o(e){let{isBusy:t}=this.#e,n=x(e.name);return u`<button
        aria-label="Test now: ${n}"
        ?disabled=${t}
        @click=${()=>void this.#f(e)}
      >
        Test now
      </button>
      <button aria-label="Edit: ${n}" ?disabled=${t} @click=${()=>this.editing=e}>
        Edit
      </button>
      <button
        aria-label="${e.enabled?`Switch off`:`Switch on`}: ${n}"
        ?disabled=${t}
        @click=${()=>void this.#m(()=>z(e,!e.enabled))}
      >
        ${e.enabled?`Switch off`:`Switch on`}
      </button>
      <button aria-label="Delete: ${n}" ?disabled=${t} @click=${()=>void this.#p(e)}>
        Delete
      </button>`}#s(e){let t=this.shown===e.id;return u`<button
      aria-label="${t?`Hide the history`:`History`}: ${x(e.name)}"
      aria-expanded=${String(t)}
      @click=${()=>this.shown=t?null:e.id}
    >
      ${t?`Hide the history`:`History`}
    </button>`}#c(){return u`<div class="told">
      ${r(this.#r,{what:`the history`,isEmpty:({changes:e})=>e.length===0,empty:()=>u`<p class="quiet small">Its status has not changed yet.</p>`,complete:({changes:t,total:n})=>u`<ol class="changes" aria-label="History">
              ${t.map(({at:e,from:t,to:n,message:r})=>u`<li class="small">
                    <fm-badge tone=${H[n][0]} label=${H[n][1]}></fm-badge>
                    <fm-time .datetime=${e} mode="absolute"></fm-time>
                    <span class="quiet">before ${H[t][1].toLowerCase()}.</span> ${S(r)}
                  </li>`)}
            </ol>
            ${n>t.length?u`<p class="quiet small">The last ${t.length} of ${n} changes.</p>`:e}`})}
    </div>`}#l({id:t}){if(this.tested?.id!==t)return e;let{result:n}=this.tested,{success:r,message:i}=n;return u`<div class="told" role="status">
      ${m({isOk:r,heading:Y(n),message:i})}
    </div>`}#u(){return this.editing!==null||(this.#n.value?.checks??[]).some(({target_host_id:e})=>e!==null)}#d(e){return this.#i.value?.find(({value:t})=>t===e)?.label??null}#f(e){return this.tested=null,this.#e.run(async()=>{this.tested={id:e.id,result:await V(e)}})}async#p(e){await p({title:`Delete the check ${x(e.name)}?`,text:`Its history goes with it, and no job waits for it any more.`,action:`Delete`})&&(this.shown===e.id&&(this.shown=null),await this.#m(()=>B(e)))}#m(e){return this.#e.run(async()=>{await e(),await this.#n.reload()})}#h(e){for(let{kind:t,data:n}of e)t===`health_check.updated`&&n.host_id===this.hostId&&(this.#n.retry(),n.check_id===this.shown&&(n.last_status===null?this.shown=null:this.#r.retry()))}};d(`fm-host-checks`,$);export{$ as FmHostChecks};