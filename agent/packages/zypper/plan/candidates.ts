import { nevra, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { heldKeys, readLocks } from '../read/locks.ts';
import { findUntakeable } from './select.ts';
import { stateMark } from '../read/state.ts';
import type { Update } from '../read/updates.ts';
import { parseUpdates } from '../read/updates.ts';

/** The updates of `list-updates`, and those that only `list-updates --all` has. */
interface Updates {
  chosen: ReadonlyMap<string, Update>;
  others: readonly Update[];
}

/** The last answers, for the state (`mark`) of packages and metadata; `staying`: the last request and its answer. */
let known: {
  mark: string;
  updates: Updates;
  staying: { asked: string; found: [string, Update][] } | null;
} | null = null;

/**
 * The version of each installed package that the host's own rules (priorities of repositories, vendors) choose, by
 * {@link rpmKey}. `list-updates` has them, except for packages that are held or cannot be updated. `--all` has the
 * highest version from any repository and vendor, which an exact request would even install. So a version that only
 * `--all` has counts if its package is held or cannot be updated; that is checked for these names alone. Both lists
 * are read once for each state of packages and metadata.
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

/** Those of the updates whose package is held or cannot be updated. */
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
