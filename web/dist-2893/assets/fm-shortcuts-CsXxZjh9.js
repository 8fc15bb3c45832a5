import{_t as e,f as t,kt as n,p as r,wt as i,yt as a}from"./shell-BBooQZkD.js";import{f as o}from"./common-CAX3qpu1.js";var s=n`
  dialog {
    width: min(32rem, calc(100vw - 1rem));
    max-height: calc(100dvh - 2rem);
    padding: var(--fm-space-5);
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  kbd {
    padding: 0 var(--fm-space-2);
    border: 1px solid var(--fm-line-strong);
    border-radius: 4px;
    font: inherit;
  }
`,c=[[`Ctrl K`,`Find pages, hosts, packages, CVEs, jobs and people (⌘ K on a Mac)`],[`Esc`,`Close what is open`]],l=[[`/`,`Go to the search of the page`],[`?`,`Show this`]],u=class extends e{static styles=[e.styles,s];static properties={pages:{attribute:!1},isOn:{state:!0}};constructor(){super(),this.pages=[],this.isOn=t()}firstUpdated(){this.renderRoot.querySelector(`dialog`)?.showModal()}render(){let e=this.pages.flatMap(({nav:e})=>e?.letter?[[`g ${e.letter}`,e.label]]:[]);return i`<dialog aria-labelledby="title" @close=${()=>this.remove()}>
      <div class="stack">
        <h2 id="title">Keyboard shortcuts</h2>
        ${d(c)}
        <label class="row">
          <input type="checkbox" .checked=${this.isOn} @change=${this.#e} />
          Shortcuts of single letters, kept in this browser
        </label>
        <div ?hidden=${!this.isOn}>${d([...l,...e])}</div>
        <div>
          <button autofocus @click=${()=>this.renderRoot.querySelector(`dialog`)?.close()}>Close</button>
        </div>
      </div>
    </dialog>`}#e(e){this.isOn=e.target.checked,r(this.isOn)}};function d(e){return i`<dl class="facts">
    ${e.map(([e,t])=>i`<dt>${e.split(` `).map(e=>i`<kbd>${e}</kbd> `)}</dt>
          <dd>${t}</dd>`)}
  </dl>`}a(`fm-shortcuts`,u);function f(e){if(document.querySelector(`fm-shortcuts`))return;let t=new u;t.pages=e,o(t)}export{f as openShortcuts};