/** Converts rows to the contract's shapes. Events store these too, so that they read the same later. */
import type { components } from '#generated/manager.ts';
import { JOB_HOST_STATES, type JobHostState } from './domain/jobHostStates.ts';
import { isJobEnded, totalOf, type StateCounts } from './domain/jobStates.ts';
import { waveFigures, failuresAllowed, failuresCounted, waveState } from './domain/waves.ts';
import type { Held } from './events.ts';
import type { JobPreview, NamedHost } from './domain/jobPreview.ts';
import type { JobSpec, JobTarget } from './domain/jobSpec.ts';
import { attemptsOf } from './domain/retryPolicy.ts';
import type { JobHostModel, JobModel } from './models.ts';
import type { Related } from './service/relatedJobs.ts';
import { MOST_MESSAGE_CHARS } from './domain/decide.ts';
import { conductToWire } from './specWire.ts';

type Schemas = components['schemas'];
export type WireJob = Schemas['Job'];
export type WireJobHost = Schemas['JobHost'];
export type WireCounts = Schemas['JobCounts'];

/** States in which the due time is shown, because people wait for it. */
const TELL_WHEN: readonly JobHostState[] = ['retry_wait', 'waiting_window', 'rebooting'];
/** States in which a host may wait for a window. */
const AWAIT_WINDOW: readonly JobHostState[] = ['waiting_window', 'rebooting'];
const at = (date: Date | null): string | null => date?.toISOString() ?? null;

export function countsToWire(counts: StateCounts): WireCounts {
  return Object.fromEntries(JOB_HOST_STATES.map((state) => [state, counts[state] ?? 0])) as WireCounts;
}

/** A job as the contract shows it; with its hosts if they are given. */
export function jobToWire(
  job: JobModel,
  {
    target,
    hosts,
    held,
    related,
    hostState,
    traceId = null,
  }: {
    target: JobTarget | null;
    hosts?: readonly JobHostModel[];
    held?: readonly Held[];
    related: Related;
    hostState?: JobHostState | undefined;
    traceId?: string | null;
  },
): WireJob {
  const { spec } = job;
  return {
    id: job.id,
    name: job.name,
    operation: job.operation,
    state: job.state,
    ended: isJobEnded(job.state),
    reason: job.reason,
    mode: spec.mode,
    dry_run: spec.dryRun,
    packages: spec.packages,
    connection: spec.connection ?? null,
    purge: spec.purge,
    autoremove: spec.autoremove,
    ...conductToWire(spec),
    current_wave: job.currentWave ?? null,
    wave_states: wavesToWire(job),
    schedule_at: at(job.scheduleAt),
    target: target as WireJob['target'],
    created_by: creatorOf(job),
    created_at: job.createdAt.toISOString(),
    from_plan_job_id: job.fromPlanJobId,
    rollback_of_job_id: job.rollbackOfJobId,
    runs: related.runs.map(relatedToWire),
    rollbacks: related.rollbacks.map(relatedToWire),
    hosts_to_approve: related.hostsToApprove,
    idempotency_key: job.idempotencyKey,
    ...jobProgress(job),
    cancel_requested_at: at(job.cancelRequestedAt),
    last_seq: job.lastSeq,
    updated_at: job.updatedAt.toISOString(),
    ...(hostState ? { host_state: hostState } : {}),
    ...(traceId === null ? {} : { trace_id: traceId }),
    ...(held ? { waits_for: held.map(heldToWire) } : {}),
    ...(hosts ? { hosts: hosts.map((row) => jobHostToWire(row, spec)) } : {}),
  };
}

function heldToWire({ kind, id, name, reason, until, hosts }: Held): Schemas['JobHolder'] {
  return { kind, id, name, reason, until: at(until), hosts_total: hosts };
}

/** What would hold a job that is not written. */
export function previewToWire({ holds, hosts, ...preview }: JobPreview): Schemas['JobPreview'] {
  const named = ({ hostId, fqdn }: NamedHost): Schemas['JobPreviewHost'] => ({ host_id: hostId, fqdn });
  return {
    hosts_total: preview.hostsTotal,
    hosts_free: preview.hostsFree,
    hosts: hosts.map(named),
    holds: holds.map(({ until, endsAt, hostsTotal, hosts: some, ...hold }) => ({
      ...hold,
      until: at(until),
      ends_at: at(endsAt),
      hosts_total: hostsTotal,
      hosts: some.map(named),
    })),
    holds_total: preview.holdsTotal,
    refusal: preview.refusal,
    reboot: preview.reboot,
    hosts_reboot_required: preview.hostsRebootRequired,
    hosts_reboot_unknown: preview.hostsRebootUnknown,
  };
}

