import { onward } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { askAbout, startJob } from '../../domain/host/act.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import { changeHost, removeHost } from '../../domain/host/changes.ts';
import { isJobAction, type AskedAction } from '../../domain/host/hostAction.ts';
import { hostName } from '../../domain/host/hostName.ts';

type Host = Schemas['Host'];

/** Does the confirmed action. Resolves with the host as it then is; null: the page changes, or nothing was done. */
type Work = () => Promise<Host | null>;

/** Asks before an action on one host; null: the reader cancelled. `packages` are in the field at first. */
export async function askedWork(
  action: AskedAction,
  host: Host,
  packages: readonly string[],
): Promise<Work | null> {
  const target = { id: host.id, name: hostName(host), host };
  const words = await askAbout(action, { able: [target], left: [] }, packages);
  return words === null ? null : () => done(action, target, words);
}

async function done(action: AskedAction, target: BulkTarget, words: readonly string[]): Promise<Host | null> {
  const { id } = target;
  const go = onward();
  if (isJobAction(action)) {
    const job = await startJob(action, [target], words);
    if (job) go(`/jobs/${job.id}`);
    return null;
  }
  if (action !== 'remove') return changeHost(id, { maintenance_mode: action === 'maintenanceOn' }, null);
  await removeHost(id);
  go('/hosts', { replace: true });
  return null;
}
