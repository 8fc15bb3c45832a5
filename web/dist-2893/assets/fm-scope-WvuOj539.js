import{Et as e,L as t,_t as n,k as r,kt as i,wt as a,yt as o}from"./shell-BBooQZkD.js";import{t as s}from"./live-CMLH40Mq.js";import{m as c,u as l}from"./common-CAX3qpu1.js";import{r as u}from"./read-BwBJfaZR.js";var d=i`
  .choice {
    display: flex;
  }

  .groups {
    max-height: 16rem;
    overflow: auto;
    margin-inline-start: var(--fm-space-5);
  }
`,f=class extends n{static styles=[n.styles,d];static properties={value:{attribute:!1},all:{},legend:{}};#e=new l(this,{args:()=>this.value===null?null:[],read:(e,t)=>u(t)});constructor(){super(),this.value=null,this.all=`All hosts`,this.legend=`Which hosts`}render(){return a`<fieldset>
      <legend>${this.legend}</legend>
      ${this.#t(this.all,!0)} ${this.#t(`Only hosts of these groups`,!1)}
      ${this.value===null?e:this.#n(this.value)}
    </fieldset>`}#t(e,t){return a`<label class="choice">
      <input
        type="radio"
        name="scope"
        .checked=${s(t===(this.value===null))}
        @change=${()=>this.#i(t?null:[])}
      />
      <span>${e}</span>
    </label>`}#n(n){return t(this.#e,{what:`the groups`,isEmpty:({length:e})=>e===0,empty:()=>a`<p class="quiet">There is no group yet. Make one first: Groups, New group.</p>`,complete:t=>a`<div class="groups" role="group" aria-label="Groups">
            ${t.map(({id:e,name:t,hosts_total:i})=>a`<label class="choice">
                  <input
                    type="checkbox"
                    .checked=${s(n.includes(e))}
                    @change=${()=>this.#r(n,e)}
                  />
                  <span>${c(t)} <span class="quiet small">${r(i,`host`)}</span></span>
                </label>`)}
          </div>
          ${n.length===0?a`<p class="quiet small">Without a group, no host is seen at all.</p>`:e}`})}#r(e,t){this.#i(e.includes(t)?e.filter(e=>e!==t):[...e,t])}#i(e){this.value=e,this.dispatchEvent(new CustomEvent(`fm-scope`,{detail:e}))}};o(`fm-scope`,f);