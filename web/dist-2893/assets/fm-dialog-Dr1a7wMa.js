import{Et as e,_ as t,_t as n,h as r,kt as i,m as a,tt as o,wt as s,yt as c}from"./shell-BBooQZkD.js";var l=i`
  dialog {
    width: min(var(--fm-dialog-width, 34rem), calc(100vw - 1rem));
    max-width: none;
    max-height: calc(100dvh - 1rem);
    padding: 0;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  .head {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--fm-space-3);
    padding: var(--fm-space-4) var(--fm-space-4) 0 var(--fm-space-5);
  }

  h2 {
    padding-top: 0.3em;
    overflow-wrap: anywhere;
  }

  h2:focus {
    outline: none;
  }

  .content {
    padding: var(--fm-space-3) var(--fm-space-5) var(--fm-space-4);
    overflow-wrap: anywhere;
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: var(--fm-space-2);
    padding: 0 var(--fm-space-5) var(--fm-space-4);
  }

  .foot:not(.used) {
    display: none;
  }

  @media (max-width: 30rem) {
    .head,
    .content,
    .foot {
      padding-inline: var(--fm-space-4);
    }
  }
`,u=500,d=0;function f(e){d+=e,document.documentElement.style.overflow=d>0?`hidden`:``}function p(){addEventListener(`click`,e=>{e.detail<2||(e.preventDefault(),e.stopPropagation())},{capture:!0,signal:AbortSignal.timeout(u)})}var m=class extends n{static styles=[n.styles,l];static properties={heading:{},open:{type:Boolean},isLocked:{type:Boolean,attribute:`locked`},hasActions:{state:!0}};#e=!1;#t=[];constructor(){super(),this.heading=``,this.open=!1,this.isLocked=!1,this.hasActions=!1}connectedCallback(){super.connectedCallback(),this.open&&this.hasUpdated&&(this.#l()?.close(),this.#n())}disconnectedCallback(){super.disconnectedCallback(),this.#i()}render(){return s`<dialog
      aria-labelledby="heading"
      @cancel=${this.#a}
      @close=${this.#o}
      @click=${this.#s}
    >
      <div class="head">
        <h2 id="heading" tabindex="-1">${this.heading}</h2>
        ${this.isLocked?e:s`<button class="plain square" aria-label="Close" @click=${this.close}>
                ${o(`close`)}
              </button>`}
      </div>
      <div class="content"><slot></slot></div>
      <div class="foot ${this.hasActions?`used`:``}">
        <slot name="actions" @slotchange=${this.#c}></slot>
      </div>
    </dialog>`}updated(e){e.has(`open`)&&(this.open?this.#n():this.#r())}close=()=>{!this.isLocked&&this.open&&(this.open=!1,this.#r(),this.dispatchEvent(new CustomEvent(`fm-close`)))};#n(){let e=this.#l();e&&!e.open&&this.isConnected&&(this.#t=t(a()),e.showModal(),this.#e=!0,f(1),(this.querySelector(`[autofocus]`)??this.renderRoot.querySelector(`#heading`))?.focus())}#r(){this.#l()?.close(),this.#i()}#i(){this.#e&&(this.#e=!1,f(-1),p(),r(this.#t),this.#t=[])}#a(e){e.target===this.#l()&&(e.preventDefault(),this.close())}#o(e){let t=this.#l();e.target!==t||t?.open||(this.#i(),this.open&&(this.open=!1,this.dispatchEvent(new CustomEvent(`fm-close`))))}#s(e){let t=this.#l();if(!t||e.detail>1||e.target!==t||this.querySelector(`form, input, select, textarea, fm-field`))return;let{left:n,right:r,top:i,bottom:a}=t.getBoundingClientRect(),{clientX:o,clientY:s}=e;(o<n||o>r||s<i||s>a)&&this.close()}#c({target:e}){this.hasActions=e.assignedElements({flatten:!0}).length>0}#l(){return this.renderRoot.querySelector(`dialog`)}};c(`fm-dialog`,m);