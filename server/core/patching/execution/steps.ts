import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Context } from '#server/kernel/boot/feature.ts';
import { dispatchKey } from '../domain/dispatchKey.ts';
import type { Outcome } from '../domain/decide.ts';
import type { JobHostModel, PackageChange, StoredPlan, PlannedAct } from '../models.ts';
import {
  allChanges,
  keptPlan,
  allReversible,
  hasChangedConnection,
  mergedChanges,
  rebootCall,
  rollbackCall,
  startCall,
  type AgentHealth,
  type AgentJob,
} from '../agentClient.ts';
import { isPlannedHere, type JobOperation, type JobSpec } from '../domain/jobSpec.ts';
import { LONGEST_RETRY_MS } from '../domain/retryPolicy.ts';
import type { AgentTarget, HostsPort } from '../ports.ts';
import { EMPTY_PLAN_HASH } from '../service/waitingPlans.ts';
import { agentPackageFor } from './agentPackage.ts';
import { failureOfJob, GivenUp, hostRemoved } from './contact.ts';
import { send } from './dispatchStep.ts';
import { msUntil } from './dueTimes.ts';
import { followAgentJob, type FollowDeps } from './follow.ts';
import type { HostWork } from './hostWork.ts';
import type { Reasons } from './reasons.ts';
import { askReboot, type RebootVerdict } from './rebootGate.ts';
import { withAdvice } from './planAdvice.ts';
import { rebootAndWait } from './rebootStep.ts';
import { verifyHost } from './verifyStep.ts';

export interface StepDeps extends Omit<FollowDeps, 'onContact'> {
  ctx: Pick<Context, 'hooks' | 'clock' | 'db' | 'log'>;
  reasons: Reasons;
  patchListOf: HostsPort['patchListOf'];
  /** Claims the tags that the host needs to restart. */
  takeRebootTags(work: HostWork): Promise<RebootVerdict>;
  onContact(work: HostWork, lost: string | null): Promise<void>;
  /** Writes columns of the row without moving its state. */
  update(work: HostWork, set: Partial<JobHostModel>): Promise<void>;
}

/** The outcome of a step, and the columns to write with it. */
export interface StepResult {
  outcome: Outcome;
  set: Partial<JobHostModel>;
}

/** Does the step of the host's state, outside of any transaction, and returns its result. */
export async function runStep(deps: StepDeps, work: HostWork): Promise<StepResult> {
  if (work.removed) return only({ kind: 'givenUp', failure: hostRemoved() });
  try {
    return await stepOf(deps, work);
  } catch (error) {
    if (error instanceof GivenUp) return only({ kind: 'givenUp', failure: error.failure });
    throw error;
  }
}

const only = (outcome: Outcome): StepResult => ({ outcome, set: {} });

function stepOf(deps: StepDeps, work: HostWork): Promise<StepResult> {
  switch (work.row.state) {
    case 'dispatching':
      return dispatch(deps, work);
    case 'running':
      return follow(deps, work);
    case 'rebooting':
      return reboot(deps, work);
    case 'verifying':
      return verifyHost(deps, work).then(only);
    case 'rolling_back':
      return rollBack(deps, work);
    default:
      throw new Error(`nothing is to be done for a host in ${work.row.state}`);
  }
}

async function dispatch(deps: StepDeps, work: HostWork): Promise<StepResult> {
  const { row, job, target } = work;
  if (isPlannedHere(job.operation, job.spec)) return only({ kind: 'accepted' });
  const isReboot = job.operation === 'reboot';
  const before = isReboot && work.fresh ? await deps.client.health(target).catch(() => null) : null;
  const agent = job.operation === 'agent_update' ? await agentPackageFor(deps.ctx, work.platform) : null;
  if (agent !== null && 'failure' in agent) return only({ kind: 'refused', failure: agent.failure });
  const call = startCall(job.operation, job.spec, row, agent);
  const sent = await send(deps, work, call, keyOf(row));
  if ('kind' in sent) return only(sent);
  const { jobId } = sent;
  return {
    outcome: { kind: 'accepted' },
    set: {
      agentJobId: jobId,
      agentJobStatus: 'pending',
      ...(isReboot ? { stepJobId: jobId, ...boot(before) } : {}),
    },
  };
}

/** The boot id and the problems of a host before its restart. */
function boot(health: AgentHealth | null): Pick<JobHostModel, 'bootId' | 'problemsBefore'> {
  return {
    bootId: health?.bootId ?? null,
    problemsBefore: health?.problems.map(({ code }) => code) ?? null,
  };
}

