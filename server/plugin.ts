/**
 * THE CONTRACT: all that a plugin may import from the server, except what its tasks use in threads of their own
 * (`pluginThread.ts`).
 *
 * Life of a plugin: its manifest is validated → its migrations run → its settings are registered → `setup` is called in
 * the order of `requires` and `optional` → the server listens (`attach` before, `started` after). A failure stops
 * everything in reverse order and names the plugin and the stage. `stop` works after a partial set-up.
 *
 * A plugin declares here the types of its events, of the hooks that it asks and of the service that it offers, in its
 * own `api.ts`, of which other plugins may import the types:
 * `declare module '../../server/plugin.ts' { interface Services { 'maintenance-windows': WindowsService } }`
 */
import { v7 as uuid } from 'uuid';
import type { Feature } from './kernel/boot/feature.ts';

export type * from './kernel/boot/declared.ts';
export type {
  AnyFeature,
  Command,
  CommandContext,
  Context,
  Feature,
  FeatureSetup,
  Gate,
  HandlerRequest,
  Routes,
} from './kernel/boot/feature.ts';
export type {
  ConfigurationImport,
  ConfigurationPart,
  ConfigurationProblem,
  PlannedConfiguration,
} from './kernel/boot/configuration.ts';
export type { SearchSource } from './kernel/boot/search.ts';
export { bestFirst, MOST_COUNTED } from './kernel/boot/search.ts';
export type { Listed } from './kernel/boot/configurationList.ts';
export { compareText, listed, planList, sortedText } from './kernel/boot/configurationList.ts';
export type { Actor, Role } from './kernel/security/actor.ts';
export {
  actedBy,
  anonymousActor,
  budgetKey,
  signOnActor,
  systemActor,
  withoutSession,
} from './kernel/security/actor.ts';
export { MASK } from './kernel/http/maskUrl.ts';
export { csvCell } from './shared/csvCell.ts';
export { requireFresh } from './kernel/security/freshness.ts';
export type { AuditEntryRead, AuditExport } from './kernel/security/audit/audit.ts';
export { recordTrial } from './kernel/security/audit/tested.ts';
export { readQueryOf } from './kernel/db/reading/readQuery.ts';
export { ReadFailed } from './kernel/db/reading/types.ts';
export type { ReadDatabase, ReadQuery, ReadOptions } from './kernel/db/reading/types.ts';
export { DeliveryRefused } from './kernel/db/outbox/types.ts';
export type { OutboxHandlers, OutboxMessage } from './kernel/db/outbox/types.ts';
export type { HostScope, HostSet } from './kernel/security/hostScope.ts';
export { hostScopeOf, scopeHeld } from './kernel/security/hostScope.ts';
export {
  keyedCall,
  repeatableBytes,
  requireRepeatable,
  SECRET_REPEATED_MS,
} from './kernel/security/idempotency.ts';
export type { IdempotentCall } from './kernel/security/idempotency.ts';
export { requireCallable } from './kernel/http/outbound.ts';
export type { Outbound, OutboundAnswer, OutboundRequest, OutboundResult } from './kernel/http/outbound.ts';
export { lockByName } from './kernel/db/locks.ts';
export type { Tx } from './kernel/db/tx.ts';
export type { Migration } from './kernel/db/migrate.ts';
export { applyKeyset, keysetPage, readCursor, writeCursor } from './kernel/db/keyset.ts';
export type { Keyset } from './kernel/db/keyset.ts';
export { AGENT_LIMITS, fitting } from './shared/wire/agentLimits.ts';
export { broughtInADay } from './kernel/db/lastDay.ts';
export { excessOf } from './kernel/db/excess.ts';
export { batchedCalls } from './kernel/batchedCalls.ts';
export { createTurns, TurnsFull } from './kernel/turns.ts';
export { inTurns } from './kernel/longWork.ts';
export { claimDue, dueAgain, freed, giveBack, type LeasedTable } from './kernel/leased/rows.ts';
export type { Wait } from './kernel/leased/waits.ts';
export { rounds, type Rounds } from './kernel/leased/rounds.ts';
export { leasedWorker, type LeasedWorker } from './kernel/leased/worker.ts';
export { every } from './kernel/every.ts';
export { logThrottle } from './shared/logThrottle.ts';
export { CLOCKS_DIFFER_MS } from './kernel/clock.ts';
export { occurrencesAndNext, occurrencesOf, requireStarts } from './kernel/recurrence/occurrences.ts';
export { previewTimes } from './kernel/recurrence/preview.ts';
export type { Occurrence, RecurringTimes } from './kernel/recurrence/occurrences.ts';
export { RecurrenceRefused } from './kernel/recurrence/rule.ts';
export { columns } from './kernel/db/migrate.ts';
export { Editable } from './kernel/editable/editable.ts';
export { BaseModel, insertModels } from './kernel/db/model.ts';
export { callerResolver, crowdKey, limitKey } from './kernel/http/network.ts';
export type { SettingsChange } from './kernel/security/settings/section.ts';
export { section, singleSection } from './kernel/security/settings/section.ts';
export type { Field } from './kernel/security/settings/fields.ts';
export { choice, flag, keptDays, secret, text, texts, whole } from './kernel/security/settings/fields.ts';
export { changesNothing, etagOf, readIfMatch, requireMatch } from './kernel/http/etag.ts';
export type { IfMatch } from './kernel/http/etag.ts';
export { comparerOf } from './shared/versions/compare.ts';
export { compareDebian } from './shared/versions/debian.ts';
export { compareEvr } from './shared/versions/rpm.ts';
export type { CompareVersions } from './shared/versions/compare.ts';
export { AppError, validationError, waitError } from './shared/wire/appError.ts';
export { managerVersion } from './kernel/version.ts';
export { errorAnswer, wantsPage } from './kernel/http/errors.ts';
export { empty, reply } from './shared/wire/dispatch.ts';
export { guarded } from './shared/guarded.ts';
export { namesOneHost, urlOfTarget } from './shared/wire/requestTarget.ts';
export { fromWire, toWire } from './shared/wire/names.ts';
export { timeOf } from './shared/wire/times.ts';
export { isWord, wordOf } from './shared/wire/words.ts';
export { AgentFailure } from './shared/wire/agentFailure.ts';
export type * from './core/hosts/api.ts';
export { knownLimits, limitsOf, scopeOfLimits } from './core/hosts/configuration/limits.ts';
export { listPart, refusedBy } from './core/hosts/configuration/listPart.ts';
export type {
  ComplianceStanding,
  JudgedHost,
  Lack,
  LackSeverity,
  ServiceLevels,
} from './core/hosts/standing.ts';
export type * from './core/identity/api.ts';
export { UsageError } from './kernel/boot/commands.ts';
export { exceptionKey, lacksOf } from './core/hosts/standing.ts';
export { accountByName } from './core/identity/commands.ts';
export type * from './core/patching/api.ts';
export { clientOf } from './core/identity/service/sessions.ts';
export { hostByHost } from './core/patching/hostByHost.ts';
export { DEFAULT_SPEC, specWith } from './core/patching/domain/jobSpec.ts';
export { conductToWire, namedSpecOf } from './core/patching/specWire.ts';
export type {
  Certificate,
  CertificateStatus,
  Ending,
  EndingKind,
  IssuedCertificate,
  IssuedWithKey,
} from './core/agents/api.ts';
export { parseCsr, PkiError } from './core/agents/pki/index.ts';
export { managerServerName } from './shared/pki/names.ts';
export { addressPayload, renewalPayload } from './shared/pki/renewal.ts';
export type { AgentTransport } from './core/agents/transport.ts';

/**
 * The level of this contract: an installed plugin says for which one it is built. Within a level nothing that a
 * plugin may use is taken away or changes its meaning (docs/plugins.md).
 */
export const CONTRACT_LEVEL = 1;

/** A new id: UUID version 7, as all ids of the API. */
export const newId = (): string => uuid();

/** Declares a plugin; the type of `routes` follows from the name (the tag of its operations). */
export function definePlugin<const Name extends string>(plugin: Feature<Name>): Feature<Name> {
  return plugin;
}
