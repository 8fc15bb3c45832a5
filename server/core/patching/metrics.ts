import type { Context } from '#server/kernel/boot/feature.ts';
import type { EventHandlers } from '#server/kernel/events.ts';
import { ACTIVE_STATES, ENDED_STATES, WAITING_STATES } from './domain/jobHostStates.ts';
import { JOB_OPERATIONS } from './domain/jobSpec.ts';
import { ENDED_JOB_STATES } from './domain/jobStates.ts';
import { JobHostModel } from './models.ts';
import type { JobCounts } from './api.ts';

const NONE = 'none';
const MINUTE = 60;
/** Upper bounds in seconds: a host takes minutes, a job with waves days. */
const HOST_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200];
const JOB_SECONDS = [1, 5, 15, 30, 60, 240, 720, 1_440, 4_320, 10_080].map((minutes) => minutes * MINUTE);

const UNENDED = ['pending', 'scheduled', 'waiting_health_check', 'running', 'paused', 'cancelling'] as const;
const UNENDED_HOSTS = [...WAITING_STATES, ...ACTIVE_STATES];

/**
 * What Prometheus is told of jobs: how many there are, and what became of them. Plans are counted with the states of
 * today, and are no results. The reasons are those of the engine and of plugins.
 */
export function patchingMetrics(
  { db, metrics }: Pick<Context, 'db' | 'metrics'>,
  { figures, reasons }: { figures: () => Promise<JobCounts>; reasons: ReadonlySet<string> },
): Pick<EventHandlers, 'patching.jobEnded' | 'patching.hostFinished'> {
  const countJob = metrics.counter('jobs_ended_total', {
    help: 'Jobs that ended, plans apart. One that is retried ends once more.',
    labels: { operation: JOB_OPERATIONS, outcome: ENDED_JOB_STATES },
  });
  const timeJob = metrics.histogram('job_seconds', {
    help: 'From the start of the first host to the end of the job, waits for windows and waves included, in seconds.',
    labels: { operation: JOB_OPERATIONS },
    buckets: JOB_SECONDS,
  });
  const countHost = metrics.counter('job_hosts_ended_total', {
    help: 'Hosts that ended in a job, plans apart, by outcome and reason (none: there is none).',
    labels: {
      operation: JOB_OPERATIONS,
      outcome: ENDED_STATES,
      reason: { includes: (code: string) => code === NONE || reasons.has(code) },
    },
  });
  const timeHost = metrics.histogram('job_host_seconds', {
    help: 'From the start of the work on a host to its end, restart and retries included, in seconds.',
    labels: { operation: JOB_OPERATIONS },
    buckets: HOST_SECONDS,
  });
  metrics.gauges(
    {
      jobs: { help: 'Jobs that have not ended, plans apart, by state.', labels: { state: UNENDED } },
      plans_awaiting_approval: { help: 'Plans with changes that nobody has approved yet.' },
      job_hosts: {
        help: 'Hosts of jobs and plans that have not ended, by state.',
        labels: { state: UNENDED_HOSTS },
      },
    },
    async () => {
      const { jobs, plansWaiting } = await figures();
      const hosts = await JobHostModel.query(db.reader)
        .whereIn('state', [...UNENDED_HOSTS])
        .select('state')
        .count('* as hosts')
        .groupBy('state')
        .castTo<{ state: string; hosts: number | string }[]>();
      const counts = new Map(hosts.map(({ state, hosts: count }) => [state, Number(count)]));
      return {
        jobs: UNENDED.map((state) => [{ state }, jobs[state]] as const),
        plans_awaiting_approval: plansWaiting,
        job_hosts: UNENDED_HOSTS.map((state) => [{ state }, counts.get(state) ?? 0] as const),
      };
    },
  );
  return {
    'patching.jobEnded'({ state: outcome, operation, dryRun, durationMs }) {
      if (dryRun) return;
      countJob({ operation, outcome });
      if (durationMs !== null) timeJob({ operation }, durationMs / 1_000);
    },
    'patching.hostFinished'({ state, reason, operation, dryRun, durationMs }) {
      if (dryRun) return;
      countHost({ operation, outcome: state, reason: reason ?? NONE });
      if (durationMs !== null) timeHost({ operation }, durationMs / 1_000);
    },
  };
}