async function follow(deps: StepDeps, work: HostWork): Promise<StepResult> {
  const { operation, spec } = work.job;
  if (isPlannedHere(operation, spec)) return plannedHere(managerPlan(operation, spec, work.target));
  for (;;) {
    const { row } = work;
    const job = row.agentJobId ? await followAgentJob(deps, work, row.agentJobId) : null;
    if (!job) return only({ kind: 'forgotten' });
    const left = (row.undoJobIds ?? []).slice(0, -1);
    const isMoreToUndo = work.job.operation === 'rollback' && job.status === 'completed' && left.length > 0;
    if (!isMoreToUndo) return { outcome: endedOutcome(job, row), set: await keptOf(deps, job, work) };
    const failed = await undoNext(deps, work, {
      left,
      changes: mergedChanges(row.changes ?? [], job.changes),
    });
    if (failed) return failed;
  }
}

/** A plan that the manager made itself is always completed: the agent was not asked. */
const plannedHere = (plan: StoredPlan): StepResult => ({
  outcome: { kind: 'ended', status: 'completed', failure: null, changed: false, rebootRequired: false },
  set: { plan, planHash: plan.plan_hash, progress: 100, message: '' },
});

/** A rollback job continues with the agent's job before the one just undone; null once the agent accepted that. */
async function undoNext(
  deps: StepDeps,
  work: HostWork,
  { left, changes }: { left: string[]; changes: PackageChange[] },
): Promise<StepResult | null> {
  const repetition = work.row.repetition + 1;
  const key = keyOf({ ...work.row, repetition }, 'rollback');
  const sent = await send(deps, work, rollbackCall(left.at(-1) ?? ''), key);
  if ('kind' in sent) {
    // Jobs already undone stay undone; a new attempt begins with the rest.
    const outcome = {
      kind: 'ended',
      status: 'failed',
      failure: sent.failure,
      changed: true,
      rebootRequired: false,
    } as const;
    return { outcome, set: { undoJobIds: left, changes } };
  }
  work.restartSeq();
  await deps.update(work, { agentJobId: sent.jobId, agentSeq: 0, undoJobIds: left, repetition, changes });
  return null;
}

type Ended = Extract<Outcome, { kind: 'ended' }>;

function endedOutcome(job: AgentJob, row: JobHostModel): Ended {
  const changed = mergedChanges(row.changes ?? [], job.changes).length > 0 || hasChangedConnection(job);
  const failure = failureOfJob(job.error);
  return {
    kind: 'ended',
    status: job.status as Ended['status'],
    failure,
    changed,
    rebootRequired: job.reboot_required,
    leftOut: leftOutOf(job),
  };
}

/** An update that is known to be for security counts for more than some that may be. */
function leftOutOf({ plan }: AgentJob): Ended['leftOut'] {
  const reasons = new Set<string>(plan?.kept_back.map(({ reason }) => reason));
  if (reasons.has('PINNED')) return 'SECURITY_PINNED';
  return reasons.has('SECURITY_UNKNOWN') ? 'SECURITY_UNKNOWN' : null;
}

/** The columns that keep an agent's ended job. */
async function keptOf(deps: StepDeps, job: AgentJob, work: HostWork): Promise<Partial<JobHostModel>> {
  const { ctx } = deps;
  const { row } = work;
  const { spec } = work.job;
  // A run keeps the approved plan's hash, whatever plan its agent names.
  const plan = spec.dryRun ? await planWithAdvice(deps, job, row.hostId) : null;
  const { changes, total } = allChanges(row.changes ?? [], job.changes);
  // An attempt that was interrupted had done the work, or its repair has.
  const isDoneBefore = job.status === 'completed' && job.changes.length === 0 && total > 0;
  if (changes.length < total)
    work.note(
      ctx.clock.now(),
      `The agent named ${total} changed packages; the first ${changes.length} are stored.`,
    );
  return {
    agentJobStatus: job.status,
    progress: job.progress,
    message: isDoneBefore ? doneBefore(total) : job.message,
    bootId: job.boot_id,
    changes,
    reversible: allReversible(row, job),
    ...(plan ? { plan, planHash: plan.plan_hash } : {}),
    ...((job.changes.length > 0 || hasChangedConnection(job)) && job.operation !== 'rollback'
      ? { undoJobIds: [...(row.undoJobIds ?? []), job.job_id] }
      : {}),
  };
}

const doneBefore = (count: number): string =>
  `Nothing was left to do: an earlier attempt has changed ${count} ${count === 1 ? 'package' : 'packages'}`;

