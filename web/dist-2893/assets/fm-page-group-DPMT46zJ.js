import{Et as e,F as t,L as n,M as r,N as i,Q as a,U as o,Z as s,_t as c,at as l,dt as u,it as d,k as f,kt as p,st as m,tt as h,ut as g,vt as _,wt as v,yt as y,z as b}from"./shell-BBooQZkD.js";import{h as x,m as S,u as C,v as w,x as T}from"./common-CAX3qpu1.js";import{t as E}from"./fm-confirm-CHgqJzYh.js";import{t as D}from"./rights-CPyAsvqE.js";import{r as O}from"./fm-group-changes-D6KXvA01.js";import"./fm-group-form-Dkv9_i2W.js";import{i as k,n as A,t as j}from"./read-BwBJfaZR.js";import{a as M}from"./rule-B2RTgxgF.js";import"./fm-table-uS3hD86L.js";import{i as N}from"./columns-B7wyug5_.js";import{t as P}from"./hostName-nP2O9nOD.js";var F={listed:`Its hosts are listed by hand.`,byRule:e=>`A host belongs to it when: ${e}.`,deleteTitle:e=>`Delete the group “${e}”?`,deleteText:e=>`${e===0?`It has no host.`:e===1?`Its host stays as it is.`:`Its ${f(e,`host`)} stay as they are.`} Maintenance windows and freezes of the group are deleted with it, and notification rules for this group alone are switched off. Filters that name it find no host any more; jobs that have ended keep its name.`,isDeleting:`It is being deleted.`,movedTitle:`Somebody else has changed this group meanwhile.`,moved:`What it is now stands above. Your entries stand as you typed them; save again if they are still right.`,noneListed:`No host is in this group.`,noneByRule:`No host fits the rule now. One that fits later joins by itself.`,takeOut:e=>`Take ${f(e,`host`)} out of the group`,takeOutTitle:(e,t)=>`Take ${f(e,`host`)} out of “${t}”?`,takeOutText:`The hosts themselves stay as they are.`,add:e=>e===0?`Add to the group`:`Add ${f(e,`host`)}`,isMember:`is in it`,added:e=>`${f(e,`host`)} added.`,takenOut:e=>`${f(e,`host`)} taken out.`,notTakenOut:e=>`${f(e,`host`)} could not be taken out:`},I=180,L=1e3,R=p`
  .search {
    flex: 1 1 14rem;
    max-width: 28rem;
  }
`,z=class extends c{static styles=[c.styles,R];static properties={groupId:{},search:{state:!0},chosen:{state:!0}};#e=new x(this);#t=[...O,{key:`is-member`,header:`Group`,minRem:7,render:({groups:e})=>e.some(({id:e})=>e===this.groupId)?F.isMember:``}];#n;constructor(){super(),this.groupId=``,this.search=``,this.chosen=new Set}#r=new w(this,{query:()=>this.search===``?{}:{search:this.search},read:async(e,t,n)=>{let r={query:{...e,...t}},i=await m(l.GET(`/api/v1/hosts`,{params:r,signal:n}));return{rows:i.hosts,total:i.total,cursor:i.next_cursor}}});disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#n)}firstUpdated(){this.renderRoot.querySelector(`input`)?.focus()}render(){let{isBusy:t,problem:r}=this.#e,{size:i}=this.chosen;return v`<section class="card stack tight" aria-label="Add hosts">
      <div class="row spread">
        <label class="field search">
          Find hosts
          <input
            type="search"
            maxlength="253"
            placeholder="Name, address or machine id"
            @input=${this.#i}
          />
        </label>
        <span class="quiet" role="status">${i===0?e:`${f(i,`host`)} chosen`}</span>
      </div>
      ${n(this.#r,{what:`the hosts`,isEmpty:()=>this.#r.total===0,empty:()=>v`<fm-state kind="empty" heading="No host is called that."></fm-state>`,complete:e=>v`<fm-table
            label="Hosts to add"
            .rows=${e}
            .total=${this.#r.total}
            .columns=${this.#t}
            .selected=${this.chosen}
            @fm-select=${({detail:e})=>this.chosen=e}
            @fm-near-end=${()=>this.#r.more()}
          ></fm-table>`})}
      ${b(r)}
      <div class="row">
        <button class="primary" ?disabled=${t||i===0} @click=${this.#a}>
          ${F.add(i)}
        </button>
        <button @click=${()=>this.dispatchEvent(new CustomEvent(`fm-cancel`))}>Cancel</button>
      </div>
    </section>`}#i=({target:e})=>{let{value:t}=e;clearTimeout(this.#n),this.#n=setTimeout(()=>this.search=t.trim(),I)};#a=()=>void this.#e.run(async()=>{let e=[...this.chosen],t={path:{id:this.groupId}};for(let n=0;n<e.length;n+=L){let r={host_ids:e.slice(n,n+L)};await m(l.POST(`/api/v1/groups/{id}/hosts`,{params:t,body:r}))}this.dispatchEvent(new CustomEvent(`fm-added`,{detail:e.length}))})};y(`fm-add-hosts`,z);var B=6;async function V(e,t){let n=[...t],r=[];return await Promise.all(Array.from({length:B},async()=>{for(let t=n.shift();t;t=n.shift()){let n={path:{id:e,hostId:t.id}};try{await m(l.DELETE(`/api/v1/groups/{id}/hosts/{hostId}`,{params:n}))}catch(e){e instanceof u&&e.code===`HOST_NOT_FOUND`||r.push({host:t,why:o(e).what})}}})),r}y(`fm-group-members`,class extends c{static properties={group:{attribute:!1},mayEdit:{type:Boolean},selected:{state:!0},isAdding:{state:!0},done:{state:!0},refused:{state:!0}};#e=new x(this);constructor(){super(),this.mayEdit=!1,this.selected=new Set,this.isAdding=!1,this.done=null,this.refused=[]}#t=new w(this,{query:()=>({id:this.group.id}),read:async({id:e},t,n)=>{let r={path:{id:e},query:t},i=await m(l.GET(`/api/v1/groups/{id}/hosts`,{params:r,signal:n}));return{rows:i.hosts,total:i.total,cursor:i.next_cursor}}});render(){return v`<section class="stack" aria-label="Hosts of the group">
      ${this.mayEdit?this.#n():e}
      ${this.done===null?e:v`<p class="notice ok" role="status">${h(`check`)} ${this.done}</p>`}
      ${this.#r()} ${b(this.#e.problem)}
      ${this.isAdding?v`<fm-add-hosts
              .groupId=${this.group.id}
              @fm-added=${({detail:e})=>this.#s(F.added(e))}
              @fm-cancel=${()=>this.isAdding=!1}
            ></fm-add-hosts>`:e}
      ${n(this.#t,{what:`the hosts`,isEmpty:()=>this.#t.total===0,empty:()=>v`<fm-state
            kind="empty"
            heading=${this.group.rule?F.noneByRule:F.noneListed}
          ></fm-state>`,complete:e=>this.#i(e)})}
    </section>`}#n(){let{size:t}=this.selected;return v`<div class="row">
      <button ?disabled=${this.isAdding} @click=${()=>this.#a()}>${h(`plus`)} Add hosts</button>
      ${t===0?e:v`<button ?disabled=${this.#e.isBusy} @click=${()=>void this.#o()}>
              ${h(`trash`)} ${F.takeOut(t)}
            </button>`}
    </div>`}#r(){return this.refused.length===0?e:v`<div class="notice bad" role="alert">
      <div>
        <strong>${F.notTakenOut(this.refused.length)}</strong>
        <ul>
          ${this.refused.map(({host:e,why:t})=>v`<li>${P(e)}: ${t}</li>`)}
        </ul>
      </div>
    </div>`}#i(e){return v`<fm-table
      label="Hosts of the group"
      .rows=${e}
      .total=${this.#t.total}
      .columns=${O}
      .selected=${this.mayEdit?this.selected:null}
      @fm-select=${({detail:e})=>this.selected=e}
      @fm-open=${({detail:e})=>r(N(e))}
      @fm-near-end=${()=>this.#t.more()}
    ></fm-table>`}#a(){this.done=null,this.isAdding=!0}async#o(){let e=this.#t.rows.filter(({id:e})=>this.selected.has(e));await E({title:F.takeOutTitle(e.length,this.group.name),text:F.takeOutText,items:e.map(P),action:`Take out`})&&(this.done=null,await this.#e.run(async()=>{this.refused=await V(this.group.id,e);let t=new Set(this.refused.map(({host:e})=>e.id));this.selected=t,this.#s(F.takenOut(e.length-t.size))}),this.#e.problem!==null&&this.dispatchEvent(new CustomEvent(`fm-changed`)))}#s(e){this.isAdding=!1,this.done=e,this.#t.restart(),this.dispatchEvent(new CustomEvent(`fm-changed`))}});var H=class extends _{static properties={isMoved:{state:!0}};#e=new x(this);constructor(){super(),this.isMoved=!1}#t=new C(this,{args:()=>[this.params.id??``],read:([e],t)=>A(e,t),rereads:()=>!this.query.has(`edit`)});render(){return v`<div class="page">
      ${n(this.#t,{what:`the group`,complete:e=>this.#n(e)})}
    </div>`}#n(n){let{group:r}=n,i=this.query.has(`edit`)&&D(g.user),a=s(this.#t);return v`<fm-page-header
        heading=${S(r.name)}
        .crumbs=${[{label:`Groups`,href:`/groups`}]}
        .actions=${i||a?[]:this.#r(n)}
        @fm-action=${({detail:e})=>this.#i(e,n)}
      >
        ${r.description?v`<p>${S(r.description)}</p>`:e}
        <p>${r.rule?F.byRule(S(M(r.rule))):F.listed}</p>
      </fm-page-header>
      ${a?e:b(this.#e.problem)}
      ${i||a||r.rule===null?e:v`<fm-group-changes
              .groupId=${r.id}
              @fm-changed=${()=>this.#t.retry()}
            ></fm-group-changes>`}
      ${i?this.#a(n):e}
      ${i||a?e:v`<fm-group-members
              .group=${r}
              .mayEdit=${r.rule===null&&t(g.user,`groups:edit`)}
              @fm-changed=${()=>this.#t.retry()}
            ></fm-group-members>`}`}#r({group:e}){let{user:n}=g,r=this.#e.isBusy?F.isDeleting:null;return[e.hosts_total>0&&{key:`hosts`,label:`Show in Hosts`,icon:`hosts`,href:`/hosts?group_id=${e.id}`},e.hosts_total>1&&d.serves(`listGroupPackageDifferences`)&&t(n,`hosts:read`)&&{key:`packages`,label:`What differs`,icon:`package`,href:`/packages/differences?group=${e.id}`},d.serves(`createGroupWindow`)&&t(n,`windows:edit`)&&{key:`window`,label:`New window`,icon:`clock`,href:`/calendar?new=window&group=${e.id}`},D(n)&&{key:`edit`,label:`Edit`,icon:`edit`},t(n,`groups:delete`)&&{key:`delete`,label:`Delete`,icon:`trash`,reason:r}].filter(e=>e!==!1)}#i(e,t){e===`edit`&&T({edit:`1`},!0),e===`delete`&&this.#l(t)}#a(t){return v`${this.isMoved?v`<div class="notice warn" role="alert">
              <div><strong>${F.movedTitle}</strong> ${F.moved}</div>
            </div>`:e}
      <fm-group-form
        .group=${t.group}
        .save=${e=>this.#o(t,e)}
        @fm-cancel=${this.#s}
      ></fm-group-form>`}async#o(e,t){try{this.#c(await k(e,t))}catch(t){if(!(t instanceof u&&t.code===`PRECONDITION_FAILED`)||!this.isConnected)throw a(t)&&this.#t.retry(),t;this.#c(await A(e.group.id)),this.isMoved=!0;return}this.isConnected&&this.#s()}#s=()=>{this.isMoved=!1,T({edit:null},!0)};#c(e){this.#t.change(()=>e)}async#l(e){let{name:t,hosts_total:n}=e.group;await E({title:F.deleteTitle(S(t)),text:F.deleteText(n),action:`Delete the group`})&&(await this.#e.run(async()=>{let t=i();await j(e),t(`/groups`,{replace:!0})}),this.#e.problem!==null&&this.#t.retry())}};y(`fm-page-group`,H);export{H as FmPageGroup};