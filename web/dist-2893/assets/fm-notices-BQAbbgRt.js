import{Et as e,M as t,_t as n,kt as r,tt as i,wt as a,yt as o}from"./shell-BBooQZkD.js";import"./fm-badge-hBKVOtwJ.js";import{f as s}from"./common-CAX3qpu1.js";var c=r`
  dialog {
    width: min(26rem, calc(100vw - 1rem));
    max-height: calc(100dvh - 2rem);
    padding: var(--fm-space-4);
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

  ul {
    padding: 0;
    list-style: none;
  }

  li + li {
    border-block-start: 1px solid var(--fm-line);
  }

  a {
    display: block;
    padding: var(--fm-space-2);
    border-radius: var(--fm-radius);
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }

  a:hover {
    background: var(--fm-hover);
  }

  li.new a {
    border-inline-start: 3px solid var(--fm-bad-mark);
    font-weight: var(--fm-weight-strong);
  }

  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
`,l=class extends n{static styles=[n.styles,c];static properties={notices:{attribute:!1}};#e=[];constructor(){super(),this.notices=null}willUpdate(){!this.hasUpdated&&this.notices&&(this.#e=this.notices.items,this.notices.markRead())}firstUpdated(){this.#i()?.showModal()}render(){return a`<dialog aria-labelledby="title" @close=${()=>this.remove()} @click=${this.#r}>
      <div class="stack tight">
        <div class="head">
          <h2 id="title">Notifications</h2>
          <button class="plain square" aria-label="Close" autofocus @click=${()=>this.#i()?.close()}>
            ${i(`close`)}
          </button>
        </div>
        ${this.#e.length===0?a`<p class="quiet">Nothing yet. When one of your jobs ends, this list says so.</p>`:a`<ul>
                ${this.#e.map(e=>this.#t(e))}
              </ul>`}
      </div>
    </dialog>`}#t({text:t,href:n,at:r,isRead:i}){return a`<li class=${i?``:`new`}>
      <a href=${n} @click=${e=>this.#n(e,n)}>
        ${i?e:a`<span class="visually-hidden">New:</span>`} ${t}
        <br /><fm-time class="quiet small" datetime=${r}></fm-time>
      </a>
    </li>`}#n(e,n){e.metaKey||e.ctrlKey||e.shiftKey||(e.preventDefault(),this.#i()?.close(),t(n))}#r(e){e.target===e.currentTarget&&this.#i()?.close()}#i(){return this.renderRoot.querySelector(`dialog`)}};o(`fm-notices`,l);function u(e){if(document.querySelector(`fm-notices`))return;let t=new l;t.notices=e,s(t)}export{u as openNotices};