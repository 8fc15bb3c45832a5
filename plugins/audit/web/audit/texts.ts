import { countText, plural } from '#web/core/format.ts';

/** What the page of the audit log says. */
export const texts = {
  title: 'Audit log',
  what: 'Who did what, when and from where. Each row contains the hash of the previous row, so tampering is detectable.',
  none: 'No entries match.',
  inLog: 'Open in the audit log',
  ofHost: 'Audit log of this host',
  noneOfHost: 'No entries',
  noneOfHostText:
    'Changes to this host, by people or by the manager, are listed here; old entries may be archived.',
  check: 'Verify log',
  checking: 'Verifying …',
  intact: (rows: number): string =>
    `The log is intact: ${plural(rows, 'row')} and the signed checkpoints agree. Entries of the last minute may not be covered by a checkpoint yet.`,
  broken: (found: number): string =>
    `The log is not intact: ${plural(found, 'row')} ${found === 1 ? 'does' : 'do'} not agree with the chain. The database was changed, or an old copy was restored. Keep the data directory unchanged, and compare with your last export.`,
  missing: 'missing',
  archived: (rows: number, before: string, at: string): string =>
    `Entries before ${before} (rows 1 to ${countText(rows)}) were archived to a file on the manager’s machine on ${at}.`,
  asJson: 'Export as JSON',
  asCsv: 'Export as CSV',
  exporting: 'Creating export …',
  nothing: 'No field changes recorded for this action.',
} as const;

/** How far back the list goes, in days. */
export const PERIODS: Readonly<Record<string, readonly [days: number, label: string]>> = {
  day: [1, 'Last 24 hours'],
  week: [7, 'Last 7 days'],
  month: [30, 'Last 30 days'],
};

/** Actors without an id: their kinds, in words. */
export const NAMELESS: Readonly<Record<string, string>> = {
  system: 'system',
  machine: 'local CLI',
  anonymous: 'anonymous',
};

/** “admin”, “backup (token)”, “system”. A token is one of the API or of an enrollment. */
export function actorText(
  { kind, name }: { kind: string; name: string },
  safe: (text: string) => string,
): string {
  if (kind === 'user') return safe(name);
  if (kind === 'token') return `${safe(name)} (token)`;
  if (kind === 'agent') return `${safe(name)} (agent)`;
  if (kind === 'machine') return `${safe(name)} (${NAMELESS.machine})`;
  return NAMELESS[kind] ?? safe(name);
}
