// Generated from the types that features declare by `npm run generate`; never edited.

/** What features that ship ask others (hooks), have them join (steps) and tell them (events). */
export const points: Readonly<Record<'hooks' | 'steps' | 'events', readonly string[]>> = {
  "hooks": [
    "certificates.endings",
    "users.tokenOwner",
    "http.beforeRequest",
    "http.beforeOperation",
    "hosts.groupUses",
    "hosts.frozenGroups",
    "hosts.groupDependents",
    "hosts.describe",
    "hosts.beforeDelete",
    "fleet.collect",
    "identity.secondFactor",
    "identity.reauthenticate",
    "identity.accountFacts",
    "patching.beforeHost",
    "patching.beforeReboot",
    "patching.afterHost",
    "patching.beforeCreate",
    "patching.beforeRound",
    "http.hostScope"
  ],
  "steps": [
    "hosts.hostDeleted",
    "hosts.patchesStored",
    "hosts.serviceLevelsChanged",
    "hosts.groupDeleted",
    "identity.accountRemoved",
    "identity.accountDisabled",
    "identity.workStopped",
    "patching.jobCreated",
    "patching.jobEnded",
    "patching.jobPaused"
  ],
  "events": [
    "enrollment.requestCreated",
    "enrollment.certificateFetched",
    "agents.revocationsChanged",
    "hosts.hostCreated",
    "hosts.hostUpdated",
    "hosts.hostDeleted",
    "identity.accountChanged",
    "identity.accessEnded",
    "patching.jobChanged",
    "patching.jobEnded",
    "patching.hostFinished",
    "settings.changed"
  ]
};
