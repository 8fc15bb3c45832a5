import{Et as e,O as t,_t as n,at as r,dt as i,k as a,kt as o,st as s,wt as c,yt as l}from"./shell-BBooQZkD.js";import{a as u}from"./common-CAX3qpu1.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";import{t as d}from"./decisionOf-D8Xwh24q.js";import{t as f}from"./fm-confirm-CHgqJzYh.js";import{t as p}from"./words-B0C2MGXX.js";import{a as m,n as h,r as g}from"./texts-BoI37Ci7.js";var _=o`
  ul {
    max-height: 10rem;
    overflow: auto;
  }

  .suggestions button {
    min-height: 1.75rem;
    border-radius: 1rem;
    font-size: var(--fm-size-small);
  }
`,v=12,y=24,b=class extends n{static styles=[n.styles,_];static properties={question:{attribute:!1},open:{type:Boolean},text:{state:!0},problem:{state:!0}};constructor(){super(),this.question=null,this.open=!1,this.text=``,this.problem=null}render(){let{question:t}=this;if(!t)return e;let{title:n,text:r,items:i=[],label:a,help:o=``,action:s}=t;return c`<fm-dialog heading=${n} ?open=${this.open} @fm-close=${()=>this.#r(null)}>
      <form class="stack" id="ask" @submit=${this.#n}>
        ${r===void 0?e:c`<p>${r}</p>`} ${i.length>0?x(i):e}
        <fm-field
          autofocus
          required
          name="words"
          label=${a}
          help=${o}
          .value=${this.text}
          .error=${this.problem}
          @fm-input=${({detail:e})=>this.#t(e)}
        ></fm-field>
        ${this.#e()}
      </form>
      <button slot="actions" @click=${()=>this.#r(null)}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#n}>${s}</button>
    </fm-dialog>`}#e(){let t=p(this.text),n=(this.question?.suggestions??[]).filter(e=>!t.includes(e));return n.length===0?e:c`<div class="row suggestions" role="group" aria-label="Suggestions">
      ${n.slice(0,y).map(e=>c`<button type="button" @click=${()=>this.#t([...t,e].join(` `))}>
              ${e}
            </button>`)}
    </div>`}#t(e){this.text=e,this.problem=null}#n=e=>{e.preventDefault();let t=p(this.text);this.problem=t.length===0?`At least one is needed.`:this.question?.check(t)??null,this.problem===null&&this.#r(t)};#r(e){this.open=!1,this.dispatchEvent(new CustomEvent(`fm-decided`,{detail:e}))}};function x(n){let r=n.length-v;return c`<ul>
    ${n.slice(0,v).map(e=>c`<li>${e}</li>`)}
    ${r>0?c`<li class="quiet">and ${t(r)} more</li>`:e}
  </ul>`}l(`fm-ask`,b);function S(e){let t=new b;return t.question=e,t.text=(e.words??[]).join(` `),d(t,null)}var C=/^[A-Za-z0-9][A-Za-z0-9_.:/=@-]*$/,w=/^[A-Za-z0-9][A-Za-z0-9+._:-]*$/;async function T(e,{able:t,left:n},r=[]){let i=t.map(({name:e})=>e),a=g(e,i),o=[a.text,h(n)].filter(Boolean).join(` `),s={...a,text:o,items:i,words:r};return e===`addTags`||e===`removeTags`?S({...s,label:`Tags`,help:`Such as web or env=prod, apart by spaces.`,suggestions:e===`addTags`?await D():O(t),check:e=>E(e,C,64,`A tag has letters, digits and _ . : / = @ - only`)}):e===`hold`||e===`unhold`?S({...s,label:`Packages`,help:`Their names as the hosts call them, apart by spaces.`,check:e=>E(e,w,128,`That is no name of a package`)}):await f({...s,tone:e===`remove`||e===`reboot`?`danger`:`primary`})?[]:null}function E(e,t,n,r){let i=e.find(e=>!t.test(e)||e.length>n);return i===void 0?null:`${r}: “${i}”.`}async function D(){try{return(await s(r.GET(`/api/v1/host-values`))).tags.map(({value:e})=>e)}catch{return[]}}function O(e){return[...new Set(e.flatMap(({host:e})=>e?.tags??[]))].sort()}async function k(e,t,n){try{return await j(e,t,n)}catch(r){let i=A(r),o=t.filter(({id:e})=>!i.has(e));if(o.length===0||o.length===t.length)throw r;return await f({title:`Go on with ${a(o.length,`host`)}?`,text:`The manager refuses ${m(t.filter(({id:e})=>i.has(e)).map(({name:e})=>e))}: ${r.message} Nothing was started yet.`,items:o.map(({name:e})=>e),action:`Go on without these`,tone:`primary`})?j(e,o,n):null}}function A(e){if(!(e instanceof i))return new Set;let t=e.code===`HOST_NOT_FOUND`||e.code===`DUPLICATE_IDENTITY`?e.details.host_ids:null;return new Set(Array.isArray(t)?t:[])}function j(e,t,n){let i={operation:e,target:{host_ids:t.map(({id:e})=>e)},...n.length>0?{packages:n.map(e=>({name:e}))}:{}};return u([`/jobs`,i],e=>s(r.POST(`/api/v1/jobs`,{params:{header:e},body:i})))}var M=e=>e===`reboot`||e===`hold`||e===`unhold`;export{S as i,T as n,k as r,M as t};