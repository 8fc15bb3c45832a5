/**
 * THE CONTRACT: all that a plugin may import from the server, except the types of the core features
 * (`identity.ts`, `hosts.ts`, `patching.ts`, `agents.ts` beside this file), and what its tasks use in threads of their
 * own (`thread.ts`). What belongs together is one noun: `etags.requireMatch`, `leased.claimDue`.
 *
 * Life of a plugin: its manifest is validated → its migrations run → its settings are registered → `setup` is called in
 * the order of `requires` → the server listens (`started` is called then). A failure stops
 * everything in reverse order and names the plugin and the stage. `stop` works after a partial set-up.
 *
 * A plugin declares here the types of its events, of the hooks that it asks and of the service that it offers, in its
 * own `api.ts`, of which other plugins may import the types:
 * `declare module '#sdk' { interface Services { 'maintenance-windows': WindowsService } }`
 */
import { v7 as uuid } from 'uuid';
import type { Feature } from '../server/kernel/boot/feature.ts';

export type * from '../server/kernel/declared.ts';
export type {
  AnyFeature,
  Context,
  Feature,
  FeatureSetup,
  Gate,
  HandlerRequest,
  Routes,
} from '../server/kernel/boot/feature.ts';
export type { Actor, Role } from '../server/kernel/security/actor.ts';
export { actedBy } from '../server/kernel/security/actor.ts';
export { scopeWithin } from '../server/kernel/security/hostScope.ts';
export type { HostScope, HostSet } from '../server/kernel/security/hostScope.ts';
export { DeliveryRefused } from '../server/kernel/db/outbox/types.ts';
export type { OutboxHandlers, OutboxMessage } from '../server/kernel/db/outbox/types.ts';
export type { Tx } from '../server/kernel/db/tx.ts';
export type { Migration } from '../server/kernel/db/migrate.ts';
export { columns } from '../server/kernel/db/migrate.ts';
export { BaseModel } from '../server/kernel/db/model.ts';
export { Editable } from '../server/kernel/editable/editable.ts';
export { managerVersion } from '../server/kernel/version.ts';
export { guarded } from '../server/shared/guarded.ts';
export { sizeText } from '../server/shared/sizeText.ts';
export { hostByHost } from '../server/core/patching/hostByHost.ts';
export { AgentFailure } from '../server/shared/wire/agentFailure.ts';
export { AppError, validationError, waitError } from '../server/shared/wire/appError.ts';
export { empty, reply } from '../server/shared/wire/dispatch.ts';

export * as actors from './actors.ts';
export * as auditLog from './auditLog.ts';
export * as backups from './backups.ts';
export * as bulk from './bulk.ts';
export * as commands from './commands.ts';
export * as configuration from './configuration.ts';
export * as etags from './etags.ts';
export * as http from './http.ts';
export * as idempotent from './idempotent.ts';
export * as jobSpecs from './jobSpecs.ts';
export * as leased from './leased.ts';
export * as names from './names.ts';
export * as paging from './paging.ts';
export * as pki from './pki.ts';
export * as reads from './reads.ts';
export * as recurrence from './recurrence.ts';
export * as search from './search.ts';
export * as setting from './setting.ts';
export * as standings from './standings.ts';
export * as tables from './tables.ts';
export * as versions from './versions.ts';
export * as wire from './wire.ts';
export * as work from './work.ts';

/**
 * The level of this contract: an installed plugin says for which one it is built. Within a level nothing that a
 * plugin may use is taken away or changes its meaning (docs/extend/plugins.md).
 */
export const CONTRACT_LEVEL = 1;

/** A new id: UUID version 7, as all ids of the API. */
export const newId = (): string => uuid();

/** Declares a plugin; the type of `routes` follows from the name (the tag of its operations). */
export function definePlugin<const Name extends string>(plugin: Feature<Name>): Feature<Name> {
  return plugin;
}
