import { createHash } from 'node:crypto';
import type { components } from '../../generated/agent.ts';
import { type AgentFailure, wire } from '#sdk';
import type {
  ClaimedHost,
  HealthStatus,
  PatchItem,
  PatchListData,
  PollResult,
  SystemInfoData,
  Unanswered,
} from '#sdk/hosts.ts';
import { problemsOfUnanswered } from './unanswered.ts';

type Schemas = components['schemas'];

/** A host's health; `health` is set only if something of it has changed. */
export interface HealthReading {
  healthStatus: HealthStatus;
  statusReason: string | null;
  health?: PollResult['health'];
}

const MAX_REASONS = 100;
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_LENGTH = 500;

/** `unanswered`: of this poll, or of an earlier one where it was not asked for again. */
export function readHealth(
  host: ClaimedHost,
  data: Schemas['HealthData'],
  unanswered: Unanswered = {},
): HealthReading {
  const { agent_version: agentVersion, boot_id: bootId, api_level: apiLevel, capabilities } = data;
  const found = problemsOfUnanswered(unanswered, data.problems);
  const problems = [...found, ...data.problems];
  const status = found.length > 0 ? 'degraded' : data.status;
  const digest = digestOf([status, agentVersion, bootId, apiLevel, capabilities, problems]);
  const changed = digest !== host.healthDigest;
  return {
    ...standing(host, status),
    ...(changed
      ? { health: { agentVersion, bootId, apiLevel, capabilities, problems: readProblems(problems), digest } }
      : {}),
  };
}

/** Keeps a few short problems: each host of a list shows them. The rest is counted. */
export function readProblems(
  problems: readonly { code: string; message: string }[],
): { code: string; message: string }[] {
  const kept = problems.slice(0, MAX_PROBLEMS).map(({ code, message }) => ({
    code: wire.wordOf(code),
    message: shortened(message),
  }));
  const more = problems.length - kept.length;
  return more === 0 ? kept : [...kept, { code: 'MORE', message: `And ${more} more.` }];
}

function shortened(message: string): string {
  return message.length > MAX_PROBLEM_LENGTH ? `${message.slice(0, MAX_PROBLEM_LENGTH - 2)} …` : message;
}

function standing(host: ClaimedHost, status: string): Pick<HealthReading, 'healthStatus' | 'statusReason'> {
  if (host.duplicateIdentity) return { healthStatus: 'degraded', statusReason: 'DUPLICATE_IDENTITY' };
  if (status === 'ok') return { healthStatus: 'healthy', statusReason: null };
  return { healthStatus: 'degraded', statusReason: 'AGENT_PROBLEMS' };
}

/**
 * An agent that answers, but wrongly, is degraded; one that cannot be reached is unreachable. Of a clock by which it can
 * be asked nothing, the failure says all that there is to know.
 */
export function readFailure(
  host: Pick<ClaimedHost, 'healthDigest'>,
  failure: AgentFailure,
): Pick<PollResult, 'healthStatus' | 'statusReason' | 'found'> {
  const answers = failure.kind === 'answer' || failure.kind === 'refused';
  const status = { healthStatus: answers ? 'degraded' : 'unreachable', statusReason: failure.code } as const;
  if (failure.code !== 'CLOCK_SKEW') return status;
  const problems = readProblems([{ code: failure.code, message: sentenceOf(failure.message) }]);
  const digest = digestOf(problems);
  return digest === host.healthDigest ? status : { ...status, found: { problems, digest } };
}

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const digestOf = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** True for a restarted host or another version of the agent: the stored facts of the system may be wrong now. */
export function isRestarted(host: ClaimedHost, data: Schemas['HealthData']): boolean {
  return host.bootId !== data.boot_id || host.agentVersion !== data.agent_version;
}

export function readInfo(data: Schemas['SystemInfo']): SystemInfoData {
  return {
    machineId: data.machine_id,
    fqdn: data.fqdn,
    osFamily: data.os_family,
    osName: data.os_name.slice(0, 200),
    osVersion: data.os_version.slice(0, 100),
    arch: data.arch,
    kernel: data.kernel.slice(0, 200),
    agentVersion: data.agent_version,
    bootId: data.boot_id,
    bootedAt: wire.timeOf(data.booted_at),
    packageManager: data.package_manager.slice(0, 32),
    rebootRequired: data.reboot_required,
    rebootReasons: data.reboot_reasons.slice(0, MAX_REASONS),
    capabilities: data.capabilities,
    packageProxies: data.package_proxies ?? null,
    apiLevel: data.api_level,
  };
}

export function readPatches(data: Schemas['PatchList'], etag: string | null): PatchListData {
  return {
    patches: data.patches.map(readPatch),
    total: data.total,
    securityTotal: data.security_total,
    refreshedAt: data.refreshed_at === null ? null : wire.timeOf(data.refreshed_at),
    rebootRequired: data.reboot_required,
    rebootReasons: data.reboot_reasons.slice(0, MAX_REASONS),
    packageManager: data.package_manager.slice(0, 32),
    etag: etag !== null && etag.length <= 130 ? etag : null,
  };
}

/** Copies the known fields: anything else that an agent sends is not stored. */
function readPatch(patch: Schemas['Patch']): PatchItem {
  return {
    name: patch.name,
    arch: patch.arch,
    current_version: patch.current_version,
    available_version: patch.available_version,
    security: patch.security,
    security_version: patch.security_version,
    // A later agent may know more words here.
    severity: patch.severity === null ? null : String(patch.severity).slice(0, 32),
    advisories: patch.advisories.map(({ id, cves }) => ({ id, cves })),
    origin: patch.origin,
    download_size_bytes: patch.download_size_bytes,
    held: patch.held,
    phased: patch.phased,
    kept_back_reason:
      patch.kept_back_reason !== null && wire.isWord(patch.kept_back_reason) ? patch.kept_back_reason : null,
    ...(patch.kept_back_message === undefined
      ? {}
      : { kept_back_message: shortened(patch.kept_back_message) }),
    ...(patch.source ? { source: readSource(patch.source) } : {}),
  };
}

const readSource = (source: Schemas['PatchSource']): NonNullable<PatchItem['source']> => ({
  name: source.name,
  current_version: source.current_version,
  available_version: source.available_version,
});