/** The waves of a job as they stand, in order; empty without waves. */
export function wavesToWire({ waves, currentWave, state, spec }: JobModel): Schemas['JobWaveState'][] {
  return (waves ?? []).map((wave, index) => {
    const { hosts, leftOut, ...figures } = waveFigures(wave);
    const number = index + 1;
    return {
      number,
      state: waveState({ waves: waves ?? [], current: currentWave ?? null }, number, state),
      soak_secs: wave.soakSecs,
      hosts_total: hosts,
      ...figures,
      left_out: leftOut,
      failures: failuresCounted(wave),
      failures_allowed: failuresAllowed(wave, spec.failureBudgetPercent ?? 0),
      started_at: wave.startedAt,
      soak_ends_at: wave.soakEndsAt,
      passed_at: wave.passedAt,
    };
  });
}

function relatedToWire(job: JobModel): Schemas['RelatedJob'] {
  const { id, state, counts, createdAt } = job;
  return {
    id,
    state,
    hosts_total: totalOf(counts),
    created_by: creatorOf(job),
    created_at: createdAt.toISOString(),
  };
}

const creatorOf = ({ createdById, createdByName }: JobModel): Schemas['UserRef'] => ({
  id: createdById,
  username: createdByName.slice(0, 64),
});

function jobProgress(job: JobModel) {
  return {
    counts: countsToWire(job.counts),
    hosts_total: totalOf(job.counts),
    started_at: at(job.startedAt),
    completed_at: at(job.completedAt),
  };
}

/** The data of a `job.updated` event. `waves`: those to include, by default all. */
export function jobEventData(
  job: JobModel,
  waves: Schemas['JobWaveState'][] = wavesToWire(job),
): Schemas['JobUpdatedEvent']['data'] {
  return {
    job_id: job.id,
    state: job.state,
    reason: job.reason,
    ...jobProgress(job),
    ...(job.waves ? { current_wave: job.currentWave ?? null } : {}),
    ...(waves.length > 0 ? { wave_states: waves } : {}),
    from_plan_job_id: job.fromPlanJobId ?? null,
    rollback_of_job_id: job.rollbackOfJobId ?? null,
  };
}

/** A host of a job with this spec. */
export function jobHostToWire(row: JobHostModel, spec: Pick<JobSpec, 'dryRun'>): WireJobHost {
  return { ...lightJobHost(row, spec), ...heavyParts(row) };
}

/** A job host without what can be long; `heavyParts` completes it. */
export function lightJobHost(
  row: Omit<JobHostModel, 'plan' | 'changes'>,
  spec: Pick<JobSpec, 'dryRun'>,
): Omit<WireJobHost, 'plan' | 'changes'> {
  return {
    host_id: row.hostId,
    fqdn: row.fqdn,
    position: row.position + 1,
    wave: row.wave ?? null,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    max_attempts: attemptsOf(spec),
    next_attempt_at: TELL_WHEN.includes(row.state) ? at(row.nextAttemptAt) : null,
    ...nextWindow(row),
    agent_job_id: row.agentJobId,
    agent_job_status: row.agentJobStatus,
    progress: row.progress,
    message: row.message.slice(0, MOST_MESSAGE_CHARS),
    error: row.error ? { ...row.error, message: row.error.message.slice(0, MOST_MESSAGE_CHARS) } : null,
    plan_hash: row.planHash,
    run_job_id: row.runJobId,
    reversible: row.reversible,
    started_at: at(row.startedAt),
    completed_at: at(row.completedAt),
    updated_at: row.updatedAt.toISOString(),
    last_log_seq: row.logSeq,
  };
}

function nextWindow({ state, nextAttemptAt, windowEndAt }: Parameters<typeof lightJobHost>[0]) {
  const isKnown = AWAIT_WINDOW.includes(state) && nextAttemptAt && windowEndAt;
  return {
    next_window_start_at: isKnown ? at(nextAttemptAt) : null,
    next_window_end_at: isKnown ? at(windowEndAt) : null,
  };
}

/** The host without the details of its error: for events, which are kept for long and sent to many. */
export function withoutDetails<T extends Pick<WireJobHost, 'error'>>(host: T): T {
  if (!host.error?.details) return host;
  const { details: _details, ...error } = host.error;
  return { ...host, error };
}

export function heavyParts(
  row: Pick<JobHostModel, 'plan' | 'changes'>,
): Pick<WireJobHost, 'plan' | 'changes'> {
  return { plan: row.plan, changes: row.changes ?? [] };
}
