import{Et as e,_t as t,c as n,dt as r,l as i,s as a,wt as o,yt as s,z as c}from"./shell-BBooQZkD.js";var l={totp:{label:a.code,hint:null,inputmode:`numeric`,pattern:/^\d{6}$/,maxlength:10},recovery_code:{label:a.recovery,hint:a.recoveryHint,inputmode:`text`,pattern:/^[A-Za-z0-9 -]{8,40}$/,maxlength:40}},u=class extends t{static properties={due:{attribute:!1},signIn:{attribute:!1},by:{state:!0},missing:{state:!0},problem:{state:!0},isBusy:{state:!0}};constructor(){super(),this.due={methods:[],mfaToken:``},this.signIn=()=>Promise.resolve(),this.by=null,this.missing=null,this.problem=null,this.isBusy=!1}get#e(){return this.due.methods.filter(e=>e!==`webauthn`||i())}get#t(){return this.#e.find(e=>e===this.by)??this.#e[0]??null}render(){let e=this.#t;return o`<form class="stack" @submit=${this.#a} novalidate>
      <h1>${a.second}</h1>
      ${c(this.problem)} ${this.#n(e)}
      ${this.#e.filter(t=>t!==e).map(e=>o`<button
              type="button"
              class="plain"
              ?disabled=${this.isBusy}
              @click=${()=>this.#i(e)}
            >
              ${a.ways[e]}
            </button>`)}
      <button type="button" class="plain" @click=${()=>this.dispatchEvent(new Event(`fm-cancelled`))}>
        Back
      </button>
    </form>`}#n(e){if(e===null)return o`<p>${a.noWay}</p>`;let t=e===`webauthn`?a.passkeyWaits:a.busy,n=e===`webauthn`?a.ways.webauthn:a.signIn;return o`${e===`webauthn`?o`<p>${a.passkeyHint}</p>`:this.#r(e)}
      <button class="primary" ?disabled=${this.isBusy}>${this.isBusy?t:n}</button>`}#r(t){let{label:n,hint:r,inputmode:i,maxlength:a}=l[t],s=[r===null?``:`hint`,this.missing===null?``:`problem`].join(` `).trim();return o`<div class="field">
      <label for="code">${n}</label>
      <input
        id="code"
        name="code"
        class="mono"
        inputmode=${i}
        autocomplete=${t===`totp`?`one-time-code`:`off`}
        autocapitalize="none"
        spellcheck="false"
        maxlength=${a}
        required
        aria-describedby=${s||e}
        aria-invalid=${this.missing===null?`false`:`true`}
      />
      ${r===null?e:o`<span class="hint" id="hint">${r}</span>`}
      ${this.missing===null?e:o`<span class="problem" id="problem" role="alert">${this.missing}</span>`}
    </div>`}firstUpdated(){this.#c()}#i(e){let t=this.#l();t&&(t.value=``),this.by=e,this.missing=null,this.problem=null,this.#c()}#a=async e=>{e.preventDefault();let t=this.#t;if(this.isBusy||t===null)return;this.problem=null;let r=this.#o(t);if(this.missing=t!==`webauthn`&&r===null?a.empty[t]:null,this.missing!==null)return this.#c();this.isBusy=!0;try{await(r===null?n(this.due.mfaToken):this.signIn(r))}catch(e){this.#s(e,t)}finally{this.isBusy=!1}};#o(e){if(e===`webauthn`)return null;let t=(this.#l()?.value??``).trim(),n=e===`totp`?t.replaceAll(/\s/g,``):t;return l[e].pattern.test(n)?e===`totp`?{totp_code:n}:{recovery_code:n}:null}#s(e,t){if(t!==`webauthn`&&e instanceof r&&e.code===`INVALID_CREDENTIALS`){this.missing=a.wrong[t];let e=this.#l();e&&(e.value=``)}else this.problem=e;this.#c()}#c(){this.updateComplete.then(()=>(this.#l()??this.renderRoot.querySelector(`button`))?.focus())}#l(){return this.renderRoot.querySelector(`input`)}};s(`fm-second-factor`,u);export{u as FmSecondFactor};