import { stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateDir, readJson, writeAtomic } from '#agent/files/atomic.ts';
import type { JobEnv, PlanEntry } from '../../backend.ts';
import type { Inventory } from '../read/inventory.ts';
import { archiveDir, archiveName } from '../plan/reversibility.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

const listFile = ({ stashDir }: Pick<AptContext, 'stashDir'>) => path.join(stashDir, '.fetched.json');
const mostNames = 20_000;

/** Records which files this agent's jobs bring into apt's cache: only these are ever cleaned. */
export async function noteFetched(context: AptContext, names: readonly string[]): Promise<void> {
  const known = await readFetched(context);
  const fresh = names.filter((name) => !known.includes(name));
  if (fresh.length === 0) return;
  await makePrivateDir(context.stashDir);
  await writeAtomic(listFile(context), JSON.stringify([...known, ...fresh].slice(-mostNames)));
}

async function readFetched(context: AptContext): Promise<string[]> {
  const found = await readJson(listFile(context)).catch(() => null);
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
}

/**
 * Removes from apt's cache superseded packages that this agent's jobs fetched, once they are large enough to be worth
 * a process. Installed versions stay, as the next job stashes them from there, and so do the versions that this job
 * was to bring in. The outgoing ones are in the stash by now.
 */
export async function cleanArchives(
  context: AptContext,
  env: JobEnv,
  { rows }: Pick<Inventory, 'rows'>,
  entries: readonly PlanEntry[],
): Promise<void> {
  const fetched = await readFetched(context);
  if (fetched.length === 0) return;
  const incoming = entries.flatMap(({ name, arch, to }) =>
    to === null ? [] : [{ name, arch, version: to }],
  );
  const current = new Set([...rows, ...incoming].map(archiveName));
  const superseded = fetched.filter((name) => !current.has(name));
  const files = superseded.map((name) => path.join(archiveDir, path.basename(name)));
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  const bytes = found.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  if (bytes < context.keptArchiveBytes) return;
  await runApart(context, env, 'clean', ['rm', '-f', '--', ...files]);
  await writeAtomic(listFile(context), JSON.stringify(fetched.filter((name) => current.has(name))));
  env.log('agent', `cleaned apt's cache of ${files.length} superseded packages (${bytes} bytes)`);
}
