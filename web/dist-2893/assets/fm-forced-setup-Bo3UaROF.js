import{_t as e,at as t,b as n,kt as r,l as i,st as a,ut as o,w as s,wt as c,yt as l}from"./shell-BBooQZkD.js";import{n as u}from"./fm-new-passkey-DEnBR5XQ.js";var d=r`
  :host {
    display: grid;
    justify-items: center;
  }

  .card {
    width: min(100%, 32rem);
    padding: var(--fm-space-6);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    font-weight: var(--fm-weight-strong);
  }

  .mark {
    width: 2rem;
    height: 2rem;
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-5) var(--fm-space-4);
    }
  }
`,f=class extends e{static styles=[e.styles,d];static properties={byPasskey:{state:!0},codes:{state:!0}};constructor(){super(),this.byPasskey=!1,this.codes=null}render(){return c`<div class="card stack">
      <div class="brand">${n()}</div>
      <h1 tabindex="-1">${s.heading}</h1>
      <p>${s.why}</p>
      ${this.codes?this.#t(this.codes):this.#e()}
      <button type="button" class="plain" @click=${()=>void o.signOut()}>${s.signOut}</button>
    </div>`}#e(){let e=this.byPasskey?c`<p class="quiet">${s.passkey}</p>
          <fm-new-passkey @fm-added=${this.#n}></fm-new-passkey>`:c`<p class="quiet">${s.app}</p>
          <fm-totp-setup @fm-done=${this.#r}></fm-totp-setup>`;return i()?c`${e}
      <button type="button" class="plain" @click=${()=>this.byPasskey=!this.byPasskey}>
        ${this.byPasskey?s.useApp:s.usePasskey}
      </button>`:e}#t(e){return c`<fm-recovery-codes .codes=${e} @fm-kept=${this.#r}></fm-recovery-codes>`}#n=async()=>{let e=await a(t.POST(`/api/v1/auth/mfa/recovery-codes`)).catch(()=>null);e?this.codes=e.recovery_codes:this.#r()};#r=()=>{o.setUpIsDue(!1),u()};firstUpdated(){this.renderRoot.querySelector(`h1`)?.focus()}};l(`fm-forced-setup`,f);export{f as FmForcedSetup};