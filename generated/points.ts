// Made of the types that features declare by `npm run generate`; never edited.

/** What features that ship ask others (hooks), have them join (steps) and tell them (events). */
export const points: Readonly<Record<'hooks' | 'steps' | 'events', readonly string[]>> = {
  "hooks": [
    "approvals.recurringWork",
    "certificates.endings",
    "fleet.collect",
    "hosts.beforeDelete",
    "hosts.describe",
    "hosts.frozenGroups",
    "hosts.groupDependents",
    "hosts.groupUses",
    "http.beforeOperation",
    "http.beforeRequest",
    "http.hostScope",
    "identity.accountFacts",
    "identity.reauthenticate",
    "identity.secondFactor",
    "maintenance-windows.plannedWork",
    "patching.afterHost",
    "patching.agentPackages",
    "patching.beforeCreate",
    "patching.beforeHost",
    "patching.beforeReboot",
    "patching.beforeRound",
    "patching.holders",
    "users.tokenOwner"
  ],
  "steps": [
    "hosts.groupDeleted",
    "hosts.hostDeleted",
    "hosts.patchesStored",
    "hosts.serviceLevelsChanged",
    "identity.accountDisabled",
    "identity.accountRemoved",
    "identity.roleChanged",
    "identity.roleRemoved",
    "identity.workStopped",
    "kernel.restored",
    "patching.jobCreated",
    "patching.jobEnded",
    "patching.jobPaused"
  ],
  "events": [
    "agents.revocationsChanged",
    "enrollment.certificateFetched",
    "enrollment.requestCreated",
    "hosts.hostCreated",
    "hosts.hostDeleted",
    "hosts.hostUpdated",
    "identity.accessEnded",
    "identity.accountChanged",
    "identity.roleChanged",
    "kernel.drained",
    "kernel.reloadAsked",
    "patching.hostFinished",
    "patching.jobChanged",
    "patching.jobEnded",
    "settings.changed"
  ]
};
