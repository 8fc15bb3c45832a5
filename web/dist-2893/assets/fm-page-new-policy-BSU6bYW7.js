import{M as e,j as t,vt as n,wt as r,yt as i}from"./shell-BBooQZkD.js";import{m as a}from"./common-CAX3qpu1.js";import"./fm-policy-form-B6Zli0EZ.js";var o=class extends n{render(){return r`<div class="page">
      <fm-page-header heading="New policy" .crumbs=${[{label:`Policies`,href:`/policies`}]}>
        <p>At each start its hosts are found anew, a plan is made for each, and exactly that plan is run.</p>
      </fm-page-header>
      <fm-policy-form
        @fm-saved=${({detail:e})=>this.#e(e)}
        @fm-cancel=${()=>e(`/policies`)}
      ></fm-policy-form>
    </div>`}#e({id:n,name:r}){t(`The policy ${a(r)} is made.`),this.isConnected&&e(`/policies/${n}`,{replace:!0})}};i(`fm-page-new-policy`,o);export{o as FmPageNewPolicy};