import type { components } from '../../../generated/manager.ts';
import type { PatchState } from './api.ts';

/** Within how many days a host shall have a security patch, by its severity. */
export type ServiceLevels = components['schemas']['ServiceLevels'];

/** From the gravest to the mildest. */
export const SEVERITIES = ['critical', 'important', 'moderate', 'low', 'unrated'] as const;
export type LackSeverity = (typeof SEVERITIES)[number];

export type ComplianceStanding = 'compliant' | 'not_compliant' | 'unknown';

/** Why a host is not compliant, or why that is not known. */
export type StandingReason =
  | 'OVERDUE_PATCHES'
  | 'REBOOT_OWED'
  | 'NEVER_READ'
  | 'NOT_READ_LATELY'
  | 'SINCE_NOT_RECORDED'
  | 'LIST_INCOMPLETE';

/** One package that lacks a security patch. */
export interface Lack {
  name: string;
  arch: string;
  severity: LackSeverity;
  /** Null: it was pending before that was recorded. */
  since: Date | null;
  /** By when the service level wants it; null where `since` is. */
  dueAt: Date | null;
  /** Held, and somebody said for how long that may be: it breaks no service level. */
  isExcepted: boolean;
  isOverdue: boolean;
  held: boolean;
  cves: string[];
}

export interface JudgedHost {
  standing: ComplianceStanding;
  reasons: StandingReason[];
  lacks: Lack[];
}

/** By what hosts are judged: by reports, the figures of the fleet and the exposure alike. */
export interface StandingRules {
  madeAt: Date;
  levels: ServiceLevels;
  /** A host whose patches were read longer ago is unknown: three polling intervals. */
  staleAfterMs: number;
  /** `exceptionKey` of the held packages that are excepted at `madeAt`. */
  excepted: ReadonlySet<string>;
}

const DAY_MS = 86_400_000;

export const exceptionKey = (hostId: string, name: string): string => `${hostId}/${name}`;

/** Never read, or longer ago than three intervals. */
export function isUnknown(
  { polledAt }: Pick<PatchState, 'polledAt'>,
  { madeAt, staleAfterMs }: Pick<StandingRules, 'madeAt' | 'staleAfterMs'>,
): boolean {
  return polledAt === null || polledAt.getTime() < madeAt.getTime() - staleAfterMs;
}

/**
 * How a host stands now. Compliant: read within three intervals, no security patch beyond its service level (held or
 * not, unless excepted), no restart owed. What is not known is never compliant.
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
  ];
  const reasons = [...broken, ...open];
  if (broken.length > 0) return { standing: 'not_compliant', reasons, lacks };
  return { standing: open.length > 0 ? 'unknown' : 'compliant', reasons, lacks };
}

/** The pending security patches by name and architecture, each once, the gravest word about it counts. */
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
      ...{ name: patch.name, arch: patch.arch, severity, since, dueAt, held, isExcepted },
      isOverdue: dueAt !== null && dueAt < madeAt && !isExcepted,
      cves: [...new Set([...(before?.cves ?? []), ...patch.advisories.flatMap(({ cves }) => cves)])],
    });
  }
  return [...found.values()];
}

export function lackSeverityOf(published: string | null): LackSeverity {
  return SEVERITIES.find((severity) => severity === published) ?? 'unrated';
}

/** `unrated` is below all that is known. */
export function graver(one: LackSeverity, other: LackSeverity = 'unrated'): LackSeverity {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}

export const daysOf = (levels: ServiceLevels, severity: LackSeverity): number => levels[`${severity}_days`];
