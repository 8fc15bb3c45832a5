import { nevra, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { heldKeys, readLocks } from './locks.ts';
import { findUntakeable } from '../plan/select.ts';
import { stateMark } from './state.ts';
import type { Update } from './updates.ts';
import { parseUpdates } from './updates.ts';

let known: { mark: string; candidates: ReadonlyMap<string, Update> } | null = null;

/**
 * The version of each installed package that the host's own rules (priorities of repositories, vendors) choose, by
 * {@link rpmKey}. `list-updates` tells them, though not for what is held or cannot be installed; with `--all` it
 * tells the highest version of whatever repository and vendor, which an exact request would even install. So what
 * only `--all` knows counts when it is held or cannot go. Asked once for each state of packages and metadata.
 */
export async function readCandidates(
  context: RpmContext,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Update>> {
  const mark = [await stateMark(), ...(context.sourceOptions ?? [])].join('\n');
  if (known?.mark !== mark) known = { mark, candidates: await askCandidates(context, signal) };
  return known.candidates;
}

async function askCandidates(context: RpmContext, signal?: AbortSignal): Promise<Map<string, Update>> {
  const list = async (...options: string[]) =>
    parseUpdates(await askOrThrow(context, ['list-updates', ...options], signal));
  const [chosen, all, locks] = await Promise.all([list(), list('--all'), readLocks(context, signal)]);
  const candidates = new Map(chosen.map((update) => [rpmKey(update), update]));
  const others = all.filter((update) => !candidates.has(rpmKey(update)));
  const held = heldKeys(locks);
  const stuck = await findStuck(
    context,
    others.filter((update) => !held.has(rpmKey(update))),
    signal,
  );
  for (const update of others) {
    if (held.has(rpmKey(update)) || stuck.has(rpmKey(update))) candidates.set(rpmKey(update), update);
  }
  return candidates;
}

async function findStuck(
  context: RpmContext,
  updates: readonly Update[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const targets = updates.map(nevra);
  if (targets.length === 0) return new Set();
  const skipped = await findUntakeable(context, { verb: 'upgrade', targets, excludes: [] }, signal);
  return new Set(skipped.map(rpmKey));
}
