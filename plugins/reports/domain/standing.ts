import type { PatchState } from '../../../server/plugin.ts';
import type { ReportAsked, ServiceLevels } from './types.ts';
import { DAY_MS } from './counting.ts';

export const SEVERITIES = ['critical', 'important', 'moderate', 'low', 'unrated'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `not_recorded`: the report is about a time that is over, and nobody wrote down how hosts stood then. */
export const STANDINGS = ['compliant', 'not_compliant', 'unknown', 'not_recorded'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Why a host is not compliant, or why that is not known. */
export type Reason =
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
  severity: Severity;
  /** Null: it was pending before that was recorded. */
  since: Date | null;
  /** By when the service level wants it; null where `since` is. */
  dueAt: Date | null;
  isOverdue: boolean;
  held: boolean;
  cves: string[];
}

export interface Judged {
  standing: Standing;
  reasons: Reason[];
  lacks: Lack[];
}

type Rules = Pick<ReportAsked, 'madeAt' | 'to' | 'levels' | 'staleAfterMs'>;

/** A report that ends earlier is about the past; polls are half an hour apart, so an hour is no past yet. */
const PAST_MS = 3_600_000;

export const isPast = ({ madeAt, to }: Pick<ReportAsked, 'madeAt' | 'to'>): boolean =>
  to.getTime() < madeAt.getTime() - PAST_MS;

/** Never read, or longer ago than three intervals. */
export function isUnknown({ polledAt }: PatchState, { madeAt, staleAfterMs }: Rules): boolean {
  return polledAt === null || polledAt.getTime() < madeAt.getTime() - staleAfterMs;
}

/**
 * How a host stands now. Compliant: read within three intervals, no security patch beyond its service level (held or
 * not), no restart owed. What is not known is never compliant.
 */
export function judgeHost(state: PatchState, rules: Rules): Judged {
  const lacks = lacksOf(state, rules);
  if (isPast(rules)) return { standing: 'not_recorded', reasons: [], lacks };
  if (state.polledAt === null) return { standing: 'unknown', reasons: ['NEVER_READ'], lacks };
  if (isUnknown(state, rules)) return { standing: 'unknown', reasons: ['NOT_READ_LATELY'], lacks };
  const broken: Reason[] = [
    ...(lacks.some(({ isOverdue }) => isOverdue) ? (['OVERDUE_PATCHES'] as const) : []),
    ...(state.rebootRequired === true ? (['REBOOT_OWED'] as const) : []),
  ];
  const open: Reason[] = [
    ...(state.rebootRequired === null ? (['NEVER_READ'] as const) : []),
    ...(lacks.some(({ since }) => since === null) ? (['SINCE_NOT_RECORDED'] as const) : []),
    ...(lacks.length < (state.securityTotal ?? 0) ? (['LIST_INCOMPLETE'] as const) : []),
  ];
  const reasons = [...broken, ...open];
  if (broken.length > 0) return { standing: 'not_compliant', reasons, lacks };
  return { standing: open.length > 0 ? 'unknown' : 'compliant', reasons, lacks };
}

/** The pending security patches by name and architecture, each once, the gravest word about it counts. */
export function lacksOf(
  { security }: PatchState,
  { madeAt, levels }: Pick<Rules, 'madeAt' | 'levels'>,
): Lack[] {
  const found = new Map<string, Lack>();
  for (const { patch, since } of security) {
    const key = `${patch.name}:${patch.arch}`;
    const before = found.get(key);
    const severity = graver(severityOf(patch.severity), before?.severity);
    const dueAt = since && new Date(since.getTime() + daysOf(levels, severity) * DAY_MS);
    found.set(key, {
      name: patch.name,
      arch: patch.arch,
      severity,
      since,
      dueAt,
      isOverdue: dueAt !== null && dueAt < madeAt,
      held: patch.held || (before?.held ?? false),
      cves: [...new Set([...(before?.cves ?? []), ...patch.advisories.flatMap(({ cves }) => cves)])],
    });
  }
  return [...found.values()];
}

export function severityOf(published: string | null): Severity {
  return SEVERITIES.find((severity) => severity === published) ?? 'unrated';
}

/** `unrated` is below all that is known. */
export function graver(one: Severity, other: Severity = 'unrated'): Severity {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}

export const daysOf = (levels: ServiceLevels, severity: Severity): number => levels[`${severity}_days`];
