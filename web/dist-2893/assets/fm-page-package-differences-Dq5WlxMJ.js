import{Et as e,L as t,at as n,k as r,st as i,vt as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as c,t as l}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{m as u,u as d,v as f,x as p}from"./common-CAX3qpu1.js";import{o as m,r as h}from"./texts-DjflBj05.js";var g={what:`Packages that not all hosts of a group have in the same versions.`,choose:`Choose a group.`,chooseText:`What differs among its hosts is shown then.`,noGroups:`There are no groups.`,noGroupsText:`Make one of the hosts that should be alike.`,same:`All hosts of the group have the same packages in the same versions.`,noneFits:`No package that differs has such a name.`,unknown:`The packages of no host of this group are known yet.`,hosts:e=>`${e} ${e===1?`host`:`hosts`}`,more:e=>`and ${e} more`},_=500,v=[{key:`name`,header:`Package`,minRem:12,grow:2,render:({name:e})=>u(e)},{key:`versions`,header:`Versions`,minRem:14,grow:2,isLong:!0,render:({versions:e,versions_total:t})=>[...e.map(({version:e,hosts:t})=>o`<div>${u(e)} (${g.hosts(t)})</div>`),...t>e.length?[o`<div class="quiet">${g.more(t-e.length)}</div>`]:[]],text:({versions:e})=>e.map(({version:e,hosts:t})=>`${e} (${t})`).join(`; `)},{key:`hosts`,header:`Hosts with it`,minRem:7,align:`end`,render:({hosts:e})=>e},{key:`without`,header:`Without`,minRem:6,align:`end`,priority:2,render:({hosts_without:e})=>e}],y=class extends a{#e=null;#t=new d(this,{args:()=>[],read:(e,t)=>i(n.GET(`/api/v1/groups`,{params:{query:{limit:_}},signal:t}))});#n=new f(this,{query:()=>b(this.query),read:async({id:e,...t},r,a)=>{let o={path:{id:e},query:{...t,...r}},s=await i(n.GET(`/api/v1/groups/{id}/package-differences`,{params:o,signal:a}));return this.#e=s.coverage,{rows:s.differences,total:s.total,cursor:s.next_cursor}}});render(){return o`<div class="page">
      <fm-page-header heading="Differences in a group" .crumbs=${[{label:`Packages`,href:`/packages`}]}>
        <p>${g.what}</p>
      </fm-page-header>
      ${t(this.#t,{what:`the groups`,isEmpty:({groups:e})=>e.length===0,empty:()=>o`<fm-state kind="empty" heading=${g.noGroups}>
            ${g.noGroupsText} <a slot="actions" class="button" href="/groups">Groups</a>
          </fm-state>`,complete:({groups:e})=>this.#r(e)})}
    </div>`}#r(e){let t=this.query.get(`group`)||null,n=e.map(({id:e,name:t})=>({value:e,label:u(t)}));return o`<fm-filter-bar
        label="Packages"
        .search=${this.query.get(`search`)??``}
        placeholder="Name"
        .filters=${[{name:`group`,label:`Group`,value:t,options:n,any:`Choose a group`}]}
        @fm-search=${c}
        @fm-filter=${l}
        @fm-clear-filters=${()=>p({search:null,group:null})}
      ></fm-filter-bar>
      ${t===null?o`<fm-state kind="empty" heading=${g.choose}>${g.chooseText}</fm-state>`:this.#i(t)}`}#i(n){let i=this.#e===null?null:h(this.#e);return o`${i===null?e:o`<p class="notice">${i}</p>`}
      <p class="quiet small" role="status">
        ${this.#n.total===null||this.#e===null?e:`${r(this.#n.total,`package differs`,`packages differ`)} among ${r(this.#e.hosts_known,`host`)}.`}
      </p>
      ${t(this.#n,{what:`the differences`,isEmpty:({length:e})=>e===0,empty:()=>o`<fm-state kind="empty" heading=${this.#a()}></fm-state>`,complete:e=>o`<fm-table
            label="Differences"
            name="group-package-differences"
            .rows=${e}
            .columns=${v}
            .rowKey=${({name:e})=>e}
            .rowHref=${({name:e})=>`${m(e)}&group=${encodeURIComponent(n)}`}
            .total=${this.#n.total}
            .loadAll=${()=>this.#n.readAll()}
            @fm-near-end=${()=>this.#n.more()}
          ></fm-table>`})}`}#a(){return this.#e?.hosts_known===0?g.unknown:this.query.get(`search`)?g.noneFits:g.same}};function b(e){let t=e.get(`group`);if(!t)return null;let n=e.get(`search`)?.trim().slice(0,256);return{id:t,...n?{search:n}:{}}}s(`fm-page-package-differences`,y);export{y as FmPagePackageDifferences};