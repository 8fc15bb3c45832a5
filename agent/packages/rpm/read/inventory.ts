import type { RunCommand } from '../../shared/context.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query } from '../rpmContext.ts';
import { queryError } from '../../shared/context.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { isSettled } from '../../shared/offers/fileState.ts';
import { databaseState } from './database.ts';
import type { PackageSource } from '../../backend.ts';
import { compareEvr, formatEvr } from '#server/shared/versions/rpm.ts';

/** One installed package, as rpm's database has it. */
export interface RpmRow {
  name: string;
  arch: string;
  /** `[epoch:]version-release`, epoch 0 left out. */
  version: string;
  section: string | null;
  installedSizeBytes: number;
  /** The source package; absent where that has the same name, version and release, or is not known. */
  source?: PackageSource;
}

/** rpm's database at one moment. */
export interface RpmInventory {
  /** Sorted by name; kernels and packages of an update that was cut off may have several versions. */
  rows: RpmRow[];
  /** Rows by {@link rpmKey}, the newest version last. */
  byKey: Map<string, RpmRow[]>;
}

const fields = ['NAME', 'ARCH', 'EPOCHNUM', 'VERSION', 'RELEASE', 'LONGSIZE', 'GROUP', 'SOURCERPM'];
const format = `${fields.map((field) => `%{${field}}`).join('\\t')}\\n`;

const architectures: Readonly<Record<string, string>> = {
  x64: 'x86_64',
  arm64: 'aarch64',
  ppc64: 'ppc64le',
  ia32: 'i686',
};
/** The host's own architecture in rpm's words. */
export const nativeArch = architectures[process.arch] ?? process.arch;

/**
 * The identity of a package for the resolvers: they treat `noarch` as the host's own architecture, so a package that
 * changes from `noarch` to `x86_64` stays the same one.
 */
export function rpmKey({ name, arch }: { name: string; arch: string }): string {
  return `${name}:${arch === 'noarch' ? nativeArch : arch}`;
}

/** The exact name that dnf and zypper take for one version: `name-[epoch:]version-release.arch`. */
export function nevra({ name, arch, version }: { name: string; arch: string; version: string }): string {
  return `${name}-${version}.${arch}`;
}

/** Parses the output of {@link readRpmInventory}'s call; signing keys (`gpg-pubkey`) are not packages. */
export function parseRpmInventory(output: string): RpmInventory {
  const rows: RpmRow[] = [];
  for (const line of output.split('\n')) {
    const [name = '', arch = '', epoch = '0', version = '', release = '', size, group, file = ''] =
      line.split('\t');
    if (name === '' || name === 'gpg-pubkey' || version === '') continue;
    const source = sourceOf(file);
    const isOwn = source?.name === name && source.version === `${version}-${release}`;
    rows.push({
      name,
      arch,
      version: formatEvr({ epoch, version, release }),
      section: group === undefined || group === 'Unspecified' || group === '(none)' ? null : group,
      installedSizeBytes: Number(size ?? 0) || 0,
      ...(source && !isOwn ? { source } : {}),
    });
  }
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  rows.sort((a, b) => byText(a.name, b.name) || byText(a.arch, b.arch) || compareEvr(a.version, b.version));
  const byKey = new Map<string, RpmRow[]>();
  for (const row of rows) byKey.set(rpmKey(row), [...(byKey.get(rpmKey(row)) ?? []), row]);
  return { rows, byKey };
}

/** The source package from its file name, `name-version-release.src.rpm`; null where a package names none. */
function sourceOf(file: string): PackageSource | null {
  const [, name, version] = /^([!-~]+)-([!-~]+-[!-~]+)\.(?:no)?src\.rpm$/.exec(file) ?? [];
  return name !== undefined && version !== undefined ? { name, version } : null;
}

interface Reading {
  mark: string;
  inventory: Promise<RpmInventory>;
}

/** The last inventory for each way of running commands; it is valid until the database changes. */
const known = new WeakMap<RunCommand, Reading>();

/**
 * Reads the database through rpm itself: its format differs between distributions (sqlite, ndb, Berkeley DB). Asks
 * rpm again only when its files have changed. A signal does not end the reading, for other callers may wait for it
 * too.
 */
export async function readRpmInventory(context: RpmContext, signal?: AbortSignal): Promise<RpmInventory> {
  const state = await databaseState();
  const last = known.get(context.run);
  if (last && last.mark === state.mark) return last.inventory;
  const inventory = askRpm(context);
  // Shortly after a change, another change might not show in the mark.
  const isLasting = state.mark !== '' && isSettled(state, Date.now());
  if (isLasting) known.set(context.run, { mark: state.mark, inventory });
  const found = await inventory.catch((error: unknown) => {
    known.delete(context.run);
    throw error;
  });
  signal?.throwIfAborted();
  return found;
}

/** rpm's words about its database; about single packages that it cannot verify it says other things. */
const damage =
  /^error: [^\n]*(?:disk image is malformed|not a database|cannot open Packages|\bBDB\d+|disk I\/O error)[^\n]*/m;

/**
 * rpm ends with 0 and an empty list where its database is damaged or gone: such a host must not look as if it had
 * nothing installed, and so nothing to patch.
 */
async function askRpm(context: RpmContext): Promise<RpmInventory> {
  const result = await query(context, ['rpm', '-qa', '--qf', format]);
  const words = damage.exec(result.stderr)?.[0];
  if (words !== undefined) throw damaged(words);
  if (result.exitCode !== 0) throw queryError('rpm', result);
  const inventory = parseRpmInventory(result.stdout);
  if (inventory.rows.length === 0) throw damaged('it lists no package');
  return inventory;
}

function damaged(why: string): AppError {
  const message = `rpm's database cannot be read: ${why.slice(0, 500)}. On the host, copy the database's folder (/var/lib/rpm or /usr/lib/sysimage/rpm), then run rpmdb --rebuilddb.`;
  return new AppError('LISTS_UNREADABLE', { message });
}

/** The newest installed version of a package; undefined when there is none. */
export function newest({ byKey }: RpmInventory, key: string): RpmRow | undefined {
  return byKey.get(key)?.at(-1);
}
