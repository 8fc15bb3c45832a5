import{Et as e,F as t,_t as n,at as r,it as i,k as a,st as o,tt as s,ut as c,wt as l,yt as u}from"./shell-BBooQZkD.js";import{m as d,p as f,u as p}from"./common-CAX3qpu1.js";import"./fm-override-Cj7J_NiI.js";import{t as m}from"./waiting-CBXuaF3A.js";var h=[{value:`window`,label:`The maintenance windows of its hosts`},{value:`freeze`,label:`The freezes of its hosts`}],g={window:`The job does not wait for maintenance windows`,freeze:`The job does not wait for freezes`},_={window:`An earlier run of the job did not wait for maintenance windows`,freeze:`An earlier run of the job did not wait for freezes`},v={held:e=>e===1?`One host waits for its maintenance window, or for a freeze to end.`:`${a(e,`host`)} wait for their maintenance windows, or for a freeze to end.`,first:`The first may go on`,unknown:`None of them says when it may go on.`,override:`Override …`,title:`Let this job begin without waiting?`,what:e=>`${e?`Its hosts then begin wave by wave as before, those of the current wave within half a minute`:`It then begins on all of its hosts within half a minute`}; other jobs wait as before. It holds for this run: whoever retries or resumes the job waits again. This cannot be taken back, and is kept with your name and the reason.`,act:`Let it begin`,tooShort:`Say why it cannot wait, in ten characters at least.`},y=class extends n{static properties={jobId:{},hosts:{attribute:!1},isOver:{type:Boolean},gate:{state:!0}};#e=new p(this,{args:()=>this.#n()?[this.jobId]:null,read:async([e],t)=>{let n={path:{id:e}};return(await o(r.GET(`/api/v1/jobs/{id}/window-overrides`,{params:n,signal:t}))).overrides}});#t=!1;constructor(){super(),this.jobId=``,this.hosts=[],this.isOver=!1,this.gate=`window`}#n(){return this.#t||=m(this.hosts)!==null,this.#t&&this.jobId!==``&&i.serves(`listWindowOverrides`)}render(){let t=m(this.hosts),n=this.#e.value??[];return!t&&n.length===0?e:l`${t?this.#r(t,n):e} ${n.map(S)}`}#r(n,r){let{hosts:a,firstAt:o,gate:u}=n,d=r.filter(x),p=!this.isOver&&t(c.user,`windows:override`)&&d.length<h.length,m=this.hosts.some(({wave:e})=>e!==null);return l`<div class="notice">
      ${s(`clock`)}
      <div class="stack tight">
        <div>
          <strong>${v.held(a.length)}</strong>
          ${o===null?v.unknown:l`${v.first} <fm-time .datetime=${o}></fm-time>, on
                  <fm-time .datetime=${o} mode="absolute"></fm-time>.`}
          <br />${f(a[0]?.message??``,500)}
        </div>
        ${p&&i.serves(`overrideWindows`)?l`<fm-override
                .texts=${{...v,what:v.what(m)}}
                .send=${this.#a}
                @fm-ask=${()=>this.#i(u,d)}
              >
                <label class="field">
                  It passes
                  <select name="gate" @change=${e=>this.gate=b(e)}>
                    ${h.map(({value:e,label:t})=>l`<option value=${e} .selected=${e===this.gate}>${t}</option>`)}
                  </select>
                </label>
              </fm-override>`:e}
      </div>
    </div>`}#i(e,t){let n=t.some(t=>t.gate===e);this.gate=n?e===`window`?`freeze`:`window`:e}#a=async e=>{let t={path:{id:this.jobId}},n={gate:this.gate,reason:e};await o(r.POST(`/api/v1/jobs/{id}/window-overrides`,{params:t,body:n})),this.#e.retry()}},b=({target:e})=>e.value,x=e=>e.in_force!==!1;function S(e){let{gate:t,reason:n,created_by:r,created_at:i}=e,a=(x(e)?g:_)[t];return l`<p class="notice">
    ${s(`info`)} ${a}, allowed by ${d(r.username)}
    <fm-time .datetime=${i}></fm-time>: ${f(n,500)}
  </p>`}u(`fm-window-wait`,y);export{y as FmWindowWait};