import { access, readFile } from 'node:fs/promises';
import { AppError } from '#server/shared/wire/appError.ts';
import type { RpmInventory, RpmRow } from '../../rpm/read/inventory.ts';
import { rpmKey } from '../../rpm/read/inventory.ts';
import { parseEvr } from '#server/shared/versions/rpm.ts';
import type { DnfTool } from '../tool.ts';
import { dnf } from '../tool.ts';

const list5 = '/etc/dnf/versionlock.toml';
const plugin4 = '/etc/dnf/plugins/versionlock.conf';
const list4 = '/etc/dnf/plugins/versionlock.list';

/** Files in which dnf keeps its version locks. */
export const holdFiles = [list5, plugin4, list4];

/** Names (possibly with wildcards) that versionlock.list locks; lines with `!` exclude a version and lock none. */
export function parseLocks4(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const spec = line.replace(/#.*/, '').trim();
    if (spec === '' || spec.startsWith('!')) return [];
    return [/^(.+)-(?:(?:\d+|\*):[^-]+|\d[^-]*)-[^-]+$/.exec(spec)?.[1] ?? spec];
  });
}

/** Names that versionlock.toml locks. */
export function parseLocks5(text: string): string[] {
  return text.split(/^[ \t]*\[\[ *packages *\]\][ \t]*(?:#.*)?$/m).flatMap((block, i) => {
    const name = i === 0 ? undefined : /^[ \t]*name[ \t]*=[ \t]*["']([^"']+)["']/m.exec(block)?.[1];
    return name === undefined ? [] : [name];
  });
}

async function readLocks({ generation }: DnfTool): Promise<string[]> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  if (generation === 5) return parseLocks5(await read(list5));
  const conf = await read(plugin4);
  if (conf === '' || /^ *enabled *= *(?:0|false|no)/im.test(conf)) return [];
  return parseLocks4(await read(/^ *locklist *= *(\S+)/m.exec(conf)?.[1] ?? list4));
}

/** rpmKey of every installed package whose version is locked. */
export async function heldKeys(tool: DnfTool, { rows }: RpmInventory): Promise<Set<string>> {
  const locks = await readLocks(tool);
  return new Set(findLocked(locks, rows).map(rpmKey));
}

/** The rows that locks match. dnf 4 also takes `name-version` and `name.arch`, which look like names. */
export function findLocked(locks: readonly string[], rows: readonly RpmRow[]): RpmRow[] {
  const patterns = locks.map(toPattern);
  return rows.filter(({ name, arch, version }) => {
    const { epoch, version: upstream } = parseEvr(version);
    const forms = [name, `${name}.${arch}`, `${name}-${upstream}`, `${name}-${epoch}:${upstream}`];
    return patterns.some((pattern) => forms.some((form) => pattern.test(form)));
  });
}

/** A regular expression for dnf's globs, as far as both generations have them. */
export function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

/** The command that locks or unlocks versions; throws UNSUPPORTED where dnf 4's plugin is not installed. */
export async function holdArgv(
  { generation }: DnfTool,
  rows: readonly RpmRow[],
  held: boolean,
  options: readonly string[],
): Promise<string[]> {
  const there =
    generation === 5 ||
    (await access(plugin4).then(
      () => true,
      () => false,
    ));
  if (!there) {
    const message = 'Holding needs the package python3-dnf-plugin-versionlock, which is not installed here.';
    throw new AppError('UNSUPPORTED', { message });
  }
  const names = [...new Set(rows.map(({ name }) => name))];
  return [dnf, '-q', '-C', '-y', ...options, 'versionlock', held ? 'add' : 'delete', ...names];
}
