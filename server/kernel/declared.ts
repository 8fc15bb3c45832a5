/**
 * What features add by declaration merging, each in its own `api.ts` or `events.ts`: the one place where a name
 * gets its type. Plugins reach it by way of the contract:
 * `declare module '../sdk/index.ts' { interface Events { 'notes.noteWritten': { noteId: string } } }`
 */

/* eslint-disable @typescript-eslint/no-empty-object-type -- filled by the features */

/** Services of the core features, by feature name. */
export interface Core {}

/** Services that plugins offer, by plugin name. */
export interface Services {}

/**
 * Operations of installed plugins, by plugin name: `operations` of the types that are made of the plugin's own OpenAPI
 * file (`fleetmend-sdk types` declares it).
 */
export interface PluginOperations {}

/** Words of installed plugins for the audit log, declared in the same way: what was done. */
export interface PluginAuditActions {}

/** The kinds of things that it was done to. */
export interface PluginAuditResources {}

/** Facts, told after the commit: `'feature.nounVerbed': payload`. */
export interface Events {}

/** Questions: `'feature.question': { question: Q; answer: A }`. */
export interface Hooks {}

/**
 * Steps that features join inside the transaction of another, each named as a fact: what belongs to a host is deleted
 * with the host, or the host stays.
 */
export interface JoinedSteps {}

/**
 * What features send to the outside (mail, webhooks) by way of the outbox: the payload by topic, `feature.noun`.
 */
export interface OutboxTopics {}
