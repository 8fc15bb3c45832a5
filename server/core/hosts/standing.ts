import type { components } from '#generated/manager.ts';
import type { PatchState } from './api.ts';

/** Within how many days a host must have a security patch, by severity. */
export type ServiceLevels = components['schemas']['ServiceLevels'];

/** From the highest to the lowest. */
export const SEVERITIES = ['critical', 'important', 'moderate', 'low', 'unrated'] as const;
/** How grave a missing patch is. */
export type LackSeverity = (typeof SEVERITIES)[number];

/** Whether a host keeps its service levels; `unknown` while its patches were not read lately. */
export type ComplianceStanding = 'compliant' | 'not_compliant' | 'unknown';

/** Why a host is not compliant, or why its standing is not known. */
export type StandingReason =
  | 'OVERDUE_PATCHES'
  | 'REBOOT_OWED'
  | 'NEVER_READ'
  | 'NOT_READ_LATELY'
  | 'SINCE_NOT_RECORDED'
  | 'LIST_INCOMPLETE'
  /** The host cannot read its lists, or never has. */
  | 'LIST_UNKNOWN'
  /** Of pending patches nobody can tell whether they are for security. */
  | 'SECURITY_UNKNOWN';

/** One package that lacks a security patch. */
export interface Lack {
  name: string;
  arch: string;
  severity: LackSeverity;
  /** When the patch was first seen; null: before that was recorded. */
  since: Date | null;
  /** When the service level requires the patch; null if `since` is null. */
  dueAt: Date | null;
  /** Held with an exception in force: it breaks no service level. */
  isExcepted: boolean;
  isOverdue: boolean;
  held: boolean;
  cves: string[];
}

/** A host as it stands to its service levels, and why. */
export interface JudgedHost {
  standing: ComplianceStanding;
  reasons: StandingReason[];
  lacks: Lack[];
}

/** The rules by which reports, fleet figures and exposure judge hosts. */
export interface StandingRules {
  madeAt: Date;
  levels: ServiceLevels;
  /** Three polling intervals: a host whose patches were read longer ago is unknown. */
  staleAfterMs: number;
  /** `exceptionKey` of the held packages that are excepted at `madeAt`. */
  excepted: ReadonlySet<string>;
}

const DAY_MS = 86_400_000;

/** The key of an exception of a patch on a host, in the maps that `lacksOf` takes. */
export const exceptionKey = (hostId: string, name: string): string => `${hostId}/${name}`;

/** Whether the patches were never read, or read longer than `staleAfterMs` ago. */
export function isUnknown(
  { polledAt }: Pick<PatchState, 'polledAt'>,
  { madeAt, staleAfterMs }: Pick<StandingRules, 'madeAt' | 'staleAfterMs'>,
): boolean {
  return polledAt === null || polledAt.getTime() < madeAt.getTime() - staleAfterMs;
}

/**
 * The standing of a host. Compliant: read within three intervals, no security patch overdue by its service level (held
 * or not, unless excepted), no restart required. A host with missing facts is never compliant.
 */
export function judgeHost(state: PatchState, rules: StandingRules): JudgedHost {
  const lacks = lacksOf(state, rules);
  if (state.polledAt === null) return { standing: 'unknown', reasons: ['NEVER_READ'], lacks };
  if (isUnknown(state, rules)) return { standing: 'unknown', reasons: ['NOT_READ_LATELY'], lacks };
  const broken: StandingReason[] = [
    ...(lacks.some(({ isOverdue }) => isOverdue) ? (['OVERDUE_PATCHES'] as const) : []),
    ...(state.rebootRequired === true ? (['REBOOT_OWED'] as const) : []),
  ];
  const isUndated = lacks.some(({ since, isExcepted }) => since === null && !isExcepted);
  const open: StandingReason[] = [
    ...(state.rebootRequired === null ? (['NEVER_READ'] as const) : []),
    ...(isUndated ? (['SINCE_NOT_RECORDED'] as const) : []),
    ...(lacks.length < (state.securityTotal ?? 0) ? (['LIST_INCOMPLETE'] as const) : []),
    ...(state.patchesTotal === null ? (['LIST_UNKNOWN'] as const) : []),
    ...(mayLack(state, rules) ? (['SECURITY_UNKNOWN'] as const) : []),
  ];
  const reasons = [...broken, ...open];
  if (broken.length > 0) return { standing: 'not_compliant', reasons, lacks };
  return { standing: open.length > 0 ? 'unknown' : 'compliant', reasons, lacks };
}

/** Whether a pending patch may be for security; held ones with an exception in force are let be. */
function mayLack({ hostId, unclear }: PatchState, { excepted }: StandingRules): boolean {
  return unclear.some(({ name, held }) => !(held && excepted.has(exceptionKey(hostId, name))));
}

/** The pending security patches, each name and architecture once, with the highest of its severities. */
export function lacksOf(
  { hostId, security }: Pick<PatchState, 'hostId' | 'security'>,
  { madeAt, levels, excepted }: Pick<StandingRules, 'madeAt' | 'levels' | 'excepted'>,
): Lack[] {
  const found = new Map<string, Lack>();
  for (const { patch, since } of security) {
    const key = `${patch.name}:${patch.arch}`;
    const before = found.get(key);
    const severity = graver(lackSeverityOf(patch.severity), before?.severity);
    const dueAt = since && new Date(since.getTime() + daysOf(levels, severity) * DAY_MS);
    const held = patch.held || (before?.held ?? false);
    const isExcepted = held && excepted.has(exceptionKey(hostId, patch.name));
    found.set(key, {
      name: patch.name,
      arch: patch.arch,
      severity,
      since,
      dueAt,
      held,
      isExcepted,
      isOverdue: dueAt !== null && dueAt < madeAt && !isExcepted,
      cves: [...new Set([...(before?.cves ?? []), ...patch.advisories.flatMap(({ cves }) => cves)])],
    });
  }
  return [...found.values()];
}

export function lackSeverityOf(published: string | null): LackSeverity {
  return SEVERITIES.find((severity) => severity === published) ?? 'unrated';
}

/** `unrated` is below every known severity. */
export function graver(one: LackSeverity, other: LackSeverity = 'unrated'): LackSeverity {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}

export const daysOf = (levels: ServiceLevels, severity: LackSeverity): number => levels[`${severity}_days`];
