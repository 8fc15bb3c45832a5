import{_t as e,j as t,kt as n,tt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";var o=n`
  :host {
    display: flex;
    align-items: stretch;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
  }

  code {
    flex: 1;
    min-width: 0;
    padding: var(--fm-space-2) var(--fm-space-3);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  button {
    border-radius: 0;
    border-left: 1px solid var(--fm-line);
    background: var(--fm-surface);
  }

  button:focus-visible {
    outline-offset: -3px;
  }
`,s=2e3,c=class extends e{static styles=[e.styles,o];static properties={value:{},name:{},copied:{state:!0}};constructor(){super(),this.value=``,this.name=`text`,this.copied=!1}render(){return i`<code role="region" aria-label=${this.name}>${this.value}</code>
      <button class="plain" @click=${this.#e}>
        ${r(this.copied?`check`:`copy`)} ${this.copied?`Copied`:`Copy`}<span
          class="visually-hidden"
        >
          the ${this.name}</span
        >
      </button>`}async#e(){try{await navigator.clipboard.writeText(this.value)}catch{return this.#t()}t(`The ${this.name} is copied`),this.copied=!0,setTimeout(()=>{this.copied=!1},s)}#t(){let e=this.renderRoot.querySelector(`code`);e&&getSelection()?.selectAllChildren(e),t(`The text is selected: copy it with the keyboard`)}};a(`fm-copy`,c);