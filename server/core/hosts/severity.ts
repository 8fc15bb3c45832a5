import type { PatchItem, Severity } from './api.ts';

/** From the lowest to the highest; the stored rank is the place in this list, from 1. */
const SEVERITIES: readonly Severity[] = ['low', 'moderate', 'important', 'critical'];

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity) + 1;

export function severityOf(rank: number | null): Severity | null {
  return rank === null ? null : (SEVERITIES[rank - 1] ?? null);
}

/** More patches than this on one host do not count for its place. */
const MOST_COUNTED = 999_999;

/**
 * The place of a host in the order by severity, the higher the more urgent: by the rank of its most severe security
 * patch, then by how many there are. 0: none is pending; null: not known.
 */
export function severityOrder(rank: number | null, securityTotal: number | null): number | null {
  if (securityTotal === null) return null;
  if (securityTotal === 0) return 0;
  return (rank ?? 0) * (MOST_COUNTED + 1) + Math.min(securityTotal, MOST_COUNTED);
}

/** The rank of the most severe security patch; null: none has a published severity that is known here. */
export function worstRank(patches: readonly Pick<PatchItem, 'security' | 'severity'>[]): number | null {
  let worst = 0;
  for (const { security, severity } of patches)
    if (security) worst = Math.max(worst, SEVERITIES.indexOf(severity as Severity) + 1);
  return worst === 0 ? null : worst;
}
