import { api, idempotencyKey, must } from '../../api.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { plural } from '../../format.ts';
import { safeName } from '../../safeText.ts';
import type { Schemas } from '../../schema.ts';
import { jobTitle } from '../jobs/jobText.ts';
import { changed, retryable, type JobState } from './jobState.ts';

type Job = Schemas['Job'];
const VERDICTS = { yes: 'exactly', partly: 'in part', no: 'cannot be restored' } as const;

/** Asks, then cancels; null when the reader thinks better of it. */
export async function cancelJob({ job }: JobState): Promise<Job | null> {
  const isSure = await confirmAction({
    title: `Cancel “${jobTitle(job)}”?`,
    text: 'Hosts that have not started stay as they are. Those at work stop at their next safe point, and may still complete.',
    action: 'Cancel the job',
    dismiss: 'Let it run',
  });
  return isSure ? must(api.POST('/api/v1/jobs/{id}/cancel', call(job))) : null;
}

/** Starts the hosts that did not complete again; a retry can itself be rolled back, so it does not ask. */
export async function retryJob({ job, hosts }: JobState): Promise<Job> {
  const ids = retryable(hosts.values()).map(({ host_id: id }) => id);
  return must(api.POST('/api/v1/jobs/{id}/retry', { ...call(job), body: { host_ids: ids } }));
}

/** Shows for each host how far it can be restored, asks, and starts the rollback: a job of its own. */
export async function rollbackJob({ job, hosts }: JobState): Promise<Job | null> {
  const list = changed(hosts.values());
  const isSure = await confirmAction({
    title: `Roll back “${jobTitle(job)}”?`,
    text: `Packages that it changed on ${plural(list.length, 'host')} go back to their versions from before. How far that restores each host:`,
    items: list.map(
      ({ fqdn, reversible, changes }) =>
        `${safeName(fqdn)}: ${plural(changes.length, 'package')}, ${reversible ? VERDICTS[reversible.verdict] : 'not known'}`,
    ),
    action: `Roll back ${plural(list.length, 'host')}`,
  });
  return isSure ? must(api.POST('/api/v1/jobs/{id}/rollback', call(job))) : null;
}

function call({ id }: Job): {
  params: { path: { id: string }; header: ReturnType<typeof idempotencyKey> };
} {
  return { params: { path: { id }, header: idempotencyKey() } };
}
