import{Dt as e,Et as t,O as n,_t as r,g as i,kt as a,t as o,tt as s,wt as c,yt as l}from"./shell-BBooQZkD.js";import{t as u}from"./live-CMLH40Mq.js";import{i as ee,n as d,r as te}from"./common-CAX3qpu1.js";var f=`fleetmend.columns.`;function p(e){if(e===``)return{};try{let t=JSON.parse(localStorage.getItem(f+e)??`{}`);return typeof t!=`object`||!t?{}:Object.fromEntries(Object.entries(t).filter(([,e])=>typeof e==`boolean`))}catch{return{}}}function m(e,t){try{Object.keys(t).length===0?localStorage.removeItem(f+e):localStorage.setItem(f+e,JSON.stringify(t))}catch{}}function h({target:e}){let t=e.closest(`.long`);t&&(t.title=t.scrollHeight>t.clientHeight+1||t.scrollWidth>t.clientWidth?t.textContent?.replaceAll(/\s+/g,` `).trim()??``:``)}function g(e){return e.find(({isRowHeader:e})=>e)??e[0]}var _=6,v=12,y=2;function b({minRem:e},t){return e??(t?v:_)}function x(e,t){let n=g(e);return e.filter(e=>e===n||(t[e.key]??!e.isExtra))}function S(e,{roomRem:t,choice:n={}}){let r=x(e,n),i=g(e),a=e=>{if(e===i)return 0;let{priority:t=1}=e;return n[e.key]===!0?Math.min(t,y):t},o=new Set(r),s=()=>[...o].reduce((e,t)=>e+b(t,t===i),0),c=r.map((e,t)=>({column:e,index:t,rank:a(e)})).filter(e=>e.rank>1).sort((e,t)=>t.rank-e.rank||t.index-e.index);for(let{column:e}of c){if(s()<=t)break;o.delete(e)}return s()<=t?{columns:r.filter(e=>o.has(e)),isCards:!1}:{columns:r.filter(e=>a(e)<=y),isCards:!0}}function C(e,n,r){let i=n?.key===e.key,a=n?.direction===`descending`?`chevron-down`:`chevron-up`,o=e.isSortable?i?n?.direction??`none`:`none`:t;return c`<div class="cell ${e.align??`start`}" role="columnheader" aria-sort=${o}>
    ${e.isSortable?c`<button class="plain" @click=${()=>r(e.key)}>
            ${e.header} ${i?s(a):t}
          </button>`:e.header}
  </div>`}function w(e,n,r){let i=e.filter(({isSortable:e})=>e);if(i.length===0)return t;let a=n?.direction===`descending`;return c`<label class="sort"
      >Sort by
      <select @change=${({target:e})=>r(e.value)}>
        ${n?t:c`<option value="" selected disabled>as it comes</option>`}
        ${i.map(({key:e,header:t})=>c`<option value=${e} .selected=${e===n?.key}>${t}</option>`)}
      </select> </label
    >${n===null?t:c`<button
            class="square"
            aria-label=${a?`Descending: sort ascending`:`Ascending: sort descending`}
            @click=${()=>r(n.key)}
          >
            ${s(a?`chevron-down`:`chevron-up`)}
          </button>`}`}var T=class{#e;#t=null;#n=!1;constructor(e){this.#e=e,e.addController(this),e.addEventListener(`focusout`,()=>{!this.#n&&!this.#t?.matches(`:disabled`)&&(this.#t=null)})}hostUpdate(){this.#n=!0;let e=this.#r();e?.closest(`.rows`)?this.#t=e:i()||(this.#t=null)}hostUpdated(){this.#n=!1;let e=this.#t;e&&this.#r()!==e&&(i()?e.isConnected?e.matches(`:disabled`)||e.focus({preventScroll:!0}):(this.#t=null,this.#e.focus({preventScroll:!0})):this.#t=null)}hostDisconnected(){this.#t=null}#r(){let{activeElement:e}=this.#e.renderRoot;return e instanceof HTMLElement?e:null}};function E(e,t,n){let r=e.reduce((e,n)=>e+Number(t.has(n)),0);return r===0?`none`:r===e.length&&t.size>=n?`all`:`some`}function D(e,t,n){let r=e.indexOf(n);if(r===-1)return[];let i=t===null?-1:e.indexOf(t);return i===-1?[n]:e.slice(Math.min(i,r),Math.max(i,r)+1)}function O(e,t,n){let r=new Set(e);for(let e of t)n?r.add(e):r.delete(e);return r}function k(e,t){return{ArrowDown:t.active+1,ArrowUp:t.active-1,PageDown:t.active+t.pageRows,PageUp:t.active-t.pageRows,Home:0,End:t.count-1}[e]}var A=class{#e;#t;constructor(e,t){this.#e=e,this.#t=t}keydown=e=>{let{viewport:t,selection:n,open:r}=this.#t,{rows:i,rowKey:a,active:o,selected:s}=this.#e;if(e.target!==t.part(`.scroller`))return;let c=Math.max(1,Math.floor(t.heightPx/t.rowPx)-2),l=k(e.key,{active:o,pageRows:c,count:i.length}),u=i[o];if(l!==void 0){this.#e.moveTo(l);let t=i[this.#e.active];e.shiftKey&&u&&t&&n.extend(a(u),a(t))}else if(e.key===`Enter`&&u)r(u);else if(e.key===` `&&u)n.toggle(a(u),e.shiftKey);else if(e.key===`a`&&(e.ctrlKey||e.metaKey)&&s)n.switchAll(!0);else return;e.preventDefault()};clicked=(e,t)=>{this.#e.active=t;let n=e.composedPath().some(e=>e instanceof HTMLElement&&/^(A|BUTTON|INPUT|LABEL|SELECT)$/.test(e.tagName)),r=this.#e.rows[t];!n&&r&&getSelection()?.isCollapsed!==!1&&this.#t.open(r)};boxClicked=({shiftKey:e},t)=>{this.#t.selection.toggle(t,e),this.#e.focus({preventScroll:!0})}},j=class{all=`none`;#e;#t=null;constructor(e){this.#e=e}toggle(e,t){let{keys:n,selected:r}=this.#e;t?this.select(D(n(),this.#t,e),!0):this.select([e],!r()?.has(e)),this.#t=e}extend(e,t){this.select(D(this.#e.keys(),e,t),!0),this.#t=t}select(e,t){let n=this.#e.selected();n&&this.#e.select(O(n,e,t))}switchAll(e=this.all!==`all`){this.#e.selectAll(e)&&this.select(this.#e.keys(),e)}count(e){let t=this.#e.selected();t&&(this.all=E(this.#e.keys(),t,e))}};function M(e){let{index:n,columns:r,isActive:i,isSelected:a}=e,s=g(r);return c`<div
    class="row ${i?`active`:``}"
    role="row"
    id="row-${n}"
    aria-rowindex=${n+2}
    aria-selected=${a===null?t:String(a)}
    @click=${t=>e.clicked(t,n)}
  >
    ${a===null?t:N(e,a)}
    ${o(r,({key:e})=>e,t=>P(e,t,t===s))}
  </div>`}function N({key:e,index:t,boxClicked:n},r){return c`<div class="cell check" role="gridcell">
    <label>
      <input
        type="checkbox"
        tabindex="-1"
        id="check-${t}"
        aria-label="Select"
        aria-labelledby="check-${t} header-${t}"
        .checked=${u(r)}
        @click=${t=>n(t,e)}
      />
    </label>
  </div>`}function P({row:e,index:n,isCard:r,href:i},a,o){let s=a.isLong?c`<div class="long">${a.render(e)}</div>`:a.render(e),l=a.align??`start`;if(o)return c`<div class="cell name ${l}" role="rowheader" id="header-${n}">
      ${i===void 0?s:c`<a href=${i} tabindex="-1">${s}</a>`}
    </div>`;let u=r?c`<span class="label" aria-hidden="true">${a.header}</span>`:t;return c`<div class="cell ${l}" role="gridcell">${u}${s}</div>`}var F=8,I=class{#e=new Map;#t=[];#n=new Float64Array(1);#r=!1;#i;constructor(e){this.#i=e}set keys(e){this.#t=e,this.#r=!0}reset(e){this.#e.clear(),this.#i=e,this.#r=!0}measured(e){let t=e.filter(([e,t])=>t>0&&Math.abs((this.#e.get(e)??0)-t)>.4);if(t.length===0)return!1;this.#e.size===0&&(this.#i=t.reduce((e,[,t])=>e+t,0)/t.length);for(let[e,n]of t)this.#e.set(e,n);return this.#r=!0,!0}offsetOf(e){return this.#a(),this.#n[Math.max(0,Math.min(e,this.#t.length))]??0}get totalPx(){return this.offsetOf(this.#t.length)}indexAt(e){this.#a();let t=0,n=this.#t.length-1;for(;t<n;){let r=Math.ceil((t+n)/2);(this.#n[r]??0)<=e?t=r:n=r-1}return Math.max(0,t)}windowOf(e,t){let n=this.#t.length,{totalPx:r}=this,i=Math.max(0,Math.min(e,r-t)),a=Math.max(0,this.indexAt(i)-F);return{first:a,end:Math.min(n,this.indexAt(i+t)+1+F),offsetPx:this.offsetOf(a),totalPx:r}}#a(){if(!this.#r)return;this.#r=!1;let e=new Float64Array(this.#t.length+1),t=0;this.#t.forEach((n,r)=>{t+=this.#e.get(n)??this.#i,e[r+1]=t}),this.#n=e}},L=`(max-width: 48rem), (max-height: 40rem), (pointer: coarse)`,R=72,z=250,B=class{heights=new I(40);widthPx=0;heightPx=600;isPrinting=!1;#e;#t;#n=new ResizeObserver(()=>this.#p());#r=matchMedia(L);#i=matchMedia(`print`);#a=new AbortController;#o=0;#s=0;#c=!1;#l=!1;#u=null;constructor(e,t){this.#e=e,this.#t=t,e.addController(this)}get isFlowing(){return this.#r.matches}get rowPx(){return Math.max(1,this.heights.totalPx/Math.max(1,this.#o))}set keys(e){this.heights.keys=e,this.#o=e.length}takeMoved(){let e=this.#c;return this.#c=!1,e}window(){return this.isPrinting?{first:0,end:this.#o,offsetPx:0,totalPx:this.heights.totalPx}:this.heights.windowOf(this.#s,this.heightPx)}hostConnected(){this.#n.observe(this.#e),this.hostUpdated(),this.#a=new AbortController;let{signal:e}=this.#a;addEventListener(`scroll`,this.look,{signal:e,passive:!0}),addEventListener(`resize`,this.look,{signal:e,passive:!0}),addEventListener(`beforeprint`,()=>this.#h(!0),{signal:e}),addEventListener(`afterprint`,()=>this.#h(!1),{signal:e}),this.#i.addEventListener(`change`,({matches:e})=>this.#h(e),{signal:e}),this.#r.addEventListener(`change`,()=>this.#e.requestUpdate(),{signal:e})}hostDisconnected(){this.#n.disconnect(),this.#u=null,this.#a.abort()}hostUpdated(){let e=this.part(`.rows`);e&&e!==this.#u&&(this.#n.observe(e),this.#u=e)}reveal(e){this.#l=!0,setTimeout(()=>this.#l=!1,z),this.#d(e)}look=()=>{let e=this.part(`.space`)?.getBoundingClientRect(),t=this.part(`.scroller`)?.getBoundingClientRect();if(!e||!t)return;let n=this.isFlowing?0:Math.max(0,t.top),r=this.isFlowing?innerHeight:Math.min(innerHeight,t.bottom),i=Math.max(0,n-e.top),a=Math.max(0,r-Math.max(n,e.top));(i!==this.#s||a!==this.heightPx)&&(this.#s=i,this.heightPx=a,this.#c=!0,this.#e.requestUpdate())};part(e){return this.#e.renderRoot.querySelector(e)}#d(e){let[t,n]=[this.part(`.scroller`),this.part(`.space`)];if(!t||!n)return;let r=n.getBoundingClientRect().top,i=r+this.heights.offsetOf(e),a=r+this.heights.offsetOf(e+1),o=t.getBoundingClientRect(),s=this.isFlowing?R:o.top+(this.part(`.head`)?.offsetHeight??0),c=this.isFlowing?innerHeight:o.bottom,l=i<s?i-s:a>c?Math.min(a-c,i-s):0;l!==0&&this.#f(l),this.look()}#f(e){(this.isFlowing?globalThis:this.part(`.scroller`))?.scrollBy({top:e,behavior:`instant`})}#p(){this.isPrinting||(this.widthPx!==this.#e.clientWidth&&(this.widthPx=this.#e.clientWidth,this.heights.reset(this.#e.rowHeightPx),this.#e.requestUpdate()),this.#m(),this.look())}#m(){let e=[...this.#e.renderRoot.querySelectorAll(`.row`)],t=this.heights.indexAt(this.#s),n=this.heights.offsetOf(t),r=e.flatMap(e=>{let t=this.#t.keyAt(Number(e.id.slice(4)));return t===void 0?[]:[[t,e.getBoundingClientRect().height]]});if(!this.heights.measured(r))return;this.#e.requestUpdate();let i=this.heights.offsetOf(t)-n;this.#l?this.#d(this.#e.active):this.#s>0&&i!==0&&this.#f(i)}#h(e){this.isPrinting!==e&&(this.isPrinting=e,this.#t.onPrint())}};function ne(e,t){return c`<div class="cell check" role="columnheader" data-text=${e}>
    <input
      type="checkbox"
      tabindex="-1"
      aria-label=${e}
      title=${e}
      .checked=${u(t.all===`all`)}
      .indeterminate=${u(t.all===`some`)}
      @change=${()=>t.switchAll()}
    />
  </div>`}function V(e,t,n){e&&e.style.getPropertyValue(t)!==n&&e.style.setProperty(t,n)}var H={"fm-badge":e=>`${e.label} ${W(e.childNodes)}`,"fm-time":e=>{let{datetime:t,missing:n}=e;return t??n},"fm-progress":()=>``,"fm-copy":e=>e.value};function U(t,n){let{text:r}=t;if(r)return n.map(e=>r(e));let i=document.createElement(`div`);return n.map(n=>(e(t.render(n),i),W(i.childNodes).replaceAll(/\s+/g,` `).trim()))}function W(e){return[...e].map(G).join(``)}function G(e){if(e instanceof Text)return e.data;if(!(e instanceof Element))return``;let t=H[e.localName];return t?t(e):e.localName===`br`?`, `:W(e.childNodes)}async function K(e,t){try{await e?.(),await new Promise(requestAnimationFrame);let{name:n,columns:r,rows:i}=t();q(n,r,i)}catch{return`The rows could not be read, so there is no file. Try again.`}let{total:r,rows:i}=t();return r===null||r<=i.length?``:`The file holds ${n(i.length)} of ${n(r)} rows.`}function q(e,t,n){let r=t.map(e=>U(e,n)),i=n.map((e,t)=>r.map(e=>e[t]??null));ee(te([t.map(({header:e})=>e),...i]),d(e,new Date))}var J=` reset`;function Y(e){let{canChoose:n,canSave:r,isSaving:i,onSave:a}=e;return c`${n?c`<fm-menu
          label="Columns"
          variant="plain"
          .items=${X(e)}
          @fm-choose=${t=>Z(t,e)}
        ></fm-menu>`:t}${r?c`<button class="plain" ?disabled=${i} @click=${a}>
          ${s(`download`)} ${i?`Reading …`:`CSV`}
        </button>`:t}`}function X({columns:e,shown:t,choice:n}){let r=g(e),i=e.map(e=>{let i=e===r||(n[e.key]??!e.isExtra),a=i&&!t.includes(e)?`${e.header} (no room now)`:e.header,o=e===r?`Names the row: always there.`:null;return{key:e.key,label:a,isChecked:i,reason:o}});return Object.keys(n).length===0?i:[...i,{key:J,label:`As they were`,icon:`undo`}]}function Z(e,{columns:t,choice:n,onChoice:r}){if(e.detail===J)return r({});e.preventDefault();let i=t.find(({key:t})=>t===e.detail);if(!i)return;let a=!i.isExtra,{[i.key]:o,...s}=n,c=!(o??a);r({...s,[i.key]:c})}var re=class{#e;#t;#n=!1;#r=``;constructor(e,t){this.#e=e,this.#t=t}render(){let e=this.#t.layout(),{name:n,columns:r,rows:i,sort:a,choice:o}=this.#e,s=e.isCards?w(e.columns,a,this.#t.sortBy):t;if(n===``&&s===t)return t;let l=Y({columns:r,shown:e.columns,choice:o,canChoose:n!==``&&r.length>2,canSave:n!==``&&i.length>0,isSaving:this.#n,onChoice:this.#i,onSave:()=>void this.#a()});return c`<div class="bar">
      ${s}<span class="note" role="status">${this.#r}</span>${l}
    </div>`}#i=e=>{this.#e.choice=e,m(this.#e.name,e)};async#a(){this.#o(``,!0);let e=await K(this.#e.loadAll,()=>({name:this.#e.name,columns:this.#t.layout().columns,rows:this.#e.rows,total:this.#e.total}));this.#o(e,!1)}#o(e,t){this.#r=e,this.#n=t,this.#e.requestUpdate()}};function ie(e,t,n){let r=g(t),i=t.map(e=>ae(e,e===r));V(e,`--tracks`,[...n,...i].join(` `)),V(e,`--print-tracks`,t.map(e=>oe(e,e===r)).join(` `))}function ae(e,t){let n=e.grow??+!!t,r=b(e,t);return n===0?`${r}rem`:`minmax(${r}rem, ${n}fr)`}function oe(e,t){return`minmax(0, ${b(e,t)}fr)`}var se=a`
  /* Cards: the name, and below it what there is to say of it. */
  .cards .head {
    display: flex;
    align-items: center;
    min-height: 2.5rem;
  }

  .cards .head.no-check,
  .cards .head [role='columnheader']:not(.check) {
    position: absolute;
    width: 1px;
    height: 1px;
    min-height: 0;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    border: 0;
    white-space: nowrap;
  }

  .cards .head .check {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding-inline-start: 0.85rem;
  }

  .cards .head .check label {
    place-self: center;
  }

  .cards .head .check::after {
    content: attr(data-text);
  }

  .cards .row {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-4);
    padding: var(--fm-space-2) var(--fm-space-3);
  }

  .cards .row[aria-selected] {
    padding-inline-start: 2.75rem;
  }

  .cards .cell {
    max-width: 100%;
    padding: 0;
    text-align: start;
  }

  .cards .name {
    flex: 0 0 100%;
    order: -1;
    font-weight: var(--fm-weight-strong);
  }

  .cards .row .check {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 2.75rem;
  }

  .cards .row .check label {
    place-items: start center;
    padding-top: var(--fm-space-3);
  }

  .label {
    margin-inline-end: 0.4em;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }
`,Q=a`
  :host {
    display: block;
    min-width: 0;
    min-height: 0;
    overflow-anchor: none;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: var(--fm-space-1);
    margin-bottom: var(--fm-space-1);
  }

  .note {
    flex: 1;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .sort {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    white-space: nowrap;
  }

  .scroller {
    /* With its page's head and what stands above it, no higher than the window. */
    max-height: var(--fm-table-height, max(18rem, calc(100dvh - 16rem)));
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface);
    /* The rows move by a transform; the browser must not correct for it. */
    overflow-anchor: none;
  }

  .scroller.flows {
    max-height: none;
    overflow: clip;
  }

  .scroller:focus-visible {
    outline-offset: -2px;
  }

  .table .head,
  .table .row {
    display: grid;
    grid-template-columns: var(--tracks);
    gap: 0;
    align-items: center;
    min-height: var(--row);
  }

  .head {
    border-bottom: 1px solid var(--fm-line);
    background: var(--fm-surface-sunken);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  .scroller:not(.flows) .head {
    position: sticky;
    top: 0;
    z-index: 1;
  }

  .row {
    border-bottom: 1px solid var(--fm-line);
  }

  .row:hover {
    background: var(--fm-hover);
  }

  .row[aria-selected='true'] {
    background: var(--fm-selected);
  }

  .scroller:focus-visible .row.active {
    box-shadow: inset 3px 0 0 var(--fm-focus);
    background: var(--fm-hover);
  }

  .space {
    position: relative;
    height: var(--height, auto);
    /* The last row's line is the frame's. */
    margin-bottom: -1px;
    overflow: clip;
    /* Its height is told: rows that change lay nothing out but themselves. */
    contain: strict;
  }

  .rows {
    transform: translateY(var(--offset, 0));
  }

  .cell {
    min-width: 0;
    padding: var(--fm-space-1) var(--fm-space-3);
    overflow-wrap: anywhere;
  }

  .cell.end {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }

  .long {
    display: -webkit-box;
    overflow: clip;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }

  .scroller:focus-visible .row.active .long {
    display: block;
  }

  .cell.check {
    display: grid;
    align-self: stretch;
    padding: 0;
  }

  .check > * {
    place-self: center;
  }

  /* All of the cell is the box: beside it a click would open the row. */
  .check label {
    display: grid;
    place-items: center;
    place-self: stretch;
    min-height: 2.25rem;
    cursor: pointer;
  }

  .head button {
    min-height: 1.75rem;
    margin-left: calc(-1 * var(--fm-space-2));
    padding: 0 var(--fm-space-2);
    color: inherit;
    font-size: inherit;
    font-weight: inherit;
    text-align: start;
    white-space: normal;
  }

  .head .end button {
    margin-right: calc(-1 * var(--fm-space-2));
  }

  /* What opens a row looks like its text, and stands where text does. */
  .row button.plain {
    min-height: 1.75rem;
    max-width: 100%;
    margin-left: calc(-1 * var(--fm-space-3));
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  a {
    color: inherit;
    font-weight: 500;
    text-decoration: none;
  }

  .row:hover a,
  .scroller:focus-visible .row.active a {
    color: var(--fm-link);
    text-decoration: underline;
  }

  .missing {
    display: none;
  }

  @media (forced-colors: active) {
    .scroller:focus-visible .row.active,
    .row[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`,ce=a`
  /* All rows, one below the other, in shares of the paper's width. */
  @media print {
    .bar,
    .check {
      display: none !important;
    }

    .scroller,
    .scroller:not(.flows) .head {
      position: static;
      max-height: none;
      overflow: visible;
    }

    .table .head,
    .table .row {
      grid-template-columns: var(--print-tracks);
    }

    .space {
      height: auto;
      overflow: visible;
      contain: none;
    }

    .rows {
      transform: none;
    }

    .row {
      break-inside: avoid;
    }

    /* A header that sorts, and a name that opens something, are words on paper. */
    .head button,
    .row button.plain {
      display: inline;
      margin: 0;
      padding: 0;
      border: 0;
    }

    .long {
      display: block;
    }

    .missing {
      display: block;
      margin-top: var(--fm-space-2);
    }
  }
`,$=2.75,le=class extends r{static styles=[r.styles,Q,se,ce];static properties={label:{},name:{},rows:{attribute:!1},columns:{attribute:!1,hasChanged:ue},rowKey:{attribute:!1},rowHref:{attribute:!1},sort:{attribute:!1},selected:{attribute:!1},selectAllLabel:{},total:{type:Number},loadAll:{attribute:!1},rowHeightPx:{type:Number},active:{state:!0},choice:{state:!0}};#e=new B(this,{keyAt:e=>{let t=this.rows[e];return t===void 0?void 0:this.rowKey(t)},onPrint:()=>this.#s()});#t={columns:[],isCards:!1};#n=0;#r=new j({keys:()=>this.#p(),selected:()=>this.selected,select:e=>void this.#m(`fm-select`,e),selectAll:e=>(this.requestUpdate(),this.#m(`fm-select-all`,e))});#i=new A(this,{viewport:this.#e,selection:this.#r,open:e=>this.#f(e)});#a=e=>void this.#m(`fm-sort`,e);#o=new re(this,{layout:()=>this.#t,sortBy:this.#a});constructor(){super(),this.label=``,this.name=``,this.rows=[],this.columns=[],this.rowKey=e=>String(e.id),this.rowHref=null,this.sort=null,this.selected=null,this.selectAllLabel=`Select all that are shown`,this.total=null,this.loadAll=null,this.rowHeightPx=40,this.active=0,this.choice={},new T(this)}render(){let{columns:e,isCards:n}=this.#t,{first:r,end:i}=this.#e.window(),a=this.selected!==null;return c`${this.#o.render()}
      <div
        class="scroller ${n?`cards`:`table`} ${this.#e.isFlowing?`flows`:``}"
        role="grid"
        tabindex="0"
        aria-label=${this.label}
        aria-rowcount=${(this.total??this.rows.length)+1}
        aria-multiselectable=${a?`true`:t}
        aria-activedescendant=${this.active>=r&&this.active<i?`row-${this.active}`:t}
        @scroll=${this.#e.look}
        @keydown=${this.#i.keydown}
        @mouseover=${h}
      >
        <div class="head ${a?``:`no-check`}" role="row" aria-rowindex="1">
          ${a?ne(this.selectAllLabel,this.#r):t}
          ${o(e,({key:e})=>e,e=>C(n?{...e,isSortable:!1}:e,this.sort,this.#a))}
        </div>
        <div class="space" role="rowgroup">
          <div class="rows" role="presentation">${this.#l(r,i)}</div>
        </div>
      </div>
      ${this.#c()}`}#s(){this.requestUpdate(),this.performUpdate()}#c(){let{total:e,rows:r}=this;return e===null||e<=r.length?t:c`<p class="missing">
      ${n(r.length)} of ${n(e)} rows: the others were not loaded.
    </p>`}#l(e,t){let n=this.rows.slice(e,t),r=n.map(this.rowKey),i=new Set(r).size===r.length;return o(n,(e,t)=>i?r[t]:t,(t,n)=>this.#u(t,e+n))}#u(e,t){let n=this.rowKey(e);return M({row:e,key:n,index:t,columns:this.#t.columns,isCard:this.#t.isCards,isActive:t===this.active,isSelected:this.selected?.has(n)??null,href:this.rowHref?.(e),clicked:this.#i.clicked,boxClicked:this.#i.boxClicked})}willUpdate(e){this.active=Math.max(0,Math.min(this.active,this.rows.length-1)),e.has(`name`)&&(this.choice=p(this.name)),([`columns`,`choice`,`selected`,`rowHeightPx`].some(t=>e.has(t))||this.#n!==this.#e.widthPx)&&this.#d(),(e.has(`rows`)||e.has(`rowKey`))&&(this.#e.keys=this.#p()),[`rows`,`selected`,`total`].some(t=>e.has(t))&&this.#r.count(this.total??this.rows.length)}focus(e){this.#h()?.focus(e)}#d(){let e=parseFloat(getComputedStyle(document.documentElement).fontSize)||16,t=this.selected===null?0:$,{widthPx:n,heights:r}=this.#e,i=n===0?1/0:(n-2)/e-t;this.#n=n;let a=this.#t;this.#t=S(this.columns,{roomRem:i,choice:this.choice}),a.isCards!==this.#t.isCards&&r.reset(this.rowHeightPx)}updated(e){let{offsetPx:t,totalPx:n,end:r}=this.#e.window();ie(this,this.#t.columns,this.selected?[`${$}rem`]:[]),V(this,`--row`,`${this.rowHeightPx}px`),V(this.#e.part(`.space`),`--height`,`${n}px`),V(this.#e.part(`.rows`),`--offset`,`${t}px`);let i=this.total===null||this.rows.length<this.total;(this.#e.takeMoved()||e.has(`rows`))&&!this.#e.isPrinting&&i&&this.rows.length>0&&r===this.rows.length&&this.#m(`fm-near-end`,null)}moveTo(e){this.active=Math.max(0,Math.min(e,this.rows.length-1)),this.#e.reveal(this.active)}#f(e){let t=this.renderRoot.querySelector(`#row-${this.active} a[href]`);this.rowHref&&t&&t.click(),this.#m(`fm-open`,e)}#p(){return this.rows.map(this.rowKey)}#m(e,t){return this.dispatchEvent(new CustomEvent(e,{detail:t,cancelable:!0}))}#h(){return this.#e.part(`.scroller`)}};function ue(e,t){return e.length!==t?.length||e.some((e,n)=>e!==t[n])}l(`fm-table`,le);export{O as t};