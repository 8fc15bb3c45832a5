import{vt as e,wt as t,yt as n}from"./shell-BBooQZkD.js";import{i as r,r as i}from"./ssoProof-AVkAnauT.js";var a=class extends e{#e=i(location.hash);connectedCallback(){super.connectedCallback(),history.replaceState(null,``,location.pathname),r(this.#e,()=>window.close())}render(){return t`<div class="page">
      <fm-page-header heading=${this.#e===null?`Thank you`:`That did not work`}></fm-page-header>
      <p>Close this window, and go on in the one where you were asked.</p>
    </div>`}};n(`fm-page-proved`,a);export{a as FmPageProved};