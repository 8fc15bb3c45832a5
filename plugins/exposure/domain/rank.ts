import type { standings } from '#sdk';

/** From the mildest; the stored rank is the index in this list. */
export const RANKED: readonly standings.LackSeverity[] = [
  'unrated',
  'low',
  'moderate',
  'important',
  'critical',
];

export const rankOf = (severity: standings.LackSeverity): number => RANKED.indexOf(severity);
export const severityOfRank = (rank: number): standings.LackSeverity => RANKED[rank] ?? 'unrated';

export const bySeverity = <T>(
  of: (severity: standings.LackSeverity) => T,
): Record<standings.LackSeverity, T> => ({
  critical: of('critical'),
  important: of('important'),
  moderate: of('moderate'),
  low: of('low'),
  unrated: of('unrated'),
});

/** The order of CVEs as one whole number: known-exploited ones first, then by severity, then by EPSS score. */
export function priorityOf({
  exploited,
  severityRank,
  epss,
}: {
  exploited: boolean;
  severityRank: number;
  epss: number | null;
}): number {
  return (exploited ? 100_000_000 : 0) + severityRank * 10_000_000 + Math.round((epss ?? 0) * 1_000_000);
}
