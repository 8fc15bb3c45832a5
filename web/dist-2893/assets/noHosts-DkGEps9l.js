import{k as e,wt as t}from"./shell-BBooQZkD.js";function n(n){let r=n?.scope_group_ids??null;return r===null?null:t`<fm-state kind="empty" heading="There are no hosts that you may see.">
    Your account is limited to the hosts of ${e(r.length,`group`)}, where there are none now. An
    administrator can change that.
  </fm-state>`}export{n as t};