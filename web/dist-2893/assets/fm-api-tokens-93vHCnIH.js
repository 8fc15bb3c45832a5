import{Et as e,_t as t,wt as n,yt as r}from"./shell-BBooQZkD.js";import{m as i}from"./common-CAX3qpu1.js";import"./fm-badge-hBKVOtwJ.js";import"./fm-table-uS3hD86L.js";import{n as a,o,r as s,s as c}from"./texts-BjxqAcL2.js";r(`fm-sessions`,class extends t{static properties={sessions:{attribute:!1},isBusy:{type:Boolean,attribute:`busy`}};constructor(){super(),this.sessions=[],this.isBusy=!1}render(){return n`<fm-table label="Sessions" .columns=${this.#e()} .rows=${this.sessions}></fm-table>`}#e(){return[{key:`device`,header:`Device`,minRem:13,grow:2,render:t=>n`<span title=${i(t.device)}>${i(a(t.device))}</span>
            ${t.current?n`<fm-badge tone="ok" label="This one"></fm-badge>`:e}`},{key:`address`,header:`From`,minRem:9,render:({address:e})=>n`<code>${e}</code>`},{key:`created_at`,header:`Signed in`,minRem:11,priority:2,render:({created_at:e,method:t})=>n`<fm-time datetime=${e}></fm-time> <span class="quiet">${s(t)}</span>`},{key:`last_used_at`,header:`Last used`,minRem:8,priority:2,render:({last_used_at:e})=>n`<fm-time datetime=${e}></fm-time>`},{key:`end`,header:`End`,minRem:5,text:()=>null,render:t=>t.current?e:n`<button
                ?disabled=${this.isBusy}
                aria-label="End the session of ${a(t.device)} from ${t.address}"
                @click=${()=>this.dispatchEvent(new CustomEvent(`fm-end`,{detail:t}))}
              >
                End
              </button>`}]}}),r(`fm-api-tokens`,class extends t{static properties={tokens:{attribute:!1},allHosts:{attribute:`all-hosts`},isBusy:{type:Boolean,attribute:`busy`}};constructor(){super(),this.tokens=[],this.allHosts=`All hosts that the owner sees`,this.isBusy=!1}render(){return n`<fm-table label="API tokens" .columns=${this.#e()} .rows=${this.tokens}></fm-table>`}#e(){return[{key:`name`,header:`Name`,minRem:9,render:({name:e})=>i(e)},{key:`role`,header:`May`,minRem:9,priority:2,render:({role:e,group_ids:t})=>n`${o(e)} <span class="quiet small">${c(t,this.allHosts)}</span>`},{key:`last_used_at`,header:`Last used`,minRem:10,priority:2,render:({last_used_at:e,last_used_address:t})=>e===null?`never`:n`<fm-time datetime=${e}></fm-time> <code>${t??``}</code>`},{key:`expires_at`,header:`Expires`,minRem:8,priority:2,render:({expires_at:e})=>n`<fm-time datetime=${e}></fm-time>`},{key:`revoke`,header:`Revoke`,minRem:6,text:()=>null,render:e=>n`<button
            aria-label="Revoke ${i(e.name)}"
            ?disabled=${this.isBusy}
            @click=${()=>this.dispatchEvent(new CustomEvent(`fm-revoke`,{detail:e}))}
          >
            Revoke
          </button>`}]}});