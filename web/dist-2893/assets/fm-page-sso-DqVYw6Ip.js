import{Et as e,G as t,L as n,_t as r,at as i,j as a,kt as o,st as s,tt as c,vt as l,wt as u,yt as d,z as f}from"./shell-BBooQZkD.js";import{t as p}from"./testNotice-D0V8BmKz.js";import{h as m,m as h,p as g,t as _,u as v}from"./common-CAX3qpu1.js";import{a as y,i as b,n as x,o as S,r as C,s as w,t as T}from"./draftForm-EeW-y90m.js";import"./fm-copy-BvXDkWnx.js";import"./fm-field-B9Tvw1l9.js";import{a as E,s as D}from"./texts-BjxqAcL2.js";import"./fm-dialog-Dr1a7wMa.js";import"./fm-scope-WvuOj539.js";d(`fm-row-hosts`,class extends r{static properties={row:{attribute:!1},scope:{state:!0},fault:{state:!0}};constructor(){super(),this.row=null,this.scope=null,this.fault=!1}willUpdate(e){e.has(`row`)&&this.row&&(this.scope=this.row.group_ids??null,this.fault=!1)}render(){let{row:t}=this;if(!t)return e;let n=t.value.trim();return u`<fm-dialog
      heading=${n===``?`Hosts of this row`:`Hosts for ${h(n)}`}
      open
      @fm-close=${()=>this.dispatchEvent(new Event(`fm-closed`))}
    >
      <fm-scope
        .value=${this.scope}
        @fm-scope=${({detail:e})=>{this.scope=e,this.fault=!1}}
      ></fm-scope>
      ${this.fault?u`<p class="notice bad" role="alert">Choose a group, or all hosts.</p>`:e}
      <button slot="actions" type="button" class="primary" @click=${this.#e}>Take these</button>
    </fm-dialog>`}#e=()=>{this.fault=this.scope!==null&&this.scope.length===0,this.fault||this.dispatchEvent(new CustomEvent(`fm-hosts`,{detail:this.scope}))}});var ee=()=>({value:``,role:`reporter`}),te=(e,t,n)=>N(e,t,e=>({...e,value:n})),ne=(e,t,n)=>N(e,t,({value:e,group_ids:t})=>P(e,n,n===`admin`?null:t??null)),O=(e,t,n)=>N(e,t,({value:e,role:t})=>P(e,t,n)),k=(e,t)=>e.filter((e,n)=>n!==t);function A(e,t,n){let[r,i]=[e[t],e[t+n]];return!r||!i?[...e]:e.map((e,a)=>a===t?i:a===t+n?r:e)}var j=({value:e})=>e.trim()===``?`Enter a value, or remove the row.`:null,M=e=>e.map(e=>({...e,value:e.value.trim()})),N=(e,t,n)=>e.map((e,r)=>r===t?n(e):e),P=(e,t,n)=>n===null?{value:e,role:t}:{value:e,role:t,group_ids:[...n]},F={enabled:`People may sign in by single sign-on`,provider_type:`Provider`,display_name:`Name on the button`,discovery_url:`Issuer`,client_id:`Client id`,client_secret:`Client secret`,scopes:`Scopes`,redirect_uri:`Another return address`,auto_provision:`Make an account at the first sign-in`,role_claim:`Claim with groups or roles`,role_mapping:`Roles`,unmapped:`People whom no row fits`,mfa_acr_values:`Values of acr that mean two factors`,mfa_amr_values:`Values of amr that mean two factors`},I={title:`Single sign-on`,what:`People sign in at your identity provider, by OpenID Connect. Passwords of Fleetmend work beside it.`,provider:`The provider`,people:`Who comes in, and as what`,factors:`Second factor`,enabledHelp:`The page of the sign-in then has a button for it.`,nameHelp:`The sign-in says “Continue with …”.`,issuerHelp:`The address of the provider as it names itself, or that of its configuration document. It starts with https://.`,clientIdHelp:`As the provider gave it for Fleetmend.`,scopesHelp:`Separated by spaces. Empty: openid profile email.`,callback:`Register this return address at the provider:`,redirectHelp:`Only where people reach the manager by another address. Empty: the one below.`,provisionHelp:`Off: only people whose account is linked already come in.`,mappingHelp:`At each sign-in the claim decides, over what was set in Fleetmend. Of several rows that fit, the highest role counts, on the hosts of all rows that give it; their order is for you alone.`,noRows:`No row: roles are given in Fleetmend alone, and newcomers are reporters.`,factorsWhat:`Where a role must have a second factor, a sign-in counts as two when the provider says so by one of these values. Without any of them it counts as a password does.`,listHelp:`One by one, as the ID token has them.`,test:`Test what is saved`,testing:`Testing …`,testFirst:`Save first: the test goes by what is saved.`,testHint:`Reads configuration and keys of the provider. Whether the secret is right shows only at a sign-in.`,testOk:`The provider answers.`,testFailed:`A sign-in would not work.`,discover:`Look it up`,discovering:`Looking it up …`,discovered:`The provider was found.`,notDiscovered:`The provider could not be read.`,leaveOut:e=>`Leave out ${e.join(`, `)}`,showSaved:`Show what is saved now`,removeSecret:`Remove the secret`,keepSecret:`Keep the secret`},L={provider_one:[`Keycloak`,`Roles are read from the claim realm_access.roles. The user name is preferred_username.`],provider_two:[`Microsoft Entra ID`,`Roles are read from the claim roles. The user name is preferred_username up to its @.`],custom:[`Another one`,`No roles are read unless you name a claim. The user name is preferred_username.`]},R=[{value:`reporter`,label:`Come in as reporter; who was limited to groups sees no host`},{value:`no_hosts`,label:`Come in as reporter, and see no host`},{value:`refuse`,label:`Are refused`}],z=e=>e===``?`Such as groups. Dots lead into objects. Empty: roles are given in Fleetmend alone.`:`Dots lead into objects. Empty: ${e}.`,B={none:`Empty: Fleetmend is a public client, which has none.`,kept:`A secret is saved, and is never shown. Leave this empty to keep it.`,new:`It takes the place of what was saved, and is never shown.`,removed:`The saved secret goes when you save. Fleetmend is a public client then.`,cleared:`The saved secret is for another issuer or client id, and goes when you save. Enter the one of this client.`},V={noIssuer:`Enter the issuer: without it nobody can sign in this way.`,issuer:`An address that starts with https://, without user name, password and #.`,noClientId:`Enter the client id: without it nobody can sign in this way.`,redirectUri:`An address that starts with https://, without ? and #.`,scopes:`The scope openid must be among them.`,noClaim:`Name the claim that the rows below are about.`,rows:`A row has no value.`},H=o`
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  .rows {
    display: grid;
    gap: var(--fm-space-3);
  }

  .entry {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(9rem, 1fr) minmax(11rem, 1fr) auto;
    gap: var(--fm-space-3);
    align-items: start;
    padding: var(--fm-space-3);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
  }

  .hosts {
    display: grid;
    gap: var(--fm-space-1);
    justify-items: start;
  }

  .hosts > span {
    font-weight: 500;
  }

  .hosts > p {
    min-height: var(--fm-control-height);
    align-content: center;
  }

  /* Beside the controls, which have a label above them. */
  .moves {
    display: flex;
    padding-block-start: calc(1.5em + var(--fm-space-1));
  }

  @container (max-width: 48rem) {
    .entry {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }

    .entry > :first-child,
    .moves {
      grid-column: 1 / -1;
    }

    .moves {
      padding-block-start: 0;
    }
  }

  @container (max-width: 24rem) {
    .entry {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  .all {
    container-type: inline-size;
  }
`,re=class extends r{static styles=[r.styles,H];static properties={rows:{attribute:!1},isJudged:{type:Boolean,attribute:`judged`},choosing:{state:!0}};constructor(){super(),this.rows=[],this.isJudged=!1,this.choosing=null}render(){let{rows:e,choosing:t}=this;return u`<fieldset class="stack tight all">
      <legend>${F.role_mapping}</legend>
      <p class="quiet small">${I.mappingHelp}</p>
      ${e.length===0?u`<p>${I.noRows}</p>`:u`<div class="rows">${e.map((e,t)=>this.#e(e,t))}</div>`}
      <div class="row">
        <button type="button" id="add" ?disabled=${e.length>=200} @click=${this.#n}>
          ${c(`plus`)} Add a row
        </button>
      </div>
      <fm-row-hosts
        .row=${t===null?null:e[t]??null}
        @fm-closed=${()=>this.choosing=null}
        @fm-hosts=${({detail:n})=>{t!==null&&this.#a(O(e,t,n)),this.choosing=null}}
      ></fm-row-hosts>
    </fieldset>`}#e(e,t){let{rows:n}=this;return u`<div class="entry" role="group" aria-label="Row ${t+1}">
      <fm-field
        name="value"
        label="Value of the claim"
        maxlength="256"
        .value=${e.value}
        .error=${this.isJudged?j(e):null}
        @fm-input=${({detail:e})=>this.#a(te(n,t,e))}
      ></fm-field>
      <fm-field
        kind="select"
        name="role"
        label="Role"
        .options=${E}
        .value=${e.role}
        @fm-change=${({detail:e})=>this.#a(ne(n,t,e))}
      ></fm-field>
      <div class="hosts">
        <span>Hosts</span>
        ${e.role===`admin`?u`<p>All hosts, always</p>`:u`<button
                type="button"
                aria-label="Hosts of row ${t+1}: ${U(e)}"
                @click=${()=>this.choosing=t}
              >
                ${U(e)} ${c(`edit`)}
              </button>`}
      </div>
      <div class="moves">
        ${this.#t(t,-1,`chevron-up`,`up`)} ${this.#t(t,1,`chevron-down`,`down`)}
        <button
          type="button"
          class="plain square"
          aria-label="Remove row ${t+1}"
          @click=${()=>this.#r(t)}
        >
          ${c(`trash`)}
        </button>
      </div>
    </div>`}#t(t,n,r,i){return this.rows.length<2?e:u`<button
      type="button"
      class="plain square ${i}"
      aria-label="Move row ${t+1} ${i}"
      ?disabled=${this.rows[t+n]===void 0}
      @click=${()=>{this.#a(A(this.rows,t,n)),a(`Row ${t+1} is now row ${t+n+1} of ${this.rows.length}.`);let e=this.rows[t+n+n]!==void 0;this.#i(t+n,e?`.${i}`:n===1?`.up`:`.down`)}}
    >
      ${c(r)}
    </button>`}#n=()=>{this.#a([...this.rows,ee()]),this.#i(this.rows.length-1,`fm-field`)};#r(e){this.#a(k(this.rows,e)),a(`Row ${e+1} is removed.`),this.#i(Math.min(e,this.rows.length-1),`fm-field`)}#i(e,t){this.updateComplete.then(()=>{(this.renderRoot.querySelectorAll(`.entry`)[e]?.querySelector(t)??this.renderRoot.querySelector(`#add`))?.focus()})}#a(e){this.rows=e,this.dispatchEvent(new CustomEvent(`fm-rows`,{detail:e}))}},U=({group_ids:e})=>D(e??null,`All hosts`);d(`fm-role-mapping`,re);var W=class extends r{static properties={address:{},scopes:{},found:{state:!0}};#e=new m(this);#t=``;constructor(){super(),this.address=``,this.scopes=``,this.found=null}willUpdate(e){e.has(`address`)&&this.address!==this.found?.issuer&&(this.found=null,this.#e.forget())}render(){let{isBusy:t,problem:n}=this.#e;return u`<div class="stack tight">
      <div class="row">
        <button type="button" ?disabled=${t||this.address===``} @click=${this.#r}>
          ${c(`search`)} ${t?I.discovering:I.discover}
        </button>
      </div>
      ${f(n)} ${this.found?G(this.found):e}
      ${this.found?this.#n(this.found):e}
    </div>`}#n({missing_scopes:t=[],scopes_left:n=``,message:r=``}){return t.length===0||this.scopes!==this.#t?e:u`<p class="notice warn">${c(`warning`)} <span>${g(r)}</span></p>
      ${t.includes(`openid`)?e:u`<div class="row">
              <button
                type="button"
                @click=${()=>this.dispatchEvent(new CustomEvent(`fm-scopes`,{detail:n}))}
              >
                ${I.leaveOut(t)}
              </button>
            </div>`}`}#r=async()=>{let{address:e,scopes:t}=this;this.#e.isBusy||(this.found=null,await this.#e.run(async()=>{let n={discovery_url:e,scopes:t},r=await s(i.POST(`/api/v1/settings/sso/discover`,{body:n}));e===this.address&&(this.found=r,this.#t=t,a(r.success?I.discovered:I.notDiscovered),r.success&&this.dispatchEvent(new CustomEvent(`fm-issuer`,{detail:r.issuer})))}))}};function G(e){if(!e.success)return u`<p class="notice bad">
      ${c(`error`)} <span><strong>${I.notDiscovered}</strong> ${g(e.message??``)}</span>
    </p>`;let{issuer:t,authorization_endpoint:n,token_endpoint:r,jwks_uri:i}=e,a=[[`Issuer`,t],[`Sign-in page`,n],[`Tokens`,r],[`Keys`,i],[`People`,e.userinfo_endpoint??`None`]];return u`<p class="notice ok">${c(`check`)} ${I.discovered}</p>
    <dl class="facts">
      ${a.map(([e,t])=>u`<dt>${e}</dt>
            <dd>${g(t)}</dd>`)}
    </dl>`}d(`fm-sso-discover`,W);var K={fields:Object.keys(F).map(e=>({name:e,label:F[e]}))};function q(e,t){let n=K.fields.map(n=>[n.name,w(n,e,t)]);return Object.fromEntries(n)}var J=(e,t)=>y(K,e,Y(t));function Y(e){return Object.fromEntries(Object.entries(e).map(([e,t])=>e===`role_mapping`?[e,M(t)]:[e,typeof t==`string`&&e!==`client_secret`?X(t):t]))}var X=e=>e.trim().replaceAll(/\s+/g,` `);function Z(e){let t={discovery_url:ie(e.discovery_url.trim(),e.enabled),client_id:e.enabled&&e.client_id.trim()===``?V.noClientId:null,redirect_uri:ae(e.redirect_uri.trim())?null:V.redirectUri,scopes:oe(e.scopes)?null:V.scopes,role_claim:e.role_mapping.length>0&&Q(e)===``?V.noClaim:null,role_mapping:e.role_mapping.some(e=>j(e)!==null)?V.rows:null};return Object.fromEntries(Object.entries(t).filter(([,e])=>e!==null))}function ie(e,t){if(e===``)return t?V.noIssuer:null;let n=URL.parse(e);return n?.protocol===`https:`&&n.username===``&&n.password===``&&n.hash===``?null:V.issuer}function ae(e){let t=URL.parse(e);return e===``||t!==null&&/^https?:$/.test(t.protocol)&&!e.includes(`?`)&&!e.includes(`#`)}var oe=e=>{let t=e.split(/\s+/).filter(e=>e!==``);return t.length===0||t.includes(`openid`)},se={provider_one:`realm_access.roles`,provider_two:`roles`,custom:``},Q=({role_claim:e,provider_type:t})=>e.trim()||se[t];function ce(e,t){let n=t.client_secret;if(typeof n==`string`)return`new`;if((e.client_secret??null)===null)return`none`;if(n===null)return`removed`;let r=J(e,t);return[`discovery_url`,`client_id`].some(t=>r[t]!==void 0&&!S(r[t],e[t]))?`cleared`:`kept`}var le=o`
  form {
    display: grid;
    gap: var(--fm-space-5);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
    gap: var(--fm-space-4) var(--fm-space-5);
    align-items: start;
  }

  .short {
    max-width: 40rem;
  }
`,ue=class extends r{static styles=[r.styles,le];static properties={values:{attribute:!1},callbackUrl:{},save:{attribute:!1}};#e=new T(this,{form:()=>K,values:()=>this.values,body:e=>J(this.values,e),problems:e=>Z(q(this.values,e)),save:e=>this.save(e),focus:e=>this.#d(e)});constructor(){super(),this.values={},this.callbackUrl=``,this.save=()=>Promise.resolve()}get isChanged(){return this.#e.changes>0}get#t(){return q(this.values,this.#e.draft)}render(){let e=this.#t;return u`<form @submit=${this.#e.submit} novalidate>
      ${this.#n(e)} ${this.#r(e)} ${this.#i()} ${this.#a()}
    </form>`}#n(e){return u`<section class="card stack" aria-labelledby="provider">
      <h2 id="provider">${I.provider}</h2>
      ${this.#o(`enabled`,{kind:`switch`,help:I.enabledHelp})}
      <div class="fields">
        ${this.#o(`provider_type`,{kind:`select`,help:L[e.provider_type][1],options:Object.entries(L).map(([e,[t]])=>({value:e,label:t}))})}
        ${this.#o(`display_name`,{help:I.nameHelp,maxlength:100})}
      </div>
      ${this.#o(`discovery_url`,{kind:`url`,help:I.issuerHelp,maxlength:2048})}
      <fm-sso-discover
        address=${e.discovery_url.trim()}
        scopes=${e.scopes.trim()}
        @fm-scopes=${({detail:e})=>this.#l(`scopes`,e)}
        @fm-issuer=${({detail:e})=>this.#u(e)}
      ></fm-sso-discover>
      <div class="fields">
        ${this.#o(`client_id`,{help:I.clientIdHelp,maxlength:256})} ${this.#s()}
        ${this.#o(`scopes`,{help:I.scopesHelp,maxlength:512})}
        ${this.#o(`redirect_uri`,{kind:`url`,help:I.redirectHelp,maxlength:2048})}
      </div>
      <div class="stack tight">
        <p>${I.callback}</p>
        <fm-copy name="return address" .value=${e.redirect_uri.trim()||this.callbackUrl}></fm-copy>
      </div>
    </section>`}#r(t){let n=Q({...t,role_claim:``});return u`<section class="card stack" aria-labelledby="people">
      <h2 id="people">${I.people}</h2>
      ${this.#o(`auto_provision`,{kind:`switch`,help:I.provisionHelp})}
      <div class="short">${this.#o(`role_claim`,{help:z(n),maxlength:256})}</div>
      <fm-role-mapping
        ?judged=${this.#e.isJudged}
        .rows=${t.role_mapping}
        @fm-rows=${({detail:e})=>this.#l(`role_mapping`,e)}
      ></fm-role-mapping>
      ${t.role_mapping.length===0?e:u`<div class="short">
              ${this.#o(`unmapped`,{kind:`select`,options:R})}
            </div>`}
    </section>`}#i(){let e={kind:`list`,help:I.listHelp,maxlength:256};return u`<section class="card stack" aria-labelledby="factors">
      <h2 id="factors">${I.factors}</h2>
      <p class="quiet">${I.factorsWhat}</p>
      <div class="fields">${this.#o(`mfa_acr_values`,e)} ${this.#o(`mfa_amr_values`,e)}</div>
    </section>`}#a(){let e=u`<div class="row">
      <button type="button" @click=${this.#e.discard}>${I.showSaved}</button>
    </div>`;return u`<div class="stack">
      ${this.#e.movedNotice(({label:e})=>e,e)} ${this.#e.problemNotice}
      ${this.#e.buttons}
    </div>`}#o(n,{kind:r=`text`,help:i=``,options:a=[],maxlength:o,autocomplete:s}){let c=this.#t,l=n===`client_secret`?this.#c():c[n],d=this.#e.isJudged?Z(c)[n]:void 0,f=t(this.#e.action.problem)[`oidc/${n}`];return u`<fm-field
      kind=${r}
      name=${n}
      label=${F[n]}
      help=${i}
      maxlength=${o??e}
      autocomplete=${s??`off`}
      .options=${a}
      .value=${l}
      .error=${d??f??null}
      @fm-input=${({detail:e})=>this.#l(n,e)}
    ></fm-field>`}#s(){let t=ce(this.values,this.#e.draft),n={kind:`password`,help:B[t],maxlength:1024,autocomplete:`new-password`};return u`<div class="stack tight">
      ${this.#o(`client_secret`,n)}
      ${t===`kept`||t===`removed`?u`<div class="row">
              <button
                type="button"
                @click=${()=>t===`kept`?this.#e.type({client_secret:null}):this.#e.forget(`client_secret`)}
              >
                ${t===`kept`?I.removeSecret:I.keepSecret}
              </button>
            </div>`:e}
    </div>`}#c(){let e=this.#e.draft.client_secret;return typeof e==`string`?e:``}#l(e,t){e===`client_secret`&&t===``?this.#e.forget(e):this.#e.type({[e]:t})}#u(e){this.#e.draft.discovery_url!==void 0&&this.#e.type({discovery_url:e})}#d(e){let t=e===`role_mapping`?`fm-role-mapping`:`fm-field[name="${e}"]`,n=this.renderRoot.querySelector(t);n?.scrollIntoView({block:`nearest`}),n?.focus()}};d(`fm-sso-form`,ue);var $=class extends l{static properties={result:{state:!0},isChanged:{state:!0}};#e=new m(this);#t=new v(this,{args:()=>[],read:(e,t)=>x(t)});constructor(){super(),this.result=null,this.isChanged=!1,new _(this,()=>this.isChanged)}render(){return u`<div class="page">
      <fm-page-header heading=${I.title}><p>${I.what}</p></fm-page-header>
      ${n(this.#t,{what:`the settings`,complete:e=>this.#n(e)})}
    </div>`}#n(t){return u`<fm-sso-form
        .values=${b(t,`oidc`)}
        .callbackUrl=${t.settings.sso_callback_url??``}
        .save=${e=>this.#r(e)}
        @fm-changed=${({target:e})=>this.isChanged=e.isChanged}
      ></fm-sso-form>
      <section class="card stack" aria-labelledby="test">
        <h2 id="test">Does it work?</h2>
        <p class="quiet">${this.isChanged?I.testFirst:I.testHint}</p>
        <div class="row">
          <button ?disabled=${this.isChanged||this.#e.isBusy} @click=${this.#i}>
            ${this.#e.isBusy?I.testing:I.test}
          </button>
        </div>
        ${f(this.#e.problem)} ${this.result?de(this.result):e}
      </section>`}async#r(e){let t=this.#t.value;t&&(await C({key:`oidc`,body:e,known:t,is:e=>this.#t.change(()=>e)}),this.result=null)}#i=async()=>{this.#e.isBusy||(this.result=null,await this.#e.run(async()=>{this.result=await s(i.POST(`/api/v1/settings/sso/test`)),a(this.result.success?I.testOk:I.testFailed)}))}},de=({success:e,message:t})=>p({isOk:e,heading:e?I.testOk:I.testFailed,message:t});d(`fm-page-sso`,$);export{$ as FmPageSso};