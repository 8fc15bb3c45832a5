import{_t as e,tt as t,wt as n,yt as r}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import{m as i}from"./common-CAX3qpu1.js";var a=class extends e{static properties={rules:{attribute:!1}};constructor(){super(),this.rules=[]}render(){let e=this.rules.map(({name:e})=>`“${i(e)}”`).join(`, `);return n`<div class="stack">
      <p class="notice">
        ${t(`shield`)}
        <span
          ><strong>This takes a second person.</strong>
          ${this.rules.length===1?`The rule ${e} asks`:`The rules ${e} ask`} for one. Once
          somebody else has approved it, it runs by itself.</span
        >
      </p>
      <fm-field
        label="What the second person should know (optional)"
        maxlength="500"
        @fm-input=${({detail:e})=>this.dispatchEvent(new CustomEvent(`fm-note`,{detail:e}))}
      ></fm-field>
    </div>`}};r(`fm-approval-ask`,a);export{a as FmApprovalAsk};