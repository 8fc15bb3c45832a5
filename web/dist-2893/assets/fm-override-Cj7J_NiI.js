import{_t as e,wt as t,yt as n,z as r}from"./shell-BBooQZkD.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-field-B9Tvw1l9.js";import{h as i}from"./common-CAX3qpu1.js";var a=10;n(`fm-override`,class extends e{static properties={texts:{attribute:!1},send:{attribute:!1},isAsking:{state:!0},reason:{state:!0},fault:{state:!0}};#e=new i(this);constructor(){super(),this.isAsking=!1,this.reason=``,this.fault=null}render(){let{isBusy:e,problem:n}=this.#e,{texts:i}=this;return t`<button @click=${this.#t}>${i.override}</button>
      <fm-dialog
        heading=${i.title}
        ?open=${this.isAsking}
        ?locked=${e}
        @fm-close=${()=>this.isAsking=!1}
      >
        <form class="stack" @submit=${this.#r} novalidate>
          <p>${i.what}</p>
          ${r(n)}
          <slot></slot>
          <fm-field
            autofocus
            required
            kind="long"
            label="Reason"
            maxlength="500"
            .value=${this.reason}
            .error=${this.fault}
            @fm-input=${({detail:e})=>this.#n(e)}
          ></fm-field>
        </form>
        <button slot="actions" ?disabled=${e} @click=${()=>this.isAsking=!1}>Cancel</button>
        <button slot="actions" class="danger" ?disabled=${e} @click=${this.#r}>
          ${e?`One moment …`:i.act}
        </button>
      </fm-dialog>`}#t=()=>{this.fault=null,this.#e.forget(),this.isAsking=!0,this.dispatchEvent(new Event(`fm-ask`))};#n(e){this.reason=e,this.fault=null}#r=async e=>{if(e.preventDefault(),this.#e.isBusy)return;let t=this.reason.trim();this.fault=t.length<a?this.texts.tooShort:null,this.fault===null&&await this.#e.run(async()=>{await this.send(t),this.isAsking=!1,this.reason=``})}});