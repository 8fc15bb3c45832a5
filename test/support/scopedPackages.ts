import { installed, known, readAll, tell } from '../../plugins/packages/packages.testing.ts';
import type { World } from './scopedCalls.ts';

const prepared = new WeakSet<World>();

/** Sets what is installed: one package on the operator's hosts; on the others another version of it, and one more. */
export async function packagesOf(w: World): Promise<void> {
  if (prepared.has(w)) return;
  prepared.add(w);
  for (const host of w.mine) tell(host, installed('bash=5.2-1'));
  for (const host of w.theirs) tell(host, installed('bash=5.1-1', 'secret=1'));
  await known(w.kit);
  await readAll(w.kit);
}
