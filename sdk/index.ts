/**
 * THE CONTRACT: all that a plugin may import from the server, except what its tasks use in threads of their own
 * (`thread.ts`).
 *
 * Life of a plugin: its manifest is validated → its migrations run → its settings are registered → `setup` is called in
 * the order of `requires` → the server listens (`attach` before, `started` after). A failure stops
 * everything in reverse order and names the plugin and the stage. `stop` works after a partial set-up.
 *
 * A plugin declares here the types of its events, of the hooks that it asks and of the service that it offers, in its
 * own `api.ts`, of which other plugins may import the types:
 * `declare module '../../sdk/index.ts' { interface Services { 'maintenance-windows': WindowsService } }`
 */
import { v7 as uuid } from 'uuid';
import type { Feature } from '../server/kernel/boot/feature.ts';

export type * from '../server/kernel/boot/declared.ts';
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
} from '../server/kernel/boot/feature.ts';
export type {
  ConfigurationImport,
  ConfigurationPart,
  ConfigurationProblem,
  PlannedConfiguration,
} from '../server/kernel/boot/configuration.ts';
export type { SearchSource } from '../server/kernel/boot/search.ts';
export { bestFirst, MOST_COUNTED } from '../server/kernel/boot/search.ts';
export type { Listed } from '../server/kernel/boot/configurationList.ts';
export { compareText, listed, planList, sortedText } from '../server/kernel/boot/configurationList.ts';
export type { Actor, Role } from '../server/kernel/security/actor.ts';
export {
  actedBy,
  anonymousActor,
  budgetKey,
  signOnActor,
  systemActor,
  withoutSession,
} from '../server/kernel/security/actor.ts';
export { MASK } from '../server/kernel/http/maskUrl.ts';
export { csvCell } from '../server/shared/csvCell.ts';
export { requireFresh } from '../server/kernel/security/freshness.ts';
export type { AuditEntryRead, AuditExport } from '../server/kernel/security/audit/audit.ts';
export { recordTrial } from '../server/kernel/security/audit/tested.ts';
export { readQueryOf } from '../server/kernel/db/reading/readQuery.ts';
export { ReadFailed } from '../server/kernel/db/reading/types.ts';
export type { ReadDatabase, ReadQuery, ReadOptions } from '../server/kernel/db/reading/types.ts';
export { DeliveryRefused } from '../server/kernel/db/outbox/types.ts';
export type { OutboxHandlers, OutboxMessage } from '../server/kernel/db/outbox/types.ts';
export type { HostScope, HostSet } from '../server/kernel/security/hostScope.ts';
export { hostScopeOf, scopeHeld } from '../server/kernel/security/hostScope.ts';
export {
  keyedCall,
  repeatableBytes,
  requireRepeatable,
  SECRET_REPEATED_MS,
} from '../server/kernel/security/idempotency.ts';
export type { IdempotentCall } from '../server/kernel/security/idempotency.ts';
export { requireCallable } from '../server/kernel/http/outbound.ts';
export type {
  Outbound,
  OutboundAnswer,
  OutboundRequest,
  OutboundResult,
} from '../server/kernel/http/outbound.ts';
export { lockByName } from '../server/kernel/db/locks.ts';
export type { Tx } from '../server/kernel/db/tx.ts';
export type { Migration } from '../server/kernel/db/migrate.ts';
export { applyKeyset, keysetPage, readCursor, writeCursor } from '../server/kernel/db/keyset.ts';
export type { Keyset } from '../server/kernel/db/keyset.ts';
export { AGENT_LIMITS, fitting } from '../server/shared/wire/agentLimits.ts';
export { broughtInADay } from '../server/kernel/db/lastDay.ts';
export { excessOf } from '../server/kernel/db/excess.ts';
export { batchedCalls } from '../server/kernel/batchedCalls.ts';
export { createTurns, TurnsFull } from '../server/kernel/turns.ts';
export { inTurns } from '../server/kernel/longWork.ts';
export { claimDue, dueAgain, freed, giveBack, type LeasedTable } from '../server/kernel/leased/rows.ts';
export type { Wait } from '../server/kernel/leased/waits.ts';
export { rounds, type Rounds } from '../server/kernel/leased/rounds.ts';
export { leasedWorker, type LeasedWorker } from '../server/kernel/leased/worker.ts';
export { every } from '../server/kernel/every.ts';
export { logThrottle } from '../server/shared/logThrottle.ts';
export { CLOCKS_DIFFER_MS } from '../server/kernel/clock.ts';
export { occurrencesAndNext, occurrencesOf, requireStarts } from '../server/kernel/recurrence/occurrences.ts';
export { previewTimes } from '../server/kernel/recurrence/preview.ts';
export type { Occurrence, RecurringTimes } from '../server/kernel/recurrence/occurrences.ts';
export { RecurrenceRefused } from '../server/kernel/recurrence/rule.ts';
export { columns } from '../server/kernel/db/migrate.ts';
export { Editable } from '../server/kernel/editable/editable.ts';
export { BaseModel, insertModels } from '../server/kernel/db/model.ts';
export { callerResolver, crowdKey, limitKey } from '../server/kernel/http/network.ts';
export type { SettingsChange } from '../server/kernel/security/settings/section.ts';
export { section, singleSection } from '../server/kernel/security/settings/section.ts';
export type { Field } from '../server/kernel/security/settings/fields.ts';
export {
  choice,
  flag,
  keptDays,
  secret,
  text,
  texts,
  whole,
} from '../server/kernel/security/settings/fields.ts';
export { changesNothing, etagOf, readIfMatch, requireMatch } from '../server/kernel/http/etag.ts';
export type { IfMatch } from '../server/kernel/http/etag.ts';
export { comparerOf } from '../server/shared/versions/compare.ts';
export { compareDebian } from '../server/shared/versions/debian.ts';
export { compareEvr } from '../server/shared/versions/rpm.ts';
export type { CompareVersions } from '../server/shared/versions/compare.ts';
export { AppError, validationError, waitError } from '../server/shared/wire/appError.ts';
export { managerVersion } from '../server/kernel/version.ts';
export { errorAnswer, wantsPage } from '../server/kernel/http/errors.ts';
export { empty, reply } from '../server/shared/wire/dispatch.ts';
export { guarded } from '../server/shared/guarded.ts';
export { namesOneHost, urlOfTarget } from '../server/shared/wire/requestTarget.ts';
export { fromWire, toWire } from '../server/shared/wire/names.ts';
export { timeOf } from '../server/shared/wire/times.ts';
export { isWord, wordOf } from '../server/shared/wire/words.ts';
export { AgentFailure } from '../server/shared/wire/agentFailure.ts';
export type * from '../server/core/hosts/api.ts';
export { knownLimits, limitsOf, scopeOfLimits } from '../server/core/hosts/configuration/limits.ts';
export { listPart, refusedBy } from '../server/core/hosts/configuration/listPart.ts';
export type {
  ComplianceStanding,
  JudgedHost,
  Lack,
  LackSeverity,
  ServiceLevels,
} from '../server/core/hosts/standing.ts';
export type * from '../server/core/identity/api.ts';
export { UsageError } from '../server/kernel/boot/commands.ts';
export { exceptionKey, lacksOf } from '../server/core/hosts/standing.ts';
export { accountByName } from '../server/core/identity/commands.ts';
export type * from '../server/core/patching/api.ts';
export { clientOf } from '../server/core/identity/service/sessions.ts';
export { hostByHost } from '../server/core/patching/hostByHost.ts';
export { DEFAULT_SPEC, specWith } from '../server/core/patching/domain/jobSpec.ts';
export { conductToWire, namedSpecOf } from '../server/core/patching/specWire.ts';
export type {
  Certificate,
  CertificateStatus,
  Ending,
  EndingKind,
  IssuedCertificate,
  IssuedWithKey,
} from '../server/core/agents/api.ts';
export { parseCsr, PkiError } from '../server/core/agents/pki/index.ts';
export { managerServerName } from '../server/shared/pki/names.ts';
export { addressPayload, renewalPayload } from '../server/shared/pki/renewal.ts';
export type { AgentTransport } from '../server/core/agents/transport.ts';

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
