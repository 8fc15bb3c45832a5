import{A as e,Et as t,L as n,_t as r,at as i,kt as a,st as o,wt as s,yt as c}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import"./fm-table-uS3hD86L.js";import{m as l,v as u}from"./common-CAX3qpu1.js";import{a as d,i as f,n as p,o as m,t as h}from"./texts-DjflBj05.js";var g={none:`No packages are known yet.`,noneText:`The host tells what is installed soon after it has enrolled, then daily and after each job.`,noneFits:`No package fits.`,history:`What changed`,compare:`Compare with another host`,asOf:`As of`,failing:`The host could not be asked last time, so this may be old. The reason:`},_=[{key:`name`,header:`Package`,minRem:12,grow:2,render:({name:e})=>l(e)},{key:`version`,header:`Version`,minRem:10,grow:1,render:({version:e,held:t})=>`${l(e)}${t?`, held`:``}`},{key:`available`,header:`Available`,minRem:10,grow:1,priority:2,render:({available_version:e})=>l(e??``)},{key:`arch`,header:`Architecture`,minRem:8,priority:4,render:({arch:e})=>l(e)},{key:`origin`,header:`From`,minRem:8,priority:3,render:({origin:e})=>l(e??``)}],v=a`
  :host {
    display: grid;
    gap: var(--fm-space-3);
  }
`,y=class extends r{static styles=[r.styles,v];static properties={hostId:{},search:{state:!0},chosen:{state:!0}};#e=null;#t=new u(this,{query:()=>this.hostId===``?null:this.#r(),read:async({hostId:e,...t},n,r)=>{let a={path:{hostId:e},query:{...t,...n}},s=await o(i.GET(`/api/v1/hosts/{hostId}/packages`,{params:a,signal:r}));return this.#e=s.state,{rows:s.packages,total:s.total,cursor:s.next_cursor}}});constructor(){super(),this.hostId=``,this.search=``,this.chosen={}}render(){return s`<fm-filter-bar
        label="Packages of this host"
        .search=${this.search}
        placeholder="Name"
        .filters=${[{name:`pending`,label:`Update pending`,value:this.chosen.pending??null,options:h},{name:`held`,label:`Held`,value:this.chosen.held??null,options:h}]}
        @fm-search=${({detail:e})=>this.search=e}
        @fm-filter=${({detail:e})=>this.chosen={...this.chosen,[e.name]:e.value}}
        @fm-clear-filters=${()=>[this.search=``,this.chosen={}]}
      ></fm-filter-bar>
      <p class="row">
        <a class="button" href=${d(this.hostId)}>${g.history}</a>
        <a class="button" href=${p(this.hostId)}>${g.compare}</a>
      </p>
      ${this.#n()}
      ${n(this.#t,{what:`the packages`,isEmpty:({length:e})=>e===0,empty:()=>this.#e?.collected_at?s`<fm-state kind="empty" heading=${g.noneFits}></fm-state>`:s`<fm-state kind="empty" heading=${g.none}>${g.noneText}</fm-state>`,complete:e=>s`<fm-table
            label="Packages"
            name="host-packages"
            .rowKey=${({name:e,arch:t,version:n})=>`${e} ${t} ${n}`}
            .loadAll=${()=>this.#t.readAll()}
            .rows=${e}
            .columns=${_}
            .rowHref=${({name:e})=>m(e)}
            .total=${this.#t.total}
            @fm-near-end=${()=>this.#t.more()}
          ></fm-table>`})}`}#n(){let n=this.#e;if(n===null)return t;let r=n.collected_at;return s`${n.problem===null?t:s`<p class="notice warn">
              ${g.failing} <code>${n.problem}</code>,
              <fm-time .datetime=${n.problem_since}></fm-time>
            </p>`}
      <p class="quiet small" role="status">
        ${e(this.#t.total,`package`,`packages`)}
        ${r===null?t:s`· ${g.asOf} <fm-time .datetime=${r} mode="absolute"></fm-time>`}
      </p>`}#r(){let e={search:this.search.trim().slice(0,256)||void 0,pending:f(this.chosen.pending??null),held:f(this.chosen.held??null)},t=Object.fromEntries(Object.entries(e).filter(([,e])=>e!==void 0));return{hostId:this.hostId,...t}}};c(`fm-host-packages`,y);export{y as FmHostPackages};