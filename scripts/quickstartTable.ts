import type { Host, HostPatches } from '../server/core/hosts/api.ts';

type Patch = HostPatches['patches'][number];

const headings = ['security', 'package', 'installed', 'available', 'from', ''] as const;

export interface Report {
  host: Host;
  list: HostPatches;
  /** The agent runs without root and cannot refresh the lists itself. */
  readOnly: boolean;
  now: Date;
}

/** The pending patches for a person: security first, then by name. Never an empty table: it says why there is none. */
export function patchReport({ host, list, readOnly, now }: Report): string {
  const { refreshedAt, patches } = list;
  if (refreshedAt === null) return neverRefreshed(host, readOnly, list.packageManager);
  const age = `package lists ${ageOf(refreshedAt, now)} old`;
  if (patches.length === 0) return `No pending patches (${age}).`;
  const security = patches.filter((patch) => patch.security).length;
  const unclear = patches.filter((patch) => patch.security === null).length;
  const more = unclear > 0 ? `, ${unclear} unknown` : '';
  return [
    `${count(patches.length, 'pending patch', 'pending patches')}, ${security} for security${more} (${age}):`,
    '',
    ...table([[...headings], ...[...patches].sort(bySecurityThenName).map(row)]),
    ...(list.rebootRequired ? ['', rebootText(list.rebootReasons)] : []),
  ].join('\n');
}

const refreshes: Readonly<Record<string, string>> = {
  apt: 'apt-get update',
  dnf: 'dnf makecache',
  zypper: 'zypper refresh',
};

/** The text while nothing is known, which is not the same as nothing pending. */
function neverRefreshed({ fqdn }: Host, readOnly: boolean, packageManager: string | null): string {
  const remedy = readOnly
    ? `Refresh them as root with: ${refreshes[packageManager ?? ''] ?? 'its package manager'}`
    : 'The agent refreshes them automatically in about a minute; pending patches are shown then.';
  return `The package lists of ${fqdn} were never refreshed: what is pending is not known.\n${remedy}`;
}

function rebootText(reasons: readonly string[]): string {
  return `A reboot is due${reasons.length > 0 ? `: ${reasons.map(printable).join(', ')}` : ''}.`;
}

function row(patch: Patch): string[] {
  const name = `${patch.name}:${patch.arch}`;
  const kept = patch.kept_back_reason;
  return [
    patch.security === null ? 'unknown' : patch.security ? 'yes' : '',
    name,
    patch.current_version,
    patch.available_version,
    patch.origin ?? '',
    kept ? `kept back: ${kept.toLowerCase().replaceAll('_', ' ')}` : '',
  ];
}

function bySecurityThenName(a: Patch, b: Patch): number {
  const rank = ({ security }: Patch): number => (security === null ? 1 : security ? 0 : 2);
  if (a.security !== b.security) return rank(a) - rank(b);
  return a.name === b.name ? (a.arch < b.arch ? -1 : 1) : a.name < b.name ? -1 : 1;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    `  ${cells.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

/** Replaces control characters: what a host says must not move the cursor of the terminal that shows it. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

function ageOf(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - then.getTime()) / 60_000));
  if (minutes < 60) return count(minutes, 'minute', 'minutes');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.round(hours / 24), 'day', 'days');
}
