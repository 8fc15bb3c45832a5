import{At as e,Ot as t,_t as n,kt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";var o=[`ok`,`warn`,`bad`,`info`,`neutral`].map(e=>`:host([tone='${e}']) {
    background: var(--fm-${e}-fill);
    color: var(--fm-${e}-text);
    --mark: var(--fm-${e}-mark);
  }`),s=r`
  :host {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    max-width: 100%;
    padding: 0.05rem 0.5rem 0.05rem 0.4rem;
    border-radius: 1rem;
    font-size: var(--fm-size-small);
    font-weight: 500;
    line-height: 1.45;
    /* Seen where the reader's own colours leave no fill. */
    border: 1px solid transparent;
  }

  ${e(o.join(`
`))}

  :host([tone='busy']) {
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
    --mark: var(--fm-info-mark);
  }

  span {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  svg {
    flex: none;
    width: 0.7rem;
    height: 0.7rem;
    fill: var(--mark);
  }

  .line {
    fill: none;
    stroke: var(--mark);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  /* The whole picture and not its path, which would be laid out anew in every frame. */
  svg:has(.turning) {
    animation: turn 1.2s linear infinite;
  }

  @media (forced-colors: active) {
    svg {
      fill: currentColor;
    }

    .line {
      stroke: currentColor;
    }
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`,c={ok:t`<path d="M2.500 6.500l2.500 2.500 4.500-5.500" class="line"></path>`,warn:t`<path d="M6 1.500L11 10.500H1z"></path>`,bad:t`<path d="M2 2l8 8M10 2l-8 8" class="line"></path>`,info:t`<circle cx="6" cy="6" r="4"></circle>`,busy:t`<path d="M6 1.500A4.500 4.500 0 1 1 1.500 6" class="line turning"></path>`,neutral:t`<circle cx="6" cy="6" r="3.500" class="line"></circle>`},l=class extends n{static styles=[n.styles,s];static properties={tone:{reflect:!0},label:{}};constructor(){super(),this.tone=`neutral`,this.label=``}render(){return i`<svg viewBox="0 0 12 12" aria-hidden="true">${c[this.tone]}</svg
      ><span>${this.label}<slot></slot></span>`}};a(`fm-badge`,l);