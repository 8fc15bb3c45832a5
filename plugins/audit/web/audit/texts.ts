import { countText, plural } from '#web/core/format.ts';

/** What the page of the audit log says. */
export const texts = {
  title: 'Audit log',
  what: 'Who did what, when and from where. Each row holds the hash of the row before it, so that a change of the past shows.',
  none: 'No act fits these filters.',
  check: 'Check the log',
  checking: 'Checking …',
  intact: (rows: number): string =>
    `The log is intact: ${plural(rows, 'row')} and the signed checkpoints agree. Acts since the last checkpoint, a minute ago at most, are not covered by one yet.`,
  broken: (found: number): string =>
    `The log is not intact: ${plural(found, 'row')} ${found === 1 ? 'does' : 'do'} not agree with the chain. Somebody changed the database, or an old copy of it was put back. Keep the data directory as it is, and compare with your last export.`,
  missing: 'missing',
  archived: (rows: number, before: string, at: string): string =>
    `Acts before ${before} (rows 1 to ${countText(rows)}) are not here: somebody moved them into a file at the manager's machine on ${at}.`,
  asJson: 'Export as JSON',
  asCsv: 'Export as CSV',
  exporting: 'An export is being made.',
  nothing: 'Nothing that can be compared: the act has no before and after.',
} as const;

/** How far back the list goes, in days. */
export const PERIODS: Readonly<Record<string, readonly [days: number, label: string]>> = {
  day: [1, 'Last 24 hours'],
  week: [7, 'Last 7 days'],
  month: [30, 'Last 30 days'],
};

/** “host.deleted” as people say it: “Host: deleted”. */
export function actionText(action: string): string {
  const [kind = '', done = ''] = action.split('.');
  const words = (text: string): string => text.replaceAll('_', ' ');
  return `${words(kind).replace(/^./, (first) => first.toUpperCase())}: ${words(done)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  system: 'Fleetmend itself',
  machine: 'at the machine',
  anonymous: 'nobody who is signed in',
};

/** “admin”, “backup (token)”, “Fleetmend itself”. A token is one of the API or of an enrollment. */
export function actorText(
  { kind, name }: { kind: string; name: string },
  safe: (text: string) => string,
): string {
  if (kind === 'user') return safe(name);
  if (kind === 'token') return `${safe(name)} (token)`;
  if (kind === 'agent') return `${safe(name)} (agent)`;
  if (kind === 'machine') return `${safe(name)} (${KINDS.machine})`;
  return KINDS[kind] ?? safe(name);
}
