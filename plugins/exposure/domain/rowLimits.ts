/**
 * How many rows one host can make the manager keep: an agent that names other CVEs at each poll would otherwise fill the
 * database for as long as closed rows are kept.
 */
export const ROW_LIMITS = {
  /** CVEs that are open on a host at a time; the worst real hosts have some thousands. */
  open: 10_000,
  /** New rows a day, of CVEs and of patches each, once the host's first list was taken in. */
  newADay: 2_000,
} as const;

/** A CVE that was named and not named again within so long leaves no row. */
export const FLAP_MS = 86_400_000;

/** The gravest that fit, and how many do not; those left out are looked at again with the next list. */
export function withinRoom<One extends { severityRank: number }>(
  found: readonly One[],
  room: number,
): { kept: readonly One[]; cut: number } {
  if (found.length <= room) return { kept: found, cut: 0 };
  const kept = found.toSorted((a, b) => b.severityRank - a.severityRank).slice(0, Math.max(0, room));
  return { kept, cut: found.length - kept.length };
}
