import{Et as e,L as t,M as n,_t as r,at as i,k as a,kt as o,st as s,vt as c,wt as l,yt as u}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as d}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{m as f,u as p,v as m,x as h}from"./common-CAX3qpu1.js";import{t as g}from"./asker-tT0gubqI.js";import{n as _}from"./chosenHosts-BXILJwIB.js";import{t as v}from"./hostName-nP2O9nOD.js";import{o as y}from"./texts-DjflBj05.js";var b={what:`Packages that two hosts do not have in the same versions.`,first:`First host`,second:`Second host`,search:`Name or address`,noHost:`No host has such a name.`,more:e=>`${a(e,`more host`)}; type more of the name.`,same:`Both hosts have the same packages in the same versions.`,sameHost:`Choose another host: this is the first one.`,noneFits:`No package that differs has such a name.`,unknown:`Nothing can be compared yet.`,unknownText:e=>`What is installed on ${e.join(` and `)} is not known. Hosts tell it soon after they have enrolled, then daily.`,counts:(e,t,n,[r,i])=>[`${a(e,`difference`)}.`,`${a(t,`package is`,`packages are`)} on ${r} alone, ${n} on ${i} alone.`].join(` `),update:(e,t)=>t===0?`Update ${e}`:`Update ${a(t,`package`)} on ${e}`,chooseFirst:e=>`Choose packages in the table that are older on ${e}.`,none:`not installed`,newer:{here:`on the first`,there:`on the second`},notComparable:`not known`,failing:e=>`${e} could not be asked last time; what is told of it may be old.`},x=8,S=o`
  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li button {
    width: 100%;
    justify-content: start;
    overflow-wrap: anywhere;
    text-align: start;
    white-space: normal;
  }
`,C=class extends r{static styles=[r.styles,S];static properties={label:{},search:{state:!0}};#e=new p(this,{args:()=>[this.search],keepsValue:!0,read:([e],t)=>{let n={limit:x,...e===``?{}:{search:e}};return s(i.GET(`/api/v1/hosts`,{params:{query:n},signal:t}))}});constructor(){super(),this.label=``,this.search=``}render(){return l`<section class="card stack" aria-label=${this.label}>
      <h2>${this.label}</h2>
      <fm-filter-bar
        label=${this.label}
        .search=${this.search}
        placeholder=${b.search}
        @fm-search=${({detail:e})=>this.search=e.slice(0,200)}
        @fm-clear-filters=${()=>this.search=``}
      ></fm-filter-bar>
      ${t(this.#e,{what:`the hosts`,isEmpty:({hosts:e})=>e.length===0,empty:()=>l`<p class="quiet" role="status">${b.noHost}</p>`,complete:({hosts:t,total:n})=>l`<ul>
              ${t.map(e=>l`<li>
                    <button @click=${()=>this.#t(e.id)}>
                      ${v(e)} <span class="quiet small">${f(e.ip_address)}</span>
                    </button>
                  </li>`)}
            </ul>
            ${n>t.length?l`<p class="quiet small" role="status">${b.more(n-t.length)}</p>`:e}`})}
    </section>`}#t(e){this.dispatchEvent(new CustomEvent(`fm-choose`,{detail:e}))}};u(`fm-host-choice`,C);var w=({name:e,arch:t})=>`${e} ${t}`,T=e=>e.length===0?l`<span class="quiet">${b.none}</span>`:e.map(f).join(`, `),E=([e,t])=>[{key:`name`,header:`Package`,minRem:12,grow:2,render:({name:e})=>f(e)},{key:`here`,header:e,minRem:10,grow:1,render:e=>T(e.here)},{key:`there`,header:t,minRem:10,grow:1,render:e=>T(e.there)},{key:`newer`,header:`Newer`,minRem:8,priority:2,render:({newer:e,here:t,there:n})=>e===null?t.length>0&&n.length>0?b.notComparable:``:b.newer[e]},{key:`arch`,header:`Architecture`,minRem:8,priority:3,render:({arch:e})=>f(e)}],D=class extends c{static properties={selected:{state:!0}};#e=null;#t=new p(this,{args:()=>this.#r(),read:async(e,t)=>{let n=async e=>v(await s(i.GET(`/api/v1/hosts/{id}`,{params:{path:{id:e}},signal:t})));return Promise.all([n(e[0]),n(e[1])])}});#n=new m(this,{query:()=>this.#i(),read:async({hostId:e,other:t,search:n},r,a)=>{let o={with:t,...n===void 0?{}:{search:n},...r},c={path:{hostId:e},query:o},l=await s(i.GET(`/api/v1/hosts/{hostId}/packages/differences`,{params:c,signal:a}));return this.#e=l,{rows:l.differences,total:l.total,cursor:l.next_cursor}}});constructor(){super(),this.selected=new Set}render(){return l`<div class="page">
      <fm-page-header
        heading="Compare hosts"
        .crumbs=${[{label:`Packages`,href:`/packages`}]}
        .actions=${this.#d()}
        @fm-action=${({detail:e})=>this.#p(e)}
      >
        <p>${b.what}</p>
      </fm-page-header>
      ${this.#r()?this.#o():this.#a()}
    </div>`}#r(){let[e,t]=[this.query.get(`host`),this.query.get(`with`)];return e&&t&&e!==t?[e,t]:null}#i(){let e=this.#r();if(!e)return null;let t=this.query.get(`search`)?.trim().slice(0,256);return{hostId:e[0],other:e[1],...t?{search:t}:{}}}#a(){let t=this.query.get(`host`),n=t!==null&&t===this.query.get(`with`);return l`${n?l`<p class="notice warn" role="alert">${b.sameHost}</p>`:e}
      <fm-host-choice
        label=${t?b.second:b.first}
        @fm-choose=${({detail:e})=>h({[t?`with`:`host`]:e},!0)}
      ></fm-host-choice>`}#o(){return l`${t(this.#t,{what:`the hosts`,complete:e=>l`<fm-filter-bar
            label="Packages"
            .search=${this.query.get(`search`)??``}
            placeholder="Name"
            @fm-search=${d}
            @fm-clear-filters=${()=>h({search:null})}
          ></fm-filter-bar>
          ${this.#c(e)}
          ${t(this.#n,{what:`the differences`,isEmpty:({length:e})=>e===0,empty:()=>this.#l(e),complete:t=>this.#s(t,e)})}`})}`}#s(e,t){return l`<fm-table
      label="Differences"
      name="package-differences"
      .rows=${e}
      .columns=${E(t)}
      .rowKey=${w}
      .rowHref=${({name:e})=>y(e)}
      .selected=${this.#u()?this.selected:null}
      .total=${this.#n.total}
      .loadAll=${()=>this.#n.readAll()}
      @fm-select=${({detail:e})=>this.selected=e}
      @fm-near-end=${()=>this.#n.more()}
    ></fm-table>`}#c(t){let n=this.#e;if(n===null||this.#n.total===null)return e;let r=[n.here,n.there].flatMap(({problem:e},n)=>e===null?[]:[b.failing(t[n]??``)]);return l`${r.length>0?l`<p class="notice warn">${r.join(` `)}</p>`:e}
      <p class="quiet small" role="status">
        ${b.counts(n.total,n.only_here,n.only_there,t)}
      </p>`}#l(e){let t=[this.#e?.here,this.#e?.there].flatMap((t,n)=>t?.collected_at===null?[e[n]??``]:[]);if(t.length>0)return l`<fm-state kind="empty" heading=${b.unknown}>${b.unknownText(t)}</fm-state>`;let n=this.query.get(`search`)?b.noneFits:b.same;return l`<fm-state kind="empty" heading=${n}></fm-state>`}#u(){return g.may(`jobs:run`)&&g.serves(`createJob`)}#d(){if(!this.#r())return[];let e=[{key:`swap`,label:`Swap`},{key:`other`,label:`Other hosts`,icon:`hosts`}],t=this.#t.value;if(!t||!this.#u())return e;let n=(e,t)=>{let n=this.#f(e).length,r=n===0?b.chooseFirst(t):null;return{key:e,label:b.update(t,n),icon:`plus`,reason:r}};return[n(`here`,t[0]),n(`there`,t[1]),...e]}#f(e){let t=e===`here`?`there`:`here`,n=this.#n.rows.filter(e=>this.selected.has(w(e))&&e.newer===t);return[...new Set(n.map(({name:e})=>e))]}#p(e){let t=this.#r();if(!t)return;let[n,r]=t;e===`swap`?h({host:r,with:n}):e===`other`?h({host:null,with:null,search:null},!0):this.#m(e,e===`here`?n:r)}#m(e,t){let r=this.#f(e).map(e=>[`package`,e]);n(_([t],[[`operation`,`update`],...r]))}};u(`fm-page-compare`,D);export{D as FmPageCompare};