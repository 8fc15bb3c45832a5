import type { Schemas } from '#web/core/schema.ts';

type Point = Schemas['FleetPoint'];

const HOUR_MS = 3_600_000;
export const RANGES = { '24h': 24, '7d': 168, '30d': 720, '90d': 2_160 } as const;
export type Range = keyof typeof RANGES;

/** The address may hold anything: an unknown word means the week. */
export function rangeOf(text: string | null): Range {
  return text !== null && Object.hasOwn(RANGES, text) ? (text as Range) : '7d';
}

/** The start of the range, a whole hour, so that the request stays the same for an hour. */
export function rangeStart(range: Range, now: Date): string {
  const from = now.getTime() - RANGES[range] * HOUR_MS;
  return new Date(Math.floor(from / HOUR_MS) * HOUR_MS).toISOString();
}

/** The history with the figures that the page shows as its last point, so that chart and figures never differ. */
export function withNow(points: readonly Point[], status: Schemas['FleetStatus']): Point[] {
  const now: Point = {
    at: status.computed_at,
    hosts_total: status.hosts_total,
    hosts_unreachable: status.hosts_by_health.unreachable,
    hosts_with_security: status.hosts_with_security,
    patches_security_total: status.patches_security_total,
    patches_total: status.patches_total,
    hosts_reboot_required: status.hosts_reboot_required,
  };
  return [...points.filter(({ at }) => Date.parse(at) < Date.parse(now.at)), now];
}
