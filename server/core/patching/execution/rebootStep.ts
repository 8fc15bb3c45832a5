import { MOST_MESSAGE_CHARS, type Failure, type Outcome } from '../domain/decide.ts';
import { isAhead, REBOOT_LIMIT_MS } from '../domain/retryPolicy.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import type { JobHostModel } from '../models.ts';
import type { AgentHealth, AgentJob } from '../agentClient.ts';
import { failureOf, failureOfJob, isRefusal, Pace } from './contact.ts';
import type { FollowDeps } from './follow.ts';
import type { HostWork } from './hostWork.ts';
import type { RebootVerdict } from './rebootGate.ts';
import { isNews } from './verdicts.ts';

export interface RebootDeps extends Omit<FollowDeps, 'onContact'> {
  /** Whether the gates let the host restart now. */
  mayReboot(now: Date): Promise<RebootVerdict>;
  /** Asks the agent for the restart, under the step's key; the same key restarts once. */
  startReboot(work: HostWork): Promise<string>;
  /** The agent's job of the step's key, or null when it never got one. */
  findReboot(work: HostWork): Promise<string | null>;
  /** By the database's clock, like the deadline of the step. */
  now(): Promise<Date>;
  /** Writes columns of the row without moving its state. */
  update(work: HostWork, set: Partial<JobHostModel>): Promise<void>;
}

/** What one look at the host showed; an outcome ends the step. `heldMs`: the wait while a gate holds the restart. */
type Seen = { seen: 'silent' | 'sameBoot' } | { unhealthy: Failure } | { heldMs: number } | Outcome;

/** `maybeAsked`: the agent may already have the request to restart, though its answer was lost. */
interface Asking {
  maybeAsked: boolean;
}

/** A gate that does not say when it opens is asked again after this time. */
const ASK_AGAIN_MS = 30_000;

/**
 * Restarts the host and waits until it runs another boot and its agent is as healthy as before. An agent that does not
 * answer for a while is normal during a restart, so no loss of contact is reported before the deadline. The host is
 * looked at once more after the deadline, because the manager may have been away for longer than the host.
 */
export async function rebootAndWait(deps: RebootDeps, work: HostWork): Promise<Outcome> {
  const pace = new Pace();
  const asking = { maybeAsked: !work.fresh && !isHeld(work) };
  for (;;) {
    work.stopping.signal.throwIfAborted();
    const seen = await look(deps, work, asking);
    if ('kind' in seen) return seen;
    if ('heldMs' in seen) {
      pace.reset();
      await work.pause(deps.clock, seen.heldMs);
      continue;
    }
    if (await isOverdue(deps, work)) return overdue(work, seen);
    if ('unhealthy' in seen && work.row.reason !== seen.unhealthy.code)
      await deps.update(work, { reason: seen.unhealthy.code, message: seen.unhealthy.message });
    await pace.wait(deps.clock, work.stopping.signal);
  }
}

/** A restart that a gate holds has no deadline and was never asked for. */
const isHeld = ({ row }: HostWork): boolean => row.stepJobId === null && row.stepDeadlineAt === null;

async function look(deps: RebootDeps, work: HostWork, asking: Asking): Promise<Seen> {
  try {
    const held = work.row.stepJobId === null ? await askGate(deps, work, asking) : null;
    if (held) return held;
    const health = await deps.client.health(work.target);
    if (isAnotherBoot(work, health)) return afterBoot(work, health);
    if (work.row.stepJobId === null) return await ask(deps, work, asking, health);
    const job = await deps.client.getJob(work.target, work.row.stepJobId);
    if (work.row.bootId === null && job.boot_id !== null) {
      await deps.update(work, { bootId: job.boot_id });
      if (isAnotherBoot(work, health)) return afterBoot(work, health);
    }
    return stillThere(job);
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    // Any other refusal comes from a host that is not ready yet, for instance because its clock is still wrong.
    if (isRefusal(error) && error.code === 'JOB_NOT_FOUND') return { kind: 'forgotten' };
    return { seen: 'silent' };
  }
}

function isAnotherBoot({ row }: HostWork, { bootId }: AgentHealth): boolean {
  return row.bootId !== null && row.bootId !== bootId;
}

/** A failing repository is a fault of another machine: it says nothing about the restart. */
const ELSEWHERE = ['SOURCE_FAILED'];

