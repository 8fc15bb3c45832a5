import type { Duplicate } from './driver.ts';
import type { RpmInventory } from './inventory.ts';
import { readRpmInventory, rpmKey } from './inventory.ts';
import type { RpmContext } from './system.ts';
import { query } from './system.ts';

/** What dnf and zypper install side by side: the kernel, and what says so of itself. */
const sideBySide =
  /^(?:kernel(?:-core|-modules|-modules-core|-default|-devel)?|installonlypkg\(.*\)|multiversion\(.*\))$/;

/**
 * `name:arch` of packages of which a superseded version lies beside its successor: what a cut between the two
 * halves of an update leaves behind. Kernels are meant to be there in several versions.
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
  const meant = new Set(
    stdout.split('\n').flatMap((line) => {
      const [name = '', provides = ''] = line.split('\t');
      return provides.split(' ').some((one) => sideBySide.test(one)) ? [name] : [];
    }),
  );
  return several.filter(({ name }) => !meant.has(name)).map(rpmKey);
}

/** The inventory as a repair leaves it: of packages that are there twice, the newest version alone. */
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
