import{Et as e,_t as t,tt as n,wt as r,yt as i}from"./shell-BBooQZkD.js";import{m as a,p as o}from"./common-CAX3qpu1.js";var s=class extends t{static properties={approvals:{attribute:!1},jobId:{}};render(){return c(this.approvals,this.jobId)}};function c({approvals:t},n){let r=t.find(({run_job_id:e})=>e===n);if(r)return l(r);let[i]=t;return i?i.state===`waiting`?u(i):i.state===`approved`?e:f(i):e}function l({decided_by:t,decided_at:i,overridden:s,message:c}){return s?r`<p class="notice warn">
      ${n(`warning`)}
      <span
        ><strong>Approved without a second person</strong> by ${a(t?.username??``)} at the machine,
        <fm-time .datetime=${i??``}></fm-time>: ${o(c,500)}</span
      >
    </p>`:r`<p class="notice ok">
    ${n(`check`)}
    <span
      >Approved by ${a(t?.username??``)},
      <fm-time .datetime=${i??``}></fm-time
      >.${c===``?e:r` “${o(c,500)}”`}</span
    >
  </p>`}var u=({requested_by:e,created_at:t,expires_at:i,id:o})=>r`<p class="notice">
    ${n(`clock`)}
    <span
      ><strong>It waits for a second person.</strong> ${a(e.username)} asked
      <fm-time .datetime=${t}></fm-time>; it ends <fm-time .datetime=${i}></fm-time>.
      <a href="/approvals#a-${o}">See the request</a></span
    >
  </p>`,d={denied:`The request was denied`,withdrawn:`The request was withdrawn`,expired:`The request ended undecided`};function f({state:t,message:i,decided_by:s,decided_at:c}){let l=t===`denied`||t===`withdrawn`||t===`expired`?d[t]:``;return r`<p class="notice warn">
    ${n(`warning`)}
    <span
      ><strong>${l}</strong>${s?r` by ${a(s.username)}`:e},
      <fm-time .datetime=${c??``}></fm-time
      >.${i===``?e:r` “${o(i,500)}”`}</span
    >
  </p>`}i(`fm-approval-notice`,s);export{s as FmApprovalNotice};