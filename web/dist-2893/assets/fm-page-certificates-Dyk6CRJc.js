import{A as e,Et as t,L as n,O as r,Ot as i,St as a,_t as o,at as s,dt as c,it as l,j as u,kt as d,ot as ee,st as f,tt as p,vt as m,wt as h,xt as g,yt as _,z as v}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as te,t as ne}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{n as y,r as b,t as x}from"./sorting-B_DEMQsV.js";import{a as re,h as S,m as C,p as w,u as T,v as E,x as D}from"./common-CAX3qpu1.js";import{n as ie,t as O}from"./status-C0dAeCN5.js";import"./fm-copy-BvXDkWnx.js";import"./fm-dialog-Dr1a7wMa.js";import{t as k}from"./fm-confirm-CHgqJzYh.js";import"./fm-override-Cj7J_NiI.js";import"./fm-field-B9Tvw1l9.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-progress-BqvW4jmb.js";import{n as ae,t as A}from"./readInstaller-DRovT1Tn.js";var j={title:`Certificates`,what:`Issued by this manager’s own authority, renewed by themselves 30 days before they end.`,authority:`The authority`,key:{database:`In the manager’s database, sealed with the key of its data directory: neither is of use alone. Back up both.`},endsSoon:`The root itself ends within a year: replace it, see below. Every host is moved to the new one by itself.`,listLate:`The revocation list is out of date, so agents may refuse the manager: see the manager’s log.`,timeline:`When active certificates end`,within:`Within a week`,later:`Later`,none:`No certificate fits these filters.`},M={"14d":[14,`Within 14 days`],"30d":[30,`Within 30 days`]},N=new Intl.DateTimeFormat(`en-GB`,{day:`numeric`,month:`short`});function oe(e,{from:t,to:n}){return e===0?j.within:n===null?j.later:`${N.format(new Date(t))} to ${N.format(new Date(n))}`}var se=31536e6,ce=d`
  .weeks {
    padding: 0;
    list-style: none;
  }

  .weeks li {
    display: grid;
    grid-template-columns: 8.5rem minmax(2rem, 1fr) minmax(3rem, max-content);
    align-items: center;
    gap: var(--fm-space-3);
    min-height: 1.75rem;
  }

  .weeks svg {
    width: 100%;
    height: 0.75rem;
  }

  .weeks rect {
    fill: var(--fm-info-mark);
  }

  .weeks .soon rect {
    fill: var(--fm-bad-mark);
  }

  .weeks .count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  @media (forced-colors: active) {
    .weeks rect {
      fill: CanvasText;
    }
  }
`;function le(e,n){let i=Date.parse(e.not_after)-a().getTime()<se,o=g(e.crl_next_update_at);return h`<section class="card" aria-labelledby="authority">
    <div class="row spread">
      <h2 id="authority">${j.authority}</h2>
      <div class="row">${n}</div>
    </div>
    <div class="stack">
      ${i?P(j.endsSoon):t} ${o?P(j.listLate):t}
      <dl class="facts">
        <dt>Name</dt>
        <dd>${e.name}</dd>
        <dt>Valid until</dt>
        <dd><fm-time mode="absolute" datetime=${e.not_after}></fm-time></dd>
        <dt>Agents pin</dt>
        <dd><fm-copy name="SHA-256 of the public key" value=${e.public_key_sha256}></fm-copy></dd>
        <dt>Fingerprint</dt>
        <dd><fm-copy name="SHA-256 of the certificate" value=${e.fingerprint_sha256}></fm-copy></dd>
        <dt>Private key</dt>
        <dd>${j.key[e.key_kept]??e.key_kept}</dd>
        <dt>Revocation list</dt>
        <dd>
          ${r(e.revoked_total)} revoked, signed
          <fm-time datetime=${e.crl_signed_at}></fm-time>, valid until
          <fm-time mode="absolute" datetime=${e.crl_next_update_at}></fm-time>
        </dd>
      </dl>
    </div>
  </section>`}var P=e=>h`<p class="notice warn">${p(`warning`)} <span>${e}</span></p>`;function ue({weeks:e}){let t=Math.max(...e.map(({certificates:e})=>e),1),n=e.map((e,t)=>({...e,index:t})).filter(({certificates:e})=>e>0);return h`<section class="card" aria-labelledby="timeline">
    <h2 id="timeline">${j.timeline}</h2>
    <ol class="weeks">
      ${n.map(({index:e,certificates:n,...a})=>h`<li class=${e<2?`soon`:``}>
            <span>${oe(e,a)}</span>
            <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
              ${i`<rect width=${n/t*100} height="10"></rect>`}
            </svg>
            <span class="count">${r(n)}</span>
          </li>`)}
    </ol>
  </section>`}var de={host:`Host`,manager:`Manager`,web:`Web`},F=e=>de[e.kind];function I(e){let t=e.kind===`host`?`a host without a name`:`this manager`;return C(e.hostname)||t}function L(e){return[{key:`host`,header:`Whose`,minRem:16,grow:2,render:t=>h`<button class="plain" aria-haspopup="dialog" tabindex="-1" @click=${()=>e(t)}>
          ${I(t)}
        </button>`},{key:`status`,header:`State`,minRem:8,render:({status:e})=>O(`certificate`,e)},{key:`not_after`,header:`Expires`,minRem:8.5,isSortable:!0,render:({not_after:e})=>h`<fm-time datetime=${e}></fm-time>`},{key:`issued_at`,header:`Issued`,minRem:8.5,priority:3,isSortable:!0,render:({issued_at:e})=>h`<fm-time datetime=${e}></fm-time>`},{key:`kind`,header:`For`,minRem:6,priority:3,render:F},{key:`serial`,header:`Serial number`,minRem:20,priority:4,render:({serial_number:e})=>h`<code>${e}</code>`}]}var R=d`
  fm-dialog {
    --fm-dialog-width: 42rem;
  }
`,z=class extends o{static styles=[o.styles,R];static properties={certificate:{attribute:!1}};#e=new S(this);constructor(){super(),this.certificate=null}willUpdate(e){e.has(`certificate`)&&this.#e.forget()}render(){let{certificate:e}=this;if(!e)return t;let{isBusy:n,problem:r}=this.#e,i=e.kind===`host`&&e.status===`active`;return h`<fm-dialog
      heading="Certificate of ${I(e)}"
      open
      ?locked=${n}
      @fm-close=${()=>this.dispatchEvent(new CustomEvent(`fm-closed`))}
    >
      <div class="stack">${v(r)} ${B(e)}</div>
      ${i?h`<button slot="actions" ?disabled=${n} @click=${this.#t}>
                ${p(`refresh`)} ${n?`Renewing …`:`Renew`}
              </button>
              <button slot="actions" class="danger" ?disabled=${n} @click=${this.#n}>
                Revoke
              </button>`:t}
    </fm-dialog>`}async#t(){let{certificate:e}=this;e&&await this.#r(`The certificate of ${I(e)} is renewed`,()=>re([`/renew`,e.id],t=>f(s.POST(`/api/v1/certificates/{certId}/renew`,{params:{path:{certId:e.id},header:t}}))))}async#n(){let{certificate:e}=this;if(!e)return;let t=I(e);await k({title:`Revoke the certificate of ${t}?`,text:`This cannot be undone. Within 5 seconds the manager refuses ${t}, also on open connections, and can patch it no more until it is enrolled again.`,items:[`${t}, serial number ${e.serial_number}`],action:`Revoke`})&&await this.#r(`The certificate of ${t} is revoked`,()=>f(s.DELETE(`/api/v1/certificates/{certId}`,{params:{path:{certId:e.id}}})))}#r(e,t){return this.#e.run(async()=>{await t(),u(e),this.dispatchEvent(new CustomEvent(`fm-changed`,{detail:e}))})}};function B(e){let{revoked_at:n,revocation_reason:r,host_id:i}=e;return h`<dl class="facts">
    <dt>State</dt>
    <dd>${O(`certificate`,e.status)}</dd>
    <dt>For</dt>
    <dd>
      ${i===null?F(e):h`<a href="/hosts/${encodeURIComponent(i)}">${I(e)}</a>`}
    </dd>
    <dt>Valid</dt>
    <dd>
      <fm-time mode="absolute" datetime=${e.not_before}></fm-time> to
      <fm-time mode="absolute" datetime=${e.not_after}></fm-time>
    </dd>
    ${n===null?t:h`<dt>Revoked</dt>
            <dd>
              <fm-time datetime=${n}></fm-time>
              ${r===null?t:h`(${C(r)})`}
            </dd>`}
    <dt>Serial number</dt>
    <dd><code>${e.serial_number}</code></dd>
    <dt>Names</dt>
    <dd>${e.subject_alt_names.map(e=>h`<div><code>${C(e)}</code></div>`)}</dd>
    <dt>SHA-256</dt>
    <dd><fm-copy name="fingerprint" value=${e.fingerprint_sha256}></fm-copy></dd>
  </dl>`}_(`fm-certificate`,z);var V={title:`Use an authority of your own`,what:`Hosts can be moved to an authority of yours, in the same way and as safely. Either its key stays here and your offline root signs it (steps 1 and 2), or you bring a certificate and its key (step 2 alone). The commands for OpenSSL are in docs/certificates.md.`,ask:`1. Ask your offline root`,askWhat:`The manager makes a key, which never leaves it, and a request for its certificate. Carry the request to your root and sign it there.`,make:`Make the request`,waits:`Sign this request with your root, then bring in what it made.`,drop:`Throw the request away`,dropTitle:`Throw the request away?`,dropWhat:`Its key goes with it: a certificate that was made for it is of no use then.`,bring:`2. Bring it in`,certificates:`Certificates`,certificatesHelp:`In PEM form: that of the authority and, unless it is a root, that of the root that signed it.`,key:`Key`,keyHelp:`Only for a pair of your own, without a passphrase. Leave it empty after step 1. It is not shown again.`,begin:`Check it and begin`,beginTitle:`Replace the root by this authority?`,beginWhat:`It is judged first; what cannot work is refused, and nothing changes. Then every host gets a new certificate by itself. Nothing is taken away until you finish, and you can go back until then.`};_(`fm-own-authority`,class extends o{static properties={request:{attribute:!1},certificates:{state:!0},key:{state:!0}};#e=new S(this);constructor(){super(),this.request=null,this.certificates=``,this.key=``}render(){let{isBusy:e,problem:n}=this.#e,r=n instanceof c&&n.code===`AUTHORITY_REFUSED`?n.message:null;return h`<details>
      <summary>${V.title}</summary>
      <div class="stack">
        <p>${V.what}</p>
        <h3>${V.ask}</h3>
        ${this.request?this.#n(this.request.csr_pem):this.#t()}
        <h3>${V.bring}</h3>
        <form class="stack" novalidate @submit=${this.#a}>
          <fm-field
            kind="long"
            name="certificates"
            label=${V.certificates}
            help=${V.certificatesHelp}
            maxlength="65536"
            .value=${this.certificates}
            @fm-input=${({detail:e})=>this.certificates=e}
          ></fm-field>
          <fm-field
            kind="long"
            name="key"
            label=${V.key}
            help=${V.keyHelp}
            maxlength="16384"
            autocomplete="off"
            .value=${this.key}
            @fm-input=${({detail:e})=>this.key=e}
          ></fm-field>
          ${v(n,r===null?t:w(r,500))}
          <div class="row">
            <button ?disabled=${e||this.certificates.trim()===``}>${V.begin}</button>
          </div>
        </form>
      </div>
    </details>`}#t(){return h`<p class="quiet">${V.askWhat}</p>
      <div class="row">
        <button ?disabled=${this.#e.isBusy} @click=${this.#r}>${V.make}</button>
      </div>`}#n(e){return h`<p>${V.waits}</p>
      <fm-copy name="certificate request" value=${e}></fm-copy>
      <div class="row">
        <button ?disabled=${this.#e.isBusy} @click=${this.#i}>${V.drop}</button>
      </div>`}#r=()=>this.#o(()=>f(s.POST(`/api/v1/ca/request`,{})));#i=async()=>{let{dropTitle:e,dropWhat:t,drop:n}=V;await k({title:e,text:t,action:n})&&await this.#o(()=>f(s.DELETE(`/api/v1/ca/request`,{})))};#a=async e=>{if(e.preventDefault(),this.#e.isBusy||this.certificates.trim()===``)return;let{beginTitle:t,beginWhat:n,begin:r}=V;if(!await k({title:t,text:n,action:r,tone:`primary`}))return;let i=this.key.trim(),a={certificates_pem:this.certificates,...i!==``&&{key_pem:this.key}};await this.#o(()=>f(s.POST(`/api/v1/ca/rotation/own`,{body:a})))};async#o(e){await this.#e.run(async()=>{let t=await e();this.dispatchEvent(new CustomEvent(`fm-standing`,{detail:t}))}),this.#e.problem===null&&(this.key=``)}});var H=e=>e===1?`1 host`:`${e} hosts`,U={title:`Root certificates`,what:`Everything that the authority signs goes back to a root. It can be replaced while all hosts stay reachable: the new root is added first, each host is moved to it, and the old one is taken out last.`,earlier:`Roots from before`,begin:`Replace the root`,beginTitle:`Replace the root certificate?`,beginWhat:`A new root is made, and every host gets a new certificate by itself, eight at a time. Nothing is taken away until you finish, and you can go back until then.`,beginAct:`Begin`,progress:`Hosts moved`,moved:({done:e,total:t})=>`${e} of ${H(t)} moved to the new root.`,returned:({done:e,total:t})=>`${e} of ${H(t)} on the old root. When all are, the new root is taken out by itself.`,away:e=>`${H(e)} ${e===1?`does`:`do`} not answer. Nothing is lost: both roots count, and what comes back is moved then. Delete hosts that will not come back.`,failing:e=>`${H(e)} could not be moved yet. They are reachable as before, and tried again within two minutes; the list says why.`,held:`Held: no further host is moved. All are reachable as they are.`,allDone:`All hosts are moved. The old root can be taken out.`,finishing:`The old root is being taken out. This takes half a minute.`,hold:`Hold`,go:`Continue`,back:`Go back`,finish:`Finish`,means:{hold:`Moves no further host. Those that are moved stay so, and all are reachable.`,go:`Goes on with the hosts that are left.`,back:`Moves hosts to the old root again, and takes the new one out after the last.`,finish:`Takes the old root out. Install lines and enrollment tokens from before are of no use then.`},backTitle:`Go back to the old root?`,backWhat:`Hosts that were moved get a certificate under the old root again, by themselves. Afterwards the new root is of no use to anybody.`,finishTitle:`Take the old root out?`,finishWhat:`Half a minute from now neither this manager nor its hosts trust what it has signed. This cannot be undone. Make install lines and enrollment tokens that are in use anew.`,begun:e=>`Begun by ${e}`,ended:{finished:`The root was replaced`,gone_back:`The last replacement was taken back`},behind:{title:`How a host that was left behind comes back`,what:`Where the old root has signed the new one, the agent asks for a new certificate by itself once its own is due for renewal. To have the host back sooner, and where the old root may sign no other (pathlen:0), enroll it again:`,stopFirst:`Stop the agent on the host first, for only one process may use its data, and start it again afterwards.`,steps:[`Run the line below on the host, as root. A token does not do: the host is known already, so a person must decide.`,`Approve its request under Enrollments. It is marked as the machine of a live host: replace that host, which keeps its history and revokes its old certificates.`]},hostsTitle:`Hosts of the replacement`,show:`Show`,lists:{left:`Hosts that are left`,failing:`Hosts that failed`,done:`Hosts that are moved`,all:`All hosts`},noHost:`None.`,without:e=>({override:`Finish without ${H(e)}`,title:`Finish without ${H(e)}?`,what:`They still depend on the root that is taken out: this manager will not trust them any more, and they may have to be enrolled again; this page then shows the line for it. The audit log keeps your reason.`,tooShort:`Say it in at least ten characters.`,act:`Finish without them`})},fe={in_use:[`ok`,`In use`],coming:[`info`,`New`],leaving:[`neutral`,`To be taken out`],retired:[`neutral`,`Taken out`]},W={waiting:[`neutral`,`Waits`],trusting:[`busy`,`Knows both roots`],done:[`ok`,`Moved`]};function G(e){let{name:n,state:i,not_after:a,host_certificates:o,fingerprint_sha256:s,issuer_name:c}=e,[l,u]=fe[i];return h`<dl class="facts">
    <dt>${C(n)}</dt>
    <dd><fm-badge tone=${l} label=${u}></fm-badge></dd>
    ${c===null?t:h`<dt>Signed by</dt>
            <dd>${w(c,253)}</dd>`}
    <dt>Valid until</dt>
    <dd><fm-time mode="absolute" datetime=${a}></fm-time></dd>
    <dt>Signed for</dt>
    <dd>${r(o)} certificates of hosts in force</dd>
    <dt>Fingerprint</dt>
    <dd><fm-copy name="SHA-256 of ${C(n)}" value=${s}></fm-copy></dd>
  </dl>`}var pe=[{key:`name`,header:`Host`,minRem:14,grow:2,render:({host_id:e,name:t})=>h`<a href="/hosts/${e}" tabindex="-1">${C(t)||`a host without a name`}</a>`,text:({name:e})=>e},{key:`state`,header:`State`,minRem:10,render:({state:e,failures:t})=>{let[n,r]=e!==`done`&&t>0?[`bad`,`Failed`]:W[e];return h`<fm-badge tone=${n} label=${r}></fm-badge>`},text:({state:e})=>W[e][1]},{key:`seen`,header:`Last answer`,minRem:8.5,priority:2,render:({last_seen_at:e})=>h`<fm-time datetime=${e??``}></fm-time>`},{key:`problem`,header:`Why not`,minRem:16,grow:2,priority:2,isLong:!0,render:({state:e,problem:t})=>e===`done`?``:w(t??``,500)}];_(`fm-left-behind`,class extends o{static properties={pin:{},isOpen:{state:!0}};#e=new T(this,{args:()=>this.isOpen?[]:null,read:(e,t)=>A(t)});constructor(){super(),this.pin=``,this.isOpen=!1}render(){return h`<details
      @toggle=${e=>this.isOpen=e.target.open}
    >
      <summary>${U.behind.title}</summary>
      <div class="stack">
        <p>${U.behind.what}</p>
        <ol>
          ${U.behind.steps.map(e=>h`<li>${e}</li>`)}
        </ol>
        ${this.isOpen?n(this.#e,{what:`the line`,complete:e=>h`${e.packages.length===0?h`<p>${U.behind.stopFirst}</p>`:t}<fm-copy
                      name="line that enrolls a host again"
                      value=${ae(e,{fingerprint:this.pin},{again:!0})}
                    ></fm-copy>`}):t}
      </div>
    </details>`}});function me(e){let{phase:t,hosts:n,begun_by:r,begun_at:i}=e;return h`<div class="stack tight">
    <p class="quiet">${U.begun(C(r))} <fm-time datetime=${i}></fm-time>.</p>
    <fm-progress label=${U.progress} .parts=${_e(e)}></fm-progress>
    <p role="status">${t===`going_back`?U.returned(n):U.moved(n)}</p>
    ${ge(e)}
  </div>`}function he(e,n){return h`${e?ve(e):t} ${ye(e,n)}`}var K=(e,t,n)=>h`<p class="notice ${e}">${p(t)} <span>${n}</span></p>`;function ge({phase:e,paused:n,hosts:r}){return e===`finishing`?K(``,`clock`,U.finishing):h`${n?K(``,`clock`,U.held):t}
  ${r.away>0?K(`warn`,`warning`,U.away(r.away)):t}
  ${r.failing>0?K(`warn`,`warning`,U.failing(r.failing)):t}
  ${e===`rolling`&&r.done===r.total?K(`ok`,`check`,U.allDone):t}`}var _e=({hosts:{total:e,done:t,trusting:n,failing:r}})=>[{tone:`ok`,count:t,label:`moved`},{tone:`busy`,count:n,label:`know both roots`},{tone:`neutral`,count:e-t-n,label:`waiting, ${r} of those left failed`}];function ve({phase:e,begun_by:n,ended_at:r,reason:i}){let a=e===`gone_back`?U.ended.gone_back:U.ended.finished;return h`<p class="quiet">
    ${a} <fm-time datetime=${r??``}></fm-time>, begun by
    ${C(n)}.${i===null?t:h` Hosts were left behind: ${w(i,500)}`}
  </p>`}function ye(e,n){if(e?.phase!==`finished`||e.reason===null)return t;let r=n.find(({state:e})=>e===`in_use`)?.public_key_sha256;return r===void 0?t:h`<fm-left-behind pin=${r}></fm-left-behind>`}var be=class{#e;#t;constructor(e,t){this.#e=t,this.#t=new S(e)}get isBusy(){return this.#t.isBusy}get problem(){return this.#t.problem}begin=async()=>{let{beginTitle:e,beginWhat:t,beginAct:n}=U;await k({title:e,text:t,action:n,tone:`primary`})&&await this.#n(()=>f(s.POST(`/api/v1/ca/rotation`,{})))};back=async()=>{let{backTitle:e,backWhat:t,back:n}=U;await k({title:e,text:t,action:n})&&await this.step(`go-back`)};finish=async()=>{let{finishTitle:e,finishWhat:t,finish:n}=U;await k({title:e,text:t,action:n})&&await this.#n(()=>f(s.POST(`/api/v1/ca/rotation/finish`,{body:{}})))};finishWithout=async e=>{this.#r(await f(s.POST(`/api/v1/ca/rotation/finish`,{body:{reason:e}})))};step(e){return this.#n(()=>f(s.POST(`/api/v1/ca/rotation/${e}`,{})))}async#n(e){await this.#t.run(async()=>this.#r(await e())),this.#t.problem!==null&&this.#e.retry()}#r(e){this.#e.change(()=>e)}},xe=3e3,q=e=>e!==null&&e.ended_at===null,Se=class extends o{static properties={shown:{state:!0}};#e=new T(this,{args:()=>[],read:async(e,t)=>f(s.GET(`/api/v1/ca/rotation`,{signal:t}))});#t=new E(this,{query:()=>{let e=this.#e.value?.rotation??null;return q(e)?{id:e.id,...this.shown!==`all`&&{status:this.shown}}:null},read:async({status:e},t,n)=>{let r=await f(s.GET(`/api/v1/ca/rotation/hosts`,{params:{query:{...t,...e&&{status:e}}},signal:n}));return{rows:r.hosts,total:r.total,cursor:r.next_cursor}}});#n=new be(this,this.#e);#r;#i=``;constructor(){super(),this.shown=`left`}updated(){clearTimeout(this.#r);let e=this.#e.value?.rotation??null;this.#o(e),q(e)&&(this.#r=setTimeout(()=>this.#a(e),xe))}#a({hosts:e}){this.#t.total===0&&e.done<e.total&&this.#t.retry(),this.#e.retry()}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#r)}#o(e){let t=e?JSON.stringify([e.phase,e.hosts]):``;if(t===this.#i)return;let n=this.#i===``;this.#i=t,n||(this.#t.retry(),this.dispatchEvent(new Event(`fm-changed`)))}render(){return h`<section class="card stack" aria-labelledby="roots">
      <div>
        <h2 id="roots">${U.title}</h2>
        <p class="quiet">${U.what}</p>
      </div>
      ${n(this.#e,{what:`the roots`,complete:e=>this.#s(e)})}
    </section>`}#s(e){let{roots:n,rotation:r}=e,i=n.filter(({state:e})=>e!==`retired`),a=n.filter(({state:e})=>e===`retired`);return h`${i.map(G)}
    ${q(r)?this.#l(r):this.#c(e)}
    ${v(this.#n.problem)} ${q(r)?this.#d():t}
    ${a.length===0?t:h`<details>
            <summary>${U.earlier} (${a.length})</summary>
            <div class="stack">${a.map(G)}</div>
          </details>`}`}#c({rotation:e,request:t,roots:n}){return h`${he(e,n)}
      <div class="row">
        <button ?disabled=${this.#n.isBusy} @click=${this.#n.begin}>${U.begin}</button>
      </div>
      <fm-own-authority
        .request=${t}
        @fm-standing=${({detail:e})=>this.#e.change(()=>e)}
      ></fm-own-authority>`}#l(e){return h`${me(e)} ${e.phase===`finishing`?t:this.#u(e)}`}#u(e){let{phase:n,paused:r,hosts:i}=e,a=i.total-i.done,o=n===`rolling`,{isBusy:s}=this.#n,c=r?[`resume`,`go`]:[`pause`,`hold`];return h`<div class="row">
        ${o&&a===0?h`<button class="primary" ?disabled=${s} @click=${this.#n.finish}>
                ${U.finish}
              </button>`:t}
        ${a>0?h`<button ?disabled=${s} @click=${()=>void this.#n.step(c[0])}>
                ${U[c[1]]}
              </button>`:t}
        ${o?h`<button ?disabled=${s} @click=${this.#n.back}>${U.back}</button>`:t}
        ${a>0?h`<fm-override
                .texts=${U.without(a)}
                .send=${this.#n.finishWithout}
              ></fm-override>`:t}
      </div>
      <dl class="facts small">
        ${o?J(U.finish,U.means.finish):t}
        ${a>0?J(U[c[1]],U.means[c[1]]):t}
        ${o?J(U.back,U.means.back):t}
      </dl>`}#d(){return h`<label class="field">
        ${U.show}
        <select @change=${e=>this.#f(e.target.value)}>
          ${Object.entries(U.lists).map(([e,t])=>h`<option value=${e} .selected=${e===this.shown}>${t}</option>`)}
        </select>
      </label>
      ${n(this.#t,{what:`the hosts`,isEmpty:e=>e.length===0,empty:()=>h`<p class="quiet">${U.noHost}</p>`,complete:e=>h`<fm-table
            label=${U.hostsTitle}
            .columns=${pe}
            .rows=${e}
            .rowKey=${e=>e.host_id}
            .rowHref=${e=>`/hosts/${e.host_id}`}
            .total=${this.#t.total}
            @fm-near-end=${()=>void this.#t.more()}
          ></fm-table>`})}`}#f(e){e in U.lists&&(this.shown=e)}},J=(e,t)=>h`<dt>${e}</dt>
    <dd>${t}</dd>`;_(`fm-rotation`,Se);var Y=[`active`,`revoked`,`expired`,`superseded`],X=[`issued_at`,`-issued_at`,`not_after`,`-not_after`],Ce=864e5,Z=class extends m{static styles=[m.styles,ce];static properties={open:{state:!0},done:{state:!0},problem:{state:!0}};#e=L(e=>this.open=e);#t=Date.now();constructor(){super(),this.open=null,this.done=null,this.problem=null}#n=new T(this,{args:()=>l.serves(`getAuthority`)?[]:null,read:async(e,t)=>f(s.GET(`/api/v1/ca`,{signal:t}))});#r=new E(this,{query:()=>Te(this.query,this.#t),read:async(e,t,n)=>{let r={query:{...e,...t}},i=await f(s.GET(`/api/v1/certificates`,{params:r,signal:n}));return{rows:i.certificates,total:i.total,cursor:i.next_cursor}}});render(){return h`<div class="page">
      <fm-page-header heading=${j.title}>
        <p>${j.what}</p>
      </fm-page-header>
      ${this.done===null?t:h`<p class="notice ok" role="status">${p(`check`)} ${this.done}.</p>`}
      ${v(this.problem)}
      ${n(this.#n,{what:`the authority`,complete:e=>h`${le(e,this.#i())} ${ue(e)}`})}
      ${l.serves(`getRotation`)?h`<fm-rotation @fm-changed=${()=>this.#n.retry()}></fm-rotation>`:t}
      <fm-filter-bar
        label=${j.title}
        .search=${this.query.get(`search`)??``}
        placeholder="Name or serial number"
        .filters=${we(this.query)}
        @fm-search=${te}
        @fm-filter=${ne}
        @fm-clear-filters=${Q}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${e(this.#r.total,`certificate`)}</p>
      ${n(this.#r,{what:`the certificates`,isEmpty:e=>e.length===0,empty:()=>h`<fm-state kind="empty" heading=${j.none}>
            <button slot="actions" @click=${Q}>Show all</button>
          </fm-state>`,complete:e=>this.#a(e)})}
      <fm-certificate
        .certificate=${this.open}
        @fm-closed=${()=>this.open=null}
        @fm-changed=${e=>this.#s(e.detail)}
      ></fm-certificate>
    </div>`}#i(){return h`<button @click=${()=>this.#c(`/api/v1/ca/root.crt`,`root.crt`)}>
        ${p(`download`)} Root CA
      </button>
      <button @click=${()=>this.#c(`/api/v1/ca/root.crl`,`root.crl`)}>
        ${p(`download`)} Revocation list
      </button>`}#a(e){return h`<fm-table
      label="Certificates"
      .columns=${this.#e}
      .rows=${e}
      .total=${this.#r.total}
      .sort=${$(this.query.get(`sort`))}
      @fm-open=${e=>this.open=e.detail}
      @fm-sort=${e=>this.#o(e.detail)}
      @fm-near-end=${()=>void this.#r.more()}
    ></fm-table>`}#o(e){D({sort:b(x($(this.query.get(`sort`)),e))})}#s(e){this.open=null,this.done=e,this.#r.restart(),this.#n.retry()}async#c(e,t){this.problem=null;try{await ee(e,t)}catch(e){this.problem=e}}},Q=()=>D({status:null,expires:null,search:null});function we(e){let t=t=>e.get(t)||null;return[{name:`status`,label:`State`,value:t(`status`),options:Y.map(e=>({value:e,label:ie(`certificate`,e)[1]}))},{name:`expires`,label:`Ends`,value:t(`expires`),options:Object.entries(M).map(([e,[,t]])=>({value:e,label:t}))}]}function Te(e,t){let n=M[e.get(`expires`)??``]?.[0],r=e.get(`search`)?.trim().slice(0,253),i={status:Y.find(t=>t===e.get(`status`)),sort:X.find(t=>t===e.get(`sort`)),search:r||void 0,expires_before:n===void 0?void 0:new Date(t+n*Ce).toISOString()};return Object.fromEntries(Object.entries(i).filter(([,e])=>e!==void 0))}function $(e){return y(X.find(t=>t===e)??`-issued_at`)}_(`fm-page-certificates`,Z);export{Z as FmPageCertificates};