const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/fm-page-about-DVoFIJnY.js","assets/fm-badge-hBKVOtwJ.js","assets/common-CAX3qpu1.js","assets/fm-page-group-DPMT46zJ.js","assets/fm-confirm-CHgqJzYh.js","assets/decisionOf-D8Xwh24q.js","assets/fm-dialog-Dr1a7wMa.js","assets/rights-CPyAsvqE.js","assets/fm-group-changes-D6KXvA01.js","assets/fm-table-uS3hD86L.js","assets/live-CMLH40Mq.js","assets/columns-B7wyug5_.js","assets/hostName-nP2O9nOD.js","assets/status-C0dAeCN5.js","assets/rule-B2RTgxgF.js","assets/texts-C-t5f6GJ.js","assets/fm-group-form-Dkv9_i2W.js","assets/read-BwBJfaZR.js","assets/fm-page-groups-CNyaeJ5k.js","assets/fm-filter-bar-DDQqBvLu.js","assets/address-DMDwimFR.js","assets/fm-page-host-BA8A12P1.js","assets/fm-progress-BqvW4jmb.js","assets/fm-tabs-CPw1KKiN.js","assets/asker-tT0gubqI.js","assets/changes-CZ50GRvT.js","assets/chosenHosts-BXILJwIB.js","assets/offers-PPQ8cwen.js","assets/texts-BoI37Ci7.js","assets/cveLinks-CTaS1s4_.js","assets/badge-Dpy77prv.js","assets/kind-DooITOac.js","assets/fm-page-hosts-CXIHv16q.js","assets/sorting-B_DEMQsV.js","assets/noHosts-DkGEps9l.js","assets/hostAction-BdysWsM1.js","assets/fm-field-B9Tvw1l9.js","assets/words-B0C2MGXX.js","assets/savedViews-Dzjogora.js","assets/fm-page-job-B7dxT-9R.js","assets/text-CFkfD5oz.js","assets/hostColumns-DeOVgg3r.js","assets/waveShares-edce1OPl.js","assets/waiting-CBXuaF3A.js","assets/moments-DpLzx2Dc.js","assets/fm-page-jobs-CHr9HbXK.js","assets/fm-page-new-group-B4Rrm776.js","assets/makeOnce-BV1TDEh7.js","assets/fm-page-new-job-CiUDf7F0.js","assets/wishes-r-pLQULy.js","assets/wishFields.styles-CqNIy7IS.js","assets/fm-page-profile-GisZG3sO.js","assets/fm-new-passkey-DEnBR5XQ.js","assets/fm-copy-BvXDkWnx.js","assets/texts-BjxqAcL2.js","assets/fm-api-tokens-93vHCnIH.js","assets/fm-scope-WvuOj539.js","assets/fm-page-proved-BKxwt8VJ.js","assets/ssoProof-AVkAnauT.js","assets/fm-page-settings-C2jlAv9C.js","assets/draftForm-EeW-y90m.js","assets/kinds-C13T_D4W.js","assets/fm-page-approvals-DQ-4dZ2x.js","assets/fm-override-Cj7J_NiI.js","assets/fm-page-audit-9k_GmdOc.js","assets/fm-page-certificates-Dyk6CRJc.js","assets/readInstaller-DRovT1Tn.js","assets/fm-page-configuration-DiL8yrsu.js","assets/texts-C7xb8Q3t.js","assets/fm-page-enrollments-BzVx3MaI.js","assets/fm-enroll-host-nhi720n2.js","assets/fm-page-cve-BrQASe4A.js","assets/dataSets-CfVvmyCl.js","assets/dates-Df2QC75e.js","assets/texts-D17fg_K9.js","assets/fm-page-exceptions-BUxEMJqH.js","assets/texts-CrGve09i.js","assets/fm-page-exposure-data-CAhupWJP.js","assets/fm-page-late-patches-CGGmQeIC.js","assets/fm-security-patches-CJtRWQUS.js","assets/names-DRkFoyNN.js","assets/patchTexts-Jargwrxl.js","assets/texts-DjflBj05.js","assets/fm-page-patch-order-Cs0cXv7g.js","assets/fm-page-patch-order-hosts-0WpfO-KD.js","assets/fm-page-vulnerabilities-CgczTile.js","assets/fm-page-fleet-CIZbmgui.js","assets/fm-page-allow-list-BlpJ-IK-.js","assets/fm-page-calendar-wJzbm0F2.js","assets/texts--sUhB9cy.js","assets/afterTyping-DMxaewmu.js","assets/fm-page-notifications-b-jlmvmn.js","assets/testNotice-D0V8BmKz.js","assets/fm-page-compare-DGeeBMyB.js","assets/fm-page-package-differences-Dq5WlxMJ.js","assets/fm-page-package-history-B_cGDQiY.js","assets/fm-page-package-BS5ygig_.js","assets/fm-page-packages-BkKC3GCL.js","assets/fm-page-new-policy-BSU6bYW7.js","assets/fm-policy-form-B6Zli0EZ.js","assets/recurringForm-DR3Qug5Z.js","assets/starts-D4tiyIQx.js","assets/read-BCcVlC_n.js","assets/fm-page-policies-Cn0ObSvc.js","assets/act-CU_mn8lS.js","assets/fm-page-policy-CPPfznvq.js","assets/wish-Bm5oSR81.js","assets/fm-page-reports-Cxe4tRzz.js","assets/names-D5w06l-U.js","assets/fm-page-report-schedules-BRxQV2ac.js","assets/fm-page-sso-DqVYw6Ip.js","assets/fm-page-new-user-Bah-on0-.js","assets/accessFields-Cc6MAAOl.js","assets/fm-page-user-CMozQ2IT.js","assets/fm-page-users-CV6IakMy.js","assets/fm-palette-CUr4-zSL.js","assets/fm-shortcuts-CsXxZjh9.js","assets/fm-notices-BQAbbgRt.js","assets/fm-reauthenticate-71VusqSU.js","assets/kit-C6xY-oOi.js","assets/fm-watch-C5DaDkTK.js","assets/fm-forced-setup-Bo3UaROF.js"])))=>i.map(i=>d[i]);
var e=globalThis,t=e.ShadowRoot&&(e.ShadyCSS===void 0||e.ShadyCSS.nativeShadow)&&`adoptedStyleSheets`in Document.prototype&&`replace`in CSSStyleSheet.prototype,n=Symbol(),r=new WeakMap,i=class{constructor(e,t,r){if(this._$cssResult$=!0,r!==n)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this._strings=t}get styleSheet(){let e=this._styleSheet,n=this._strings;if(t&&e===void 0){let t=n!==void 0&&n.length===1;t&&(e=r.get(n)),e===void 0&&((this._styleSheet=e=new CSSStyleSheet).replaceSync(this.cssText),t&&r.set(n,e))}return e}toString(){return this.cssText}},a=e=>{if(e._$cssResult$===!0)return e.cssText;if(typeof e==`number`)return e;throw Error(`Value passed to 'css' function must be a 'css' function result: ${e}. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.`)},o=e=>new i(typeof e==`string`?e:String(e),void 0,n),s=(e,...t)=>new i(e.length===1?e[0]:t.reduce((t,n,r)=>t+a(n)+e[r+1],e[0]),e,n),c=(n,r)=>{if(t)n.adoptedStyleSheets=r.map(e=>e instanceof CSSStyleSheet?e:e.styleSheet);else for(let t of r){let r=document.createElement(`style`),i=e.litNonce;i!==void 0&&r.setAttribute(`nonce`,i),r.textContent=t.cssText,n.appendChild(r)}},l=e=>{let t=``;for(let n of e.cssRules)t+=n.cssText;return o(t)},u=t?e=>e:e=>e instanceof CSSStyleSheet?l(e):e,{is:d,defineProperty:f,getOwnPropertyDescriptor:p,getOwnPropertyNames:m,getOwnPropertySymbols:ee,getPrototypeOf:h}=Object,g=globalThis,_,te=g.trustedTypes,ne=te?te.emptyScript:``,re=g.reactiveElementPolyfillSupportDevMode;g.litIssuedWarnings??=new Set,_=(e,t)=>{t+=` See https://lit.dev/msg/${e} for more information.`,!g.litIssuedWarnings.has(t)&&!g.litIssuedWarnings.has(e)&&(console.warn(t),g.litIssuedWarnings.add(t))},queueMicrotask(()=>{_(`dev-mode`,`Lit is in dev mode. Not recommended for production!`),g.ShadyDOM?.inUse&&re===void 0&&_(`polyfill-support-missing`,"Shadow DOM is being polyfilled via `ShadyDOM` but the `polyfill-support` module has not been loaded.")});var ie=e=>{g.emitLitDebugLogEvents&&g.dispatchEvent(new CustomEvent(`lit-debug`,{detail:e}))},v=(e,t)=>e,y={toAttribute(e,t){switch(t){case Boolean:e=e?ne:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let n=e;switch(t){case Boolean:n=e!==null;break;case Number:n=e===null?null:Number(e);break;case Object:case Array:try{n=JSON.parse(e)}catch{n=null}}return n}},b=(e,t)=>!d(e,t),ae={attribute:!0,type:String,converter:y,reflect:!1,useDefault:!1,hasChanged:b};Symbol.metadata??=Symbol(`metadata`),g.litPropertyMetadata??=new WeakMap;var x=class extends HTMLElement{static addInitializer(e){this.__prepare(),(this._initializers??=[]).push(e)}static get observedAttributes(){return this.finalize(),this.__attributeToPropertyMap&&[...this.__attributeToPropertyMap.keys()]}static createProperty(e,t=ae){if(t.state&&(t.attribute=!1),this.__prepare(),this.prototype.hasOwnProperty(e)&&(t=Object.create(t),t.wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let n=Symbol.for(`${String(e)} (@property() cache)`),r=this.getPropertyDescriptor(e,n,t);r!==void 0&&f(this.prototype,e,r)}}static getPropertyDescriptor(e,t,n){let{get:r,set:i}=p(this.prototype,e)??{get(){return this[t]},set(e){this[t]=e}};if(r==null){if(`value`in(p(this.prototype,e)??{}))throw Error(`Field ${JSON.stringify(String(e))} on ${this.name} was declared as a reactive property but it's actually declared as a value on the prototype. Usually this is due to using @property or @state on a method.`);_(`reactive-property-without-getter`,`Field ${JSON.stringify(String(e))} on ${this.name} was declared as a reactive property but it does not have a getter. This will be an error in a future version of Lit.`)}return{get:r,set(t){let a=r?.call(this);i?.call(this,t),this.requestUpdate(e,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??ae}static __prepare(){if(this.hasOwnProperty(v(`elementProperties`,this)))return;let e=h(this);e.finalize(),e._initializers!==void 0&&(this._initializers=[...e._initializers]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(v(`finalized`,this)))return;if(this.finalized=!0,this.__prepare(),this.hasOwnProperty(v(`properties`,this))){let e=this.properties,t=[...m(e),...ee(e)];for(let n of t)this.createProperty(n,e[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[e,n]of t)this.elementProperties.set(e,n)}this.__attributeToPropertyMap=new Map;for(let[e,t]of this.elementProperties){let n=this.__attributeNameForProperty(e,t);n!==void 0&&this.__attributeToPropertyMap.set(n,e)}this.elementStyles=this.finalizeStyles(this.styles),this.hasOwnProperty(`createProperty`)&&_(`no-override-create-property`,`Overriding ReactiveElement.createProperty() is deprecated. The override will not be called with standard decorators`),this.hasOwnProperty(`getPropertyDescriptor`)&&_(`no-override-get-property-descriptor`,`Overriding ReactiveElement.getPropertyDescriptor() is deprecated. The override will not be called with standard decorators`)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let n=new Set(e.flat(1/0).reverse());for(let e of n)t.unshift(u(e))}else e!==void 0&&t.push(u(e));return t}static __attributeNameForProperty(e,t){let n=t.attribute;return n===!1?void 0:typeof n==`string`?n:typeof e==`string`?e.toLowerCase():void 0}constructor(){super(),this.__instanceProperties=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this.__reflectingProperty=null,this.__initialize()}__initialize(){this.__updatePromise=new Promise(e=>this.enableUpdating=e),this._$changedProperties=new Map,this.__saveInstanceProperties(),this.requestUpdate(),this.constructor._initializers?.forEach(e=>e(this))}addController(e){(this.__controllers??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this.__controllers?.delete(e)}__saveInstanceProperties(){let e=new Map,t=this.constructor.elementProperties;for(let n of t.keys())this.hasOwnProperty(n)&&(e.set(n,this[n]),delete this[n]);e.size>0&&(this.__instanceProperties=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return c(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this.__controllers?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this.__controllers?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,n){this._$attributeToProperty(e,n)}__propertyToAttribute(e,t){let n=this.constructor.elementProperties.get(e),r=this.constructor.__attributeNameForProperty(e,n);if(r!==void 0&&n.reflect===!0){let i=(n.converter?.toAttribute===void 0?y:n.converter).toAttribute(t,n.type);this.constructor.enabledWarnings.includes(`migration`)&&i===void 0&&_(`undefined-attribute-value`,`The attribute value for the ${e} property is undefined on element ${this.localName}. The attribute will be removed, but in the previous version of \`ReactiveElement\`, the attribute would not have changed.`),this.__reflectingProperty=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this.__reflectingProperty=null}}_$attributeToProperty(e,t){let n=this.constructor,r=n.__attributeToPropertyMap.get(e);if(r!==void 0&&this.__reflectingProperty!==r){let e=n.getPropertyOptions(r),i=typeof e.converter==`function`?{fromAttribute:e.converter}:e.converter?.fromAttribute===void 0?y:e.converter;this.__reflectingProperty=r;let a=i.fromAttribute(t,e.type);this[r]=a??this.__defaultValues?.get(r)??a,this.__reflectingProperty=null}}requestUpdate(e,t,n,r=!1,i){if(e!==void 0){e instanceof Event&&_(``,`The requestUpdate() method was called with an Event as the property name. This is probably a mistake caused by binding this.requestUpdate as an event listener. Instead bind a function that will call it with no arguments: () => this.requestUpdate()`);let a=this.constructor;if(r===!1&&(i=this[e]),n??=a.getPropertyOptions(e),(n.hasChanged??b)(i,t)||n.useDefault&&n.reflect&&i===this.__defaultValues?.get(e)&&!this.hasAttribute(a.__attributeNameForProperty(e,n)))this._$changeProperty(e,t,n);else return}this.isUpdatePending===!1&&(this.__updatePromise=this.__enqueueUpdate())}_$changeProperty(e,t,{useDefault:n,reflect:r,wrapped:i},a){n&&!(this.__defaultValues??=new Map).has(e)&&(this.__defaultValues.set(e,a??t??this[e]),i!==!0||a!==void 0)||(this._$changedProperties.has(e)||(!this.hasUpdated&&!n&&(t=void 0),this._$changedProperties.set(e,t)),r===!0&&this.__reflectingProperty!==e&&(this.__reflectingProperties??=new Set).add(e))}async __enqueueUpdate(){this.isUpdatePending=!0;try{await this.__updatePromise}catch(e){Promise.reject(e)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){let e=this.performUpdate();return this.constructor.enabledWarnings.includes(`async-perform-update`)&&typeof e?.then==`function`&&_(`async-perform-update`,`Element ${this.localName} returned a Promise from performUpdate(). This behavior is deprecated and will be removed in a future version of ReactiveElement.`),e}performUpdate(){if(!this.isUpdatePending)return;if(ie?.({kind:`update`}),!this.hasUpdated){this.renderRoot??=this.createRenderRoot();{let e=[...this.constructor.elementProperties.keys()].filter(e=>this.hasOwnProperty(e)&&e in h(this));if(e.length)throw Error(`The following properties on element ${this.localName} will not trigger updates as expected because they are set using class fields: ${e.join(`, `)}. Native class fields and some compiled output will overwrite accessors used for detecting changes. See https://lit.dev/msg/class-field-shadowing for more information.`)}if(this.__instanceProperties){for(let[e,t]of this.__instanceProperties)this[e]=t;this.__instanceProperties=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[t,n]of e){let{wrapped:e}=n,r=this[t];e===!0&&!this._$changedProperties.has(t)&&r!==void 0&&this._$changeProperty(t,void 0,n,r)}}let e=!1,t=this._$changedProperties;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this.__controllers?.forEach(e=>e.hostUpdate?.()),this.update(t)):this.__markUpdated()}catch(t){throw e=!1,this.__markUpdated(),t}e&&this._$didUpdate(t)}willUpdate(e){}_$didUpdate(e){this.__controllers?.forEach(e=>e.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e),this.isUpdatePending&&this.constructor.enabledWarnings.includes(`change-in-update`)&&_(`change-in-update`,`Element ${this.localName} scheduled an update (generally because a property was set) after an update completed, causing a new update to be scheduled. This is inefficient and should be avoided unless the next update can only be scheduled as a side effect of the previous update.`)}__markUpdated(){this._$changedProperties=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this.__updatePromise}shouldUpdate(e){return!0}update(e){this.__reflectingProperties&&=this.__reflectingProperties.forEach(e=>this.__propertyToAttribute(e,this[e])),this.__markUpdated()}updated(e){}firstUpdated(e){}};x.elementStyles=[],x.shadowRootOptions={mode:`open`},x[v(`elementProperties`,x)]=new Map,x[v(`finalized`,x)]=new Map,re?.({ReactiveElement:x});{x.enabledWarnings=[`change-in-update`,`async-perform-update`];let e=function(e){e.hasOwnProperty(v(`enabledWarnings`,e))||(e.enabledWarnings=e.enabledWarnings.slice())};x.enableWarning=function(t){e(this),this.enabledWarnings.includes(t)||this.enabledWarnings.push(t)},x.disableWarning=function(t){e(this);let n=this.enabledWarnings.indexOf(t);n>=0&&this.enabledWarnings.splice(n,1)}}(g.reactiveElementVersions??=[]).push(`2.1.2`),g.reactiveElementVersions.length>1&&queueMicrotask(()=>{_(`multiple-versions`,`Multiple versions of Lit loaded. Loading multiple versions is not recommended.`)});var S=globalThis,C=e=>{S.emitLitDebugLogEvents&&S.dispatchEvent(new CustomEvent(`lit-debug`,{detail:e}))},oe=0,w;S.litIssuedWarnings??=new Set,w=(e,t)=>{t+=e?` See https://lit.dev/msg/${e} for more information.`:``,!S.litIssuedWarnings.has(t)&&!S.litIssuedWarnings.has(e)&&(console.warn(t),S.litIssuedWarnings.add(t))},queueMicrotask(()=>{w(`dev-mode`,`Lit is in dev mode. Not recommended for production!`)});var T=S.ShadyDOM?.inUse&&S.ShadyDOM?.noPatch===!0?S.ShadyDOM.wrap:e=>e,E=S.trustedTypes,D=E?E.createPolicy(`lit-html`,{createHTML:e=>e}):void 0,se=e=>e,O=(e,t,n)=>se,ce=e=>{if(I!==O)throw Error(`Attempted to overwrite existing lit-html security policy. setSanitizeDOMValueFactory should be called at most once.`);I=e},le=()=>{I=O},ue=(e,t,n)=>I(e,t,n),de=`$lit$`,k=`lit$${Math.random().toFixed(9).slice(2)}$`,fe=`?`+k,pe=`<${fe}>`,A=document,me=()=>A.createComment(``),he=e=>e===null||typeof e!=`object`&&typeof e!=`function`,ge=Array.isArray,_e=e=>ge(e)||typeof e?.[Symbol.iterator]==`function`,ve=`[ 	
\f\r]`,ye=`[^ 	
\f\r"'\`<>=]`,be=`[^\\s"'>=/]`,xe=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Se=1,Ce=2,we=3,Te=/-->/g,Ee=/>/g,j=RegExp(`>|${ve}(?:(${be}+)(${ve}*=${ve}*(?:${ye}|("|')|))|$)`,`g`),De=0,Oe=1,ke=2,Ae=3,je=/'/g,Me=/"/g,Ne=/^(?:script|style|textarea|title)$/i,Pe=1,Fe=2,Ie=3,Le=1,Re=2,ze=3,Be=4,Ve=5,He=6,Ue=7,We=e=>(t,...n)=>(t.some(e=>e===void 0)&&console.warn(`Some template strings are undefined.
This is probably caused by illegal octal escape sequences.`),n.some(e=>e?._$litStatic$)&&w(``,`Static values 'literal' or 'unsafeStatic' cannot be used as values to non-static templates.
Please use the static 'html' tag function. See https://lit.dev/docs/templates/expressions/#static-expressions`),{_$litType$:e,strings:t,values:n}),M=We(Pe),Ge=We(Fe),N=Symbol.for(`lit-noChange`),P=Symbol.for(`lit-nothing`),Ke=new WeakMap,F=A.createTreeWalker(A,129),I=O;function qe(e,t){if(!ge(e)||!e.hasOwnProperty(`raw`)){let e=`invalid template strings array`;throw e=`Internal Error: expected template strings to be an array
          with a 'raw' field. Faking a template strings array by
          calling html or svg like an ordinary function is effectively
          the same as calling unsafeHtml and can lead to major security
          issues, e.g. opening your code up to XSS attacks.
          If you're using the html or svg tagged template functions normally
          and still seeing this error, please file a bug at
          https://github.com/lit/lit/issues/new?template=bug_report.md
          and include information about your build tooling, if any.`.replace(/\n */g,`
`),Error(e)}return D===void 0?t:D.createHTML(t)}var Je=(e,t)=>{let n=e.length-1,r=[],i=t===Fe?`<svg>`:t===Ie?`<math>`:``,a,o=xe;for(let t=0;t<n;t++){let n=e[t],s=-1,c,l=0,u;for(;l<n.length&&(o.lastIndex=l,u=o.exec(n),u!==null);)if(l=o.lastIndex,o===xe){if(u[Se]===`!--`)o=Te;else if(u[Se]!==void 0)o=Ee;else if(u[Ce]!==void 0)Ne.test(u[Ce])&&(a=RegExp(`</${u[Ce]}`,`g`)),o=j;else if(u[we]!==void 0)throw Error(`Bindings in tag names are not supported. Please use static templates instead. See https://lit.dev/docs/templates/expressions/#static-expressions`)}else o===j?u[De]===`>`?(o=a??xe,s=-1):u[Oe]===void 0?s=-2:(s=o.lastIndex-u[ke].length,c=u[Oe],o=u[Ae]===void 0?j:u[Ae]===`"`?Me:je):o===Me||o===je?o=j:o===Te||o===Ee?o=xe:(o=j,a=void 0);console.assert(s===-1||o===j||o===je||o===Me,`unexpected parse state B`);let d=o===j&&e[t+1].startsWith(`/>`)?` `:``;i+=o===xe?n+pe:s>=0?(r.push(c),n.slice(0,s)+de+n.slice(s)+k+d):n+k+(s===-2?t:d)}return[qe(e,i+(e[n]||`<?>`)+(t===Fe?`</svg>`:t===Ie?`</math>`:``)),r]},Ye=class e{constructor({strings:t,_$litType$:n},r){this.parts=[];let i,a=0,o=0,s=t.length-1,c=this.parts,[l,u]=Je(t,n);if(this.el=e.createElement(l,r),F.currentNode=this.el.content,n===Fe||n===Ie){let e=this.el.content.firstChild;e.replaceWith(...e.childNodes)}for(;(i=F.nextNode())!==null&&c.length<s;){if(i.nodeType===1){{let e=i.localName;if(/^(?:textarea|template)$/i.test(e)&&i.innerHTML.includes(k)){let t=`Expressions are not supported inside \`${e}\` elements. See https://lit.dev/msg/expression-in-${e} for more information.`;if(e===`template`)throw Error(t);w(``,t)}}if(i.hasAttributes())for(let e of i.getAttributeNames())if(e.endsWith(de)){let t=u[o++],n=i.getAttribute(e).split(k),r=/([.?@])?(.*)/.exec(t);c.push({type:Le,index:a,name:r[2],strings:n,ctor:r[1]===`.`?$e:r[1]===`?`?et:r[1]===`@`?tt:Qe}),i.removeAttribute(e)}else e.startsWith(k)&&(c.push({type:He,index:a}),i.removeAttribute(e));if(Ne.test(i.tagName)){let e=i.textContent.split(k),t=e.length-1;if(t>0){i.textContent=E?E.emptyScript:``;for(let n=0;n<t;n++)i.append(e[n],me()),F.nextNode(),c.push({type:Re,index:++a});i.append(e[t],me())}}}else if(i.nodeType===8){if(i.data===fe)c.push({type:Re,index:a});else{let e=-1;for(;(e=i.data.indexOf(k,e+1))!==-1;)c.push({type:Ue,index:a}),e+=k.length-1}}a++}if(u.length!==o)throw Error('Detected duplicate attribute bindings. This occurs if your template has duplicate attributes on an element tag. For example "<input ?disabled=${true} ?disabled=${false}>" contains a duplicate "disabled" attribute. The error was detected in the following template: \n`'+t.join("${...}")+"`");C&&C({kind:`template prep`,template:this,clonableTemplate:this.el,parts:this.parts,strings:t})}static createElement(e,t){let n=A.createElement(`template`);return n.innerHTML=e,n}};function L(e,t,n=e,r){if(t===N)return t;let i=r===void 0?n.__directive:n.__directives?.[r],a=he(t)?void 0:t._$litDirective$;return i?.constructor!==a&&(i?._$notifyDirectiveConnectionChanged?.(!1),a===void 0?i=void 0:(i=new a(e),i._$initialize(e,n,r)),r===void 0?n.__directive=i:(n.__directives??=[])[r]=i),i!==void 0&&(t=L(e,i._$resolve(e,t.values),i,r)),t}var Xe=class{constructor(e,t){this._$parts=[],this._$disconnectableChildren=void 0,this._$template=e,this._$parent=t}get parentNode(){return this._$parent.parentNode}get _$isConnected(){return this._$parent._$isConnected}_clone(e){let{el:{content:t},parts:n}=this._$template,r=(e?.creationScope??A).importNode(t,!0);F.currentNode=r;let i=F.nextNode(),a=0,o=0,s=n[0];for(;s!==void 0;){if(a===s.index){let t;s.type===Re?t=new Ze(i,i.nextSibling,this,e):s.type===Le?t=new s.ctor(i,s.name,s.strings,this,e):s.type===He&&(t=new nt(i,this,e)),this._$parts.push(t),s=n[++o]}a!==s?.index&&(i=F.nextNode(),a++)}return F.currentNode=A,r}_update(e){let t=0;for(let n of this._$parts)n!==void 0&&(C&&C({kind:`set part`,part:n,value:e[t],valueIndex:t,values:e,templateInstance:this}),n.strings===void 0?n._$setValue(e[t]):(n._$setValue(e,n,t),t+=n.strings.length-2)),t++}},Ze=class e{get _$isConnected(){return this._$parent?._$isConnected??this.__isConnected}constructor(e,t,n,r){this.type=Re,this._$committedValue=P,this._$disconnectableChildren=void 0,this._$startNode=e,this._$endNode=t,this._$parent=n,this.options=r,this.__isConnected=r?.isConnected??!0,this._textSanitizer=void 0}get parentNode(){let e=T(this._$startNode).parentNode,t=this._$parent;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$startNode}get endNode(){return this._$endNode}_$setValue(e,t=this){if(this.parentNode===null)throw Error("This `ChildPart` has no `parentNode` and therefore cannot accept a value. This likely means the element containing the part was manipulated in an unsupported way outside of Lit's control such that the part's marker nodes were ejected from DOM. For example, setting the element's `innerHTML` or `textContent` can do this.");if(e=L(this,e,t),he(e))e===P||e==null||e===``?(this._$committedValue!==P&&(C&&C({kind:`commit nothing to child`,start:this._$startNode,end:this._$endNode,parent:this._$parent,options:this.options}),this._$clear()),this._$committedValue=P):e!==this._$committedValue&&e!==N&&this._commitText(e);else if(e._$litType$!==void 0)this._commitTemplateResult(e);else if(e.nodeType!==void 0){if(this.options?.host===e){this._commitText("[probable mistake: rendered a template's host in itself (commonly caused by writing ${this} in a template]"),console.warn(`Attempted to render the template host`,e,`inside itself. This is almost always a mistake, and in dev mode `,`we render some warning text. In production however, we'll `,`render it, which will usually result in an error, and sometimes `,`in the element disappearing from the DOM.`);return}this._commitNode(e)}else _e(e)?this._commitIterable(e):this._commitText(e)}_insert(e){return T(T(this._$startNode).parentNode).insertBefore(e,this._$endNode)}_commitNode(e){if(this._$committedValue!==e){if(this._$clear(),I!==O){let e=this._$startNode.parentNode?.nodeName;if(e===`STYLE`||e===`SCRIPT`){let t=`Forbidden`;throw t=e===`STYLE`?"Lit does not support binding inside style nodes. This is a security risk, as style injection attacks can exfiltrate data and spoof UIs. Consider instead using css`...` literals to compose styles, and do dynamic styling with css custom properties, ::parts, <slot>s, and by mutating the DOM rather than stylesheets.":`Lit does not support binding inside script nodes. This is a security risk, as it could allow arbitrary code execution.`,Error(t)}}C&&C({kind:`commit node`,start:this._$startNode,parent:this._$parent,value:e,options:this.options}),this._$committedValue=this._insert(e)}}_commitText(e){if(this._$committedValue!==P&&he(this._$committedValue)){let t=T(this._$startNode).nextSibling;this._textSanitizer===void 0&&(this._textSanitizer=ue(t,`data`,`property`)),e=this._textSanitizer(e),C&&C({kind:`commit text`,node:t,value:e,options:this.options}),t.data=e}else{let t=A.createTextNode(``);this._commitNode(t),this._textSanitizer===void 0&&(this._textSanitizer=ue(t,`data`,`property`)),e=this._textSanitizer(e),C&&C({kind:`commit text`,node:t,value:e,options:this.options}),t.data=e}this._$committedValue=e}_commitTemplateResult(e){let{values:t,_$litType$:n}=e,r=typeof n==`number`?this._$getTemplate(e):(n.el===void 0&&(n.el=Ye.createElement(qe(n.h,n.h[0]),this.options)),n);if(this._$committedValue?._$template===r)C&&C({kind:`template updating`,template:r,instance:this._$committedValue,parts:this._$committedValue._$parts,options:this.options,values:t}),this._$committedValue._update(t);else{let e=new Xe(r,this),n=e._clone(this.options);C&&C({kind:`template instantiated`,template:r,instance:e,parts:e._$parts,options:this.options,fragment:n,values:t}),e._update(t),C&&C({kind:`template instantiated and updated`,template:r,instance:e,parts:e._$parts,options:this.options,fragment:n,values:t}),this._commitNode(n),this._$committedValue=e}}_$getTemplate(e){let t=Ke.get(e.strings);return t===void 0&&Ke.set(e.strings,t=new Ye(e)),t}_commitIterable(t){ge(this._$committedValue)||(this._$committedValue=[],this._$clear());let n=this._$committedValue,r=0,i;for(let a of t)r===n.length?n.push(i=new e(this._insert(me()),this._insert(me()),this,this.options)):i=n[r],i._$setValue(a),r++;r<n.length&&(this._$clear(i&&T(i._$endNode).nextSibling,r),n.length=r)}_$clear(e=T(this._$startNode).nextSibling,t){for(this._$notifyConnectionChanged?.(!1,!0,t);e!==this._$endNode;){let t=T(e).nextSibling;T(e).remove(),e=t}}setConnected(e){if(this._$parent===void 0)this.__isConnected=e,this._$notifyConnectionChanged?.(e);else throw Error(`part.setConnected() may only be called on a RootPart returned from render().`)}},Qe=class{get tagName(){return this.element.tagName}get _$isConnected(){return this._$parent._$isConnected}constructor(e,t,n,r,i){this.type=Le,this._$committedValue=P,this._$disconnectableChildren=void 0,this.element=e,this.name=t,this._$parent=r,this.options=i,n.length>2||n[0]!==``||n[1]!==``?(this._$committedValue=Array(n.length-1).fill(new String),this.strings=n):this._$committedValue=P,this._sanitizer=void 0}_$setValue(e,t=this,n,r){let i=this.strings,a=!1;if(i===void 0)e=L(this,e,t,0),a=!he(e)||e!==this._$committedValue&&e!==N,a&&(this._$committedValue=e);else{let r=e;e=i[0];let o,s;for(o=0;o<i.length-1;o++)s=L(this,r[n+o],t,o),s===N&&(s=this._$committedValue[o]),a||=!he(s)||s!==this._$committedValue[o],s===P?e=P:e!==P&&(e+=(s??``)+i[o+1]),this._$committedValue[o]=s}a&&!r&&this._commitValue(e)}_commitValue(e){e===P?T(this.element).removeAttribute(this.name):(this._sanitizer===void 0&&(this._sanitizer=I(this.element,this.name,`attribute`)),e=this._sanitizer(e??``),C&&C({kind:`commit attribute`,element:this.element,name:this.name,value:e,options:this.options}),T(this.element).setAttribute(this.name,e??``))}},$e=class extends Qe{constructor(){super(...arguments),this.type=ze}_commitValue(e){this._sanitizer===void 0&&(this._sanitizer=I(this.element,this.name,`property`)),e=this._sanitizer(e),C&&C({kind:`commit property`,element:this.element,name:this.name,value:e,options:this.options}),this.element[this.name]=e===P?void 0:e}},et=class extends Qe{constructor(){super(...arguments),this.type=Be}_commitValue(e){C&&C({kind:`commit boolean attribute`,element:this.element,name:this.name,value:!!(e&&e!==P),options:this.options}),T(this.element).toggleAttribute(this.name,!!e&&e!==P)}},tt=class extends Qe{constructor(e,t,n,r,i){if(super(e,t,n,r,i),this.type=Ve,this.strings!==void 0)throw Error(`A \`<${e.localName}>\` has a \`@${t}=...\` listener with invalid content. Event listeners in templates must have exactly one expression and no surrounding text.`)}_$setValue(e,t=this){if(e=L(this,e,t,0)??P,e===N)return;let n=this._$committedValue,r=e===P&&n!==P||e.capture!==n.capture||e.once!==n.once||e.passive!==n.passive,i=e!==P&&(n===P||r);C&&C({kind:`commit event listener`,element:this.element,name:this.name,value:e,options:this.options,removeListener:r,addListener:i,oldListener:n}),r&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,e),this._$committedValue=e}handleEvent(e){typeof this._$committedValue==`function`?this._$committedValue.call(this.options?.host??this.element,e):this._$committedValue.handleEvent(e)}},nt=class{constructor(e,t,n){this.element=e,this.type=He,this._$disconnectableChildren=void 0,this._$parent=t,this.options=n}get _$isConnected(){return this._$parent._$isConnected}_$setValue(e){C&&C({kind:`commit to element binding`,element:this.element,value:e,options:this.options}),L(this,e)}},rt={_boundAttributeSuffix:de,_marker:k,_markerMatch:fe,_HTML_RESULT:Pe,_getTemplateHtml:Je,_TemplateInstance:Xe,_isIterable:_e,_resolveDirective:L,_ChildPart:Ze,_AttributePart:Qe,_BooleanAttributePart:et,_EventPart:tt,_PropertyPart:$e,_ElementPart:nt},it=S.litHtmlPolyfillSupportDevMode;it?.(Ye,Ze),(S.litHtmlVersions??=[]).push(`3.3.3`),S.litHtmlVersions.length>1&&queueMicrotask(()=>{w(`multiple-versions`,`Multiple versions of Lit loaded. Loading multiple versions is not recommended.`)});var at=(e,t,n)=>{if(t==null)throw TypeError(`The container to render into may not be ${t}`);let r=oe++,i=n?.renderBefore??t,a=i._$litPart$;if(C&&C({kind:`begin render`,id:r,value:e,container:t,options:n,part:a}),a===void 0){let e=n?.renderBefore??null;i._$litPart$=a=new Ze(t.insertBefore(me(),e),e,void 0,n??{})}return a._$setValue(e),C&&C({kind:`end render`,id:r,value:e,container:t,options:n,part:a}),a};at.setSanitizer=ce,at.createSanitizer=ue,at._testOnlyClearSanitizerFactoryDoNotCallOrElse=le;var ot=(e,t)=>e,R=globalThis,st;R.litIssuedWarnings??=new Set,st=(e,t)=>{t+=` See https://lit.dev/msg/${e} for more information.`,!R.litIssuedWarnings.has(t)&&!R.litIssuedWarnings.has(e)&&(console.warn(t),R.litIssuedWarnings.add(t))};var z=class extends x{constructor(){super(...arguments),this.renderOptions={host:this},this.__childPart=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this.__childPart=at(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this.__childPart?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this.__childPart?.setConnected(!1)}render(){return N}};z._$litElement$=!0,z[ot(`finalized`,z)]=!0,R.litElementHydrateSupport?.({LitElement:z});var ct=R.litElementPolyfillSupportDevMode;ct?.({LitElement:z}),(R.litElementVersions??=[]).push(`4.2.2`),R.litElementVersions.length>1&&queueMicrotask(()=>{st(`multiple-versions`,`Multiple versions of Lit loaded. Loading multiple versions is not recommended.`)});var lt=5e3,ut=1e4,dt=0,ft=()=>new Date(Date.now()+dt),pt=e=>Date.parse(e)<=ft().getTime();function mt({headers:e},t){let n=Date.parse(e.get(`date`)??``),r=Date.now()-t;if(Number.isNaN(n)||r<0||r>ut)return;let i=n-Date.now();dt=Math.abs(i)<lt+r?0:i}var ht=2e3,gt=5e3,_t=5e3,vt=1e3,yt=15e3,bt=`/favicon.svg`,xt=class extends EventTarget{state=`connected`;since=null;#e=new Map;#t=0;#n=!1;#r;#i;follow(){addEventListener(`offline`,()=>this.#c(`offline`)),addEventListener(`online`,()=>this.retry())}answered(){this.#t=0,clearTimeout(this.#r),this.state===`offline`&&this.#s()}suspect(){this.state!==`offline`&&this.retry()}waiting(){let e=setTimeout(()=>this.suspect(),_t);return()=>clearTimeout(e)}retry(){clearTimeout(this.#r),this.#o()}streamIs(e,t){if(t===`offline`){if(this.#e.has(e))return;this.#e.set(e,ft()),this.suspect(),this.#i??=setTimeout(()=>this.#a(),ht)}else t!==`connecting`&&this.forget(e),t===`live`&&this.answered()}forget(e){this.#e.delete(e)&&this.#a()}#a(){if(clearTimeout(this.#i),this.#i=void 0,this.state===`offline`)return;let[e]=this.#e.values();this.#c(e?`not-live`:`connected`,e)}async#o(){if(this.#n)return;this.#n=!0;let e=await St();if(this.#n=!1,e)return this.answered();this.#c(`offline`);let t=Math.min(vt*2**this.#t++,yt);clearTimeout(this.#r),this.#r=setTimeout(()=>void this.#o(),t*(.5+Math.random()/2))}#s(){let[e]=this.#e.values();this.#c(e?`not-live`:`connected`,e),this.dispatchEvent(new Event(`back`))}#c(e,t=ft()){if(this.state===e)return;let n=this.state!==`connected`&&e!==`connected`;this.state=e,this.since=e===`connected`?null:n&&this.since?this.since:t,this.dispatchEvent(new Event(`change`))}};async function St(){try{let e=AbortSignal.timeout(gt),{ok:t}=await fetch(bt,{method:`HEAD`,cache:`no-store`,signal:e});return t}catch{return!1}}var B=new xt,Ct=s`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :host {
    color: var(--fm-text);
    font: var(--fm-size) / 1.5 var(--fm-font);
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  pre {
    margin: 0;
  }

  h1,
  h2,
  h3 {
    line-height: 1.25;
    font-weight: var(--fm-weight-strong);
    text-wrap: balance;
  }

  h1 {
    font-size: var(--fm-size-title);
    letter-spacing: -0.015em;
  }

  h2 {
    font-size: var(--fm-size-large);
  }

  h3 {
    font-size: var(--fm-size);
  }

  /* The heading takes the focus after a change of page; it is no control. */
  h1:focus,
  main:focus {
    outline: none;
  }

  a {
    color: var(--fm-link);
    text-underline-offset: 0.2em;
  }

  code,
  pre,
  .mono {
    font-family: var(--fm-font-mono);
    font-size: max(0.9em, var(--fm-size-small));
  }

  :focus-visible {
    outline: 2px solid var(--fm-focus);
    outline-offset: 2px;
    border-radius: var(--fm-radius);
  }

  .icon {
    width: 1.15em;
    height: 1.15em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.9;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: -0.2em;
  }

  .quiet {
    color: var(--fm-text-quiet);
  }

  .small {
    font-size: var(--fm-size-small);
  }

  .number {
    font-variant-numeric: tabular-nums;
  }

  .visually-hidden:not(:focus-within) {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    border: 0;
    white-space: nowrap;
  }

  /* Not a short transition: every property of everything would have one, and a size set by a script be read too early. */
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0s !important;
      scroll-behavior: auto !important;
    }
  }
`,wt=s`
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--fm-space-2);
    min-height: var(--fm-control-height);
    padding: 0 var(--fm-space-3);
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    font: inherit;
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
    transition: background-color var(--fm-transition);
  }

  button:hover:not(:disabled),
  .button:hover {
    background: var(--fm-hover);
  }

  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--fm-accent);
    color: var(--fm-text-on-accent);
  }

  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: var(--fm-accent-hover);
  }

  button.danger {
    border-color: transparent;
    background: var(--fm-danger);
    color: var(--fm-text-on-accent);
  }

  button.danger:hover:not(:disabled) {
    background: var(--fm-danger-hover);
  }

  button.plain,
  .button.plain {
    border-color: transparent;
    background: transparent;
  }

  button.plain:hover:not(:disabled),
  .button.plain:hover {
    background: var(--fm-hover);
  }

  button.square {
    width: var(--fm-control-height);
    padding: 0;
  }

  [aria-disabled='true'] {
    opacity: 0.65;
    cursor: not-allowed;
  }

  button:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }

  .field {
    display: grid;
    gap: var(--fm-space-1);
    font-weight: 500;
  }

  .field .hint,
  .field .problem {
    font-weight: 400;
    font-size: var(--fm-size-small);
  }

  .field .hint {
    color: var(--fm-text-quiet);
    overflow-wrap: anywhere;
  }

  .field .problem {
    color: var(--fm-bad-text);
  }

  input:not([type='checkbox'], [type='radio']),
  select,
  textarea {
    width: 100%;
    min-height: var(--fm-control-height);
    padding: var(--fm-space-1) var(--fm-space-3);
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    font: inherit;
    font-weight: 400;
  }

  select {
    padding-right: var(--fm-space-2);
  }

  input[aria-invalid='true'] {
    border-color: var(--fm-bad-mark);
  }

  /* The button for the calendar is a stop of its own, of which the field is told nothing more than this. */
  input[type='datetime-local']:focus-within {
    outline: 2px solid var(--fm-focus);
    outline-offset: 0;
  }

  input:focus-visible,
  select:focus-visible,
  textarea:focus-visible {
    outline-offset: 0;
  }

  ::placeholder {
    color: var(--fm-text-quiet);
    opacity: 1;
  }

  input[type='checkbox'],
  input[type='radio'] {
    width: 1.05rem;
    height: 1.05rem;
    margin: 0;
    accent-color: var(--fm-accent);
  }

  .choice {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-2);
    overflow-wrap: anywhere;
  }

  @media (forced-colors: active) {
    button.primary,
    .button.primary,
    button.danger {
      border-color: ButtonText;
    }

    button:disabled,
    [aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }

  /* On paper nothing can be pressed. */
  @media print {
    button,
    .button,
    fm-menu {
      display: none;
    }
  }
`,Tt=s`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-5);
  }

  .page-header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-3);
  }

  .page-header p {
    margin-top: var(--fm-space-1);
    color: var(--fm-text-quiet);
  }

  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-4);
  }

  .stack.tight {
    gap: var(--fm-space-2);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .row.spread {
    justify-content: space-between;
  }

  .card {
    padding: var(--fm-space-4) var(--fm-space-5);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface);
    box-shadow: var(--fm-shadow);
  }

  .card > h2 + * {
    margin-top: var(--fm-space-3);
  }

  .facts {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr);
    gap: var(--fm-space-2) var(--fm-space-5);
  }

  .facts dt {
    color: var(--fm-text-quiet);
  }

  .facts dd {
    overflow-wrap: anywhere;
  }

  .notice {
    display: flex;
    gap: var(--fm-space-3);
    padding: var(--fm-space-3) var(--fm-space-4);
    /* Seen where the reader's own colours leave no fill. */
    border: 1px solid transparent;
    border-radius: var(--fm-radius);
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
  }

  /* Addresses and names are long words. */
  .notice > :not(.icon) {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .notice.bad {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  .notice.warn {
    background: var(--fm-warn-fill);
    color: var(--fm-warn-text);
  }

  .notice.ok {
    background: var(--fm-ok-fill);
    color: var(--fm-ok-text);
  }

  .notice .icon {
    margin-top: 0.2em;
  }

  @media print {
    .card {
      padding: var(--fm-space-2) 0;
      border: 0;
      box-shadow: none;
    }
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-4);
    }

    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }

    .facts dd {
      margin-bottom: var(--fm-space-3);
    }
  }
