import{Et as e,H as t,V as n,_t as r,at as i,kt as a,st as o,tt as s,wt as c,yt as l,z as u}from"./shell-BBooQZkD.js";import{t as d}from"./live-CMLH40Mq.js";import{h as f}from"./common-CAX3qpu1.js";import{t as p}from"./hostName-nP2O9nOD.js";import{i as m,n as h,o as g,r as _,s as v,t as y}from"./rule-B2RTgxgF.js";import{t as b}from"./texts-C-t5f6GJ.js";var x=250,S=24,C=a`
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
    gap: var(--fm-space-1) var(--fm-space-4);
    padding: 0;
    list-style: none;
  }

  li {
    overflow-wrap: anywhere;
  }
`,w=class extends r{static styles=[r.styles,C];static properties={rule:{attribute:!1},asked:{state:!0}};#e;constructor(){super(),this.rule=null,this.asked=null}#t=new t(this,{task:async([e],{signal:t})=>{if(e===null)return null;let n=JSON.parse(e),r={query:{limit:S}};return o(i.POST(`/api/v1/groups/preview`,{params:r,body:{rule:n},signal:t}))},args:()=>[this.asked]});disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e)}willUpdate(e){if(!e.has(`rule`))return;clearTimeout(this.#e);let t=this.rule&&y(this.rule),n=t?JSON.stringify(t):null;n===null||this.asked===null?this.asked=n:this.#e=setTimeout(()=>this.asked=n,x)}render(){return this.asked===null?c`<p class="quiet">${b.previewWaits}</p>`:c`${n(this.#t,{what:`the hosts`,complete:t=>t===null?e:this.#n(t)})}`}#n({hosts:t,total:n}){return n===0?c`<p role="status">${b.previewNone}</p>`:c`<div class="stack tight">
      <p role="status">${b.previewFound(n)}</p>
      <ul>
        ${t.map(e=>c`<li>${p(e)}</li>`)}
        ${n>t.length?c`<li class="quiet">${b.previewMore(n-t.length)}</li>`:e}
      </ul>
    </div>`}};l(`fm-rule-preview`,w);var T=a`
  fieldset {
    container-type: inline-size;
    min-width: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0 0 var(--fm-space-2);
    font-weight: 500;
  }

  .condition {
    display: grid;
    grid-template-columns: minmax(8rem, 1fr) minmax(7rem, 1fr) minmax(10rem, 2fr) auto;
    gap: var(--fm-space-2);
  }

  @container (width < 34rem) {
    .condition {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    }

    .condition {
      padding-block-end: var(--fm-space-3);
    }

    .condition input {
      grid-column: 1 / span 2;
      grid-row: 2;
    }

    .condition button {
      grid-column: 3;
      grid-row: 2;
    }
  }
`,E=class extends r{static styles=[r.styles,T];static properties={rule:{attribute:!1}};constructor(){super(),this.rule=h}render(){let{match:e,conditions:t}=this.rule;return c`<div class="stack">
      <fieldset class="stack tight">
        <legend>
          A host belongs to the group when ${t.length>1?this.#e(e):`this holds:`}
        </legend>
        ${t.map((e,t)=>this.#t(e,t))}
        <div>
          <button type="button" ?disabled=${t.length>=50} @click=${this.#n}>
            ${s(`plus`)} Add a condition
          </button>
        </div>
      </fieldset>
      <fm-rule-preview .rule=${this.rule}></fm-rule-preview>
    </div>`}#e(e){return c`<span class="row" role="radiogroup" aria-label="How many conditions must hold">
      ${[`all`,`any`].map(t=>c`<label class="choice">
            <input
              type="radio"
              name="match"
              .checked=${d(t===e)}
              @change=${()=>this.#a({...this.rule,match:t})}
            />
            ${t===`all`?`all of these hold`:`any of these holds`}
          </label>`)}
    </span>`}#t(t,n){let{field:r,operator:i,value:a}=t,o=n+1,l=e=>this.#a(v(this.rule,n,{...t,...e}));return c`<div class="condition" role="group" aria-label="Condition ${o}">
      ${D(`What condition ${o} looks at`,_,r,e=>l({field:e}))}
      ${D(`How condition ${o} compares`,m,i,e=>l({operator:e}))}
      <input
        aria-label="Value of condition ${o}"
        maxlength="253"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder=${g[r]}
        .value=${d(a)}
        @input=${({target:e})=>l({value:e.value})}
      />
      ${this.rule.conditions.length===1?e:c`<button
              type="button"
              class="plain square"
              aria-label="Take condition ${o} out"
              @click=${()=>this.#r(n)}
            >
              ${s(`trash`)}
            </button>`}
    </div>`}#n=()=>{let{length:e}=this.rule.conditions;this.#a(v(this.rule,e,{field:`tag`,operator:`equals`,value:``})),this.#i(e)};#r(e){this.#a(v(this.rule,e,null)),this.#i(Math.max(0,e-1))}async#i(e){await this.updateComplete,this.renderRoot.querySelectorAll(`.condition input`)[e]?.focus()}#a(e){this.rule=e,this.dispatchEvent(new CustomEvent(`fm-rule`,{detail:e}))}};function D(e,t,n,r){return c`<select
    aria-label=${e}
    @change=${({target:e})=>r(e.value)}
  >
    ${Object.entries(t).map(([e,t])=>c`<option value=${e} .selected=${d(e===n)}>${t}</option>`)}
  </select>`}l(`fm-rule-editor`,E);var O=a`
  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    min-width: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  .short {
    max-width: 32rem;
  }
`,k=class extends r{static styles=[r.styles,O];static properties={group:{attribute:!1},save:{attribute:!1},rule:{state:!0},isAsked:{state:!0}};#e=new f(this);#t;constructor(){super(),this.group=null,this.rule=h,this.isAsked=!1}willUpdate(){(this.#t?.id!==this.group?.id||this.#t===void 0)&&(this.#t=this.group,this.rule=this.group?this.group.rule:h)}render(){let{isBusy:t,problem:n}=this.#e,r=this.isAsked&&this.rule!==null&&y(this.rule)===null;return c`<form class="card stack" @submit=${this.#r}>
      <label class="field short">
        Name
        <input name="name" required maxlength="100" autocomplete="off" value=${this.group?.name??``} />
      </label>
      <label class="field short">
        Description
        <input
          name="description"
          maxlength="1000"
          autocomplete="off"
          placeholder="What it is for"
          value=${this.group?.description??``}
        />
      </label>
      ${this.group===null?this.#n():e}
      ${this.rule===null?e:c`<fm-rule-editor
              .rule=${this.rule}
              @fm-rule=${({detail:e})=>this.rule=e}
            ></fm-rule-editor>`}
      ${r?c`<p class="notice bad" role="alert">Fill in the value of each condition, or take it out.</p>`:e}
      ${u(n)}
      <div class="row">
        <button class="primary" ?disabled=${t}>${this.group?`Save`:`Make the group`}</button>
        <button type="button" @click=${()=>this.dispatchEvent(new CustomEvent(`fm-cancel`))}>Cancel</button>
      </div>
    </form>`}#n(){let e=[[!1,b.byRule,`Hosts join and leave by themselves, as their tags and systems change.`],[!0,b.listed,`You add and take out each host.`]];return c`<fieldset>
      <legend>Which hosts</legend>
      ${e.map(([e,t,n])=>c`<label class="choice">
            <input
              type="radio"
              name="kind"
              .checked=${d(e===(this.rule===null))}
              @change=${()=>this.rule=e?null:h}
            />
            <span>${t} <span class="quiet small">${n}</span></span>
          </label>`)}
    </fieldset>`}async#r(e){if(e.preventDefault(),this.#e.isBusy)return;let t=new FormData(e.target),n=e=>String(t.get(e)??``).trim(),r=this.rule&&y(this.rule);if(this.isAsked=!0,this.rule!==null&&r===null)return;let i={name:n(`name`),description:n(`description`)||null,...r===null?{}:{rule:r}};await this.#e.run(()=>this.save(i))}};l(`fm-group-form`,k);