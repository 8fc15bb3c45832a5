import { readFile } from 'node:fs/promises';
import { archFile } from './architectures.ts';
import { fingerprint } from './fingerprint.ts';
import type { Inventory } from './inventory.ts';
import { queryOutput } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

let cached: { mark: string; names: string } | null = null;

/**
 * The first of these names that is exactly neither in dpkg's database nor in the package lists, or undefined. No name
 * is passed to a process for that: apt would take `jq-` for a removal and `jq.` for a pattern.
 */
export async function findUnknown(
  context: AptContext,
  inventory: Inventory,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const installed = new Set(inventory.rows.map((row) => row.name));
  const others = names.filter((name) => !installed.has(bareName(name)));
  const catalogue = others.length === 0 ? '' : await readNames(context, signal);
  const absent = others.find((name) => !catalogue.includes(`\n${bareName(name)}\n`));
  if (absent !== undefined) return absent;
  const archs = await readArchs(inventory);
  return names.find((name) => !archs.has(name.split(':')[1] ?? 'all'));
}

function bareName(name: string): string {
  return name.split(':')[0] ?? '';
}

async function readArchs({ nativeArch, rows }: Inventory): Promise<Set<string>> {
  const foreign = await readFile(archFile, 'utf8').catch(() => '');
  return new Set(['all', nativeArch, ...foreign.split('\n'), ...rows.map(({ arch }) => arch)]);
}

/** Every name in the package lists, one a line; read again only after the lists have changed. */
async function readNames(context: AptContext, signal?: AbortSignal): Promise<string> {
  const mark = `${await fingerprint()} ${context.listsMark ?? ''}`;
  if (cached?.mark !== mark) {
    cached = { mark, names: `\n${await queryOutput(context, ['apt-cache', 'pkgnames'], signal)}` };
  }
  return cached.names;
}