`,V=class extends z{static styles=[Ct,wt,Tt]},Et=class extends V{static properties={params:{attribute:!1},query:{attribute:!1}};isHeld=!1;constructor(){super(),this.params={},this.query=new URLSearchParams}shouldUpdate(e){return!this.isHeld}};function H(e,t){customElements.get(e)||customElements.define(e,t)}var Dt={NETWORK:[`The manager could not be reached.`,`Check that it runs and that your network is up. The page then reads its figures again by itself. If you changed something, look whether it was done before you do it again.`],TIMEOUT:[`The manager did not answer in time.`,`Try again in a moment; if you changed something, look first whether it was done.`],BAD_ANSWER:[`Something between here and the manager answered instead of it.`,`Check the proxy, then try again.`],WINDOW_BLOCKED:[`The browser blocked the new window.`,`Allow pop-up windows for this page, and try again.`],PASSKEY_NOT_CHOSEN:[`No passkey was used: it was cancelled, took too long, or there is none here.`,`Nothing is lost. Try again, or take another way.`],PASSKEY_REFUSED:[`The manager does not take this passkey.`,`Try another one, or take another way.`],MFA_FACTOR_GONE:[`This second factor was removed meanwhile.`,`Use another one.`],PASSKEY_TOO_LATE:[`The sign-in took too long.`,`Go back and begin again.`],PAGE_GONE:[`This page could not be loaded: the manager was probably updated while this tab was open.`,`Reload the page.`],PAGE_UNREACHABLE:[`This page could not be loaded: there is no connection to the manager.`,`Check that it runs and that your network is up, then try again.`]},Ot=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),kt=function(e){return`/`+e},At={},jt=function(e){return e.pathname.endsWith(`.css`)},Mt=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},U=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=kt(t,n);let r=s(t),i=jt(r);return Mt(At,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:Ot,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})},Nt=3e3,Pt={},Ft={},It=null,Lt=(e,t)=>Object.hasOwn(e,t)?e[t]:void 0,Rt=e=>Lt(Pt,e)??Lt(Dt,e),zt=e=>Lt(Ft,e);async function Bt(){It??=Promise.all([U(()=>import(`./managerErrors-8CjvbcpC.js`),[]),U(()=>import(`./hostErrors-BSlZYy6F.js`),[])]).then(([{managerSentences:e},{hostSentences:t}])=>{Pt=e,Ft=t},()=>{It=null});let e,t=new Promise(t=>e=setTimeout(t,Nt));await Promise.race([It,t]),clearTimeout(e)}var Vt=/\{[^{}]+\}/g,Ht=()=>typeof process==`object`&&Number.parseInt(process?.versions?.node?.substring(0,2))>=18&&process.versions.undici;function Ut(){return Math.random().toString(36).slice(2,11)}function Wt(e){let{baseUrl:t=``,Request:n=globalThis.Request,fetch:r=globalThis.fetch,querySerializer:i,bodySerializer:a,pathSerializer:o,headers:s,requestInitExt:c=void 0,...l}={...e};c=Ht()?c:void 0,t=$t(t);let u=[];async function d(e,d){let{baseUrl:f,fetch:p=r,Request:m=n,headers:ee,params:h={},parseAs:g=`json`,querySerializer:_,bodySerializer:te=a??Xt,pathSerializer:ne,body:re,middleware:ie=[],...v}=d||{},y=t;f&&(y=$t(f)??t);let b=typeof i==`function`?i:Jt(i);_&&(b=typeof _==`function`?_:Jt({...typeof i==`object`?i:{},..._}));let ae=ne||o||Yt,x=re===void 0?void 0:te(re,Qt(s,ee,h.header)),S=Qt(x===void 0||x instanceof FormData?{}:{"Content-Type":`application/json`},s,ee,h.header),C=[...u,...ie],oe={redirect:`follow`,...l,...v,body:x,headers:S},w,T,E=new m(Zt(e,{baseUrl:y,params:h,querySerializer:b,pathSerializer:ae}),oe),D;for(let e in v)e in E||(E[e]=v[e]);if(C.length){w=Ut(),T=Object.freeze({baseUrl:y,fetch:p,parseAs:g,querySerializer:b,bodySerializer:te,pathSerializer:ae});for(let t of C)if(t&&typeof t==`object`&&typeof t.onRequest==`function`){let n=await t.onRequest({request:E,schemaPath:e,params:h,options:T,id:w});if(n){if(n instanceof m)E=n;else if(n instanceof Response){D=n;break}else throw Error(`onRequest: must return new Request() or Response() when modifying the request`)}}}if(!D){try{D=await p(E,c)}catch(t){let n=t;if(C.length)for(let t=C.length-1;t>=0;t--){let r=C[t];if(r&&typeof r==`object`&&typeof r.onError==`function`){let t=await r.onError({request:E,error:n,schemaPath:e,params:h,options:T,id:w});if(t){if(t instanceof Response){n=void 0,D=t;break}if(t instanceof Error){n=t;continue}throw Error(`onError: must return new Response() or instance of Error`)}}}if(n)throw n}if(C.length)for(let t=C.length-1;t>=0;t--){let n=C[t];if(n&&typeof n==`object`&&typeof n.onResponse==`function`){let t=await n.onResponse({request:E,response:D,schemaPath:e,params:h,options:T,id:w});if(t){if(!(t instanceof Response))throw Error(`onResponse: must return new Response() when modifying the response`);D=t}}}}let se=D.headers.get(`Content-Length`);if(D.status===204||E.method===`HEAD`||se===`0`&&!D.headers.get(`Transfer-Encoding`)?.includes(`chunked`))return D.ok?{data:void 0,response:D}:{error:void 0,response:D};if(D.ok)return{data:await(async()=>{if(g===`stream`)return D.body;if(g===`json`&&!se){let e=await D.text();return e?JSON.parse(e):void 0}return await D[g]()})(),response:D};let O=await D.text();try{O=JSON.parse(O)}catch{}return{error:O,response:D}}return{request(e,t,n){return d(t,{...n,method:e.toUpperCase()})},GET(e,t){return d(e,{...t,method:`GET`})},PUT(e,t){return d(e,{...t,method:`PUT`})},POST(e,t){return d(e,{...t,method:`POST`})},DELETE(e,t){return d(e,{...t,method:`DELETE`})},OPTIONS(e,t){return d(e,{...t,method:`OPTIONS`})},HEAD(e,t){return d(e,{...t,method:`HEAD`})},PATCH(e,t){return d(e,{...t,method:`PATCH`})},TRACE(e,t){return d(e,{...t,method:`TRACE`})},use(...e){for(let t of e)if(t){if(typeof t!=`object`||!(`onRequest`in t||`onResponse`in t||`onError`in t))throw Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");u.push(t)}},eject(...e){for(let t of e){let e=u.indexOf(t);e!==-1&&u.splice(e,1)}}}}function Gt(e,t,n){if(t==null)return``;if(typeof t==`object`)throw Error("Deeply-nested arrays/objects aren’t supported. Provide your own `querySerializer()` to handle these.");return`${e}=${n?.allowReserved===!0?t:encodeURIComponent(t)}`}function Kt(e,t,n){if(!t||typeof t!=`object`)return``;let r=[],i={simple:`,`,label:`.`,matrix:`;`}[n.style]||`&`;if(n.style!==`deepObject`&&n.explode===!1){for(let e in t)r.push(e,n.allowReserved===!0?t[e]:encodeURIComponent(t[e]));let i=r.join(`,`);switch(n.style){case`form`:return`${e}=${i}`;case`label`:return`.${i}`;case`matrix`:return`;${e}=${i}`;default:return i}}for(let i in t){let a=n.style===`deepObject`?`${e}[${i}]`:i;r.push(Gt(a,t[i],n))}let a=r.join(i);return n.style===`label`||n.style===`matrix`?`${i}${a}`:a}function qt(e,t,n){if(!Array.isArray(t))return``;if(n.explode===!1){let r={form:`,`,spaceDelimited:`%20`,pipeDelimited:`|`}[n.style]||`,`,i=(n.allowReserved===!0?t:t.map(e=>encodeURIComponent(e))).join(r);switch(n.style){case`simple`:return i;case`label`:return`.${i}`;case`matrix`:return`;${e}=${i}`;default:return`${e}=${i}`}}let r={simple:`,`,label:`.`,matrix:`;`}[n.style]||`&`,i=[];for(let r of t)n.style===`simple`||n.style===`label`?i.push(n.allowReserved===!0?r:encodeURIComponent(r)):i.push(Gt(e,r,n));return n.style===`label`||n.style===`matrix`?`${r}${i.join(r)}`:i.join(r)}function Jt(e){return function(t){let n=[];if(t&&typeof t==`object`)for(let r in t){let i=t[r];if(i!=null){if(Array.isArray(i)){if(i.length===0)continue;n.push(qt(r,i,{style:`form`,explode:!0,...e?.array,allowReserved:e?.allowReserved||!1}))}else typeof i==`object`?n.push(Kt(r,i,{style:`deepObject`,explode:!0,...e?.object,allowReserved:e?.allowReserved||!1})):n.push(Gt(r,i,e))}}return n.join(`&`)}}function Yt(e,t){let n=e;for(let r of e.match(Vt)??[]){let e=r.substring(1,r.length-1),i=!1,a=`simple`;if(e.endsWith(`*`)&&(i=!0,e=e.substring(0,e.length-1)),e.startsWith(`.`)?(a=`label`,e=e.substring(1)):e.startsWith(`;`)&&(a=`matrix`,e=e.substring(1)),!t||t[e]===void 0||t[e]===null)continue;let o=t[e];n=Array.isArray(o)?n.replace(r,qt(e,o,{style:a,explode:i})):typeof o==`object`?n.replace(r,Kt(e,o,{style:a,explode:i})):a===`matrix`?n.replace(r,`;${Gt(e,o)}`):n.replace(r,a===`label`?`.${encodeURIComponent(o)}`:encodeURIComponent(o))}return n}function Xt(e,t){return e instanceof FormData?e:t&&(t.get instanceof Function?t.get(`Content-Type`)??t.get(`content-type`):t[`Content-Type`]??t[`content-type`])===`application/x-www-form-urlencoded`?new URLSearchParams(e).toString():JSON.stringify(e)}function Zt(e,t){let n=`${t.baseUrl}${e}`;t.params?.path&&(n=t.pathSerializer(n,t.params.path));let r=t.querySerializer(t.params.query??{});return r.startsWith(`?`)&&(r=r.substring(1)),r&&(n+=`?${r}`),n}function Qt(...e){let t=new Headers;for(let n of e){if(!n||typeof n!=`object`)continue;let e=n instanceof Headers?n.entries():Object.entries(n);for(let[n,r]of e)if(r===null)t.delete(n);else if(Array.isArray(r))for(let e of r)t.append(n,e);else r!==void 0&&t.set(n,r)}return t}function $t(e){return e.endsWith(`/`)?e.substring(0,e.length-1):e}var W=class extends Error{code;status;details;requestId;constructor(e){super(e.message,{cause:e.cause}),this.name=`ApiError`,this.code=e.code,this.status=e.status,this.details=e.details??{},this.requestId=e.requestId??null}};function G(e,t){let{code:n,message:r,details:i,request_id:a}=nn(t)&&nn(t.error)?t.error:{};return new W({code:typeof n==`string`?n:`BAD_ANSWER`,message:typeof r==`string`?r:`The answer was ${e.status}.`,status:e.status,details:nn(i)?i:{},requestId:typeof a==`string`?a:e.headers.get(`x-request-id`)})}function en(e){return e instanceof DOMException&&e.name===`TimeoutError`?new W({code:`TIMEOUT`,message:`No answer in time.`,status:0,cause:e}):e instanceof TypeError?new W({code:`NETWORK`,message:`No connection to the manager.`,status:0,cause:e}):e}function tn(e){return e instanceof W&&(e.status===0||e.status>500&&e.code===`BAD_ANSWER`)}function nn(e){return typeof e==`object`&&!!e&&!Array.isArray(e)}var rn=new class{#e=()=>Promise.resolve(!1);#t=null;follow(e){this.#e=e}wanted(){return this.#t??=this.#e().catch(()=>!1).finally(()=>{this.#t=null}),this.#t}};function an(e){return`locks`in navigator?navigator.locks.request(`fleetmend-refresh`,e):e()}var on=`fleetmend-tab`;function sn(){`locks`in navigator&&navigator.locks.request(on,{mode:`shared`},()=>new Promise(()=>void 0))}async function cn(){if(!(`locks`in navigator))return!0;let{held:e=[]}=await navigator.locks.query();return e.filter(({name:e})=>e===on).length>1}var ln=`fleetmend.session`,un=class{read(){try{let e=JSON.parse(sessionStorage.getItem(ln)??`null`);if(typeof e!=`object`||!e)return null;let{sessionId:t,refreshToken:n}=e;return typeof t==`string`&&typeof n==`string`?{sessionId:t,refreshToken:n}:null}catch{return null}}write({sessionId:e,refreshToken:t}){try{sessionStorage.setItem(ln,JSON.stringify({sessionId:e,refreshToken:t}))}catch{}}clear(){try{sessionStorage.removeItem(ln)}catch{}}},dn=400,fn=class{#e=Array.from(crypto.getRandomValues(new Uint32Array(2))).join(`-`);#t=new BroadcastChannel(`fleetmend-session`);#n;#r=null;constructor(e){this.#n=e,this.#t.onmessage=({data:e})=>this.#i(e),sn()}async ask(){return await cn()?new Promise(e=>{let t=setTimeout(()=>e(null),dn);this.#r=n=>{clearTimeout(t),this.#r=null,e(n)},this.#a({kind:`ask`,from:this.#e})}):null}tell(e,t){this.#a({kind:`tokens`,to:null,tokens:e,user:t})}tellEnded(e,t){this.#a({kind:`ended`,sessionId:e,reason:t})}#i(e){if(e.kind===`ended`)return this.#n.ended(e.sessionId,e.reason);if(e.kind===`ask`){let t=this.#n.answer();t&&this.#a({kind:`tokens`,to:e.from,...t})}else e.to===this.#e?this.#r?.(e):e.to===null&&this.#n.adopt(e.tokens,e.user)}#a(e){this.#t.postMessage(e)}},pn=6e4,mn=3e4,hn=2e3,gn=class extends EventTarget{state=`starting`;user=null;endReason=null;mustSetUp=!1;#e=null;#t=null;#n;#r=new un;#i=new fn({answer:()=>this.#e&&this.user?{tokens:this.#e,user:this.user}:null,adopt:(e,t)=>this.#s(e,t),ended:(e,t)=>{e===this.#e?.sessionId&&this.#d(t)}});get accessToken(){return this.#e?.accessToken??null}async start(){let e=await this.#i.ask();if(e)return this.#c(e.tokens,e.user);let t=this.#r.read();if(!t)return this.#d(null);this.#e={...t,accessToken:``,expiresAtMs:0};try{if(!await this.refresh(``))return;this.#c(this.#e,await this.#o())}catch{this.#e=null,setTimeout(()=>void this.start(),hn)}}async signIn(e){await this.signInBy(`/api/v1/auth/login`,e)}async signInBy(e,t,n=null){let r=await vn(e,t,n),i={...yn(r),sessionId:bn()};this.#c(i,r.user),this.#i.tell(i,r.user)}async signOut(){let e=this.#e;this.#d(`signed-out`),e&&(this.#i.tellEnded(e.sessionId,`signed-out`),await vn(`/api/v1/auth/logout`,{refresh_token:e.refreshToken}).catch(()=>void 0))}refresh(e){return this.#t??=an(()=>this.#a(e)).finally(()=>{this.#t=null}),this.#t}expire(){this.#e&&this.#i.tellEnded(this.#e.sessionId,`expired`),this.#d(`expired`)}setUpIsDue(e){this.mustSetUp!==e&&this.state===`signed-in`&&(this.mustSetUp=e,this.#f())}userIs(e){this.#e&&e.id===this.user?.id&&(this.user=e,this.#i.tell(this.#e,e),this.#f())}async#a(e){let t=this.#e;if(!t)return!1;if(t.accessToken!==e)return!0;try{let e={...yn(await vn(`/api/v1/auth/refresh`,{refresh_token:t.refreshToken})),sessionId:t.sessionId};return this.#l(e),this.user&&this.#i.tell(e,this.user),!0}catch(e){if(!(e instanceof W)||![400,401,403].includes(e.status))throw e;return this.expire(),!1}}async#o(){let e=await fetch(`/api/v1/users/me`,{headers:{authorization:`Bearer ${this.accessToken}`},signal:AbortSignal.timeout(mn)}),t=await e.json();if(e.ok)return t;throw await Bt(),G(e,t)}#s(e,t){this.#e&&this.#e.sessionId!==e.sessionId||(this.#e?(this.#l(e),this.state===`signed-in`&&(this.user=t)):this.state===`signed-out`&&this.#c(e,t))}#c(e,t){this.#l(e),this.user=t,this.mustSetUp=!1,this.endReason=null,this.state=`signed-in`,this.#f()}#l(e){this.#e=e,this.#r.write(e),clearTimeout(this.#n);let t=Math.max(e.expiresAtMs-Date.now()-pn,1e3);this.#n=setTimeout(()=>void this.#u(),t)}async#u(){document.visibilityState===`visible`&&await this.refresh(this.accessToken).catch(()=>void 0)}#d(e){clearTimeout(this.#n),this.#r.clear(),this.#e=null,this.user=null,this.mustSetUp=!1,this.endReason=e,this.state=`signed-out`,this.#f()}#f(){this.dispatchEvent(new Event(`change`))}};async function _n(e){await vn(`/api/v1/auth/force-change-password`,e)}async function vn(e,t,n=null){let r;try{r=await fetch(e,{method:`POST`,headers:{...t===void 0?{}:{"content-type":`application/json`},...n===null?{}:{authorization:`Bearer ${n}`}},body:t===void 0?null:JSON.stringify(t),signal:AbortSignal.timeout(mn)})}catch(e){throw en(e)}let i=await r.json().catch(()=>null);if(r.ok)return i;throw await Bt(),G(r,i)}function yn(e){return{accessToken:e.access_token,refreshToken:e.refresh_token,expiresAtMs:Date.now()+e.expires_in*1e3}}function bn(){return Array.from(crypto.getRandomValues(new Uint32Array(4)),e=>e.toString(36)).join(``)}var K=new gn,xn=3e4,Sn=13e4,Cn=18e5,wn=Wt({baseUrl:globalThis.location?.origin??``,fetch:e=>On(e,xn)}),Tn=e=>On(e,Sn);async function En(e){let{data:t,error:n,response:r}=await e;if(!r.ok)throw G(r,n);return t}async function Dn(e,t){let n=await On(new Request(new URL(e,location.origin)),Cn);if(!n.ok)throw G(n,await n.json().catch(()=>null));let r=URL.createObjectURL(await n.blob());Object.assign(document.createElement(`a`),{href:r,download:t}).click(),setTimeout(()=>URL.revokeObjectURL(r),6e4)}async function On(e,t){let n=e.clone(),r=await kn(e,t),i=r.status===403?await Mn(r):null;return i===`MFA_SETUP_REQUIRED`&&K.setUpIsDue(!0),i===`REAUTHENTICATION_REQUIRED`&&await rn.wanted()?kn(n,t):r}async function kn(e,t){let n=K.accessToken,r=e.clone(),i=await An(e,{token:n,timeoutMs:t});if(!n||!await jn(i)||!await K.refresh(n))return i;let a=await An(r,{token:K.accessToken,timeoutMs:t});return await jn(a)&&K.expire(),a}async function An(e,{token:t,timeoutMs:n}){let r=new Headers(e.headers);t&&r.set(`authorization`,`Bearer ${t}`);let i=AbortSignal.any([e.signal,AbortSignal.timeout(n)]),a=B.waiting(),o=Date.now();try{let t=await fetch(new Request(e,{headers:r,signal:i}));return mt(t,o),t.status<500?B.answered():B.suspect(),t.ok||await Bt(),t}catch(e){let t=en(e);throw t instanceof W&&B.suspect(),t}finally{a()}}async function jn(e){return e.status===401&&await Mn(e)===`UNAUTHENTICATED`}async function Mn(e){return G(e,await e.clone().json().catch(()=>null)).code}var Nn=6e4,Pn=5e3,Fn=class extends EventTarget{#e=null;#t=[];#n=-1/0;#r=null;get modules(){return this.#t}serves(e){return this.#e?.has(e)??!0}async ready(){performance.now()-this.#n>Nn&&(this.#r??=this.#i().finally(()=>this.#r=null)),this.#e||await this.#r}async#i(){try{let{operations:e,pages:t=[]}=await En(wn.GET(`/api/v1/ui`,{signal:AbortSignal.timeout(Pn)})),n=this.#e;this.#e=new Set(e),this.#n=performance.now();let r=In(t)!==In(this.#t);this.#t=t;let i=n?.size!==e.length||e.some(e=>!n.has(e))||r;n&&i&&this.dispatchEvent(new Event(`change`))}catch{}}},In=e=>e.map(({module:e})=>e).join(` `),Ln=new Fn;async function Rn(e){let t=B.waiting();try{return await e()}catch(e){if(!zn(e))throw e;let t=await St();throw t||B.suspect(),new W({code:t?`PAGE_GONE`:`PAGE_UNREACHABLE`,message:`The files of this page did not come.`,status:0,cause:e})}finally{t()}}function zn(e){return e instanceof TypeError&&/module|import|fetch|load/i.test(e.message)}function Bn(...e){document.title=[...e,`Fleetmend`].join(` · `)}var Vn={fleet:`M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z`,hosts:`M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01M12 7h4M12 17h4`,jobs:`M9 6h11M9 12h11M9 18h11M4 6l1 1 2-2M4 12l1 1 2-2M4 18l1 1 2-2`,enrollments:`M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20a6.5 6.5 0 0 1 13 0M19 8v6M16 11h6`,certificates:`M12 3l7 3v5c0 4.5-3 8.2-7 10-4-1.800-7-5.500-7-10V6zM9 12l2 2 4-4`,about:`M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01`,user:`M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20a7.500 7.500 0 0 1 15 0`,menu:`M4 6h16M4 12h16M4 18h16`,close:`M6 6l12 12M18 6L6 18`,check:`M5 12.500l4.500 4.500L19 7.500`,"chevron-down":`M6 9l6 6 6-6`,"chevron-up":`M6 15l6-6 6 6`,"chevron-right":`M9 6l6 6-6 6`,"chevron-left":`M15 6l-6 6 6 6`,search:`M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4`,plus:`M12 5v14M5 12h14`,refresh:`M20 11a8 8 0 0 0-14-4.500L4 8.500M4 4v4.500h4.500M4 13a8 8 0 0 0 14 4.500l2-2M20 20v-4.500h-4.500`,copy:`M9 9h11v11H9zM5 15H4V4h11v1`,download:`M12 4v11M7 11l5 5 5-5M5 20h14`,undo:`M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3`,stop:`M6 6h12v12H6z`,play:`M7 5l12 7-12 7z`,pause:`M8 5v14M16 5v14`,warning:`M12 4l9.500 16.500h-19zM12 10v4.500M12 17.500h.01`,error:`M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16h.01`,info:`M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01`,lock:`M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3`,key:`M8 19a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM11.500 11.500L20 3M16 7l3 3`,shield:`M12 3l7 3v5c0 4.500-3 8.200-7 10-4-1.800-7-5.500-7-10V6z`,power:`M12 4v8M7 7a7.500 7.500 0 1 0 10 0`,clock:`M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2`,trash:`M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5`,package:`M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9`,sun:`M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400`,moon:`M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z`,system:`M3 5h18v11H3zM9 20h6M12 16v4`,"sign-out":`M10 4H5v16h5M15 8l4 4-4 4M19 12H9`,live:`M12 13.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM7.800 16.200a6 6 0 0 1 0-8.400M16.200 7.800a6 6 0 0 1 0 8.400M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14`,offline:`M4 4l16 16M7.800 16.200a6 6 0 0 1-.8-7.400M5 19A10 10 0 0 1 4 6.500M16.200 7.800a6 6 0 0 1 1.200 6M19 5a10 10 0 0 1 1.600 11.800`,bell:`M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4`,keyboard:`M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 14h.01M7 14h7`,empty:`M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5`,sort:`M8 5v14M8 19l-3-3M8 19l3-3M16 19V5M16 5l-3 3M16 5l3 3`,more:`M5 12h.01M12 12h.01M19 12h.01`,groups:`M4 4h6v6H4zM14 4h6v6h-6zM9 14h6v6H9zM7 10v2h10v-2M12 12v2`,settings:`M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100`,edit:`M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4`,book:`M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM17 20h2V6`};function q(e,t){let n=Ge`<path d=${Vn[e]}></path>`;return t===void 0?M`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${n}</svg>`:M`<svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${t}>${n}</svg>`}var Hn=s`
  :host {
    display: inline-flex;
  }

  [part='mark'] {
    display: contents;
  }

  [popover] {
    position: fixed;
    inset: auto;
    min-width: 11rem;
    max-width: min(22rem, calc(100vw - 1rem));
    margin: 0;
    padding: var(--fm-space-1);
    overflow-y: auto;
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    justify-content: start;
    gap: 0 var(--fm-space-2);
    width: 100%;
    min-height: 2.25rem;
    padding: var(--fm-space-1) var(--fm-space-3);
    border-color: transparent;
    background: none;
    text-align: start;
    white-space: normal;
  }

  .item > .icon:first-child {
    grid-row: 1;
    color: var(--fm-text-quiet);
  }

  .item > span {
    grid-column: 2;
  }

  .item:focus-visible {
    outline-offset: -2px;
    background: var(--fm-hover);
  }

  .item.danger {
    color: var(--fm-bad-text);
    background: none;
  }

  .item.danger > .icon:first-child {
    color: inherit;
  }

  .item[aria-disabled='true'] {
    color: var(--fm-text-quiet);
    cursor: not-allowed;
  }

  .reason {
    color: var(--fm-text-quiet);
    font-weight: 400;
    font-size: var(--fm-size-small);
  }
