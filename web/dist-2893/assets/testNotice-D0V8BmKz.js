import{tt as e,wt as t}from"./shell-BBooQZkD.js";import{p as n}from"./common-CAX3qpu1.js";function r({isOk:r,heading:i,message:a}){return t`<p class="notice ${r?`ok`:`bad`}">
    ${e(r?`check`:`error`)}
    <span><strong>${i}</strong> ${n(a)}</span>
  </p>`}export{r as t};