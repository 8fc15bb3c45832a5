import type { BeforeHostAnswer } from '../events.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import { askGates, questionOf } from './gates.ts';
import type { EngineDeps } from './deps.ts';

/** What is to become of a host that waits. */
export type Verdict =
  | { to: 'dispatching'; host: HostInfo }
  /** `gated`: its gates are asked again, at `until` if they said when. */
  | { to: NotStarted; set: Partial<JobHostModel>; gated?: { until?: Date } };

type NotStarted = Exclude<JobHostState, 'dispatching'>;

export interface Judged {
  row: JobHostModel;
  verdict: Verdict;
}

/** Whether the work on a host may start: by the host itself, then by the gates, which are not asked about a plan. */
export async function judgeHost(
  { ctx }: Pick<EngineDeps, 'ctx'>,
  job: JobModel,
  row: JobHostModel,
  host: HostInfo | undefined,
): Promise<Verdict> {
  if (!host) return { to: 'skipped', set: { reason: 'HOST_REMOVED' } };
  if (host.duplicateIdentity)
    return refused('DUPLICATE_IDENTITY', 'The host was seen at two addresses at once.');
  if (host.maintenanceMode) return { to: 'skipped', set: { reason: 'MAINTENANCE_MODE' } };
  // A plan changes nothing, so there is nothing to hold back.
  if (job.spec.dryRun) return { to: 'dispatching', host };
  const { answers, failure } = await askGates(ctx.hooks, 'patching.beforeHost', questionOf({ row, job }));
  if (failure) {
    const set = { reason: failure.code, message: failure.message, nextAttemptAt: null };
    return { to: row.state as NotStarted, set, gated: {} };
  }
  return judge(answers, host);
}

function judge(answers: readonly BeforeHostAnswer[], host: HostInfo): Verdict {
  for (const answer of answers) {
    if (answer.verdict === 'refuse')
      return refused(answer.reason, answer.message ?? 'A gate refuses the host.');
  }
  for (const answer of answers) {
    if (answer.verdict !== 'wait') continue;
    const { state, reason, until } = answer;
    // When a window opens is shown. When a check is asked again concerns nobody, and changes all the time.
    const nextAttemptAt = (state === 'waiting_window' && until) || null;
    return { to: state, set: { reason, message: '', nextAttemptAt }, gated: { until } };
  }
  return { to: 'dispatching', host };
}

const MAX_MESSAGE = 4096;

const refused = (code: string, message: string): Verdict => ({
  to: 'failed',
  set: { reason: code, error: { code, message: message.slice(0, MAX_MESSAGE), retryable: false } },
});

/** Whether a host would change by it, for anybody to see: what is asked twice a minute is not written twice. */
export function isNews(row: JobHostModel, to: JobHostState, set: Partial<JobHostModel>): boolean {
  const { reason = row.reason, message = row.message, nextAttemptAt = row.nextAttemptAt } = set;
  return (
    to !== row.state ||
    reason !== row.reason ||
    message !== row.message ||
    nextAttemptAt?.getTime() !== row.nextAttemptAt?.getTime()
  );
}
