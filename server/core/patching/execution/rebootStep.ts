import type { Failure, Outcome } from '../domain/decide.ts';
import { AgentFailure } from '../../../contract/agentFailure.ts';
import { failureOf, isRefusal, Pace } from './contact.ts';
import type { FollowDeps } from './follow.ts';
import type { HostWork } from './hostWork.ts';

export interface RebootDeps extends FollowDeps {
  /** Asks the agent for the restart, under the step's key; the same key restarts once. */
  startReboot(work: HostWork): Promise<string>;
  /** Records the agent's job of the step; what was recorded before is overwritten. */
  recordStepJob(work: HostWork, jobId: string): Promise<void>;
}

type AgentEnd = Extract<Outcome, { kind: 'ended' }>;

/**
 * Restarts the host and waits until it runs another boot. That the agent does not answer for a while is what a
 * restart looks like, so no contact is lost before the deadline.
 */
export async function rebootAndWait(deps: RebootDeps, work: HostWork): Promise<Outcome> {
  const pace = new Pace();
  for (;;) {
    work.stopping.signal.throwIfAborted();
    if (isOverdue(deps, work)) return { kind: 'bootOverdue' };
    try {
      const outcome = await look(deps, work);
      if (outcome) return outcome;
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      if (isRefusal(error) && !error.retryable) return { kind: 'refused', failure: failureOf(error) };
    }
    await pace.wait(deps.clock, work.stopping.signal);
  }
}

async function look(deps: RebootDeps, work: HostWork): Promise<Outcome | null> {
  const { row, target } = work;
  const bootId = await deps.client.bootId(target);
  if (row.bootId !== null && bootId !== row.bootId) return { kind: 'booted' };
  if (row.stepJobId === null) {
    await deps.recordStepJob(work, await deps.startReboot(work));
    return null;
  }
  const job = await deps.client.getJob(target, row.stepJobId);
  // The boot in which the restart was asked for, where it was not known before.
  if (row.bootId === null && job.boot_id !== null && job.boot_id !== bootId) return { kind: 'booted' };
  if (job.status === 'completed') return { kind: 'booted' };
  if (job.status === 'pending' || job.status === 'running') return null;
  return endOf(job.status, job.error);
}

function endOf(status: AgentEnd['status'], failure: Failure | null): Outcome {
  return { kind: 'ended', status, failure, changed: false, rebootRequired: false };
}

function isOverdue({ clock }: RebootDeps, { row }: HostWork): boolean {
  return row.stepDeadlineAt !== null && clock.now() >= row.stepDeadlineAt;
}
