import{Et as e,_t as t,kt as n,wt as r,yt as i}from"./shell-BBooQZkD.js";import{t as a}from"./decisionOf-D8Xwh24q.js";import"./fm-dialog-Dr1a7wMa.js";var o=n`
  fm-dialog {
    --fm-dialog-width: 32rem;
  }

  ul {
    padding-left: var(--fm-space-5);
    overflow-wrap: anywhere;
  }
`,s=12,c=class extends t{static styles=[t.styles,o];static properties={confirmation:{attribute:!1},open:{type:Boolean}};constructor(){super(),this.confirmation=null,this.open=!1}render(){let{confirmation:t}=this;if(!t)return e;let{title:n,text:i,items:a=[],action:o,dismiss:s=`Cancel`,tone:c=`danger`}=t;return r`<fm-dialog heading=${n} ?open=${this.open} @fm-close=${this.#t}>
      <div class="stack tight">
        ${i===void 0?e:r`<p>${i}</p>`} ${a.length>0?l(a):e}
      </div>
      <button slot="actions" @click=${this.#t} autofocus>${s}</button>
      <button slot="actions" class=${c} @click=${this.#e}>${o}</button>
    </fm-dialog>`}#e=()=>this.#n(!0);#t=()=>this.#n(!1);#n(e){this.open=!1,this.dispatchEvent(new CustomEvent(`fm-decided`,{detail:e}))}};function l(t){let n=t.length-s;return r`<ul>
    ${t.slice(0,s).map(e=>r`<li>${e}</li>`)}
    ${n>0?r`<li class="quiet">and ${n} more</li>`:e}
  </ul>`}i(`fm-confirm`,c);function u(e){let t=new c;return t.confirmation=e,a(t,!1)}export{u as t};