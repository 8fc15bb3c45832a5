import { readFile } from 'node:fs/promises';
import type { JobEnv } from '../../backend.ts';
import type { Inventory } from './inventory.ts';
import { instanceKey } from './inventory.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

const statesFile = '/var/lib/apt/extended_states';

/** `name:arch` of what apt's own file marks as automatically installed. */
export function parseAutoMarks(text: string): string[] {
  return text.split('\n\n').flatMap((stanza) => {
    const name = /^Package: (\S+)$/m.exec(stanza)?.[1];
    const arch = /^Architecture: (\S+)$/m.exec(stanza)?.[1];
    return name && arch && /^Auto-Installed: 1$/m.test(stanza) ? [`${name}:${arch}`] : [];
  });
}

export async function readAutoMarks(): Promise<string[]> {
  return parseAutoMarks(await readFile(statesFile, 'utf8').catch(() => ''));
}

/**
 * Restores the automatic marks after a transaction: a package named exactly becomes `manual` for apt, so those that
 * were (or should be) automatic are marked again. Starts a process only when something differs.
 */
export async function restoreAutoMarks(
  context: AptContext,
  env: JobEnv,
  inventory: Inventory,
  wanted: readonly string[],
): Promise<void> {
  const now = new Set(await readAutoMarks());
  const missing = [...new Set(wanted)].filter((key) => inventory.byKey.has(key) && !now.has(key));
  if (missing.length === 0) return;
  const { exitCode } = await runApart(context, env, 'marks', ['apt-mark', 'auto', '--', ...missing]);
  if (exitCode !== 0) env.log('agent', `apt-mark auto ended with ${exitCode}`);
}

/** Keys in the form that {@link readAutoMarks} gives, from `name:arch` with `all`. */
export function markKeys(names: readonly string[], nativeArch: string): string[] {
  return names.map((text) => {
    const [name = '', arch = 'all'] = text.split(':');
    return instanceKey(name, arch, nativeArch);
  });
}
