import{M as e,N as t,at as n,st as r,ut as i,vt as a,wt as o,yt as s}from"./shell-BBooQZkD.js";import{t as c}from"./makeOnce-BV1TDEh7.js";import"./fm-group-form-Dkv9_i2W.js";import{t as l}from"./rights-CPyAsvqE.js";import{r as u}from"./read-BwBJfaZR.js";var d=class extends a{render(){return l(i.user)?o`<div class="page">
      <fm-page-header heading="New group" .crumbs=${[{label:`Groups`,href:`/groups`}]}>
        <p>Filters, jobs and other features name hosts by their groups.</p>
      </fm-page-header>
      <fm-group-form
        .save=${e=>this.#t(e)}
        @fm-cancel=${()=>e(`/groups`)}
      ></fm-group-form>
    </div>`:o`<fm-state kind="forbidden" heading="Only those who see all hosts may make groups." page>
        Ask an administrator if you need one.
      </fm-state>`}#e=new c;async#t(e){let i=t(),{id:a}=await this.#e.make(e,{make:()=>r(n.POST(`/api/v1/groups`,{body:e})),existsCode:`GROUP_EXISTS`,find:async()=>(await u()).find(({name:t})=>t===e.name)});i(`/groups/${a}`,{replace:!0})}};s(`fm-page-new-group`,d);export{d as FmPageNewGroup};