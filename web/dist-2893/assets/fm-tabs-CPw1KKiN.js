import{Et as e,O as t,_t as n,kt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";import{x as o}from"./common-CAX3qpu1.js";var s=r`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-4);
  }

  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-1);
    border-bottom: 1px solid var(--fm-line);
  }

  [role='tab'] {
    margin-bottom: -1px;
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: var(--fm-radius) var(--fm-radius) 0 0;
    background: none;
    color: var(--fm-text-quiet);
  }

  [role='tab'][aria-selected='true'] {
    border-bottom-color: var(--fm-accent);
    color: var(--fm-text);
    font-weight: var(--fm-weight-strong);
  }

  [role='tab']:focus-visible {
    outline-offset: -2px;
  }

  .count {
    padding: 0 0.45em;
    border-radius: 1em;
    background: var(--fm-neutral-fill);
    color: var(--fm-neutral-text);
    font-size: var(--fm-size-small);
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }

  .count.warn {
    background: var(--fm-warn-fill);
    color: var(--fm-warn-text);
  }

  .count.bad {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  [role='tabpanel']:focus {
    outline: none;
  }

  [role='tabpanel']:focus-visible {
    outline: 2px solid var(--fm-focus);
    outline-offset: 4px;
  }

  @media (forced-colors: active) {
    [role='tab'][aria-selected='true'] {
      border-bottom-color: Highlight;
    }
  }

  @media print {
    [role='tab'][aria-selected='true'] {
      display: inline-flex;
    }
  }
`,c=class extends n{static styles=[n.styles,s];static properties={label:{},tabs:{attribute:!1},selected:{},param:{}};constructor(){super(),this.label=``,this.tabs=[],this.selected=``,this.param=`tab`}render(){let e=this.#t();return i`<div role="tablist" aria-label=${this.label} @keydown=${this.#n}>
        ${this.tabs.map(t=>this.#e(t,t===e))}
      </div>
      <div role="tabpanel" id="panel" tabindex="-1" aria-labelledby="tab-${e?.key??``}">
        <slot></slot>
      </div>`}#e({key:n,label:r,count:a=null,tone:o},s){return i`<button
      role="tab"
      id="tab-${n}"
      aria-selected=${String(s)}
      aria-controls="panel"
      tabindex=${s?`0`:`-1`}
      @click=${()=>this.#r(n)}
    >
      ${r}
      ${a===null?e:i`<span class="count ${o??``}">${t(a)}</span>`}
    </button>`}#t(){return this.tabs.find(({key:e})=>e===this.selected)??this.tabs[0]}#n(e){let{key:t}=e,n=this.tabs.findIndex(e=>e===this.#t()),r=this.tabs.length,i={ArrowRight:(n+1)%r,ArrowLeft:(n-1+r)%r,Home:0,End:r-1},a=this.tabs[i[t]??-1];a&&(e.preventDefault(),this.renderRoot.querySelector(`#tab-${CSS.escape(a.key)}`)?.focus(),this.#r(a.key))}#r(e){e!==this.#t()?.key&&(this.selected=e,this.dispatchEvent(new CustomEvent(`fm-tab`,{detail:e})),this.param!==``&&o({[this.param]:e===this.tabs[0]?.key?null:e}))}};function l(e,t,n=`tab`){let r=e.get(n);return t.find(({key:e})=>e===r)?.key??t[0]?.key??``}a(`fm-tabs`,c);export{l as t};