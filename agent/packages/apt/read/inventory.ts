import { readFile } from 'node:fs/promises';
import type { InstalledPackage } from '../../backend.ts';
import { fileMark } from './fingerprint.ts';
import { isInterrupted, statusFile } from './problems.ts';
import { queryOutput } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** One line of dpkg's database. */
export interface DpkgRow {
  name: string;
  /** The version's own architecture: `all` for independent packages. */
  arch: string;
  version: string;
  held: boolean;
  /** dpkg wants the package to be unpacked again (it was cut off while unpacking). */
  needsReinstall: boolean;
  /** dpkg's word: installed, unpacked, half-configured, half-installed, triggers-pending, … */
  status: string;
  section: string | null;
  installedSizeBytes: number;
  source: SourcePackage;
}

/**
 * The source package; its version differs where the package was only rebuilt (`+b1`), or because its maintainer chose
 * another.
 */
export interface SourcePackage {
  name: string;
  version: string;
}

/** From the field `Source:`, which is present only where it differs from the package: `name`, or `name (version)`. */
export function sourceOf(field: string, own: SourcePackage): SourcePackage {
  const [, name, version] = /^(\S+)(?: \((\S+)\))?$/.exec(field) ?? [];
  return name === undefined ? own : { name, version: version ?? own.version };
}

/** dpkg's database at one moment. */
export interface Inventory {
  /** Installed in some state (not `rc`), in dpkg's order. */
  rows: DpkgRow[];
  /** The host's own architecture, e.g. `amd64`. */
  nativeArch: string;
  /** Rows by {@link instanceKey}. */
  byKey: Map<string, DpkgRow>;
}

const fields = [
  'Package',
  'Architecture',
  'Version',
  'db:Status-Want',
  'db:Status-Eflag',
  'db:Status-Status',
  'Section',
  'Installed-Size',
  'source:Package',
  'source:Version',
];
const format = `${fields.map((field) => `\${${field}}`).join('\\t')}\\n`;

/**
 * The identity of a package for dpkg and apt: they treat `all` as the host's own architecture, so a package that
 * changes from `all` to `amd64` stays the same one.
 */
export function instanceKey(name: string, arch: string, nativeArch: string): string {
  return `${name}:${arch === 'all' || arch === '' ? nativeArch : arch}`;
}

/** Parses the output of the dpkg-query call of {@link readInventory}. */
export function parseInventory(output: string): Inventory {
  const rows: DpkgRow[] = [];
  for (const line of output.split('\n')) {
    const [name = '', arch = '', version = '', want, flag, status = '', section, size, ...source] =
      line.split('\t');
    if (version === '' || status === 'not-installed' || status === 'config-files') continue;
    rows.push({
      name,
      arch,
      version,
      held: want === 'hold',
      needsReinstall: flag === 'reinstreq',
      status,
      section: section === '' || section === undefined ? null : section,
      installedSizeBytes: Number(size || 0) * 1024,
      source: { name: source[0] || name, version: source[1] || version },
    });
  }
  return toInventory(rows);
}

/** Parses dpkg's own status file; the rows are in the order of dpkg-query. */
export function parseStatus(text: string): Inventory {
  const rows: DpkgRow[] = [];
  for (const stanza of text.split('\n\n')) {
    const [, want, flag, status = ''] = /^Status: (\S+) (\S+) (\S+)$/m.exec(stanza) ?? [];
    const field = (pattern: RegExp): string => pattern.exec(stanza)?.[1] ?? '';
    const version = field(/^Version: (\S+)$/m);
    if (version === '' || status === '' || status === 'not-installed' || status === 'config-files') continue;
    const name = field(/^Package: (\S+)$/m);
    rows.push({
      name,
      arch: field(/^Architecture: (\S+)$/m),
      version,
      held: want === 'hold',
      needsReinstall: flag === 'reinstreq',
      status,
      section: field(/^Section: (\S+)$/m) || null,
      installedSizeBytes: Number(field(/^Installed-Size: (\d+)$/m)) * 1024,
      source: sourceOf(field(/^Source: (.+)$/m), { name, version }),
    });
  }
  const bytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return toInventory(rows.sort((a, b) => bytes(a.name, b.name) || bytes(a.arch, b.arch)));
}

function toInventory(rows: DpkgRow[]): Inventory {
  const nativeArch = rows.find((row) => row.name === 'dpkg')?.arch ?? 'all';
  const byKey = new Map(rows.map((row) => [instanceKey(row.name, row.arch, nativeArch), row]));
  return { rows, nativeArch, byKey };
}

/** The last inventory, as long as somebody still uses it: a job reads the same database several times. */
let last: { mark: string; inventory: WeakRef<Inventory> } | null = null;

/**
 * Reads the database: from dpkg's own file without a process; or through dpkg-query while there is a journal in
 * /var/lib/dpkg/updates (dpkg is at work, or a crash has left it), whose changes are not in that file yet.
 */
export async function readInventory(context: AptContext, signal?: AbortSignal): Promise<Inventory> {
  if (await isInterrupted())
    return parseInventory(await queryOutput(context, ['dpkg-query', '-W', '-f', format], signal));
  const mark = await fileMark(statusFile);
  const known = last?.mark === mark ? last.inventory.deref() : undefined;
  if (known) return known;
  const inventory = parseStatus(await readFile(statusFile, 'utf8'));
  last = { mark, inventory: new WeakRef(inventory) };
  return inventory;
}

/** Fully set up, or merely waiting for triggers that another package's set-up will run. */
export function isConfigured(row: DpkgRow): boolean {
  return !row.needsReinstall && ['installed', 'triggers-awaited', 'triggers-pending'].includes(row.status);
}

/** The wire's view of a row. */
export function toInstalled(
  row: DpkgRow,
  origin: string | null,
  availableVersion: string | null,
): InstalledPackage {
  const { name, arch, version, held, section, installedSizeBytes, source } = row;
  const isOwn = source.name === name && source.version === version;
  return {
    name,
    arch,
    version,
    held,
    origin,
    section,
    installedSizeBytes,
    availableVersion,
    ...(isOwn ? {} : { source }),
  };
}
