import { nevra, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { heldKeys, readLocks } from './locks.ts';
import { findUntakeable } from '../plan/select.ts';
import { stateMark } from './state.ts';
import type { Update } from './updates.ts';
import { parseUpdates } from './updates.ts';

/** What `list-updates` tells, and what only `list-updates --all` does. */
interface Updates {
  chosen: ReadonlyMap<string, Update>;
  others: readonly Update[];
}

/** Of the state of packages and metadata at which zypper was asked last; of `staying` the last answer, and to what. */
let known: {
  mark: string;
  updates: Updates;
  staying: { asked: string; found: [string, Update][] } | null;
} | null = null;

/**
 * The version of each installed package that the host's own rules (priorities of repositories, vendors) choose, by
 * {@link rpmKey}. `list-updates` tells them, though not for what is held or cannot be installed; with `--all` it
 * tells the highest version of whatever repository and vendor, which an exact request would even install. So what
 * only `--all` knows counts when it is held or cannot go: that is looked into for these names alone. The lists
 * are asked for once for each state of packages and metadata.
 */
export async function readCandidates(
  context: RpmContext,
  names: Iterable<string>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Update>> {
  const mark = [await stateMark(), ...(context.sourceOptions ?? [])].join('\n');
  if (known?.mark !== mark) known = { mark, updates: await askUpdates(context, signal), staying: null };
  const here = known;
  const wanted = new Set(names);
  const others = here.updates.others.filter(({ name }) => wanted.has(name));
  const asked = others.map(nevra).join(' ');
  if (here.staying?.asked !== asked)
    here.staying = { asked, found: await readStaying(context, others, signal) };
  return new Map([...here.updates.chosen, ...here.staying.found]);
}

async function askUpdates(context: RpmContext, signal?: AbortSignal): Promise<Updates> {
  const list = async (...options: string[]) =>
    parseUpdates(await askOrThrow(context, ['list-updates', ...options], signal));
  const [updates, all] = await Promise.all([list(), list('--all')]);
  const chosen = new Map(updates.map((update) => [rpmKey(update), update]));
  return { chosen, others: all.filter((update) => !chosen.has(rpmKey(update))) };
}

/** Those of the updates that are held or cannot go. */
async function readStaying(
  context: RpmContext,
  updates: readonly Update[],
  signal?: AbortSignal,
): Promise<[string, Update][]> {
  if (updates.length === 0) return [];
  const held = heldKeys(await readLocks(context, signal));
  const free = updates.filter((update) => !held.has(rpmKey(update)));
  const stuck = await findStuck(context, free, signal);
  const staying = updates.filter((update) => held.has(rpmKey(update)) || stuck.has(rpmKey(update)));
  return staying.map((update) => [rpmKey(update), update]);
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