async function reboot(deps: StepDeps, work: HostWork): Promise<StepResult> {
  const { row, target } = work;
  // The time that a gate names is not waited for: gates are asked again all the time.
  if (row.error !== null && row.reason === row.error.code) await waitForRetry(deps, work);
  const key = keyOf(row, 'reboot');
  const outcome = await rebootAndWait(
    {
      ...deps,
      now: () => deps.ctx.db.now(),
      mayReboot: async (now) => {
        const verdict = await askReboot(deps, work, now);
        return verdict.verdict === 'go' ? deps.takeRebootTags(work) : verdict;
      },
      startReboot: () => deps.client.start(target, rebootCall('A restart after patching'), key),
      findReboot: () => deps.client.findByKey(target, key),
    },
    work,
  );
  return only(outcome);
}

async function waitForRetry({ ctx }: StepDeps, work: HostWork): Promise<void> {
  const waitMs = work.row.nextAttemptAt ? await msUntil(ctx, work.row.nextAttemptAt) : 0;
  // One that a clock ahead gave is not waited for: the clock was set back since.
  if (waitMs > 0 && waitMs <= LONGEST_RETRY_MS) await work.pause(ctx.clock, waitMs);
}

async function rollBack(deps: StepDeps, work: HostWork): Promise<StepResult> {
  await waitForRetry(deps, work);
  for (;;) {
    const undoJobIds = work.row.undoJobIds ?? [];
    const undoJobId = undoJobIds.at(-1);
    if (!undoJobId) return only({ kind: 'forgotten' });
    if (!work.row.stepJobId) {
      const sent = await send(deps, work, rollbackCall(undoJobId), keyOf(work.row, 'rollback'));
      if ('kind' in sent) return only(sent);
      work.restartSeq();
      await deps.update(work, { stepJobId: sent.jobId, agentSeq: 0 });
    }
    const job = await followAgentJob(deps, work, work.row.stepJobId ?? '');
    if (!job) return only({ kind: 'forgotten' });
    if (job.status !== 'completed' || undoJobIds.length === 1)
      return { outcome: endedOutcome(job, work.row), set: { message: job.message } };
    const repetition = work.row.repetition + 1;
    await deps.update(work, {
      undoJobIds: undoJobIds.slice(0, -1),
      stepJobId: null,
      agentSeq: 0,
      repetition,
    });
  }
}

type KeyParts = Pick<JobHostModel, 'jobId' | 'hostId' | 'round' | 'attempt' | 'repetition'>;

function keyOf(row: KeyParts, step: 'work' | 'reboot' | 'rollback' = 'work'): string {
  const { jobId, hostId, round, attempt, repetition } = row;
  return dispatchKey({ jobId, hostId, round, attempt, step, repetition });
}

/** If the patch list cannot be read, the plan is kept without its advice. */
async function planWithAdvice(
  { ctx, patchListOf }: StepDeps,
  job: AgentJob,
  hostId: string,
): Promise<ReturnType<typeof keptPlan>> {
  const plan = keptPlan(job);
  if (!plan) return null;
  try {
    return withAdvice(plan, await patchListOf(hostId));
  } catch (error) {
    ctx.log.warn({ error, hostId }, 'the patch list of a host could not be read');
    return plan;
  }
}

/**
 * The plan of a hold, an unhold, a reboot or a change of the connection. It depends on no more of the host than how it
 * is reached: one that is reached so already has nothing to do. Its hash covers the actions, so that an approval covers
 * exactly these.
 */
function managerPlan(
  operation: JobOperation,
  { packages, connection }: Pick<JobSpec, 'packages' | 'connection'>,
  present: Pick<AgentTarget, 'connection'>,
): StoredPlan {
  const acts =
    operation === 'connection'
      ? connectionActs(connection, present)
      : actsOf(operation, packages.map(({ name }) => name).sort());
  return {
    install: [],
    upgrade: [],
    downgrade: [],
    remove: [],
    kept_back: [],
    download_size_bytes: 0,
    disk_change_bytes: 0,
    reboot_expected: operation === 'reboot',
    reversible: { verdict: operation === 'connection' ? 'yes' : 'no', reasons: [] },
    manager_does: acts,
    plan_hash: acts.length === 0 ? EMPTY_PLAN_HASH : hashOf(acts),
  };
}

const hashOf = (acts: readonly PlannedAct[]): string =>
  createHash('sha256')
    .update(canonicalize({ manager_does: acts }) ?? '')
    .digest('hex');

function connectionActs(
  wanted: JobSpec['connection'],
  { connection: present = 'listen' }: Pick<AgentTarget, 'connection'>,
): PlannedAct[] {
  return wanted && wanted !== present ? [{ action: wanted, package: null }] : [];
}

function actsOf(operation: JobOperation, names: readonly string[]): PlannedAct[] {
  if (operation === 'reboot') return [{ action: 'reboot', package: null }];
  if (operation !== 'hold' && operation !== 'unhold')
    throw new Error(`the manager cannot plan the operation ${operation}`);
  return names.map((name) => ({ action: operation, package: name }));
}
