import{Ct as e,Et as t,_t as n,kt as r,tt as i,wt as a,yt as o}from"./shell-BBooQZkD.js";import{t as s}from"./live-CMLH40Mq.js";var c=[{unit:`s`,label:`seconds`,secs:1},{unit:`min`,label:`minutes`,secs:60},{unit:`h`,label:`hours`,secs:3600},{unit:`d`,label:`days`,secs:86400}];function l(e){return c.findLast(t=>e!==0&&e%t.secs===0)?.unit??`s`}function u(e){return c.find(t=>t.unit===e)?.secs??1}function d({field:e,...t}){let n=typeof e.value==`number`?e.value:null,r=u(e.timeUnit);return a`<span class="with-unit duration">
    <input
      id="control"
      type="number"
      inputmode="numeric"
      min="0"
      .value=${s(n===null?``:String(n/r))}
      ?disabled=${e.disabled}
      aria-required=${String(e.required)}
      aria-invalid=${String(!!e.error)}
      aria-describedby=${t.describedBy}
      @input=${({target:e})=>{let{value:n,valueAsNumber:i}=e;t.typed(n===``||Number.isNaN(i)?null:Math.round(i*r))}}
      @change=${t.stands}
      @keydown=${t.keydown}
    />
    <select
      aria-label="${e.label}: unit"
      ?disabled=${e.disabled}
      @change=${({target:e})=>{let i=e.value;n!==null&&t.chosen(Math.round(n/r*u(i))),t.shownIn(i)}}
    >
      ${c.map(({unit:t,label:n})=>a`<option value=${t} .selected=${t===e.timeUnit}>${n}</option>`)}
    </select>
  </span>`}function f({field:e,...n}){let r=Array.isArray(e.value)?e.value:[],o=e=>{let t=e.value.split(/[\n,]/).map(e=>e.trim()).filter((e,t,n)=>e!==``&&!r.includes(e)&&n.indexOf(e)===t);e.value=``,t.length>0&&n.chosen([...r,...t])},s=e=>e.target.closest(`.add`)?.querySelector(`input`)??null;return a`${r.length===0?t:a`<ul class="entries" aria-label=${e.label}>
            ${r.map(t=>a`<li>
                  ${t}
                  <button
                    type="button"
                    class="plain square"
                    aria-label="Remove ${t}"
                    ?disabled=${e.disabled}
                    @click=${()=>n.chosen(r.filter(e=>e!==t))}
                  >
                    ${i(`close`)}
                  </button>
                </li>`)}
          </ul>`}<span class="add">
      <input
        id="control"
        type="text"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        placeholder=${e.placeholder||`Add one`}
        maxlength=${e.maxlength??t}
        ?disabled=${e.disabled}
        aria-invalid=${String(!!e.error)}
        aria-describedby=${n.describedBy}
        @keydown=${e=>{let t=s(e);if(e.key===`Enter`&&!e.isComposing&&t){if(t.value.trim()===``)return n.keydown(e);e.preventDefault(),o(t)}}}
        @change=${e=>{let t=s(e);t&&o(t)}}
      />
      <button
        type="button"
        ?disabled=${e.disabled}
        aria-label="Add to ${e.label}"
        @click=${e=>{let t=s(e);t&&o(t),t?.focus()}}
      >
        ${i(`plus`)} Add
      </button>
    </span>`}var p=r`
  :host {
    display: block;
    min-width: 0;
  }

  .field {
    min-width: 0;
  }

  .label {
    overflow-wrap: anywhere;
  }

  .required {
    color: var(--fm-text-quiet);
    font-weight: 400;
  }

  .with-unit {
    display: grid;
    grid-template-columns: minmax(5rem, 12rem) minmax(0, auto);
    align-items: center;
    justify-content: start;
    gap: var(--fm-space-2);
    font-weight: 400;
  }

  .with-unit.duration {
    grid-template-columns: minmax(5rem, 8rem) minmax(7rem, max-content);
  }

  textarea {
    min-height: 5rem;
    resize: vertical;
  }

  [aria-invalid='true'] {
    border-color: var(--fm-bad-mark) !important;
  }

  .switch {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: 0 var(--fm-space-3);
    font-weight: 500;
    cursor: pointer;
  }

  .switch input {
    appearance: none;
    position: relative;
    width: 2.25rem;
    height: 1.25rem;
    margin-top: 0.1em;
    border: 1px solid var(--fm-line-strong);
    border-radius: 1rem;
    background: var(--fm-surface-sunken);
    cursor: inherit;
  }

  .switch input::before {
    content: '';
    position: absolute;
    inset-block: 2px;
    inset-inline-start: 2px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: var(--fm-line-strong);
    transition: translate var(--fm-transition);
  }

  .switch input:checked {
    border-color: var(--fm-accent);
    background: var(--fm-accent);
  }

  .switch input:checked::before {
    translate: 1rem 0;
    background: var(--fm-text-on-accent);
  }

  .entries {
    display: grid;
    gap: var(--fm-space-1);
    padding: 0;
    font-weight: 400;
    list-style: none;
  }

  .entries li,
  .add {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .entries li {
    padding-inline-start: var(--fm-space-3);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    overflow-wrap: anywhere;
  }

  .problem {
    display: flex;
    gap: var(--fm-space-1);
  }

  @media (forced-colors: active) {
    .switch input {
      appearance: auto;
    }

    .switch input::before {
      content: none;
    }
  }
`,m=class extends n{static styles=[n.styles,p];static shadowRootOptions={...e.shadowRootOptions,delegatesFocus:!0};static formAssociated=!0;static properties={kind:{},label:{},help:{},error:{},name:{reflect:!0},value:{attribute:!1},unit:{},options:{attribute:!1},min:{type:Number},max:{type:Number},step:{type:Number},maxlength:{type:Number},placeholder:{},autocomplete:{},required:{type:Boolean},disabled:{type:Boolean},timeUnit:{state:!0}};#e=this.attachInternals();constructor(){super(),this.kind=`text`,this.label=``,this.help=``,this.error=null,this.name=``,this.value=null,this.unit=``,this.options=[],this.min=null,this.max=null,this.step=null,this.maxlength=null,this.placeholder=``,this.autocomplete=`off`,this.required=!1,this.disabled=!1,this.timeUnit=`s`}render(){let e=a`${this.help===``?t:a`<span class="hint" id="help">${this.help}</span>`}
      <span class="problem" id="error" role="alert" ?hidden=${!this.error}
        >${this.error?a`${i(`error`)} ${this.error}`:t}</span
      >`;return this.kind===`switch`?a`<div class="field">
        <label class="switch" for="control">${this.#o()}<span>${this.label}</span></label
        >${e}
      </div>`:a`<div class="field">
      <label class="label" for="control"
        >${this.label} ${this.required?a`<span class="required">(required)</span>`:t}</label
      >
      ${this.#t()}${e}
    </div>`}#t(){let{kind:e}=this;return e===`select`?this.#i():e===`long`?this.#a():e===`list`?f(this.#s()):e===`duration`?d(this.#s()):e===`number`?this.#r():this.#n()}#n(){return a`<input
      id="control"
      type=${this.kind}
      .value=${s(String(this.value??``))}
      maxlength=${this.maxlength??t}
      placeholder=${this.placeholder||t}
      autocomplete=${this.autocomplete}
      spellcheck="false"
      autocapitalize="none"
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(!!this.error)}
      aria-describedby=${this.#l()}
      @input=${e=>this.#u(e.target.value)}
      @change=${()=>this.#d()}
      @keydown=${this.#p}
    />`}#r(){let e=a`<input
      id="control"
      type="number"
      inputmode="numeric"
      .value=${s(this.value===null?``:String(this.value))}
      min=${this.min??t}
      max=${this.max??t}
      step=${this.step??t}
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(!!this.error)}
      aria-describedby=${this.#l(this.unit===``?``:`unit`)}
      @input=${e=>this.#u(h(e))}
      @change=${()=>this.#d()}
      @keydown=${this.#p}
    />`;return a`<span class="with-unit">${e} <span id="unit">${this.unit}</span></span>`}#i(){let e=String(this.value??``);return a`<select
      id="control"
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(!!this.error)}
      aria-describedby=${this.#l()}
      @change=${e=>this.#f(e.target.value)}
    >
      ${this.options.map(({value:t,label:n})=>a`<option value=${t} .selected=${t===e}>${n}</option>`)}
    </select>`}#a(){return a`<textarea
      id="control"
      .value=${s(String(this.value??``))}
      maxlength=${this.maxlength??t}
      placeholder=${this.placeholder||t}
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(!!this.error)}
      aria-describedby=${this.#l()}
      @input=${e=>this.#u(e.target.value)}
      @change=${()=>this.#d()}
    ></textarea>`}#o(){return a`<input
      id="control"
      type="checkbox"
      role="switch"
      .checked=${s(this.value===!0)}
      ?disabled=${this.disabled}
      aria-invalid=${String(!!this.error)}
      aria-describedby=${this.#l()}
      @change=${e=>this.#f(e.target.checked)}
    />`}#s(){return{field:this,describedBy:this.#l(),typed:e=>this.#u(e),chosen:e=>this.#f(e),stands:()=>this.#d(),keydown:e=>this.#p(e),shownIn:e=>this.timeUnit=e}}willUpdate(e){let t=e.has(`value`)&&!this.#c;this.kind===`duration`&&(t||!this.hasUpdated)&&typeof this.value==`number`&&(this.timeUnit=l(this.value)),this.#c=!1}#c=!1;updated(){this.#e.setFormValue(g(this.value))}#l(e=``){let n=[e,this.help===``?``:`help`,this.error?`error`:``].filter(Boolean);return n.length===0?t:n.join(` `)}#u(e){this.#c=!0,this.value=e,this.dispatchEvent(new CustomEvent(`fm-input`,{detail:e}))}#d(){this.dispatchEvent(new CustomEvent(`fm-change`,{detail:this.value}))}#f(e){this.#u(e),this.#d()}#p(e){e.key!==`Enter`||e.isComposing||(this.#e.setFormValue(g(this.value)),this.#e.form?.requestSubmit())}};function h(e){let{value:t,valueAsNumber:n}=e.target;return t===``||Number.isNaN(n)?null:n}function g(e){return e===null||e===!1?null:typeof e==`object`?JSON.stringify(e):String(e)}o(`fm-field`,m);export{u as n,l as r,c as t};