`;function Un(e,t,n){let r=n.length;if(r!==0){if(e===`ArrowDown`)return(t+1)%r;if(e===`ArrowUp`)return(Math.max(t,0)-1+r)%r;if(e===`Home`)return 0;if(e===`End`)return r-1;if(e.length===1&&e!==` `)return n.map((e,n)=>(t+1+n)%r).find(t=>n[t]?.toLowerCase().startsWith(e.toLowerCase()))}}var Wn=4,Gn=8;function Kn({top:e,bottom:t,left:n,right:r},i){let a=e=>`${Math.round(Math.max(Gn,e))}px`,o=i.height-t>=e,s=(n+r)/2<=i.width/2;return{top:o?a(t+Wn):`auto`,bottom:o?`auto`:a(i.height-e+Wn),left:s?a(n):`auto`,right:s?`auto`:a(i.width-r),maxHeight:a((o?i.height-t:e)-Wn-Gn)}}H(`fm-menu`,class extends V{static styles=[V.styles,Hn];static properties={label:{},icon:{},variant:{},isIconOnly:{type:Boolean,attribute:`icon-only`},items:{attribute:!1},isOpen:{state:!0}};#e=new AbortController;constructor(){super(),this.label=`More`,this.icon=null,this.variant=``,this.isIconOnly=!1,this.items=[],this.isOpen=!1}disconnectedCallback(){super.disconnectedCallback(),this.#e.abort()}render(){return M`<button
        id="trigger"
        part="button"
        class="${this.variant} ${this.isIconOnly?`square`:``}"
        popovertarget="menu"
        aria-haspopup="menu"
        aria-expanded=${String(this.isOpen)}
        aria-label=${this.isIconOnly?this.label:P}
        title=${this.isIconOnly?this.label:P}
        @click=${this.#o}
        @keydown=${this.#s}
      >
        ${this.icon===null?P:q(this.icon)}
        ${this.isIconOnly?P:M`<slot>${this.label}</slot> <span part="mark">${q(`chevron-down`)}</span>`}
      </button>
      <div
        id="menu"
        popover
        role="menu"
        aria-label=${this.label}
        @beforetoggle=${this.#r}
        @toggle=${this.#i}
        @keydown=${this.#c}
      >
        ${this.isOpen?this.items.map((e,t)=>this.#t(e,t)):P}
      </div>`}#t(e,t){let n=e.reason??null,r=M`${e.icon?q(e.icon):P}<span
        >${e.label} ${e.isChecked?q(`check`):P}</span
      >
      ${n===null?P:M`<span class="reason" id="reason-${t}">${n}</span>`}`;return e.href!==void 0&&n===null?M`<a class="button item" role="menuitem" tabindex="-1" href=${e.href} @click=${this.hide}
        >${r}</a
      >`:M`<button
      class="item ${e.tone??``}"
      role=${e.isChecked===void 0?`menuitem`:`menuitemcheckbox`}
      aria-checked=${e.isChecked===void 0?P:String(e.isChecked)}
      aria-disabled=${n===null?P:`true`}
      tabindex="-1"
      @click=${()=>this.#n(e)}
    >
      ${r}
    </button>`}show(){let e=this.#u();e&&!e.matches(`:popover-open`)&&(this.isOpen=!0,this.performUpdate(),e.showPopover(),this.#l()[0]?.focus({preventScroll:!0}))}hide=()=>this.#u()?.hidePopover();focus(e){this.renderRoot.querySelector(`#trigger`)?.focus(e)}#n(e){if(e.reason)return;let t=new CustomEvent(`fm-choose`,{detail:e.key,cancelable:!0});this.dispatchEvent(t)&&this.hide()}#r({newState:e}){let t=this.#u(),n=this.renderRoot.querySelector(`#trigger`),r=this.renderRoot.activeElement?.matches(`.item`)??!1;if(e===`closed`&&r&&this.focus({preventScroll:!0}),e!==`open`||!t||!n)return;let i={width:document.documentElement.clientWidth,height:innerHeight};Object.assign(t.style,Kn(n.getBoundingClientRect(),i))}#i({newState:e}){if(this.isOpen=e===`open`,this.#e.abort(),!this.isOpen)return;this.#e=new AbortController;let{signal:t}=this.#e;addEventListener(`resize`,this.hide,{signal:t}),addEventListener(`scroll`,this.#a,{signal:t,capture:!0,passive:!0})}#a=e=>{e.composedPath().includes(this)||this.hide()};#o(e){e.preventDefault(),this.#u()?.matches(`:popover-open`)?this.hide():this.show()}#s(e){(e.key===`ArrowDown`||e.key===`ArrowUp`)&&(e.preventDefault(),this.show())}#c(e){if(e.key===`Tab`)return this.hide();let t=this.#l(),n=this.renderRoot.activeElement,r=this.items.map(({label:e})=>e),i=Un(e.key,t.indexOf(n),r);i!==void 0&&(e.preventDefault(),t[i]?.focus())}#l(){return[...this.renderRoot.querySelectorAll(`.item`)]}#u(){return this.renderRoot.querySelector(`#menu`)}});function qn(e,{roomPx:t,gapPx:n,menuPx:r}){let i=t=>e.slice(0,t).reduce((e,t)=>e+t,0)+Math.max(0,t-1)*n;if(i(e.length)<=t)return e.length;let a=Math.max(0,e.length-2);for(;a>0&&i(a)+n+r>t;)--a;return a}var Jn=s`
  :host {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-2) var(--fm-space-4);
  }

  .what {
    display: grid;
    gap: var(--fm-space-1);
    min-width: 0;
    /* What a page puts under its heading too: descriptions and lists of names. */
    overflow-wrap: anywhere;
  }

  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-3);
  }

  h1 {
    min-width: 0;
  }

  .under {
    color: var(--fm-text-quiet);
  }

  ol {
    display: flex;
    flex-wrap: wrap;
    padding: 0;
    list-style: none;
    font-size: var(--fm-size-small);
  }

  li:not(:last-child)::after {
    content: '/';
    margin: 0 var(--fm-space-2);
    color: var(--fm-text-quiet);
  }

  .actions {
    display: flex;
    gap: var(--fm-space-2);
    max-width: 100%;
  }

  @media print {
    .actions,
    nav {
      display: none;
    }
  }
`,Yn=8,Xn=40,Zn=class extends V{static styles=[V.styles,Jn];static properties={heading:{},tabTitle:{attribute:`tab-title`},crumbs:{attribute:!1},actions:{attribute:!1},shownCount:{state:!0}};#e=[];#t=0;#n=new ResizeObserver(()=>this.#o());constructor(){super(),this.heading=``,this.tabTitle=``,this.crumbs=[],this.actions=[],this.shownCount=null}connectedCallback(){super.connectedCallback(),this.#n.observe(this)}disconnectedCallback(){super.disconnectedCallback(),this.#n.disconnect()}render(){let e=this.actions.slice(0,this.shownCount??this.actions.length),t=this.actions.slice(e.length);return M`
      <div class="what">
        ${this.crumbs.length===0?P:er(this.crumbs)}
        <div class="title">
          <h1>${this.heading}</h1>
          <slot name="badges"></slot>
        </div>
        <div class="under"><slot></slot></div>
      </div>
      ${this.actions.length===0?P:M`<div class="actions">
              ${e.map(e=>this.#r(e))}
              ${t.length===0?P:M`<fm-menu
                      label=${e.length===0?`Actions`:`More actions`}
                      icon="more"
                      icon-only
                      .items=${t.map(e=>Qn(e))}
                      @fm-choose=${({detail:e})=>this.#i(e)}
                    ></fm-menu>`}
            </div>`}
    `}#r({key:e,label:t,icon:n,tone:r=void 0,href:i,reason:a=null}){let o=M`${n?q(n):P} ${t}`;return i!==void 0&&a===null?M`<a class="button ${r??``}" data-action=${e} href=${i}>${o}</a>`:M`<button
      class=${r??``}
      data-action=${e}
      aria-disabled=${a===null?P:`true`}
      aria-description=${a??P}
      title=${a??P}
      @click=${()=>this.#i(e)}
    >
      ${o}
    </button>`}willUpdate(e){let t=e.get(`actions`);e.has(`actions`)&&!$n(t,this.actions)&&(this.shownCount=null)}updated(e){(e.has(`heading`)||e.has(`tabTitle`)||e.has(`crumbs`))&&this.heading!==``&&Bn(this.tabTitle||this.heading,...this.crumbs.map(({label:e})=>e).reverse()),this.shownCount===null&&this.actions.length>0&&this.#a()}#i(e){let t=this.actions.find(t=>t.key===e);t&&!t.reason&&this.dispatchEvent(new CustomEvent(`fm-action`,{detail:e}))}#a(){let e=[...this.renderRoot.querySelectorAll(`[data-action]`)];this.#e=e.map(({offsetWidth:e})=>e),this.#s()}#o(){this.clientWidth!==this.#t&&(this.shownCount=null,this.requestUpdate())}#s(){this.#t=this.clientWidth,this.#t!==0&&(this.shownCount=qn(this.#e,{roomPx:this.#t,gapPx:Yn,menuPx:Xn}))}};function Qn({key:e,label:t,icon:n,tone:r,href:i,reason:a}){return{key:e,label:t,icon:n,tone:r===`danger`?r:void 0,href:i,reason:a}}function $n(e,t){let n=({label:e,icon:t})=>`${e} ${t??``}`;return e?.map(n).join(`
`)===t.map(n).join(`
`)}function er(e){return M`<nav aria-label="Breadcrumb">
    <ol>
      ${e.map(({label:e,href:t})=>M`<li><a href=${t}>${e}</a></li>`)}
    </ol>
  </nav>`}H(`fm-page-header`,Zn);var tr=s`
  :host {
    display: grid;
    justify-items: center;
    gap: var(--fm-space-2);
    padding: var(--fm-space-6) var(--fm-space-4);
    text-align: center;
  }

  .mark {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border-radius: 50%;
    background: var(--fm-neutral-fill);
    color: var(--fm-neutral-text);
    font-size: 1.2rem;
  }

  :host([kind='error']) .mark {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  h1,
  h2 {
    font-size: var(--fm-size);
    letter-spacing: normal;
  }

  p {
    max-width: 34rem;
    color: var(--fm-text-quiet);
    overflow-wrap: anywhere;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--fm-space-2);
    margin-top: var(--fm-space-2);
  }

  .spinner {
    width: 1.6rem;
    height: 1.6rem;
    border: 3px solid var(--fm-line);
    border-top-color: var(--fm-accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }

  /* What comes at once needs no spinner that flashes. */
  :host([kind='loading']) {
    animation: appear 150ms 200ms both;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`,nr={empty:`empty`,error:`error`,forbidden:`lock`};H(`fm-state`,class extends V{static styles=[V.styles,tr];static properties={kind:{reflect:!0},heading:{},isPage:{type:Boolean,attribute:`page`}};constructor(){super(),this.kind=`loading`,this.heading=``,this.isPage=!1}render(){let e=this.kind===`loading`;return M`
      ${this.kind===`loading`?M`<div class="spinner" aria-hidden="true"></div>`:M`<div class="mark" aria-hidden="true">${q(nr[this.kind])}</div>`}
      <div role=${this.kind===`error`?`alert`:`status`}>
        ${e?M`<p>${this.heading||`Loading`} …</p>`:M`${this.isPage?M`<h1>${this.heading}</h1>`:M`<h2>${this.heading}</h2>`}
                <p><slot></slot></p>`}
      </div>
      ${e?P:M`<div class="actions"><slot name="actions"></slot></div>`}
    `}});function rr(e){return e instanceof W&&(e.code===`NETWORK`||e.code===`TIMEOUT`)}function ir({value:e,error:t}){return e!==void 0&&ar(t)}function ar(e){return e instanceof W&&e.code.endsWith(`NOT_FOUND`)}function or(e,t){let{since:n}=B;return t&&n&&e&&n>e?n:e}var sr=[[`year`,31536e3],[`month`,2592e3],[`day`,86400],[`hour`,3600],[`minute`,60]],cr=e=>new Intl.RelativeTimeFormat(`en`,{numeric:`auto`,style:e}),lr={long:cr(`long`),narrow:cr(`narrow`)};function ur(e,t,n=`long`){let r=lr[n],i=(e.getTime()-t.getTime())/1e3;if(Math.abs(i)<45)return i>5?`in a moment`:`just now`;for(let[e,t]of sr){let n=Math.round(i/t);if(Math.abs(i)>=t*.75&&n!==0)return r.format(n,e)}return r.format(Math.round(i),`second`)}var dr=new Map;function fr(e){let t=new Intl.DateTimeFormat(`en-GB`,{day:`numeric`,month:`short`,year:`numeric`,hour:`2-digit`,minute:`2-digit`,timeZoneName:`short`,timeZone:e});return dr.set(e,t),t}function pr(e,t){return(dr.get(t)??fr(t)).format(e)}function mr(e){return`${e.toISOString().slice(0,19).replace(`T`,` `)} UTC`}function hr(e){let t=Math.max(0,Math.round(e));return t<60?`${t} s`:t<3600?gr(t/60,`min`,t%60,`s`):t<86400?gr(t/3600,`h`,t%3600/60,`min`):gr(t/86400,`d`,t%86400/3600,`h`)}function gr(e,t,n,r){let i=Math.floor(n);return i===0?`${Math.floor(e)} ${t}`:`${Math.floor(e)} ${t} ${i} ${r}`}function _r(e){if(!e)return null;let t=new Date(e);return Number.isNaN(t.getTime())?null:t}var vr=15e3,yr=new Set,br;function xr(e){return yr.add(e),br??=setInterval(()=>yr.forEach(e=>e()),vr),()=>{yr.delete(e),yr.size>0||(clearInterval(br),br=void 0)}}var Sr=s`
  :host {
    color: inherit;
    font: inherit;
  }

  time {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
`;H(`fm-time`,class extends V{static styles=[V.styles,Sr];static properties={datetime:{},mode:{},missing:{}};#e=null;constructor(){super(),this.datetime=null,this.mode=`relative`,this.missing=`never`}connectedCallback(){super.connectedCallback(),this.#e=xr(()=>this.requestUpdate())}disconnectedCallback(){super.disconnectedCallback(),this.#e?.()}render(){let e=_r(this.datetime);if(!e)return M`<span class="quiet">${this.missing}</span>`;let t=this.mode===`short`?`narrow`:`long`,n=this.mode===`absolute`?pr(e):ur(e,ft(),t);return M`<time datetime=${e.toISOString()} title=${`${pr(e)}\n${mr(e)}`}
      >${n}</time
    >`}});var Cr=[`Something went wrong.`,`Try again; if it stays, tell an administrator.`];function J(e){if(!(e instanceof W))return{what:Cr[0],next:Cr[1],detail:Or(e),reference:null};let[t,n]=Rt(e.code)??[e.message,Cr[1]];return{what:t,next:Er(e)??n,detail:Dr(e,t),reference:e.status>=500?e.requestId:null}}function wr(e){let t=zt(e.code);if(!t)return{what:e.message,next:`Look at the log.`,detail:e.code,reference:null};let n=e.message===t[0]?null:e.message;return{what:t[0],next:t[1],detail:n,reference:null}}function Tr(e){if(!(e instanceof W)||!Array.isArray(e.details.errors))return{};let t=e.details.errors;return Object.fromEntries(t.map(({path:e,message:t})=>[String(e).replace(/^\/?body\/?/,``),String(t)]))}function Er({details:e}){let t=e.retry_after_secs;return typeof t==`number`&&t>0?`Try again in ${hr(t)}.`:null}function Dr(e,t){let n=Object.entries(Tr(e)).map(([e,t])=>`${e} ${t}`.trim());return n.length>0?n.join(`; `):e.status===0||e.status===401||e.message===t?null:e.message}function Or(e){return e instanceof Error?e.message:String(e)}var Y={INITIAL:0,PENDING:1,COMPLETE:2,ERROR:3},kr=Symbol(),Ar=class{get taskComplete(){return this._taskComplete||=this._status===Y.PENDING?new Promise((e,t)=>{this._resolveTaskComplete=e,this._rejectTaskComplete=t}):this._status===Y.ERROR?Promise.reject(this._error):Promise.resolve(this._value),this._taskComplete}constructor(e,t,n){this._callId=0,this._status=Y.INITIAL,(this._host=e).addController(this);let r=typeof t==`object`?t:{task:t,args:n};this._task=r.task,this._argsFn=r.args,this._argsEqual=r.argsEqual??jr,this._onComplete=r.onComplete,this._onError=r.onError,this.autoRun=r.autoRun??!0,`initialValue`in r&&(this._value=r.initialValue,this._status=Y.COMPLETE,this._previousArgs=this._getArgs?.())}hostUpdate(){this.autoRun===!0&&this._performTask()}hostUpdated(){this.autoRun===`afterUpdate`&&this._performTask()}_getArgs(){if(this._argsFn===void 0)return;let e=this._argsFn();if(!Array.isArray(e))throw Error(`The args function must return an array`);return e}async _performTask(){let e=this._getArgs(),t=this._previousArgs;this._previousArgs=e,e===t||e===void 0||t!==void 0&&this._argsEqual(t,e)||await this.run(e)}async run(e){e??=this._getArgs(),this._previousArgs=e,this._status===Y.PENDING?this._abortController?.abort():(this._taskComplete=void 0,this._resolveTaskComplete=void 0,this._rejectTaskComplete=void 0),this._status=Y.PENDING;let t,n;this.autoRun===`afterUpdate`?queueMicrotask(()=>this._host.requestUpdate()):this._host.requestUpdate();let r=++this._callId;this._abortController=new AbortController;let i=!1;try{t=await this._task(e,{signal:this._abortController.signal})}catch(e){i=!0,n=e}if(this._callId===r){if(t===kr)this._status=Y.INITIAL;else{if(i===!1){try{this._onComplete?.(t)}catch{}this._status=Y.COMPLETE,this._resolveTaskComplete?.(t)}else{try{this._onError?.(n)}catch{}this._status=Y.ERROR,this._rejectTaskComplete?.(n)}this._value=t,this._error=n}this._host.requestUpdate()}}abort(e){this._status===Y.PENDING&&this._abortController?.abort(e)}get value(){return this._value}get error(){return this._error}get status(){return this._status}render(e){switch(this._status){case Y.INITIAL:return e.initial?.();case Y.PENDING:return e.pending?.();case Y.COMPLETE:return e.complete?.(this.value);case Y.ERROR:return e.error?.(this.error);default:throw Error(`Unexpected status: ${this._status}`)}}},jr=(e,t)=>e===t||e.length===t.length&&e.every((e,n)=>!b(e,t[n]));function Mr(e,t){if(e.status===Y.ERROR)return Nr(e.error,()=>void e.run(),{what:`Loading ${t.what} failed.`});let n=e.value;return n===void 0?M`<fm-state kind="loading" heading="Loading ${t.what}"></fm-state>`:t.isEmpty?.(n)&&t.empty?t.empty(n):t.complete(n)}function Nr(e,t,n={}){let{what:r,next:i,detail:a,reference:o}=J(e),s=e instanceof W&&e.status===403,c=s?`forbidden`:`error`,l=n.what!==void 0&&!s,u=n.isBusy?`Trying again …`:n.retryLabel??`Try again`;return M`<fm-state kind=${c} heading=${l?n.what:r} ?page=${n.isPage??!1}>
    ${l?r:P} ${i} ${a===null?P:M`<br />${a}`}
    ${o===null?P:M`<br />Request <code>${o}</code>`}
    ${t&&!s?M`<button slot="actions" ?disabled=${n.isBusy??!1} @click=${t}>${u}</button>`:P}
  </fm-state>`}function Pr(e,t=P){if(e==null)return P;let{what:n,next:r,detail:i,reference:a}=J(e);return M`<div class="notice bad" role="alert">
    <div>
      <strong>${n}</strong> ${r} ${i===null?P:M`<br />${i}`}
      ${a===null?P:M`<br />Request <code>${a}</code>`}
      ${t===P?P:M`<br />${t}`}
    </div>
  </div>`}function Fr(e,t){let{value:n,error:r}=e;if(n===void 0&&r!==null)return Nr(r,()=>e.retry(),{what:`Loading ${t.what} failed.`,isBusy:e.isLoading});if(n===void 0)return M`<fm-state kind="loading" heading="Loading ${t.what}"></fm-state>`;let i=t.isEmpty?.(n)&&t.empty?t.empty(n):t.complete(n);return M`${Ir(e)}${i}`}function Ir(e){let{error:t,staleSince:n}=e;if(t===null||n===null)return P;let r=n.toISOString(),i=M`What you see is of <fm-time datetime=${r} mode="absolute"></fm-time>,
    <fm-time datetime=${r}></fm-time>.`;if(ir(e))return M`<div class="notice warn" role="alert">
      <div><strong>${J(t).what}</strong> ${i}</div>
    </div>`;let a=M`<button ?disabled=${e.isLoading} @click=${()=>e.retry()}>
    ${e.isLoading?`Trying again …`:`Try again`}
  </button>`;return rr(t)?M`<div class="row quiet small" role="status"><span>${i}</span>${a}</div>`:M`<div class="stack tight">
    ${Pr(t,i)}
    <div>${a}</div>
  </div>`}var Lr={path:`/about`,tag:`fm-page-about`,title:`About`,permission:`authenticated`,load:()=>U(()=>import(`./fm-page-about-DVoFIJnY.js`),__vite__mapDeps([0,1,2])),nav:{label:`About`,icon:`about`,section:`administration`,order:90}},Rr={path:`/groups/:id`,tag:`fm-page-group`,title:`Group`,permission:`groups:read`,needs:[`getGroup`,`listGroupHosts`],load:()=>U(()=>import(`./fm-page-group-DPMT46zJ.js`),__vite__mapDeps([3,2,4,5,6,7,8,9,10,11,1,12,13,14,15,16,17]))},zr={path:`/groups`,tag:`fm-page-groups`,title:`Groups`,permission:`groups:read`,needs:[`listGroups`],load:()=>U(()=>import(`./fm-page-groups-CNyaeJ5k.js`),__vite__mapDeps([18,19,20,2,9,10,7,8,11,1,12,13,14,15,17])),nav:{label:`Groups`,icon:`groups`,section:`automate`,order:35,letter:`g`}},Br={path:`/hosts/:id`,tag:`fm-page-host`,title:`Host`,permission:`hosts:read`,load:()=>U(()=>import(`./fm-page-host-BA8A12P1.js`),__vite__mapDeps([21,2,22,23,8,9,10,11,1,12,13,14,15,24,25,26,27,28,29,30,31]))},Vr={path:`/hosts`,tag:`fm-page-hosts`,title:`Hosts`,permission:`hosts:read`,load:()=>U(()=>import(`./fm-page-hosts-CXIHv16q.js`),__vite__mapDeps([32,19,20,2,9,10,33,34,25,11,1,12,13,22,35,6,36,5,4,37,28,38,24,26,27])),nav:{label:`Hosts`,icon:`hosts`,section:`operate`,order:20,letter:`h`}},Hr={path:`/jobs/:id`,tag:`fm-page-job`,title:`Job`,permission:`jobs:read`,load:()=>U(()=>import(`./fm-page-job-B7dxT-9R.js`),__vite__mapDeps([39,2,22,30,1,13,31,40,41,4,5,6,42,26,43,44,9,10]))},Ur={path:`/jobs`,tag:`fm-page-jobs`,title:`Jobs`,permission:`jobs:read`,load:()=>U(()=>import(`./fm-page-jobs-CHr9HbXK.js`),__vite__mapDeps([45,9,10,2,33,13,1,22,30,31,40])),nav:{label:`Jobs`,icon:`jobs`,section:`operate`,order:30,letter:`j`}},Wr={path:`/groups/new`,tag:`fm-page-new-group`,title:`New group`,permission:`groups:edit`,needs:[`createGroup`,`previewGroup`],load:()=>U(()=>import(`./fm-page-new-group-B4Rrm776.js`),__vite__mapDeps([46,47,2,16,10,12,14,15,7,17]))},Gr={path:`/jobs/new`,tag:`fm-page-new-job`,title:`New job`,permission:`jobs:run`,load:()=>U(()=>import(`./fm-page-new-job-CiUDf7F0.js`),__vite__mapDeps([48,2,26,12,4,5,6,9,10,49,42,50,36,40,31,1,13,44]))},Kr={path:`/profile`,tag:`fm-page-profile`,title:`Profile and security`,permission:`authenticated`,load:()=>U(()=>import(`./fm-page-profile-GisZG3sO.js`),__vite__mapDeps([51,52,2,36,10,53,54,1,4,5,6,9,55,56,17]))},qr={path:`/proved`,tag:`fm-page-proved`,title:`Single sign-on`,permission:`authenticated`,needs:[`reauthenticateBySso`],load:()=>U(()=>import(`./fm-page-proved-BKxwt8VJ.js`),__vite__mapDeps([57,58]))},Jr={path:`/settings`,tag:`fm-page-settings`,title:`Settings`,permission:`settings:manage`,needs:[`getSettings`,`updateSettings`],load:()=>U(()=>import(`./fm-page-settings-C2jlAv9C.js`),__vite__mapDeps([59,2,60,36,10,54,61])),nav:{label:`Settings`,icon:`settings`,section:`administration`,order:80,letter:`s`}},Yr={path:`/sign-in`,tag:`fm-page-sign-in`,title:`Sign in`,permission:`public`,load:()=>U(()=>import(`./fm-page-sign-in-CXo2jQuK.js`),[])},Xr={path:`/approvals`,tag:`fm-page-approvals`,title:`Approvals`,permission:`jobs:read`,needs:[`listApprovals`,`listApprovalRules`],load:()=>U(()=>import(`./fm-page-approvals-DQ-4dZ2x.js`),__vite__mapDeps([62,23,2,1,63,6,36,10,44,4,5,56,17])),nav:{label:`Approvals`,icon:`check`,section:`operate`,order:32}},Zr={path:`/audit`,tag:`fm-page-audit`,title:`Audit log`,permission:`audit:read`,needs:[`listAuditRows`],load:()=>U(()=>import(`./fm-page-audit-9k_GmdOc.js`),__vite__mapDeps([64,19,20,2,9,10,53,6])),nav:{label:`Audit log`,icon:`book`,section:`evidence`,order:20,letter:`a`}},Qr={path:`/certificates`,tag:`fm-page-certificates`,title:`Certificates`,permission:`certificates:manage`,needs:[`listCertificates`],load:()=>U(()=>import(`./fm-page-certificates-Dyk6CRJc.js`),__vite__mapDeps([65,19,20,2,9,10,33,13,1,53,6,4,5,63,36,22,66])),nav:{label:`Certificates`,icon:`certificates`,section:`administration`,order:50,letter:`c`}},$r={path:`/settings/export-and-import`,tag:`fm-page-configuration`,title:`Export and import`,permission:`settings:manage`,needs:[`exportConfiguration`,`planConfigurationImport`,`importConfiguration`],load:()=>U(()=>import(`./fm-page-configuration-DiL8yrsu.js`),__vite__mapDeps([67,2,14,68])),nav:{label:`Export and import`,icon:`download`,section:`administration`,order:85}},ei={path:`/enrollments`,tag:`fm-page-enrollments`,title:`Enrollments`,permission:`enrollment:manage`,needs:[`listEnrollments`],load:()=>U(()=>import(`./fm-page-enrollments-BzVx3MaI.js`),__vite__mapDeps([69,23,2,70,53,66,1,9,10,4,5,6])),nav:{label:`Enrollments`,icon:`enrollments`,section:`administration`,order:40,letter:`e`}},ti={path:`/vulnerabilities/:cve`,tag:`fm-page-cve`,title:`CVE`,permission:`exposure:read`,needs:[`getCve`,`listCveHosts`],load:()=>U(()=>import(`./fm-page-cve-BrQASe4A.js`),__vite__mapDeps([71,19,20,2,9,10,72,73,61,74,1,26,24,29]))},ni={path:`/exceptions`,tag:`fm-page-exceptions`,title:`Exceptions`,permission:`exposure:read`,needs:[`listExposureExceptions`],load:()=>U(()=>import(`./fm-page-exceptions-BUxEMJqH.js`),__vite__mapDeps([75,1,4,5,2,6,19,9,10,24,76])),nav:{label:`Exceptions`,icon:`pause`,section:`exposure`,order:29,letter:`x`}},ri={path:`/exposure-data`,tag:`fm-page-exposure-data`,title:`Exposure data`,permission:`exposure:read`,needs:[`listExposureDataSets`],load:()=>U(()=>import(`./fm-page-exposure-data-CAhupWJP.js`),__vite__mapDeps([77,2,24,22,73,61,44,4,5,6])),nav:{label:`Exposure data`,icon:`book`,section:`exposure`,order:30,letter:`d`}},ii={path:`/late-patches`,tag:`fm-page-late-patches`,title:`Late patches`,permission:`exposure:read`,needs:[`listExposurePatches`],load:()=>U(()=>import(`./fm-page-late-patches-CGGmQeIC.js`),__vite__mapDeps([78,2,79,19,9,10,80,17,24,25,12,74,1,81,26,82])),nav:{label:`Late patches`,icon:`clock`,section:`exposure`,order:28,letter:`l`}},ai={path:`/patch-order`,tag:`fm-page-patch-order`,title:`Order to patch`,permission:`exposure:read`,needs:[`getPatchOrder`,`listExposurePatches`],load:()=>U(()=>import(`./fm-page-patch-order-Cs0cXv7g.js`),__vite__mapDeps([83,19,20,2,9,10,72,73,61,81,26,74,1,80,17,24,25,12])),nav:{label:`Order to patch`,icon:`sort`,section:`exposure`,order:27,letter:`t`}},oi={path:`/patch-order/hosts`,tag:`fm-page-patch-order-hosts`,title:`Package to patch`,permission:`exposure:read`,needs:[`listExposurePatches`],load:()=>U(()=>import(`./fm-page-patch-order-hosts-0WpfO-KD.js`),__vite__mapDeps([84,2,79,19,9,10,80,17,24,25,12,74,1,81,26,82]))},si={path:`/vulnerabilities`,tag:`fm-page-vulnerabilities`,title:`Vulnerabilities`,permission:`exposure:read`,needs:[`getExposure`,`listCves`,`getCve`,`listCveHosts`],load:()=>U(()=>import(`./fm-page-vulnerabilities-CgczTile.js`),__vite__mapDeps([85,19,20,2,9,10,72,73,61,74,1])),nav:{label:`Vulnerabilities`,icon:`warning`,section:`exposure`,order:26,letter:`v`}},ci={path:`/`,tag:`fm-page-fleet`,title:`Fleet`,permission:`fleet:read`,needs:[`getFleetStatus`],load:()=>U(()=>import(`./fm-page-fleet-CIZbmgui.js`),__vite__mapDeps([86,2,34,70,53,23,66,13,1,40,31])),nav:{label:`Fleet`,icon:`fleet`,section:`operate`,order:10,letter:`f`}},li={path:`/allow-list`,tag:`fm-page-allow-list`,title:`Allow-list`,permission:`settings:manage`,needs:[`getIpAllowList`,`updateIpAllowList`],load:()=>U(()=>import(`./fm-page-allow-list-BlpJ-IK-.js`),__vite__mapDeps([87,36,10,4,5,2,6])),nav:{label:`Allow-list`,icon:`lock`,section:`administration`,order:70}},ui={path:`/calendar`,tag:`fm-page-calendar`,title:`Calendar`,permission:`windows:read`,needs:[`listOpenings`,`listAllWindows`,`listFreezes`],load:()=>U(()=>import(`./fm-page-calendar-wJzbm0F2.js`),__vite__mapDeps([88,1,23,2,17,25,12,89,13,68,4,5,6,10,36,90])),nav:{label:`Calendar`,icon:`clock`,section:`automate`,order:30,letter:`k`}},di={path:`/notifications`,tag:`fm-page-notifications`,title:`Notifications`,permission:`notifications:manage`,needs:[`listWebhooks`,`listNotificationRules`,`listNotificationDeliveries`,`testSmtp`,`updateSettings`],load:()=>U(()=>import(`./fm-page-notifications-b-jlmvmn.js`),__vite__mapDeps([91,23,2,1,9,10,92,60,36,56,17,4,5,6,53])),nav:{label:`Notifications`,icon:`bell`,section:`administration`,order:78}},fi={path:`/packages/compare`,tag:`fm-page-compare`,title:`Compare hosts`,permission:`hosts:read`,needs:[`compareHostPackages`],load:()=>U(()=>import(`./fm-page-compare-DGeeBMyB.js`),__vite__mapDeps([93,19,20,2,9,10,24,26,12,82]))},pi={path:`/packages/differences`,tag:`fm-page-package-differences`,title:`Differences in a group`,permission:`hosts:read`,needs:[`listGroupPackageDifferences`,`listGroups`],load:()=>U(()=>import(`./fm-page-package-differences-Dq5WlxMJ.js`),__vite__mapDeps([94,19,20,2,9,10,82]))},mi={path:`/packages/history`,tag:`fm-page-package-history`,title:`History of packages`,permission:`hosts:read`,needs:[`listHostPackageChanges`],load:()=>U(()=>import(`./fm-page-package-history-B_cGDQiY.js`),__vite__mapDeps([95,19,9,10,2,12,82]))},hi={path:`/packages/hosts`,tag:`fm-page-package`,title:`Package`,permission:`hosts:read`,needs:[`listPackageHosts`,`listPackageVersions`],load:()=>U(()=>import(`./fm-page-package-BS5ygig_.js`),__vite__mapDeps([96,19,20,2,9,10,33,24,26,82]))},gi={path:`/packages`,tag:`fm-page-packages`,title:`Packages`,permission:`hosts:read`,needs:[`listFleetPackages`,`listPackageHosts`,`listPackageVersions`],load:()=>U(()=>import(`./fm-page-packages-BkKC3GCL.js`),__vite__mapDeps([97,19,20,2,9,10,82])),nav:{label:`Packages`,icon:`package`,section:`operate`,order:25,letter:`p`}},_i={path:`/policies/new`,tag:`fm-page-new-policy`,title:`New policy`,permission:`policies:edit`,needs:[`createPolicy`,`previewPolicy`],load:()=>U(()=>import(`./fm-page-new-policy-BSU6bYW7.js`),__vite__mapDeps([98,2,99,36,10,80,17,50,40,31,49,42,90,68,100,101,1,12,102]))},vi={path:`/policies`,tag:`fm-page-policies`,title:`Policies`,permission:`policies:read`,needs:[`listPolicies`],load:()=>U(()=>import(`./fm-page-policies-Cn0ObSvc.js`),__vite__mapDeps([103,19,20,2,9,10,33,80,17,104,4,5,6,102,1,89,13,68,30,31])),nav:{label:`Policies`,icon:`shield`,section:`automate`,order:32,letter:`o`}},yi={path:`/policies/:id`,tag:`fm-page-policy`,title:`Policy`,permission:`policies:read`,needs:[`getPolicy`,`listPolicyRuns`],load:()=>U(()=>import(`./fm-page-policy-CPPfznvq.js`),__vite__mapDeps([105,2,80,17,30,1,13,31,104,4,5,6,102,101,68,49,42,106,89,9,10,40]))},bi={path:`/reports`,tag:`fm-page-reports`,title:`Reports`,permission:`reports:read`,needs:[`downloadReport`,`getReportFigures`],load:()=>U(()=>import(`./fm-page-reports-Cxe4tRzz.js`),__vite__mapDeps([107,36,10,2,17,108])),nav:{label:`Reports`,icon:`download`,section:`evidence`,order:10,letter:`r`}},xi={path:`/reports/schedules`,tag:`fm-page-report-schedules`,title:`Schedules of reports`,permission:`reports:schedule`,needs:[`listReportSchedules`,`createReportSchedule`],load:()=>U(()=>import(`./fm-page-report-schedules-BRxQV2ac.js`),__vite__mapDeps([109,4,5,2,6,9,10,80,17,1,68,108,90,36,100]))},Si={path:`/sso`,tag:`fm-page-sso`,title:`Single sign-on`,permission:`settings:manage`,needs:[`getSettings`,`updateSettings`,`discoverOidc`,`testSso`],load:()=>U(()=>import(`./fm-page-sso-DqVYw6Ip.js`),__vite__mapDeps([110,92,2,60,53,36,10,54,6,56,17])),nav:{label:`Single sign-on`,icon:`key`,section:`administration`,order:75}},Ci={path:`/users/new`,tag:`fm-page-new-user`,title:`New user`,permission:`users:manage`,needs:[`createUser`],load:()=>U(()=>import(`./fm-page-new-user-Bah-on0-.js`),__vite__mapDeps([111,36,10,53,2,47,112,56,17,54]))},wi={path:`/users/:id`,tag:`fm-page-user`,title:`User`,permission:`users:manage`,needs:[`getUser`],load:()=>U(()=>import(`./fm-page-user-CMozQ2IT.js`),__vite__mapDeps([113,2,55,1,9,10,54,36,4,5,6,112,56,17]))},Ti={path:`/users`,tag:`fm-page-users`,title:`Users`,permission:`users:manage`,needs:[`listUsers`],load:()=>U(()=>import(`./fm-page-users-CV6IakMy.js`),__vite__mapDeps([114,1,19,20,2,9,10,33,54])),nav:{label:`Users`,icon:`user`,section:`administration`,order:60,letter:`u`}};function Ei(e,t){let n=Di(e),r=Di(t);if(n.length!==r.length)return null;let i={};for(let[e,t]of n.entries()){let n=r[e]??``;if(!t.startsWith(`:`)){if(t!==n)return null;continue}let a=Oi(n);if(a===null)return null;i[t.slice(1)]=a}return i}var Di=e=>e.split(`/`).filter(e=>e!==``);function Oi(e){try{return decodeURIComponent(e)}catch{return null}}var ki={...Object.assign({"../pages/about/page.ts":Lr,"../pages/group/page.ts":Rr,"../pages/groups/page.ts":zr,"../pages/host/page.ts":Br,"../pages/hosts/page.ts":Vr,"../pages/job/page.ts":Hr,"../pages/jobs/page.ts":Ur,"../pages/new-group/page.ts":Wr,"../pages/new-job/page.ts":Gr,"../pages/profile/page.ts":Kr,"../pages/proved/page.ts":qr,"../pages/settings/page.ts":Jr,"../pages/sign-in/page.ts":Yr}),...Object.assign({"../../plugins/approvals/web/approvals/page.ts":Xr,"../../plugins/audit/web/audit/page.ts":Zr,"../../plugins/certificates/web/certificates/page.ts":Qr,"../../plugins/configuration/web/configuration/page.ts":$r,"../../plugins/enrollment/web/enrollments/page.ts":ei,"../../plugins/exposure/web/cve/page.ts":ti,"../../plugins/exposure/web/exceptions/page.ts":ni,"../../plugins/exposure/web/exposure-data/page.ts":ri,"../../plugins/exposure/web/late-patches/page.ts":ii,"../../plugins/exposure/web/patch-order/page.ts":ai,"../../plugins/exposure/web/patch-order-hosts/page.ts":oi,"../../plugins/exposure/web/vulnerabilities/page.ts":si,"../../plugins/fleet/web/fleet/page.ts":ci,"../../plugins/ip-allow-list/web/allow-list/page.ts":li,"../../plugins/maintenance-windows/web/calendar/page.ts":ui,"../../plugins/notifications/web/notifications/page.ts":di,"../../plugins/packages/web/compare/page.ts":fi,"../../plugins/packages/web/differences/page.ts":pi,"../../plugins/packages/web/history/page.ts":mi,"../../plugins/packages/web/package/page.ts":hi,"../../plugins/packages/web/packages/page.ts":gi,"../../plugins/policies/web/new-policy/page.ts":_i,"../../plugins/policies/web/policies/page.ts":vi,"../../plugins/policies/web/policy/page.ts":yi,"../../plugins/reports/web/reports/page.ts":bi,"../../plugins/reports/web/schedules/page.ts":xi,"../../plugins/sso/web/sso/page.ts":Si,"../../plugins/users/web/new-user/page.ts":Ci,"../../plugins/users/web/user/page.ts":wi,"../../plugins/users/web/users/page.ts":Ti})},Ai=Object.values(ki).sort((e,t)=>Number(e.path.includes(`:`))-Number(t.path.includes(`:`))||e.path.localeCompare(t.path));function ji(e,t=[]){for(let n of[...Ai,...t]){let t=Ei(n.path,e);if(t)return{page:n,params:t}}return null}var Mi={"hosts:read":[`admin`,`operator`,`reporter`],"hosts:edit":[`admin`,`operator`],"hosts:delete":[`admin`],"hosts:refresh":[`admin`,`operator`],"fleet:read":[`admin`,`operator`,`reporter`],"jobs:read":[`admin`,`operator`,`reporter`],"jobs:run":[`admin`,`operator`],"enrollment:manage":[`admin`],"certificates:manage":[`admin`],"windows:read":[`admin`,`operator`,`reporter`],"windows:edit":[`admin`,`operator`],"freezes:edit":[`admin`],"approvals:manage":[`admin`],"windows:override":[`admin`],"policies:read":[`admin`,`operator`,`reporter`],"policies:edit":[`admin`,`operator`],"checks:read":[`admin`,`operator`,`reporter`],"checks:edit":[`admin`,`operator`],"checks:override":[`admin`],"exposure:read":[`admin`,`operator`,`reporter`],"exposure:except":[`admin`,`operator`],"exposure:import":[`admin`],"groups:read":[`admin`,`operator`,`reporter`],"groups:edit":[`admin`,`operator`],"groups:delete":[`admin`],"groups:confirm":[`admin`],"reports:read":[`admin`,`operator`,`reporter`],"reports:schedule":[`admin`,`operator`],"users:manage":[`admin`],"settings:manage":[`admin`],"notifications:manage":[`admin`],"audit:read":[`admin`]};function Ni(e,t){return t===`public`?!0:e?t===`authenticated`||Mi[t].includes(e.role):!1}var Pi=e=>(e?.scope_group_ids??null)!==null;function Fi(e,{replace:t=!1}={}){let n=new URL(e,location.origin);if(n.href===location.href)return;let r=n.pathname!==location.pathname;t?history.replaceState(null,``,n):history.pushState(null,``,n),Bi(r)}var Ii=0;function Li(){let e=Ii;return(t,n)=>{Ii===e&&Fi(t,n)}}function Ri(){addEventListener(`popstate`,()=>Bi(!0)),addEventListener(`click`,e=>{let t=zi(e);t&&(e.preventDefault(),Fi(t.pathname+t.search+t.hash))})}function zi(e){if(e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||e.defaultPrevented)return null;let t=e.composedPath().find(e=>e instanceof HTMLAnchorElement);return!t||t.target||t.hasAttribute(`download`)||t.origin!==location.origin||t.pathname.startsWith(`/api/`)||t.getAttribute(`href`)?.startsWith(`#`)?null:t}function Bi(e){e&&(Ii+=1),dispatchEvent(new CustomEvent(`fm-navigated`,{detail:{isNewPage:e}}))}H(`fm-announcer`,class extends V{static properties={polite:{state:!0},assertive:{state:!0}};#e=new AbortController;constructor(){super(),this.polite=``,this.assertive=``}connectedCallback(){super.connectedCallback(),this.#e=new AbortController,addEventListener(`fm-announce`,e=>this.#t(e),{signal:this.#e.signal})}disconnectedCallback(){super.disconnectedCallback(),this.#e.abort()}render(){return M`<div class="visually-hidden" role="status">${this.polite}</div>
      <div class="visually-hidden" role="alert">${this.assertive}</div>`}#t({detail:e}){let t=this[e.urgency];this[e.urgency]=t===e.text?`${e.text}\u00a0`:e.text}});function Vi(e,t=`polite`){dispatchEvent(new CustomEvent(`fm-announce`,{detail:{text:e,urgency:t}}))}var Hi=[`B`,`kB`,`MB`,`GB`,`TB`];function Ui(e){let t=Math.abs(e),n=0;for(;t>=1e3&&n<Hi.length-1;)t/=1e3,n+=1;let r=n===0||t>=100?0:1;return`${e<0?`−`:``}${t.toFixed(r)} ${Hi[n]??``}`}function Wi(e,t,n=`${t}s`){return`${qi(e)} ${e===1?t:n}`}var Gi=(e,t,n)=>e===null?``:Wi(e,t,n),Ki=new Intl.NumberFormat(`en`);function qi(e){return e==null?`unknown`:Ki.format(e)}function Ji(e){return/[.!?…:;]$/.test(e)||e===``?e:`${e}.`}var Yi={offline:[`No connection to the manager since`,`What you see may be old. It is read again by itself once the manager answers.`],"not-live":[`No live updates since`,`The manager answers, but what changes does not reach this page by itself: load it anew to see it.`]},Xi=e=>`What you started at “${e}” has failed.`,Zi=`Connected to the manager again.`,Qi={operate:`Operate`,exposure:`Exposure`,automate:`Automate`,evidence:`Evidence`,administration:`Administration`},$i=e=>`${Wi(e,`request`)} waiting`,ea=e=>e===0?`Notifications`:`Notifications, ${Wi(e,`unread`,`unread`)}`,ta=(e,t)=>`The pages of the plugin ${e} are left out: ${t.replace(/\.$/,``)}. All else works; tell whoever installed it.`,na={heading:`Say again who you are`,why:e=>`Before this is done, Fleetmend makes sure that it is ${e} who asks for it. The proof counts for ten minutes.`,confirm:`Confirm`,confirming:`Confirming …`,ways:{password:`Use your password`,code:`Use a code of your authenticator app`,passkey:`Use your passkey`},passkeyHint:`Your browser asks for a passkey of this account.`,noPassword:`Enter your password.`,noCode:`Enter the six digits that the app shows.`,wrongPassword:`The password is wrong.`,wrongCode:`The code is wrong, or was used before. Wait for the next one.`},ra={heading:`Set a second factor up`,why:`Your role must have one besides the password. As soon as it is set up, you go on where you wanted to go.`,app:`You need an authenticator app on your phone or computer. It shows a new code every 30 seconds, which you enter when you sign in.`,passkey:`A passkey is a key, phone or computer that proves who you are. Your browser asks for it when you sign in.`,useApp:`Use an authenticator app instead`,usePasskey:`Use a passkey instead`,signOut:`Sign out`},ia={way:`Use single sign-on`,hint:`Your identity provider asks in a window of its own. This page waits for it.`,open:`Open the window`,again:`Open the window again`,waiting:`Waiting for the other window …`},aa=s`
  .notice {
    flex-wrap: wrap;
    margin: var(--fm-space-3) var(--fm-space-6) 0;
    align-items: center;
  }

  .notice > div {
    flex: 1 1 14rem;
  }

  @media (max-width: 56rem) {
    .notice {
      margin-inline: var(--fm-space-4);
    }
  }
`;H(`fm-connection`,class extends V{static styles=[V.styles,aa];#e=new AbortController;connectedCallback(){super.connectedCallback(),this.#e=new AbortController,B.addEventListener(`change`,()=>this.#n(),{signal:this.#e.signal})}disconnectedCallback(){super.disconnectedCallback(),this.#e.abort()}render(){let{state:e,since:t}=B;return M`<div role="status">
      ${e===`connected`?P:this.#t(Yi[e],t)}
    </div>`}#t([e,t],n){return M`<div class="notice warn">
      ${q(`offline`)}
      <div>
        <strong>${e} <fm-time datetime=${n?.toISOString()??``} mode="absolute"></fm-time>.</strong>
        ${t}
      </div>
      <button @click=${()=>B.retry()}>Try now</button>
    </div>`}#n(){B.state===`connected`&&Vi(Zi),this.requestUpdate()}});var oa=[`operate`,`exposure`,`automate`,`evidence`,`administration`],sa=`fleetmend.theme`;function ca(){try{let e=localStorage.getItem(sa);return e===`light`||e===`dark`?e:`system`}catch{return`system`}}function la(e){e===`system`?delete document.documentElement.dataset.theme:document.documentElement.dataset.theme=e;try{e===`system`?localStorage.removeItem(sa):localStorage.setItem(sa,e)}catch{}dispatchEvent(new Event(`fm-theme`))}function ua(){addEventListener(`storage`,({key:e})=>{e===sa&&la(ca())})}function da(){return M`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f6f5c"></rect>
      <path
        d="M9 8h14M9 8v17M9 16h10"
        stroke="#fff"
        stroke-width="3.6"
        stroke-linecap="round"
        fill="none"
      ></path>
      <path
        d="m16.5 23.5 3 3 6-6.5"
        stroke="#8ff0cd"
        stroke-width="3"
        stroke-linecap="round"
        stroke-linejoin="round"
        fill="none"
      ></path></svg
    ><span>Fleetmend</span>`}var fa=s`
  :host {
    border-inline-end: 1px solid var(--fm-line);
    background: var(--fm-surface);
  }

  header {
    position: sticky;
    top: 0;
    display: flex;
    flex-direction: column;
    gap: var(--fm-space-4);
    height: 100vh;
    padding: var(--fm-space-4) var(--fm-space-3);
  }

  .brand {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-2);
    padding: 0 var(--fm-space-2);
    color: var(--fm-text);
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
    letter-spacing: -0.01em;
    text-decoration: none;
  }

  .mark {
    width: 1.75rem;
    height: 1.75rem;
  }

  nav {
    flex: 1;
    overflow-y: auto;
  }

  .section {
    justify-content: flex-start;
    width: 100%;
    margin-block-start: var(--fm-space-1);
    padding: 0 var(--fm-space-3);
    border: 0;
    background: none;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  .section:first-child {
    margin-block-start: 0;
  }

  .section > .icon {
    margin-inline-start: auto;
  }

  .section > .count + .icon {
    margin-inline-start: 0;
  }

  /* Folded over the page that is on the screen. */
  .section[aria-current] {
    background: var(--fm-selected);
    color: var(--fm-link);
  }

  .find {
    justify-content: flex-start;
    color: var(--fm-text-quiet);
    font-weight: 400;
  }

  kbd {
    margin-inline-start: auto;
    padding: 0 var(--fm-space-1);
    border: 1px solid var(--fm-line);
    border-radius: 4px;
    font: var(--fm-size-small) / 1.5 var(--fm-font);
  }

  .count {
    min-width: 1.5rem;
    margin-inline-start: auto;
    padding: 0 var(--fm-space-1);
    border-radius: 1rem;
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
    text-align: center;
  }

  .bell {
    position: relative;
  }

  .unread {
    position: absolute;
    inset-block-start: 0.35rem;
    inset-inline-end: 0.35rem;
    width: 0.6rem;
    height: 0.6rem;
    border: 2px solid var(--fm-surface);
    border-radius: 50%;
    background: var(--fm-bad-mark);
    forced-color-adjust: none;
  }

  ul {
    display: grid;
    gap: 2px;
    padding: 2px;
    list-style: none;
  }

  li a {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding: var(--fm-space-2) var(--fm-space-3);
    border-radius: var(--fm-radius);
    color: var(--fm-text);
    text-decoration: none;
  }

  /* The list scrolls, and cuts what lies outside of it. */
  li a:focus-visible,
  .section:focus-visible {
    outline-offset: -2px;
  }

  li a .icon {
    color: var(--fm-text-quiet);
  }

  li a:hover {
    background: var(--fm-hover);
  }

  li a[aria-current] {
    background: var(--fm-selected);
    color: var(--fm-link);
    font-weight: var(--fm-weight-strong);
  }

  li a[aria-current] .icon {
    color: inherit;
  }

  .user {
    display: flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  .user fm-menu {
    order: -1;
    flex: 1;
    min-width: 0;
  }

  .user fm-menu::part(button) {
    justify-content: flex-start;
    width: 100%;
    padding: var(--fm-space-1) var(--fm-space-3);
  }

  /* The name and the role need the room. */
  .user fm-menu::part(mark) {
    display: none;
  }

  .who {
    display: grid;
    min-width: 0;
    line-height: 1.25;
    text-align: start;
  }

  .who span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .toggle {
    display: none;
  }

  @media (max-width: 56rem) {
    :host {
      position: sticky;
      top: 0;
      z-index: 5;
      border-inline-end: 0;
      border-block-end: 1px solid var(--fm-line);
    }

    header {
      flex-flow: row wrap;
      align-items: center;
      gap: var(--fm-space-2);
      height: auto;
      padding: var(--fm-space-2) var(--fm-space-3);
    }

    .toggle {
      display: inline-flex;
    }

    .find {
      margin-inline-start: auto;
      order: 1;
    }

    .user {
      order: 1;
    }

    .user fm-menu {
      order: 1;
    }

    .find kbd {
      display: none;
    }

    /* Still said, though there is no room to show it. */
    .who {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    nav {
      flex: 0 0 100%;
      max-height: calc(100dvh - 4rem);
      order: 2;
      display: none;
    }

    nav.open {
      display: block;
    }
  }

  /* A phone on its side, or a page at 400 %: a frame that stays would leave no room for the page. */
  @media (max-width: 56rem) and (max-height: 22rem) {
    :host {
      position: static;
    }

    nav {
      max-height: none;
    }
  }

  @media (max-width: 30rem) {
    /* Still said, though there is no room to show it. */
    .find-text {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .find {
      width: var(--fm-control-height);
      padding: 0;
      justify-content: center;
      border-color: transparent;
    }

    header {
      gap: var(--fm-space-1);
    }

    .brand {
      padding: 0;
    }
  }

  @media (forced-colors: active) {
    .section[aria-current],
    li a[aria-current] {
      border-inline-start: 4px solid Highlight;
    }
  }

  @media print {
    :host {
      display: none;
    }
  }
`,pa=new Map,ma={getItem(e){let t=pa.get(e);if(t!==void 0)return t;try{return localStorage.getItem(e)}catch{return null}},setItem(e,t){pa.delete(e);try{localStorage.setItem(e,t)}catch{pa.set(e,t)}},removeItem(e){pa.delete(e);try{localStorage.removeItem(e)}catch{}}};function ha(e,t){try{return JSON.parse(e.getItem(t)??`null`)}catch{return null}}var ga=`fleetmend.openSections`,_a=class{#e;#t;#n=oa[0];#r=!1;constructor(e=ma){this.#e=e;let t=ha(e,ga);this.#t=new Set(oa.filter(e=>Array.isArray(t)&&t.includes(e)))}arrive(e){e!==null&&e!==this.#n&&(this.#n=e,this.#r=!1)}isOpen(e){return e===this.#n?!this.#r:this.#t.has(e)}toggle(e){let t=!this.isOpen(e);e===this.#n&&(this.#r=!t),t?this.#t.add(e):this.#t.delete(e);let n=oa.filter(e=>this.#t.has(e));n.length===0?this.#e.removeItem(ga):this.#e.setItem(ga,JSON.stringify(n))}},va=[[`system`,`Theme of the system`,`system`],[`light`,`Light theme`,`sun`],[`dark`,`Dark theme`,`moon`]],ya=`theme `,ba={admin:`Administrator`,operator:`Operator`,reporter:`Reporter`},xa=`/enrollments`,Sa=class extends V{static styles=[V.styles,fa];static properties={user:{attribute:!1},pages:{attribute:!1},path:{},isOpen:{type:Boolean},waitingCount:{type:Number},approvalsCount:{type:Number},unreadCount:{type:Number},theme:{state:!0}};#e=new _a;constructor(){super(),this.user=null,this.pages=[],this.path=``,this.isOpen=!1,this.waitingCount=0,this.approvalsCount=0,this.unreadCount=0,this.theme=ca()}connectedCallback(){super.connectedCallback(),addEventListener(`fm-theme`,this.#u)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`fm-theme`,this.#u)}willUpdate(){this.#e.arrive(this.pages.find(e=>this.#r(e))?.nav?.section??null)}render(){return M`<header>
      <slot name="skip"></slot>
      <button
        class="plain square toggle"
        aria-label="Navigation"
        aria-expanded=${this.isOpen?`true`:`false`}
        aria-controls="nav"
        @click=${()=>this.#d(`fm-toggle-nav`)}
      >
        ${q(this.isOpen?`close`:`menu`)}
      </button>
      <a class="brand" href="/">${da()}</a>
      <button class="find" aria-keyshortcuts="Control+K" @click=${()=>this.#d(`fm-palette`)}>
        ${q(`search`)} <span class="find-text">Find</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav id="nav" aria-label="Main" class=${this.isOpen?`open`:``}>
        ${oa.map(e=>this.#t(e))}
      </nav>
      <div class="user">${this.#o()} ${this.#s()}</div>
    </header>`}#t(e){let t=this.pages.filter(({nav:t})=>t?.section===e);if(t.length===0)return P;let n=this.#e.isOpen(e);return M`<button
        class="section"
        aria-expanded=${String(n)}
        aria-controls=${n?`pages-${e}`:P}
        aria-current=${!n&&t.some(e=>this.#r(e))?`true`:P}
        @click=${()=>this.#n(e)}
      >
        <span>${Qi[e]}</span>
        ${n?P:Ca(t.reduce((e,{path:t})=>e+this.#i(t),0))}
        ${q(n?`chevron-down`:`chevron-right`)}
      </button>
      ${n?M`<ul id="pages-${e}" aria-label=${Qi[e]}>
              ${t.map(e=>this.#a(e))}
            </ul>`:P}`}#n(e){this.#e.toggle(e),this.requestUpdate()}#r({path:e}){return e===`/`?this.path===`/`:`${this.path}/`.startsWith(`${e}/`)}#i(e){return e===xa?this.waitingCount:e===`/approvals`?this.approvalsCount:0}#a(e){let{path:t,nav:n}=e;return n?M`<li>
      <a href=${t} aria-current=${this.#r(e)?`page`:P}>
        ${q(n.icon)} <span>${n.label}</span> ${Ca(this.#i(t))}
      </a>
    </li>`:P}#o(){let e=ea(this.unreadCount);return M`<button
      class="plain square bell"
      aria-haspopup="dialog"
      aria-label=${e}
      title=${e}
      @click=${()=>this.#d(`fm-notices`)}
    >
      ${q(`bell`)}
      ${this.unreadCount===0?P:M`<span class="unread" aria-hidden="true"></span>`}
    </button>`}#s(){let e=this.user?.display_name??this.user?.username??``;return M`<fm-menu
      variant="plain"
      label="Menu of ${e}"
      .items=${this.#c()}
      @fm-choose=${this.#l}
    >
      ${q(`user`)} <span class="visually-hidden">Menu of</span>
      <span class="who"
        ><span>${e}</span>
        <span class="quiet small">${this.user?ba[this.user.role]:P}</span></span
      >
    </fm-menu>`}#c(){return[{key:`profile`,label:`Profile and security`,icon:`user`,href:`/profile`},...va.map(([e,t,n])=>{let r=this.theme===e;return{key:`${ya}${e}`,label:t,icon:n,isChecked:r}}),{key:`shortcuts`,label:`Keyboard shortcuts`,icon:`keyboard`},{key:`sign-out`,label:`Sign out`,icon:`sign-out`}]}#l(e){let{detail:t}=e;if(t===`sign-out`)return void K.signOut();if(t===`shortcuts`)return this.#d(`fm-shortcuts`);e.preventDefault(),la(t.slice(6))}#u=()=>{this.theme=ca()};#d(e){this.dispatchEvent(new CustomEvent(e))}};function Ca(e){return e===0?P:M`<span class="count" title=${$i(e)}
    ><span aria-hidden="true">${e>99?`99+`:e}</span
    ><span class="visually-hidden">, ${$i(e)}</span></span
  >`}H(`fm-header`,Sa);var wa=s`
  .notice {
    flex-wrap: wrap;
    align-items: center;
    margin: var(--fm-space-3) var(--fm-space-6) 0;
    box-shadow: var(--fm-shadow-raised);
  }

  .notice > div {
    flex: 1 1 14rem;
  }

  @media (max-width: 56rem) {
    .notice {
      margin-inline: var(--fm-space-4);
    }
  }
`;H(`fm-late-failures`,class extends V{static styles=[V.styles,wa];static properties={failures:{state:!0}};constructor(){super(),this.failures=[]}connectedCallback(){super.connectedCallback(),addEventListener(`fm-late-failure`,this.#n)}disconnectedCallback(){super.disconnectedCallback(),removeEventListener(`fm-late-failure`,this.#n)}render(){return this.failures.map(e=>this.#e(e))}#e(e){let{what:t,next:n,detail:r}=J(e.error);return M`<div class="notice bad" role="alert">
      ${q(`error`)}
      <div><strong>${Xi(e.title)}</strong> ${t} ${n} ${r}</div>
      <div class="row">
        <a href=${e.href} @click=${()=>this.#t(e)}>Go back to it</a>
        <button @click=${()=>this.#t(e)}>Close</button>
      </div>
    </div>`}#t(e){this.failures=this.failures.filter(t=>t!==e)}#n=({detail:e})=>{e&&(this.failures=[...this.failures,e].slice(-5))}});function X(){let e=document.activeElement;for(;e?.shadowRoot?.activeElement;)e=e.shadowRoot.activeElement;return e}function Ta(){return document.activeElement===null||document.activeElement===document.body}function Ea(e){let t=[];for(let n=e;n;n=n instanceof ShadowRoot?n.host:n.parentNode)n instanceof Element&&t.push(n);return t}function Da([e,...t]){e?.isConnected&&e instanceof HTMLElement&&e.focus({preventScroll:!0});let n=X();n instanceof HTMLElement&&!n.checkVisibility()&&n.blur();for(let e of t){if(!Ta())return;e.isConnected&&e instanceof HTMLElement&&e.focus({preventScroll:!0})}}var Oa=50,ka=4e3;async function Aa(e){e.focus({preventScroll:!0});let t=performance.now()+ka;for(;performance.now()<t;){if(X()!==e)return;let t=Ma(e,`h1`);if(t)return t.tabIndex=-1,t.focus({preventScroll:!0});await new Promise(e=>setTimeout(e,Oa))}}function ja(e){let t=X();dispatchEvent(new Event(`fm-focus-filter`)),X()===t&&Ma(e,`input[type=search], [role=search] input`)?.focus()}function Ma(e,t){for(let n of e.querySelectorAll(`*`)){if(n.matches(t)&&n.checkVisibility())return n;let e=n.shadowRoot&&Ma(n.shadowRoot,t);if(e)return e}return null}var Na=50,Pa=2e3;function Fa(e,t){addEventListener(`click`,()=>void Ia(X(),e),{capture:!0,signal:t})}async function Ia(e,t){if(Ta()||!(e instanceof HTMLElement))return;let n=performance.now()+Pa;for(;performance.now()<n;){if(await new Promise(e=>setTimeout(e,Na)),Ta()&&!e.checkVisibility()){let e=t();return e?Aa(e):void 0}if(!Ta()&&X()!==e)return}}function La(e){return e.length===0?P:M`<div class="notice warn broken" role="status">
    ${q(`warning`)}
    <div>${e.map(e=>M`<p>${ta(e.feature,e.why)}</p>`)}</div>
  </div>`}var Ra=class{#e=null;#t=!1;constructor(){K.addEventListener(`change`,()=>{K.state!==`signed-out`||K.endReason===`expired`&&this.#t?K.state===`signed-out`&&za(this.#e?.element,!0):this.#e=null})}shows(e,t){K.state===`signed-in`&&K.user!==null&&e!==this.#e?.element&&(this.#e={element:e,path:t,userId:K.user.id},this.#t=!1)}typed=()=>{K.state===`signed-in`&&(this.#t=!0)};at(e){let t=this.#e;return t?.path!==e||t.userId!==K.user?.id?null:(za(t.element,!1),t.element)}};function za(e,t){e&&Object.assign(e,{isHeld:t})}function Ba(e){return Wa(async()=>{let{openPalette:t}=await U(async()=>{let{openPalette:e}=await import(`./fm-palette-CUr4-zSL.js`);return{openPalette:e}},__vite__mapDeps([115,2,26,12,27,28]));t({pages:e,showShortcuts:()=>void Va(e)})})}function Va(e){return Wa(async()=>{let{openShortcuts:t}=await U(async()=>{let{openShortcuts:e}=await import(`./fm-shortcuts-CsXxZjh9.js`);return{openShortcuts:e}},__vite__mapDeps([116,2]));t(e)})}function Ha(e){return Wa(async()=>{let{openNotices:t}=await U(async()=>{let{openNotices:e}=await import(`./fm-notices-BQAbbgRt.js`);return{openNotices:e}},__vite__mapDeps([117,1,2]));t(e)})}async function Ua(){let e=!1;return await Wa(async()=>{let{askAgain:t}=await U(async()=>{let{askAgain:e}=await import(`./fm-reauthenticate-71VusqSU.js`);return{askAgain:e}},__vite__mapDeps([118,5,2,58,6,36,10]));e=await t()}),e}async function Wa(e){try{await Rn(e)}catch(e){let{what:t,next:n}=J(e);Vi(`${t} ${n}`,`assertive`)}}var Ga=e=>M`<fm-state kind="loading" heading="Loading “${e}”"></fm-state>`;function Ka(e,t){return Nr(e,()=>qa(e)?t():location.reload(),{isPage:!0,retryLabel:qa(e)?`Try again`:`Load anew`})}var qa=e=>e instanceof W&&e.code===`PAGE_UNREACHABLE`,Ja=1e4,Ya=class{#e=new Map;#t=[];#n=[];get pages(){return this.#t}get broken(){return this.#n}async follow(e){let t=await Promise.allSettled(e.map(e=>this.#r(e)));this.#t=t.flatMap(e=>e.status===`fulfilled`?e.value:[]),this.#n=t.flatMap((t,n)=>t.status===`fulfilled`?[]:[{feature:e[n]?.feature??``,why:Qa(t.reason)}])}#r(e){let t=this.#e.get(e.module);if(t)return t;let n=Za(Xa(e));return this.#e.set(e.module,n),n.catch(t=>console.warn(`The pages of the plugin ${e.feature} are left out:`,t)),n}};async function Xa({feature:e,module:t}){if(!t.startsWith(`/plugins/${e}/`))throw Error(`its address is not of this plugin`);let[{kit:n},{judgePages:r},i]=await Promise.all([U(()=>import(`./kit-C6xY-oOi.js`),__vite__mapDeps([119,4,5,2,6,1,53,36,10,19,22,9,23,38])),U(()=>import(`./judgePages-CQCOE8RB.js`),[]),Rn(()=>import(t))]);if(typeof i.default!=`function`)throw Error(`it exports no function (kit) => ({ pages }) by default`);return r(await i.default(n),e,Ai)}async function Za(e){let t,n=new Promise((e,n)=>{t=setTimeout(()=>n(Error(`it was not loaded within ${Ja/1e3} s`)),Ja)});return Promise.race([e,n]).finally(()=>clearTimeout(t))}function Qa(e){return e instanceof W?J(e).what:(e instanceof Error?e.message:String(e)).slice(0,300)}var $a={kind:`forbidden`,heading:`Your role does not show this page.`,textContent:`Ask an administrator if you need it.`},eo={kind:`empty`,heading:`This page is switched off.`,textContent:`Its feature is off in the configuration of this manager.`};function to(){return M`<fm-state kind="empty" heading="There is no such page." page>
    The address may be mistyped, or the thing was deleted.
    <a slot="actions" class="button" href="/">Go to the start</a>
  </fm-state>`}function no(e){return e!==void 0&&(e.needs??[]).every(e=>Ln.serves(e))}function ro(e){return[...Ai,...e].filter(e=>e.nav&&Ni(K.user,e.permission)&&no(e)).sort((e,t)=>(e.nav?.order??0)-(t.nav?.order??0))}var io=s`
  :host {
    display: grid;
    grid-template-columns: 13.5rem minmax(0, 1fr);
    min-height: 100vh;
  }

  main {
    width: 100%;
    max-width: var(--fm-page-width);
    margin: 0 auto;
    padding: var(--fm-space-5) var(--fm-space-6) var(--fm-space-7);
  }

  .content {
    min-width: 0;
  }

  .told {
    position: sticky;
    top: 0;
    z-index: 4;
    max-width: var(--fm-page-width);
    margin: 0 auto;
  }

  .broken {
    max-width: calc(var(--fm-page-width) - 2 * var(--fm-space-6));
    margin: var(--fm-space-3) auto 0;
  }

  .alone {
    grid-column: 1 / -1;
    display: grid;
    align-items: center;
  }

  .skip {
    position: fixed;
    top: var(--fm-space-2);
    left: var(--fm-space-2);
    z-index: 10;
    padding: var(--fm-space-2) var(--fm-space-3);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-raised);
    box-shadow: var(--fm-shadow-raised);
  }

  .skip:not(:focus) {
    transform: translateY(-200%);
  }

  @media (max-width: 56rem) {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto minmax(0, 1fr);
    }

    main {
      padding: var(--fm-space-4) var(--fm-space-4) var(--fm-space-6);
    }
  }
`,ao=`fleetmend.letterShortcuts`,oo=1500;function so(e=ma){return e.getItem(ao)!==`off`}function co(e,t=ma){e?t.removeItem(ao):t.setItem(ao,`off`)}var lo=new Set([`g`,`/`,`?`]),uo=class{#e=-1/0;read(e,t){let{key:n,isCommand:r,isAlt:i,atMs:a}=e,o=a-this.#e<=oo;if(this.#e=-1/0,r&&!i&&n.toLowerCase()===`k`)return{is:`palette`};if(r||i||!(o||lo.has(n))||e.isTyping()||!t.areOn())return null;if(o){let e=t.pathOf(n);return e===void 0?null:{is:`go`,path:e}}return n===`g`&&(this.#e=a),n===`/`?{is:`filter`}:n===`?`?{is:`shortcuts`}:null}},fo=new Set([`checkbox`,`radio`,`button`,`submit`,`range`,`color`,`file`,`reset`]);function po(e){return{key:e.key,isCommand:e.ctrlKey||e.metaKey,isAlt:e.altKey,isTyping:()=>e.isComposing||mo(e),atMs:e.timeStamp}}function mo(e){let t=e.composedPath().filter(e=>e instanceof HTMLElement);return go(t[0])||t.some(ho)}function ho(e){return e.localName===`dialog`||e.getAttribute(`role`)===`menu`}function go(e){return e?e instanceof HTMLInputElement?!fo.has(e.type):e.isContentEditable||[`textarea`,`select`].includes(e.localName):!1}var _o=class{#e;#t=new uo;constructor(e,t){this.#e=t,e.addController(this)}hostConnected(){addEventListener(`keydown`,this.#n)}hostDisconnected(){removeEventListener(`keydown`,this.#n)}#n=e=>{let{areOn:t,pages:n,main:r}=this.#e;if(!t()||e.defaultPrevented)return;let i=this.#t.read(po(e),{areOn:()=>so(),pathOf:e=>n().find(({nav:t})=>t?.letter===e)?.path});if(!i)return;e.preventDefault();let a=r();i.is===`palette`?Ba(n()):i.is===`shortcuts`?Va(n()):i.is===`go`?Fi(i.path):a&&ja(a)}},vo=class{#e=``;show(e,t){if(this.#e===t)return;this.#e=t;let n=yo(t);Bn(e.title,...n?[n.title]:[])}clear(...e){this.#e=``,Bn(...e)}};function yo(e){let t=e.slice(0,e.lastIndexOf(`/`));return t===``?null:ji(t)?.page??yo(t)}var Z=`/sign-in`,bo=`Second factor`,xo=1e3,So=class extends V{static styles=[V.styles,io];static properties={element:{state:!0},problem:{state:!0},isNavOpen:{state:!0},watch:{state:!0}};#e=null;#t=!1;#n=``;#r=``;#i=!1;#a=new vo;#o=new Ra;#s=new Ya;#c=new AbortController;constructor(){super(),this.element=null,this.problem=null,this.isNavOpen=!1,this.watch=null,new _o(this,{areOn:Co,pages:()=>this.#u(),main:()=>this.#D()})}connectedCallback(){super.connectedCallback(),this.#c=new AbortController;let{signal:e}=this.#c;Ri(),B.follow(),rn.follow(Ua),Fa(()=>this.#D(),e),addEventListener(`fm-navigated`,e=>this.#m(e),{signal:e}),K.addEventListener(`change`,()=>this.#d(),{signal:e}),B.addEventListener(`back`,()=>this.#f(),{signal:e}),Ln.addEventListener(`change`,()=>void this.#h(),{signal:e}),K.start()}disconnectedCallback(){super.disconnectedCallback(),this.#c.abort()}render(){let e=M`<main id="main" tabindex="-1" @input=${this.#o.typed}>${this.#l()}</main>`;if(!Co())return M`<div class="alone">${e}</div>
        <fm-announcer></fm-announcer>`;let t=this.#u();return M`
      <fm-header
        .user=${K.user}
        .pages=${t}
        .path=${this.#n}
        .isOpen=${this.isNavOpen}
        .waitingCount=${this.watch?.waitingCount??0}
        .approvalsCount=${this.watch?.approvalsCount??0}
        .unreadCount=${this.watch?.notices.unreadCount??0}
        @fm-toggle-nav=${()=>this.isNavOpen=!this.isNavOpen}
        @fm-palette=${()=>void Ba(t)}
        @fm-shortcuts=${()=>void Va(t)}
        @fm-notices=${()=>this.watch&&void Ha(this.watch.notices)}
      >
        <a slot="skip" class="skip" href="#main" @click=${this.#E}>Skip to the content</a>
      </fm-header>
      <div class="content">
        <div class="told"><fm-connection></fm-connection><fm-late-failures></fm-late-failures></div>
        ${La(this.#s.broken)}${e}
      </div>
      <fm-announcer></fm-announcer>
      ${this.watch??P}
    `}#l(){return K.state===`starting`?M`<fm-state kind="loading" heading="Connecting"></fm-state>`:this.problem===null?K.mustSetUp?M`<fm-forced-setup></fm-forced-setup>`:this.element?this.element:this.#e?this.#t?Ga(this.#e.title):P:to():Ka(this.problem,()=>void this.#h())}#u(){return ro(this.#s.pages)}#d(){K.state===`signed-in`&&this.#n===Z&&(this.#i=!0),Co()||(this.watch=null),K.state===`signed-out`&&this.#n!==Z&&(this.element=null),this.#h()}#f(){qa(this.problem)&&this.#h()}async#p(e){if(!this.watch&&Co())try{let{FmWatch:t}=await U(async()=>{let{FmWatch:e}=await import(`./fm-watch-C5DaDkTK.js`);return{FmWatch:e}},__vite__mapDeps([120,2,40,31]));if(this.watch!==null||K.user?.id!==e.id)return;let n=new t(e);n.addEventListener(`fm-watched`,()=>this.requestUpdate()),this.watch=n}catch{}}#m({detail:e}){this.#i=e.isNewPage,this.isNavOpen=!1,this.#h()}async#h(){K.state===`signed-in`&&await this.#g();let e=K.state===`signed-in`,t=location.pathname===Z||!no(this.#_(location.pathname)?.page);e&&t&&this.#v(),this.#n=e?location.pathname:Z;let n=this.#_(this.#n);if(this.problem=null,K.mustSetUp)return this.#S();if(!n||K.state===`starting`)return this.#w(n?.page??null);let{page:r,params:i}=n;if(!Ni(K.user,r.permission))return this.#C(r,$a);if(!no(r))return this.#C(r,eo);await this.#y(r,i)}async#g(){await Ln.ready();let e=this.#s.follow(Ln.modules).then(()=>this.requestUpdate());ji(location.pathname)||await e}#_(e){return ji(e,this.#s.pages)}#v(){let[e]=this.#u(),t=location.pathname===Z||location.pathname===`/`;e&&t&&Fi(no(ji(`/`)?.page)?`/`:e.path,{replace:!0})}async#y(e,t){let n=e!==this.#e||this.element?.localName!==e.tag||this.#n!==this.#r;if(this.#e=e,this.#a.show(e,this.#n),n){let t=setTimeout(()=>this.#b(e),xo);try{await Rn(e.load)}catch(t){this.#e===e&&(this.problem=t);return}finally{clearTimeout(t)}if(this.#e!==e)return;this.problem=null,this.#t=!1,this.element=this.#o.at(this.#n)??document.createElement(e.tag),this.#r=this.#n,this.#o.shows(this.element,this.#n)}this.element&&Object.assign(this.element,{params:t,query:new URLSearchParams(location.search)}),this.requestUpdate(),this.#i&&await this.#T(),K.user&&wo(()=>this.#x())}#b(e){this.#e===e&&(this.#t=!0,this.element=null,this.requestUpdate())}#x(){Bt(),K.user&&this.#p(K.user)}async#S(){this.#w(null),this.#a.clear(bo);try{await Rn(()=>U(()=>import(`./fm-forced-setup-Bo3UaROF.js`),__vite__mapDeps([121,52,2,36,10,53])))}catch(e){this.problem=e}}#C(e,t){this.#e=e,this.element=Object.assign(document.createElement(`fm-state`),{isPage:!0,...t})}#w(e){this.#e=e,this.element=null,this.#a.clear(...e?[]:[`Not found`]),this.requestUpdate()}async#T(){this.#i=!1,await this.updateComplete,scrollTo(0,0);let e=this.#D();e&&Aa(e)}#E(e){e.preventDefault(),this.#D()?.focus()}#D(){return this.renderRoot.querySelector(`main`)}},Co=()=>K.state===`signed-in`&&!K.mustSetUp;function wo(e){`requestIdleCallback`in globalThis?requestIdleCallback(e,{timeout:2e3}):setTimeout(e,500)}H(`fm-shell`,So);function To(e){let t=new URLSearchParams(e.slice(1)),[n,r,i]=[t.get(`sso_code`),t.get(`sso`),t.get(`sso_error`)];return(n??r??i)===null?null:{code:n,done:r,error:i,returnTo:t.get(`return_to`)}}function Eo(){let e=/^(\[|[\d.]+$)/.test(location.hostname);return typeof PublicKeyCredential==`function`&&`parseRequestOptionsFromJSON`in PublicKeyCredential&&isSecureContext&&!e}async function Do(e){let t=JSON.parse(e.serialized_options),n=PublicKeyCredential.parseRequestOptionsFromJSON(t),r=await navigator.credentials.get({publicKey:n}).catch(e=>{throw e instanceof DOMException?Oo(e):e});if(!(r instanceof PublicKeyCredential))throw ko();return{challenge_key:e.challenge_key,serialized_assertion:JSON.stringify(r.toJSON())}}function Oo(e){return e.name===`SecurityError`?new W({code:`WEBAUTHN_UNAVAILABLE`,message:e.message,status:0,cause:e}):e.name===`NotAllowedError`||e.name===`AbortError`?ko(e):e}var ko=e=>new W({code:`PASSKEY_NOT_CHOSEN`,message:`No passkey was used.`,status:0,cause:e}),Ao=`/api/v1/auth/mfa/webauthn/authenticate`;async function jo(e){try{let t=await vn(`${Ao}/start`,void 0,e);await K.signInBy(`${Ao}/complete`,await Do(t),e)}catch(e){throw e instanceof W?Mo(e):e}}function Mo(e){let t={INVALID_CREDENTIALS:`PASSKEY_REFUSED`,UNAUTHENTICATED:`PASSKEY_TOO_LATE`}[e.code],{message:n,status:r,cause:i}=e;return t===void 0?e:new W({code:t,message:n,status:r,cause:i})}var No={noName:`Enter your user name.`,noPassword:`Enter your password.`,first:`First time here?`,firstName:`The manager made one account, admin.`,firstPassword:`Its password was printed once, where the manager was started first. It is asked for here, and you then choose your own.`,lost:`Lost it? An administrator can give you a new one. If you are the only administrator, run this on the manager’s machine: node server/main.ts user reset-password admin`,signIn:`Sign in`,busy:`Signing in …`,sso:e=>e===``?`Use single sign-on`:`Continue with ${e}`,passkey:`Sign in with a passkey`,passkeyWaits:`Waiting for your passkey …`,second:`One more step`,code:`Code of your authenticator app`,recovery:`Recovery code`,recoveryHint:`One of the ten that were shown when you set the second factor up. Each works once.`,passkeyHint:`Your browser asks for the passkey of this account.`,ways:{totp:`Use a code of your authenticator app`,webauthn:`Use your passkey`,recovery_code:`Use a recovery code instead`},empty:{totp:`Enter the six digits that the app shows.`,recovery_code:`Enter one of your recovery codes, as it was shown.`},wrong:{totp:`The code is wrong, or was used before. Wait for the next one.`,recovery_code:`This code is wrong, or was used before. Take another one.`},noWay:`Your passkey does not work in this browser or at this address. Open the manager by its usual name, or have an administrator reset your second factor.`},Po={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Fo=e=>(...t)=>({_$litDirective$:e,values:t}),Io=class{constructor(e){}get _$isConnected(){return this._$parent._$isConnected}_$initialize(e,t,n){this.__part=e,this._$parent=t,this.__attributeIndex=n}_$resolve(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}},{_ChildPart:Lo}=rt,Q=window.ShadyDOM?.inUse&&window.ShadyDOM?.noPatch===!0?window.ShadyDOM.wrap:e=>e,Ro=e=>e.strings===void 0,zo=()=>document.createComment(``),Bo=(e,t,n)=>{let r=Q(e._$startNode).parentNode,i=t===void 0?e._$endNode:t._$startNode;if(n===void 0)n=new Lo(Q(r).insertBefore(zo(),i),Q(r).insertBefore(zo(),i),e,e.options);else{let t=Q(n._$endNode).nextSibling,a=n._$parent,o=a!==e;if(o){n._$reparentDisconnectables?.(e),n._$parent=e;let t;n._$notifyConnectionChanged!==void 0&&(t=e._$isConnected)!==a._$isConnected&&n._$notifyConnectionChanged(t)}if(t!==i||o){let e=n._$startNode;for(;e!==t;){let t=Q(e).nextSibling;Q(r).insertBefore(e,i),e=t}}}return n},$=(e,t,n=e)=>(e._$setValue(t,n),e),Vo={},Ho=(e,t=Vo)=>e._$committedValue=t,Uo=e=>e._$committedValue,Wo=e=>{e._$clear(),e._$startNode.remove()},Go=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},Ko=Fo(class extends Io{constructor(e){if(super(e),e.type!==Po.CHILD)throw Error(`repeat() can only be used in text expressions`)}_getValuesAndKeys(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this._getValuesAndKeys(e,t,n).values}update(e,[t,n,r]){let i=Uo(e),{values:a,keys:o}=this._getValuesAndKeys(t,n,r);if(!Array.isArray(i))return this._itemKeys=o,a;let s=this._itemKeys??=[],c=[],l,u,d=0,f=i.length-1,p=0,m=a.length-1;for(;d<=f&&p<=m;)if(i[d]===null)d++;else if(i[f]===null)f--;else if(s[d]===o[p])c[p]=$(i[d],a[p]),d++,p++;else if(s[f]===o[m])c[m]=$(i[f],a[m]),f--,m--;else if(s[d]===o[m])c[m]=$(i[d],a[m]),Bo(e,c[m+1],i[d]),d++,m--;else if(s[f]===o[p])c[p]=$(i[f],a[p]),Bo(e,i[d],i[f]),f--,p++;else if(l===void 0&&(l=Go(o,p,m),u=Go(s,d,f)),!l.has(s[d]))Wo(i[d]),d++;else if(!l.has(s[f]))Wo(i[f]),f--;else{let t=u.get(o[p]),n=t===void 0?null:i[t];if(n===null){let t=Bo(e,i[d]);$(t,a[p]),c[p]=t}else c[p]=$(n,a[p]),Bo(e,i[d],n),i[t]=null;p++}for(;p<=m;){let t=Bo(e,c[m+1]);$(t,a[p]),c[p++]=t}for(;d<=f;){let e=i[d++];e!==null&&Wo(e)}return this._itemKeys=o,Ho(e,c),N}});ua();export{rr as $,Gi as A,o as At,Nr as B,na as C,z as Ct,Ui as D,at as Dt,Ji as E,P as Et,Ni as F,Tr as G,Ar as H,Mi as I,hr as J,xr as K,Fr as L,Fi as M,Li as N,qi as O,Ge as Ot,Pi as P,ar as Q,Ir as R,oa as S,ft as St,ia as T,N as Tt,J as U,Mr as V,wr as W,ur as X,_r as Y,ir as Z,Ea as _,V as _t,Po as a,wn as at,da as b,B as bt,jo as c,Tn as ct,To as d,W as dt,or as et,so as f,G as ft,Ta as g,U as gt,Da as h,Bt as ht,Io as i,Ln as it,Vi as j,Wi as k,s as kt,Eo as l,_n as lt,X as m,tn as mt,Ro as n,Bn as nt,Fo as o,Dn as ot,co as p,en as pt,pr as q,Ho as r,Rn as rt,No as s,En as st,Ko as t,q as tt,Do as u,K as ut,ma as v,Et as vt,ra as w,M as wt,la as x,pt as xt,ha as y,H as yt,Pr as z};