/** Problems from before the restart may remain; any new problem of the host itself makes it unhealthy. */
function afterBoot({ row }: HostWork, { problems }: AgentHealth): Seen {
  const known = [...ELSEWHERE, ...(row.problemsBefore ?? [])];
  const news = problems.filter(({ code }) => !known.includes(code));
  if (news.length === 0) return { kind: 'booted' };
  const list = news.map(({ code, message }) => `${code}: ${message}`).join('; ');
  const message = `The host restarted, but its agent has not been healthy since: ${list}`.slice(
    0,
    MOST_MESSAGE_CHARS,
  );
  return { unhealthy: { code: 'HOST_UNHEALTHY', message, retryable: false } };
}

/**
 * Null when the restart may be asked for now. While a gate holds it the agent is not called, unless it may already
 * have the request: if it has, the restart can no longer be held.
 */
async function askGate(deps: RebootDeps, work: HostWork, asking: Asking): Promise<Seen | null> {
  const now = await deps.now();
  if (work.cancelWanted) return isHeld(work) ? { kind: 'rebootCancelled' } : null;
  if (isLate(work, now)) return null;
  const answer = await deps.mayReboot(now);
  if (answer.verdict === 'go') {
    const stepDeadlineAt = new Date(now.getTime() + REBOOT_LIMIT_MS);
    if (isHeld(work))
      await deps.update(work, {
        reason: null,
        message: '',
        nextAttemptAt: null,
        windowEndAt: null,
        stepDeadlineAt,
      });
    return null;
  }
  if (asking.maybeAsked) {
    const stepJobId = await deps.findReboot(work);
    if (stepJobId !== null) return found(deps, work, stepJobId);
    asking.maybeAsked = false;
  }
  if (answer.verdict === 'refuse') return { kind: 'refused', failure: answer.failure };
  const { set, until } = answer;
  if (!isHeld(work) || isNews(work.row, 'rebooting', set))
    await deps.update(work, { ...set, stepDeadlineAt: null });
  const heldMs = until ? until.getTime() - now.getTime() : ASK_AGAIN_MS;
  return { heldMs: Math.min(ASK_AGAIN_MS, Math.max(1_000, heldMs)) };
}

async function found(deps: RebootDeps, work: HostWork, stepJobId: string): Promise<Seen> {
  await deps.update(work, { stepJobId });
  return { seen: 'sameBoot' };
}

/** Asks for the restart, unless the deadline has passed: the time that the gates granted may be over. */
async function ask(deps: RebootDeps, work: HostWork, asking: Asking, health: AgentHealth): Promise<Seen> {
  const isTooLate = await isOverdue(deps, work);
  if (isTooLate || work.cancelWanted) {
    const stepJobId = await deps.findReboot(work);
    if (stepJobId === null) return isTooLate ? { seen: 'sameBoot' } : { kind: 'rebootCancelled' };
    return found(deps, work, stepJobId);
  }
  asking.maybeAsked = true;
  try {
    const stepJobId = await deps.startReboot(work);
    const stepDeadlineAt = new Date((await deps.now()).getTime() + REBOOT_LIMIT_MS);
    const problemsBefore = health.problems.map(({ code }) => code);
    await deps.update(work, { stepJobId, stepDeadlineAt, problemsBefore });
    return { seen: 'sameBoot' };
  } catch (error) {
    if (error instanceof AgentFailure && isRefusal(error) && !error.retryable)
      return { kind: 'refused', failure: failureOf(error) };
    throw error;
  }
}

/** A job that completed in the same boot proves nothing: only another boot id does. */
function stillThere({ status, error }: AgentJob): Seen {
  if (status === 'timedout') return { kind: 'bootOverdue', seen: 'sameBoot' };
  if (status === 'failed' || status === 'cancelled')
    return { kind: 'ended', status, failure: failureOfJob(error), changed: false, rebootRequired: false };
  return { seen: 'sameBoot' };
}

function overdue({ row }: HostWork, seen: Exclude<Seen, Outcome | { heldMs: number }>): Outcome {
  if ('unhealthy' in seen) return { kind: 'unhealthy', failure: seen.unhealthy };
  return { kind: 'bootOverdue', seen: row.stepJobId === null ? 'notAsked' : seen.seen };
}

async function isOverdue(deps: RebootDeps, work: HostWork): Promise<boolean> {
  const now = await deps.now();
  const { stepDeadlineAt } = work.row;
  // The clock was set back: the host has its time from now.
  if (stepDeadlineAt !== null && isAhead(stepDeadlineAt, now, REBOOT_LIMIT_MS))
    await deps.update(work, { stepDeadlineAt: new Date(now.getTime() + REBOOT_LIMIT_MS) });
  return isLate(work, now);
}

const isLate = ({ row }: HostWork, now: Date): boolean =>
  row.stepDeadlineAt !== null && now >= row.stepDeadlineAt;
