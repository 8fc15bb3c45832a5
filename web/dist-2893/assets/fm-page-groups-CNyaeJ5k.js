import{Et as e,L as t,M as n,P as r,k as i,ut as a,vt as o,wt as s,yt as c}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{n as l}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{u,x as d}from"./common-CAX3qpu1.js";import{t as f}from"./rights-CPyAsvqE.js";import{n as p,t as m}from"./fm-group-changes-D6KXvA01.js";import{r as h}from"./read-BwBJfaZR.js";var g=class extends o{#e=new u(this,{args:()=>[],read:(e,t)=>h(t)});render(){return s`<div class="page">
      <fm-page-header heading="Groups" .actions=${this.#t()}>
        <p>Sets of hosts, by a rule or listed by hand. Filters and jobs name them.</p>
      </fm-page-header>
      <fm-group-changes @fm-changed=${()=>this.#e.retry()}></fm-group-changes>
      ${t(this.#e,{what:`the groups`,isEmpty:({length:e})=>e===0,empty:()=>this.#n(),complete:e=>this.#r(e)})}
    </div>`}#t(){return f(a.user)?[{key:`new`,label:`New group`,icon:`plus`,tone:`primary`,href:`/groups/new`}]:[]}#n(){return r(a.user)?s`<fm-state kind="empty" heading="No group holds a host that you may see."></fm-state>`:s`<fm-state kind="empty" heading="No group yet.">
      A group such as “Production web” spares you naming its hosts one by one.
      ${f(a.user)?s`<a slot="actions" class="button" href="/groups/new">Make the first one</a>`:e}
    </fm-state>`}#r(e){let t=(this.query.get(`search`)??``).trim().toLowerCase(),r=e.filter(({name:e,description:n})=>`${e}\n${n??``}`.toLowerCase().includes(t));return s`<fm-filter-bar
        label="Groups"
        .search=${this.query.get(`search`)??``}
        placeholder="Name or description"
        @fm-search=${l}
        @fm-clear-filters=${()=>d({search:null})}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${i(r.length,`group`)}</p>
      ${r.length===0?s`<fm-state kind="empty" heading="No group is called that.">
              <button slot="actions" @click=${()=>d({search:null})}>Show all</button>
            </fm-state>`:s`<fm-table
              label="Groups"
              .rows=${r}
              .columns=${m}
              @fm-open=${({detail:e})=>n(p(e))}
            ></fm-table>`}`}};c(`fm-page-groups`,g);export{g as FmPageGroups};