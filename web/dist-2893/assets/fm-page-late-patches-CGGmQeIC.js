import{Et as e,O as t,at as n,it as r,st as i,vt as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import{u as c}from"./common-CAX3qpu1.js";import"./fm-security-patches-CJtRWQUS.js";var l={what:`Security patches that are pending for longer than the service level of their severity allows, the longest overdue first.`,showThem:`Show them`},u=e=>e===1?`For one pending patch it is not recorded when it became pending: it has no due time, and is not counted as late.`:`For ${t(e)} pending patches it is not recorded when they became pending: they have no due time, and are not counted as late.`,d={standing:`late`},f=class extends a{#e=new c(this,{args:()=>r.serves(`getExposure`)?[]:null,read:(e,t)=>i(n.GET(`/api/v1/exposure`,{signal:t}))});render(){let t=this.#e.value?.patches_not_recorded??0;return o`<div class="page">
      <fm-page-header heading="Late patches"><p>${l.what}</p></fm-page-header>
      ${t===0?e:o`<p class="notice">
              <span>
                ${u(t)}
                <a href="/late-patches?standing=not_recorded">${l.showThem}</a>
              </span>
            </p>`}
      <fm-security-patches name="late-patches" .query=${this.query} .fixed=${d}></fm-security-patches>
    </div>`}};s(`fm-page-late-patches`,f);export{f as FmPageLatePatches};