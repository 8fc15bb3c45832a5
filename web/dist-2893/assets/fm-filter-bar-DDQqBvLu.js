import{Et as e,_t as t,kt as n,tt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";var o=n`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-2);
    container-type: inline-size;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--fm-space-2) var(--fm-space-3);
  }

  form:focus {
    outline: none;
  }

  .search {
    flex: 2 1 14rem;
  }

  .choices {
    display: contents;
  }

  .choices > *,
  ::slotted(*) {
    flex: 1 1 9rem;
    max-width: 16rem;
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-1) var(--fm-space-2);
    padding: 0;
    list-style: none;
  }

  .chips li {
    max-width: 100%;
  }

  .chips button {
    max-width: 100%;
    min-height: 1.75rem;
    border-color: var(--fm-line-strong);
    border-radius: 1rem;
    background: var(--fm-selected);
    font-size: var(--fm-size-small);
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .chips button.clear {
    border-color: transparent;
    background: none;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .toggle {
    display: none;
  }

  @container (max-width: 34rem) {
    .toggle {
      display: inline-flex;
    }

    .choices:not(.open) {
      display: none;
    }

    .choices.open > *,
    .choices.open ::slotted(*) {
      flex: 1 1 40%;
      max-width: none;
    }
  }

  @media print {
    form {
      display: none;
    }
  }
`,s=180,c=class extends t{static styles=[t.styles,o];static properties={label:{},search:{},searchLabel:{attribute:`search-label`},placeholder:{},hasNoSearch:{type:Boolean,attribute:`no-search`},filters:{attribute:!1},isOpen:{state:!0}};#e;constructor(){super(),this.label=``,this.search=``,this.searchLabel=`Search`,this.placeholder=``,this.hasNoSearch=!1,this.filters=[],this.isOpen=!1}connectedCallback(){super.connectedCallback(),addEventListener(`fm-focus-filter`,this.#a)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`fm-focus-filter`,this.#a),clearTimeout(this.#e)}render(){let t=this.filters.filter(({options:e})=>e);return i`<form role="search" tabindex="-1" aria-label=${this.label} @submit=${this.#s}>
        ${this.hasNoSearch?e:this.#t()}
        ${t.length===0?e:i`<button
                type="button"
                class="toggle"
                aria-expanded=${String(this.isOpen)}
                aria-controls="choices"
                @click=${()=>this.isOpen=!this.isOpen}
              >
                Filters ${r(this.isOpen?`chevron-up`:`chevron-down`)}
              </button>`}
        <slot name="saved"></slot>
        <div id="choices" class="choices ${this.isOpen?`open`:``}">
          ${t.map(e=>this.#n(e))}
          <slot></slot>
        </div>
      </form>
      ${this.#r()}`}#t(){return i`<label class="field search"
      >${this.searchLabel}
      <input
        type="search"
        name="search"
        maxlength="253"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        placeholder=${this.placeholder}
        @input=${this.#o}
      />
    </label>`}#n({name:t,label:n,value:r,options:a=[],any:o=`Any`}){let s=r??``,c=s===``||a.some(e=>e.value===s);return i`<label class="field"
      >${n}
      <select
        name=${t}
        @change=${({target:e})=>this.#l(t,e.value)}
      >
        <option value="" .selected=${s===``}>${o}</option>
        ${c?e:i`<option value=${s} .selected=${!0}>${s}</option>`}
        ${a.map(e=>i`<option value=${e.value} .selected=${e.value===s}>${e.label}</option>`)}
      </select>
    </label>`}#r(){let t=this.filters.filter(({value:e})=>e),n=t.length+(this.search===``?0:1);return n===0?e:i`<ul class="chips" aria-label="What filters now">
      ${this.search===``?e:this.#i(`Search`,this.search,()=>this.#c(``))}
      ${t.map(e=>this.#i(e.label,l(e),()=>this.#l(e.name,``)))}
      ${n<2?e:i`<li><button class="clear" @click=${this.#u}>Clear all filters</button></li>`}
    </ul>`}#i(e,t,n){return i`<li>
      <button aria-label="Take away the filter ${e}: ${t}" @click=${()=>{n(),this.#d()}}>
        <span><span class="quiet">${e}:</span> ${t}</span> ${r(`close`)}
      </button>
    </li>`}updated(e){let t=this.#p();e.has(`search`)&&t&&t.value.trim()!==this.search&&(t.value=this.search)}focus(e){(this.#p()??this.renderRoot.querySelector(`select, button`))?.focus(e)}#a=()=>{this.focus(),this.#p()?.select()};#o(e){let{value:t}=e.target;clearTimeout(this.#e),this.#e=setTimeout(()=>this.#f(`fm-search`,t.trim()),s)}#s(e){e.preventDefault(),this.#c(this.#p()?.value??``)}#c(e){clearTimeout(this.#e),this.#f(`fm-search`,e.trim())}#l(e,t){this.#f(`fm-filter`,{name:e,value:t===``?null:t})}#u=()=>{clearTimeout(this.#e),this.#f(`fm-clear-filters`,null),this.#d()};#d(){this.renderRoot.querySelector(`form`)?.focus({preventScroll:!0})}#f(e,t){this.dispatchEvent(new CustomEvent(e,{detail:t}))}#p(){return this.renderRoot.querySelector(`input[name=search]`)}};function l({value:e,options:t=[],valueText:n}){return n??t.find(t=>t.value===e)?.label??e??``}a(`fm-filter-bar`,c);