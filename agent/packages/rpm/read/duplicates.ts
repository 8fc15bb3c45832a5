import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RpmStates } from './diff.ts';
import type { Duplicate } from '../rpmDriver.ts';
import type { RpmInventory } from './inventory.ts';
import { readRpmInventory, rpmKey } from './inventory.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query } from '../rpmContext.ts';

/** Packages of which dnf and zypper install several versions: the kernel, and those that declare it by a capability. */
const sideBySide =
  /^(?:kernel(?:-core|-modules|-modules-core|-default|-devel)?|installonlypkg\(.*\)|multiversion\(.*\))$/;

const configuration = ['/etc/dnf/dnf.conf', '/etc/zypp/zypp.conf'];
const multiversionFolder = '/etc/zypp/multiversion.d';

/**
 * The names for which the host's configuration allows several versions: dnf's `installonlypkgs`, zypper's
 * `multiversion`.
 */
export function parseSideBySide(text: string): string[] {
  const setting = /^[ \t]*(?:installonlypkgs|multiversion)[ \t]*=[ \t]*(.*(?:\n[ \t]+\S.*)*)/gm;
  const words = [...text.matchAll(setting)].flatMap(([, value = '']) => value.split(/[\s,]+/));
  return words.map((word) => word.replace(/^provides:/, '')).filter((word) => word !== '');
}

/** The same for all configuration files of the host; `root` is the host's root directory. */
export async function readSideBySide(root = '/'): Promise<Set<string>> {
  const read = (file: string) => readFile(path.join(root, file), 'utf8').catch(() => '');
  const names = await readdir(path.join(root, multiversionFolder)).catch(() => []);
  const files = await Promise.all(names.map((name) => read(path.join(multiversionFolder, name))));
  const lines = files.flatMap((text) => text.split('\n').filter((line) => !line.startsWith('#')));
  const texts = [
    ...(await Promise.all(configuration.map(read))),
    ...lines.map((line) => `multiversion = ${line}`),
  ];
  return new Set(texts.flatMap(parseSideBySide));
}

/**
 * `name:arch` of packages that have a superseded version beside its successor: the trace of an update that was cut
 * off. Kernels, and packages that the host's configuration names, may have several versions and do not count.
 */
export async function findDuplicates(context: RpmContext, { byKey }: RpmInventory): Promise<string[]> {
  const several = [...byKey.values()].flatMap((rows) => {
    const [first] = rows;
    return first !== undefined && rows.length > 1 ? [first] : [];
  });
  if (several.length === 0) return [];
  const names = [...new Set(several.map(({ name }) => name))];
  const format = '%{NAME}\\t[%{PROVIDENAME} ]\\n';
  const { stdout } = await query(context, ['rpm', '-q', '--qf', format, ...names]);
  const configured = await readSideBySide();
  const meant = new Set(
    stdout.split('\n').flatMap((line) => {
      const [name = '', provides = ''] = line.split('\t');
      return provides.split(' ').some((one) => sideBySide.test(one) || configured.has(one)) ? [name] : [];
    }),
  );
  return several.filter(({ name }) => !meant.has(name)).map(rpmKey);
}

/** The duplicates that are new since `before`: versions that were side by side before a job are not its doing. */
export function arisenSince(before: RpmStates, duplicates: readonly string[]): string[] {
  const several = Object.entries(before).filter(([, versions]) => versions.length > 1);
  const former = new Set(
    several.map(([key]) => {
      const [name = '', arch = ''] = key.split(':');
      return rpmKey({ name, arch });
    }),
  );
  return duplicates.filter((key) => !former.has(key));
}

/** The inventory as it will be after a repair: only the newest version of each duplicate. */
export function withoutSuperseded(inventory: RpmInventory, duplicates: readonly string[]): RpmInventory {
  const byKey = new Map(inventory.byKey);
  for (const key of duplicates) byKey.set(key, (byKey.get(key) ?? []).slice(-1));
  const rows = inventory.rows.filter((row) => byKey.get(rpmKey(row))?.includes(row));
  return { ...inventory, rows, byKey };
}

/** Every superseded version with its successor. */
export async function readDuplicates(context: RpmContext): Promise<Duplicate[]> {
  const inventory = await readRpmInventory(context);
  return (await findDuplicates(context, inventory)).flatMap((key) => {
    const rows = inventory.byKey.get(key) ?? [];
    const last = rows.at(-1);
    return last === undefined ? [] : rows.slice(0, -1).map((superseded) => ({ superseded, newest: last }));
  });
}
