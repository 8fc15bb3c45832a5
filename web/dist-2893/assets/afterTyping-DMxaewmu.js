import{Et as e,_t as t,kt as n,tt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";import{t as o}from"./live-CMLH40Mq.js";import"./fm-field-B9Tvw1l9.js";import{a as s,d as c,i as l,m as u,n as d,o as f,r as p,s as m,u as h,v as g}from"./texts-C7xb8Q3t.js";var _=n`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  .pair {
    align-items: start;
  }

  .pair > * {
    flex: 1 1 10rem;
  }

  .problem[hidden] {
    display: none;
  }

  fieldset .problem {
    color: var(--fm-bad-text);
    font-size: var(--fm-size-small);
  }
`,v=class extends t{static styles=[t.styles,_];static properties={value:{attribute:!1},faults:{attribute:!1},choices:{attribute:!1},hasDaysAfter:{type:Boolean}};constructor(){super(),this.value=u(new Date,Intl.DateTimeFormat().resolvedOptions().timeZone),this.faults={},this.choices=h,this.hasDaysAfter=!1}render(){return i`<fm-field
        kind="select"
        name="repeats"
        label="Repeats"
        .options=${this.choices.map(e=>({value:e,label:f[e]}))}
        .value=${this.value.repeats}
        @fm-change=${({detail:e})=>this.#e(e)}
      ></fm-field>
      ${this.value.repeats===`rule`?this.#o():this.#t()}
      ${this.hasDaysAfter?this.#s():e} ${this.#c()}`}focusField(e){this.renderRoot.querySelector(`[name="${e}"]`)?.focus()}#e(e){let{value:t}=this,n=t.rule!==``||t.repeats===`once`;this.#d(e===`rule`&&!n?{repeats:e,rule:g(t)}:{repeats:e})}#t(){let{repeats:t}=this.value;return i`${t===`weekly`?this.#n():e}
      ${t===`monthly`?this.#i():e} ${t===`monthday`?this.#a():e}
      <div class="row pair">
        ${this.#l(`date`,`date`,t===`once`?`Day`:`From this day on`)}
        ${this.#l(`time`,`time`,`Starts at`)}
      </div>`}#n(){let{days:e}=this.value;return i`<fieldset>
      <legend>On</legend>
      <div class="row">
        ${c.map(t=>i`<label class="choice">
              <input
                type="checkbox"
                name="days"
                .checked=${o(e.includes(t))}
                @change=${e=>this.#r(t,e.target.checked)}
              />
              ${p[t]}
            </label>`)}
      </div>
      ${this.#u(`days`)}
    </fieldset>`}#r(e,t){let n=this.value.days.filter(t=>t!==e);this.#d({days:t?[...n,e]:n})}#i(){return i`<div class="row pair">
      <fm-field
        kind="select"
        name="nth"
        label="On the"
        .options=${s}
        .value=${this.value.nth}
        @fm-change=${({detail:e})=>this.#d({nth:e})}
      ></fm-field>
      <fm-field
        kind="select"
        name="weekday"
        label="Weekday"
        .options=${c.map(e=>({value:e,label:p[e]}))}
        .value=${this.value.weekday}
        @fm-change=${({detail:e})=>this.#d({weekday:e})}
      ></fm-field>
    </div>`}#a(){return i`<fm-field
      kind="select"
      name="monthDay"
      label="On day"
      .options=${l}
      .value=${this.value.monthDay}
      @fm-change=${({detail:e})=>this.#d({monthDay:e})}
    ></fm-field>`}#o(){return i`<fm-field
      kind="long"
      name="rule"
      label="Rule"
      maxlength="1024"
      help=${m}
      .value=${this.value.rule}
      .error=${this.faults.rule??null}
      @fm-input=${({detail:e})=>this.#d({rule:String(e??``)})}
    ></fm-field>`}#s(){return i`<fm-field
      kind="number"
      name="daysAfter"
      label="Days after that"
      unit="days"
      min="0"
      max=${27}
      help=${d}
      .value=${this.value.daysAfter}
      .error=${this.faults.daysAfter??null}
      @fm-input=${({detail:e})=>this.#d({daysAfter:e})}
    ></fm-field>`}#c(){let e=Intl.supportedValuesOf(`timeZone`);return i`<label class="field">
      Time zone
      <input
        name="timezone"
        list="zones"
        maxlength="64"
        autocomplete="off"
        .value=${o(this.value.timezone)}
        aria-invalid=${String(this.faults.timezone!==void 0)}
        aria-describedby="fault-timezone"
        @input=${e=>this.#d({timezone:y(e)})}
      />
      <datalist id="zones">${e.map(e=>i`<option value=${e}></option>`)}</datalist>
      ${this.#u(`timezone`)}
    </label>`}#l(e,t,n){return i`<label class="field">
      ${n}
      <input
        name=${e}
        type=${t}
        .value=${o(this.value[e])}
        aria-invalid=${String(this.faults[e]!==void 0)}
        aria-describedby="fault-${e}"
        @input=${t=>this.#d({[e]:y(t)})}
      />
      ${this.#u(e)}
    </label>`}#u(t){let n=this.faults[t];return i`<span class="problem" id="fault-${t}" role="alert" ?hidden=${n===void 0}
      >${n===void 0?e:i`${r(`error`)} ${n}`}</span
    >`}#d(e){this.dispatchEvent(new CustomEvent(`fm-recurrence`,{detail:e}))}},y=({target:e})=>e.value;a(`fm-recurrence`,v);var b=300,x=class{#e;#t=``;#n;#r=new AbortController;constructor(e,t){this.#e=t,e.addController(this)}hostUpdate(){let e=this.#e.body(),t=e===null?``:JSON.stringify(e);t!==this.#t&&(this.#t=t,this.#a(),e===null?this.#e.forget():this.#n=setTimeout(()=>this.#i(e),b))}hostDisconnected(){this.#a(),this.#t=``}#i(e){this.#r=new AbortController,this.#e.ask(e,this.#r.signal)}#a(){clearTimeout(this.#n),this.#r.abort()}};export{x as t};