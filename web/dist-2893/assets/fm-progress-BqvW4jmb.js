import{At as e,Et as t,_t as n,kt as r,wt as i,yt as a}from"./shell-BBooQZkD.js";var o=[`ok`,`warn`,`bad`,`info`,`neutral`].map(e=>`.${e} { background: var(--fm-${e}-mark); }`),s=r`
  :host {
    display: block;
    min-width: 4rem;
  }

  .bar {
    display: flex;
    gap: 1px;
    height: 0.5rem;
    overflow: hidden;
    border-radius: 0.25rem;
    background: var(--fm-neutral-fill);
    /* Twenty of them move at once in the list of a job's hosts: each lays out itself alone, and does not glide. */
    contain: strict;
  }

  .part {
    flex: 0 0 auto;
  }

  [role='img'] .part {
    flex: 0 1 0;
    min-width: 0;
  }

  ${e(o.join(`
`))}

  .busy {
    background: var(--fm-info-mark);
  }

  .unknown .part {
    width: 30%;
    animation: wander 1.4s ease-in-out infinite alternate;
  }

  @keyframes wander {
    from {
      transform: translateX(-40%);
    }
    to {
      transform: translateX(270%);
    }
  }

  /* The words beside it tell the parts; here only how much is done is to be seen. */
  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }

    .part {
      background: CanvasText;
      forced-color-adjust: none;
    }

    .part.neutral {
      background: Canvas;
    }
  }

  @media print {
    .bar,
    .part {
      print-color-adjust: exact;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .unknown .part {
      width: 100%;
      opacity: 0.5;
    }
  }
`,c=class extends n{static styles=[n.styles,s];static properties={value:{type:Number},parts:{attribute:!1},label:{}};constructor(){super(),this.value=null,this.parts=null,this.label=`Progress`}render(){if(this.parts)return this.#e(this.parts);let e=this.value!==null&&this.value!==void 0;return i`<div
      class="bar ${e?``:`unknown`}"
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${e?Math.round(this.value??0):t}
    >
      <div class="part info"></div>
    </div>`}#e(e){let t=e.filter(({count:e})=>e>0).map(({count:e,label:t})=>`${e} ${t}`);return i`<div class="bar" role="img" aria-label="${this.label}: ${t.join(`, `)||`nothing yet`}">
      ${e.map(({tone:e,count:t})=>i`<div class="part ${e}" ?hidden=${t===0}></div>`)}
    </div>`}updated(e){this.renderRoot.querySelectorAll(`.part`).forEach((e,t)=>{let n=this.parts?.[t];n?e.style.flexGrow=String(n.count):e.style.width=this.value===null?``:`${Math.min(100,Math.max(0,this.value))}%`})}};a(`fm-progress`,c);