import{Et as e,J as t,it as n,k as r,kt as i,tt as a,wt as o}from"./shell-BBooQZkD.js";import{m as s}from"./common-CAX3qpu1.js";import{t as c}from"./live-CMLH40Mq.js";import"./fm-field-B9Tvw1l9.js";import{n as l}from"./text-CFkfD5oz.js";import{a as u,d,f,i as p,m,n as h,p as g,r as _,s as v,u as y}from"./wishes-r-pLQULy.js";var b=5,x=60,S=e=>Number(e.target.value);function C(t,n,r){let{waves:i}=t,a=JSON.stringify(i)===JSON.stringify(d);return o`<fieldset class="choices">
      <legend>Order</legend>
      ${T(`All hosts, as many at once as allowed`,i.length===0,()=>r({waves:[]}))}
      ${T(`One host, then a tenth, then the rest`,a,()=>r({waves:d}))}
      ${T(`Waves of my own`,i.length>0&&!a,()=>r({waves:w}))}
    </fieldset>
    ${i.length===0?e:o`${E(i,r)} ${n}`} ${A(t,r)}`}var w=[{count:1,soak_secs:3600},{percent:10}],T=(e,t,n)=>o`<label class="choice">
    <input type="radio" name="waves" .checked=${c(t)} @change=${n} />
    ${e}
  </label>`;function E(e,t){let n=(n,r)=>t({waves:e.map((e,t)=>t===n?r:e)});return o`<ol class="waves">
      ${e.map((r,i)=>D(r,i,{waves:e,set:n,change:t}))}
    </ol>
    <p>
      <button
        type="button"
        ?disabled=${e.length>=100}
        @click=${()=>t({waves:[...e,{percent:10}]})}
      >
        ${a(`plus`)} Add a wave
      </button>
    </p>`}function D(e,t,{waves:n,set:r,change:i}){let{percent:s,count:l=1,soak_secs:u=0}=e,d=s!==void 0,f=(e,t)=>({...e?{percent:Math.min(100,Math.max(1,t))}:{count:Math.max(1,t)},...g(u)});return o`<li class="wave">
    <strong>Wave ${t+1}</strong>
    <label class="field"
      >Size
      <input
        type="number"
        min="1"
        max=${d?100:1e5}
        .value=${c(String(s??l))}
        @change=${e=>r(t,f(d,Math.trunc(S(e))))}
      />
    </label>
    <label class="field"
      >Of
      <select
        @change=${e=>r(t,f(e.target.value===`percent`,s??l))}
      >
        <option value="count" ?selected=${!d}>hosts</option>
        <option value="percent" ?selected=${d}>% of all hosts</option>
      </select>
    </label>
    <label class="field"
      >Then watch for (minutes)
      <input
        type="number"
        min="0"
        max="10080"
        .value=${c(String(Math.round(u/x)))}
        @change=${n=>{let{soak_secs:i,...a}=e,o=Math.min(10080,Math.max(0,Math.trunc(S(n))));r(t,{...a,...g(o*x)})}}
      />
    </label>
    <button
      type="button"
      aria-label="Remove wave ${t+1}"
      ?disabled=${n.length===1}
      @click=${()=>i({waves:n.filter((e,n)=>n!==t)})}
    >
      ${a(`close`)}
    </button>
  </li>`}function O(n,i){if(i.length===0)return o`<p class="small quiet">Once hosts are chosen, this shows which of them is in which wave.</p>`;let s=m(n,i.length);return s===null?o`<div class="stack tight" role="status">
    <p class="small quiet">Hosts with the tag <code>canary</code> come first.</p>
    <ol class="preview">
      ${f(n,i).map(({hosts:n,names:i,soakSecs:a})=>o`<li>
            <strong>${r(n,`host`)}</strong>:
            ${k(i)}${a>0?o` <span class="quiet">Then watched for ${t(a)}.</span>`:e}
          </li>`)}
    </ol>
  </div>`:o`<p class="notice warn" role="status">${a(`warning`)} ${s}</p>`}function k(e){let t=e.length>b?` and ${e.length-b} more`:``;return`${e.slice(0,b).map(e=>s(e)).join(`, `)}${t}.`}function A({waves:e,budget:t},n){let r=e.length>0;return o`<label class="field budget"
    >${r?`Failures allowed in each wave (%)`:`Failures allowed (%, optional)`}
    <input
      type="number"
      min="0"
      max="100"
      placeholder=${r?`0`:`any`}
      .value=${c(t===null?``:String(t))}
      @change=${e=>{let{value:t}=e.target;n({budget:t===``?null:Math.min(100,Math.max(0,Math.trunc(Number(t))))})}}
    />
    <span class="hint">More than that halt the job, and a person decides how it goes on</span>
  </label>`}var j={patch:[`Patch`,`Brings packages to newer versions.`],install:[`Install`,`Installs packages by name.`],update:[`Update`,`Brings named packages to their newest version, or to the one that you name.`],remove:[`Remove`,`Removes packages by name.`],hold:[`Hold`,`Keeps packages at their version: no patch touches them until the hold is released.`],unhold:[`Release a hold`,`Lets patches touch the packages again.`],refresh:[`Refresh`,`Reads the lists of packages anew. Nothing is installed.`],reboot:[`Reboot`,`Restarts the hosts and waits until they are back.`]},M={before:`Begin on a host only while its health checks pass`,wait:`Wait for them at most (optional)`,waitHelp:`Left empty: one hour. A host that still fails then is left out.`,after:`Run the checks after the work: a host on which they fail has failed`,soak:`Watch the host for (optional)`,soakHelp:`Left empty: the checks must pass once. A check that failed before the work does not count.`},N=[[`security`,`Security patches`],[`all`,`All patches`],[`selected`,`Only these packages`],[`repair`,`None: repair broken dependencies`]],P=e=>e.target.value,F=e=>e.target.checked;function I({mode:e},t,n=[`security`,`all`,`selected`,`repair`]){return o`<fieldset class="choices">
    <legend>Patches</legend>
    ${N.filter(([e])=>n.includes(e)).map(([n,r])=>R(`mode`,[n,r],e===n,()=>t({mode:n})))}
  </fieldset>`}function L(t,n){return o`<fieldset class="choices">
      <legend>Operation</legend>
      ${h.map(e=>R(`operation`,[e,j[e][0]],t.operation===e,()=>n({operation:e})))}
    </fieldset>
    ${t.operation===`patch`?I(t,n):e}
    ${v(t)?z(t,n):e}`}function R(e,[t,n],r,i){return o`<label class="choice">
    <input type="radio" name=${e} value=${t} .checked=${c(r)} @change=${i} />
    ${n}
  </label>`}function z({packages:e,operation:t},n){let r=y(t)?`; name=version for an exact one`:``;return o`<label class="field"
    >Packages
    <textarea
      rows="2"
      spellcheck="false"
      .value=${e}
      @input=${e=>n({packages:P(e)})}
    ></textarea>
    <span class="hint">Names, apart by spaces or commas${r}</span>
  </label>`}function B(t,r,i=e){let{operation:a}=t,s=p(a);return o`<div class="options">
      ${u(t)?H(t,r):e} ${i}
      ${s?U(t,r):e} ${W(t,r)}
    </div>
    ${a===`remove`?o`${G(`Remove configuration files too`,t.purge,e=>r({purge:e}))}
          ${G(`Remove packages that only these needed`,t.autoremove,e=>r({autoremove:e}))}`:e}
    ${s?o`${G(`Roll a host back if it fails`,t.rollback,e=>r({rollback:e}))}
          ${G(`Only where every source of packages answers`,t.strict,e=>r({strict:e}))}`:e}
    ${_(a)&&n.serves(`listHealthChecks`)?V(t,r):e}`}function V({checks:t},n){let r=e=>n({checks:{...t,...e}});return o`<fieldset class="checks">
    <legend>Health checks</legend>
    ${G(M.before,t.before,e=>r({before:e}))}
    ${t.before?o`<fm-field
            kind="duration"
            label=${M.wait}
            help=${M.waitHelp}
            placeholder="3600"
            .value=${t.waitSecs}
            @fm-input=${({detail:e})=>r({waitSecs:e})}
          ></fm-field>`:e}
    ${G(M.after,t.after,e=>r({after:e}))}
    ${t.after?o`<fm-field
            kind="duration"
            label=${M.soak}
            help=${M.soakHelp}
            .value=${t.soakSecs}
            @fm-input=${({detail:e})=>r({soakSecs:e})}
          ></fm-field>`:e}
  </fieldset>`}function H({exclude:e},t){return o`<label class="field"
    >Leave out (optional)
    <input
      spellcheck="false"
      autocomplete="off"
      .value=${e}
      @input=${e=>t({exclude:P(e)})}
    />
    <span class="hint">Names of packages that stay as they are</span>
  </label>`}function U({reboot:e},t){return o`<label class="field"
    >Reboot afterwards
    <select @change=${e=>t({reboot:P(e)})}>
      ${l.map(([t,n])=>o`<option value=${t} ?selected=${t===e}>${n}</option>`)}
    </select>
  </label>`}function W({parallel:e},t){return o`<label class="field"
    >Hosts at once
    <input
      type="number"
      min="1"
      max="1000"
      placeholder="50"
      .value=${e===null?``:String(e)}
      @input=${e=>t({parallel:Number(P(e))||null})}
    />
  </label>`}function G(e,t,n){return o`<label class="choice">
    <input type="checkbox" .checked=${c(t)} @change=${e=>n(F(e))} />
    ${e}
  </label>`}var K=i`
  .options {
    display: grid;
    /* A date with its time is 16 rem wide at the least. */
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-3);
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    border: 0;
  }

  .checks {
    max-width: 40rem;
  }

  .choices {
    grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  }

  .choices legend {
    margin-bottom: var(--fm-space-2);
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  .waves,
  .preview {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .preview {
    gap: var(--fm-space-1);
    padding-inline-start: 1.5rem;
    list-style: decimal;
    overflow-wrap: anywhere;
  }

  .wave {
    display: grid;
    grid-template-columns: 4.5rem 6rem 10rem 13rem auto;
    justify-content: start;
    align-items: end;
    gap: var(--fm-space-2);
  }

  .wave strong {
    padding-block-end: var(--fm-space-2);
  }

  @media (max-width: 40rem) {
    .wave {
      grid-template-columns: 1fr 1fr;
      justify-content: stretch;
    }

    .wave strong {
      grid-column: 1 / -1;
      padding: 0;
    }

    .wave button {
      justify-self: start;
    }
  }

  .budget {
    max-inline-size: 24rem;
  }
`;export{j as a,B as i,I as n,C as o,L as r,O as s,K as t};