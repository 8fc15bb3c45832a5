import{wt as e}from"./shell-BBooQZkD.js";import"./fm-field-B9Tvw1l9.js";import"./fm-scope-WvuOj539.js";import{a as t,t as n}from"./texts-BjxqAcL2.js";function r({role:r,scope:i},a){return e`<fm-field
      kind="select"
      name="role"
      label="Role"
      help=${n[r][1]}
      .options=${t}
      .value=${r}
      @fm-change=${({detail:e})=>a({role:e})}
    ></fm-field>
    ${r===`admin`?e`<p class="quiet small">Administrators see all hosts.</p>`:e`<fm-scope
            .value=${i}
            @fm-scope=${({detail:e})=>a({scope:e})}
          ></fm-scope>`}`}var i=({role:e,scope:t})=>e===`admin`||t===null?null:[...t];export{i as n,r as t};