import{Et as e,L as t,M as n,O as r,at as i,k as a,st as o,tt as s,vt as c,wt as l,yt as u,z as d}from"./shell-BBooQZkD.js";import"./fm-filter-bar-DDQqBvLu.js";import{t as f}from"./address-DMDwimFR.js";import"./fm-table-uS3hD86L.js";import{h as p,m,p as h,u as g,x as _}from"./common-CAX3qpu1.js";import{t as v}from"./dataSets-CfVvmyCl.js";import{n as y,r as b,t as x}from"./patchTexts-Jargwrxl.js";import{d as S,p as C,u as w}from"./texts-D17fg_K9.js";import{t as T}from"./names-DRkFoyNN.js";import{t as E}from"./asker-tT0gubqI.js";import{r as D}from"./changes-CZ50GRvT.js";import{t as O}from"./hostName-nP2O9nOD.js";var k={what:`Packages with a pending security patch, by what is gained first: known-exploited CVEs, then what is beyond its service level, then severity, then the highest EPSS score, then the number of hosts.`,none:`No security patch is pending.`,noneText:`No host that you may see is known to lack one.`,noneFits:`No security patch is pending there.`,showAll:`Show all hosts`,newJob:`New job`,gathering:`Reading …`,cut:`The rest follows once these are patched; a group or a host shows its own.`},A=500,j=class extends c{static properties={busyWith:{state:!0},onlyHeld:{state:!0}};#e=new p(this);#t=new g(this,{args:()=>this.#u(),read:([e,t],n)=>{let r={limit:A,...e?{group_id:e}:{},...t?{host_id:t}:{}};return o(i.GET(`/api/v1/exposure/order`,{params:{query:r},signal:n}))}});#n=new g(this,{args:()=>[],read:(e,t)=>o(i.GET(`/api/v1/exposure/data-sets`,{signal:t}))});#r=new g(this,{args:()=>E.serves(`listGroups`)?[]:null,read:(e,t)=>T(t)});#i=new g(this,{args:()=>{let e=this.query.get(`host`);return e?[e]:null},read:([e],t)=>D(e,t)});#a=[{key:`rank`,header:`Rank`,minRem:4,align:`end`,render:({rank:e})=>r(e)},{key:`package`,header:`Package`,minRem:11,grow:1,isRowHeader:!0,render:e=>m(e.package)},{key:`hosts`,header:`Hosts`,minRem:5,align:`end`,render:({hosts:e})=>r(e),text:({hosts:e})=>e},{key:`reasons`,header:`Why`,minRem:18,grow:3,render:({reasons:e})=>e.map(e=>l`<div>${h(e)}</div>`),text:({reasons:e})=>e.join(` `)},{key:`severity`,header:`Severity`,minRem:8,priority:3,render:({severity:e})=>S(e),text:({severity:e})=>C(e)},{key:`overdue`,header:`Hosts late`,minRem:6,align:`end`,priority:4,render:({hosts_overdue:e})=>r(e),text:({hosts_overdue:e})=>e},{key:`cves`,header:`CVEs`,minRem:5,align:`end`,priority:5,isExtra:!0,render:({cves:e})=>r(e),text:({cves:e})=>e},{key:`due`,header:`First due`,minRem:8,priority:5,render:({earliest_due_at:e})=>l`<fm-time .datetime=${e} missing="Not recorded"></fm-time>`,text:({earliest_due_at:e})=>e??`not recorded`}];#o={key:`job`,header:`Job`,minRem:9,priority:2,text:()=>``,render:e=>this.#l(e)};#s=[...this.#a,this.#o];constructor(){super(),this.busyWith=null,this.onlyHeld=null}render(){return l`<div class="page">
      <fm-page-header heading="Order to patch">
        <p>${k.what}</p>
        ${v(this.#n)}
      </fm-page-header>
      ${this.#d()} ${d(this.#e.problem)}
      ${this.onlyHeld===null?e:l`<p class="notice warn" role="alert">
              ${s(`warning`)}
              <span><strong>${m(this.onlyHeld)}</strong>: ${x.onlyHeld}</span>
            </p>`}
      ${t(this.#t,{what:`the order`,isEmpty:({packages:e})=>e.length===0,empty:()=>this.#p(),complete:e=>this.#c(e)})}
    </div>`}#c({packages:t,total:n,computed_at:i}){let[o,s]=this.#u(),c=E.may(`jobs:run`)&&E.serves(`createJob`);return l`<p class="quiet small" role="status">
        ${a(n,`package`)}, ranked <fm-time .datetime=${i}></fm-time>.
        ${t.length<n?`The first ${r(t.length)} are shown. ${k.cut}`:e}
      </p>
      <fm-table
        label="Order to patch"
        name="patch-order"
        .rows=${t}
        .columns=${c?this.#s:this.#a}
        .rowKey=${e=>e.package}
        .rowHref=${e=>w(e.package,{group:o,host:s})}
        .total=${t.length}
      ></fm-table>`}#l(e){let t=this.busyWith===e.package;return l`<button
      ?disabled=${this.busyWith!==null}
      aria-label="New job for ${m(e.package)}"
      @click=${()=>void this.#m(e.package)}
    >
      ${t?k.gathering:k.newJob}
    </button>`}#u(){return[this.query.get(`group`)||null,this.query.get(`host`)||null]}#d(){let t=this.#f();return t.length===0?e:l`<fm-filter-bar
      label="Order to patch"
      no-search
      .filters=${t}
      @fm-filter=${f}
      @fm-clear-filters=${M}
    ></fm-filter-bar>`}#f(){let[e,t]=this.#u(),n=[...this.#r.value??[]].map(([e,t])=>({value:e,label:m(t)})),r=n.length>0?[{name:`group`,label:`Group`,value:e,options:n,any:`All hosts`}]:e===null?[]:[{name:`group`,label:`Group`,value:e,valueText:`one group`}];if(t===null)return r;let i=this.#i.value?O(this.#i.value):`one host`;return[...r,{name:`host`,label:`Host`,value:t,valueText:i}]}#p(){return this.#u().some(e=>e!==null)?l`<fm-state kind="empty" heading=${k.noneFits}>
      <button slot="actions" @click=${M}>${k.showAll}</button>
    </fm-state>`:l`<fm-state kind="empty" heading=${k.none}>${k.noneText}</fm-state>`}async#m(e){if(this.busyWith!==null)return;this.busyWith=e,this.onlyHeld=null;let[t,r]=this.#u();await this.#e.run(async()=>{let i={package:e,...t?{group_id:t}:{},...r?{host_id:r}:{}},a=y(await b(i));this.isConnected&&(a===null?this.onlyHeld=e:n(a))}),this.busyWith=null}},M=()=>_({group:null,host:null});u(`fm-page-patch-order`,j);export{j as FmPagePatchOrder};