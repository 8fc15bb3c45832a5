import { readFile } from 'node:fs/promises';
import { readRpmInventory, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmRow } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';

/** libzypp's own list of packages that were installed only as dependencies: one name a line. */
const automaticFile = '/var/lib/zypp/AutoInstalled';

/** Names in libzypp's list; those with a kind before them (`product:…`) are no packages. */
export function parseAutomatic(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes(':'));
}

/** {@link rpmKey} of every installed package that was installed only as a dependency. */
export async function automaticKeys(context: RpmContext): Promise<Set<string>> {
  const names = new Set(parseAutomatic(await readFile(automaticFile, 'utf8').catch(() => '')));
  if (names.size === 0) return new Set();
  const { rows } = await readRpmInventory(context);
  return new Set(rows.filter(({ name }) => names.has(name)).map(rpmKey));
}

/** Adds names to libzypp's list, for which zypper has no command; the file is replaced as a whole. */
const script = '{ cat "$0"; printf "%s\\n" "$@"; } >"$0.fleetmend" && mv -f "$0.fleetmend" "$0"';

export function markAutomaticArgv(rows: readonly Pick<RpmRow, 'name'>[]): string[] {
  return ['sh', '-c', script, automaticFile, ...new Set(rows.map(({ name }) => name))];
}
