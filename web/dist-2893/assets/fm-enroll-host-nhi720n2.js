import{Et as e,F as t,L as n,_t as r,at as i,kt as a,st as o,tt as s,ut as c,wt as l,yt as u,z as d}from"./shell-BBooQZkD.js";import{h as f,u as p}from"./common-CAX3qpu1.js";import"./fm-copy-BvXDkWnx.js";import"./fm-tabs-CPw1KKiN.js";import{n as m,t as h}from"./readInstaller-DRovT1Tn.js";async function g(e){let t=/-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(e)?.[1];if(t===void 0)throw Error(`The root certificate is not in PEM.`);let n=Uint8Array.from(atob(t.replace(/\s/g,``)),e=>e.charCodeAt(0)),r=await crypto.subtle.digest(`SHA-256`,_(n));return Array.from(new Uint8Array(r),e=>e.toString(16).padStart(2,`0`)).join(``)}function _(e){let t=v(v(e));for(let e=0;e<6;e+=1)t=t.subarray(y(t).total);return t.subarray(0,y(t).total)}function v(e){let{header:t,total:n}=y(e);return e.subarray(t,n)}function y(e){let t=e[1]??0;if(t<128)return{header:2,total:2+t};let n=t&127,r=e.subarray(2,2+n).reduce((e,t)=>e*256+t,0);return{header:2+n,total:2+n+r}}var b={debian:{label:`Debian, Ubuntu`,format:`deb`,installs:`installs it with dpkg, and waits up to 5 minutes where apt is at work`,before:`Needs curl, which a small system may lack: apt install curl.`},redhat:{label:`RHEL, Fedora, Rocky, Alma`,format:`rpm`,installs:`installs it with rpm`,before:`Needs curl, which each of them has.`},suse:{label:`SUSE, openSUSE`,format:`rpm`,installs:`installs it with rpm`,before:`Needs curl: zypper install curl.`}};function x(e,{manager_url:t}){let{format:n,installs:r}=b[e];return[`It fetches the root certificate of this manager and compares its fingerprint: a wrong manager is refused.`,`It downloads the agent’s .${n} package for the host’s processor from ${t}, and compares its SHA-256.`,`It ${r}.`,`It writes /etc/fleetmend/agent.toml, makes a key that never leaves the host, and asks to be enrolled.`,`Once approved it starts the service. The manager reads the host within a minute.`]}function S(e,{manager_url:t,packages:n},r){let{format:i}=b[e],a=n.find(e=>e.format===i)?.name??`fleetmend-agent.${i}`;return[`==> check this host`,`==> check who the manager is`,`==> choose the package`,`==> download ${a}`,`==> verify ${a}`,`==> install ${a}`,`==> write /etc/fleetmend/agent.toml`,`==> enroll with ${t}`,...r?[]:[`    An administrator must approve this host now; it waits until then.`],`==> start the service`,`==> done.`].join(`
`)}var C=`Half a minute on a usual host. Without a token it waits at “enroll” until somebody approves it, for 24 hours at most.`;function w({manager_url:e,is_url_configured:t,is_url_loopback:n}){let r=`Set FLEETMEND_PUBLIC_URL (public_url in the configuration) to the address that hosts reach, and start the manager again.`;return n?`The line names ${e}, which only the manager’s own machine can reach. ${r}`:t?null:`Nobody has set the public address of this manager, so the line names the one that you reach it by, ${e}. Where hosts cannot reach it there, the line fails. ${r}`}var T={trust:`The agent trusts only the manager with this key.`,installs:`Run this as root on the host. It installs the agent, enrolls it and starts it.`,copy:`This manager has no agent packages yet: npm run package:agent builds them. Until then, run this as root on the host, in a copy of Fleetmend.`,asks:`The host then asks to be enrolled, and an administrator compares its fingerprint and approves.`,useToken:`Use a one-time token instead`,withToken:`The token in it approves one host within the hour, and is shown only now.`,steps:`What the line does`,prints:`What the host prints`,noPackage:`This manager has no agent package of this kind, so the line will fail on such a host: npm run package:agent builds it.`},E=3600,D=Object.keys(b).map(e=>({key:e,label:b[e].label})),O=a`
  ol {
    padding-inline-start: var(--fm-space-5);
  }

  pre {
    padding: var(--fm-space-3);
    overflow-x: auto;
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`,k=class extends r{static styles=[r.styles,O];static properties={token:{state:!0},system:{state:!0}};#e=new f(this);constructor(){super(),this.token=null,this.system=`debian`}#t=new p(this,{args:()=>[],read:async(e,t)=>{let[n,r]=await Promise.all([o(i.GET(`/api/v1/ca/root.crt`,{parseAs:`text`,signal:t})),h(t)]);return{fingerprint:await g(n),installer:r}}});render(){return l`<div class="stack">
      ${n(this.#t,{what:`the line`,complete:e=>this.#n(e)})}
      ${d(this.#e.problem)}
    </div>`}#n(t){let n=w(t.installer),r=t.installer.packages.length>0;return l`
      ${n===null?e:l`<p class="notice warn">${s(`warning`)} <span>${n}</span></p>`}
      ${r?l`<fm-tabs
              label="System of the host"
              param=""
              .tabs=${D}
              .selected=${this.system}
              @fm-tab=${({detail:e})=>this.system=e}
            >
              <div class="stack">
                ${this.#r(t)} ${A(this.system,t.installer,this.token!==null)}
              </div>
            </fm-tabs>`:this.#r(t)}
    `}#r({fingerprint:e,installer:t}){let n=m(t,this.token===null?{fingerprint:e}:{token:this.token});return l`<p>${t.packages.length===0?T.copy:T.installs} ${T.trust}</p>
      <fm-copy name="line that enrolls a host" value=${n}></fm-copy>
      ${this.token===null?this.#i():l`<p>${T.withToken}</p>`}`}#i(){return l`<p>${T.asks}</p>
      ${t(c.user,`enrollment:manage`)?l`<p>
              <button ?disabled=${this.#e.isBusy} @click=${this.#a}>
                ${s(`key`)} ${T.useToken}
              </button>
            </p>`:e}`}#a(){return this.#e.run(async()=>{let e={name:`One host`,max_uses:1,expires_in_secs:E};this.token=(await o(i.POST(`/api/v1/admin/enrollment-tokens`,{body:e}))).token})}};function A(t,n,r){let{format:i,before:a}=b[t],o=!n.packages.some(e=>e.format===i);return l`
    ${o?l`<p class="notice warn">${s(`warning`)} ${T.noPackage}</p>`:e}
    <h3>${T.steps}</h3>
    <p class="quiet">${a}</p>
    <ol>
      ${x(t,n).map(e=>l`<li>${e}</li>`)}
    </ol>
    <h3>${T.prints}</h3>
    <pre tabindex="0" role="region" aria-label=${T.prints}>${S(t,n,r)}</pre>
    <p class="quiet">${C}</p>
  `}u(`fm-enroll-host`,k);export{w as t};