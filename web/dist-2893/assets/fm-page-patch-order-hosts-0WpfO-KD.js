import{it as e,vt as t,wt as n,yt as r}from"./shell-BBooQZkD.js";import{m as i}from"./common-CAX3qpu1.js";import"./fm-security-patches-CJtRWQUS.js";import{o as a}from"./texts-DjflBj05.js";var o={title:`Package to patch`,order:`Order to patch`,what:`Hosts that lack a security patch of this package, the longest pending first.`,installed:`All hosts that have it installed`,unnamed:`No package is named.`,unnamedText:`Choose one from the order to patch.`},s=class extends t{#e={};render(){let t=this.query.get(`package`)?.slice(0,256)??``;return this.#e.package!==t&&(this.#e={package:t}),n`<div class="page">
      <fm-page-header
        heading=${t===``?o.title:i(t)}
        .crumbs=${[{label:o.order,href:`/patch-order`}]}
      >
        <p>
          ${o.what}
          ${t!==``&&e.serves(`listPackageHosts`)?n`<a href=${a(t)}>${o.installed}</a>`:``}
        </p>
      </fm-page-header>
      ${t===``?n`<fm-state kind="empty" heading=${o.unnamed}>${o.unnamedText}</fm-state>`:n`<fm-security-patches
              name="package-to-patch"
              .query=${this.query}
              .fixed=${this.#e}
            ></fm-security-patches>`}
    </div>`}};r(`fm-page-patch-order-hosts`,s);export{s as FmPagePatchOrderHosts};