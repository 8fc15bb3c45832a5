import type { Outcome } from '../domain/decide.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import type { StartCall } from '../agentClient.ts';
import { agentTooOld, failureOf, isRefusal, Pace } from './contact.ts';
import type { FollowDeps } from './follow.ts';
import type { HostWork } from './hostWork.ts';

export type Sent = { jobId: string } | Extract<Outcome, { kind: 'neverSent' | 'refused' }>;

/** How often the same key is sent before giving up; after each failure the agent is asked whether it got the key. */
const SENDS = 2;

/**
 * Sends a call that starts work, under the key of its attempt, and finds out whether the agent has it. Resolves only
 * once that is certain: until then it keeps asking the agent by the key. For a call that may have been sent before (by
 * a manager that was killed), it asks first.
 */
export async function send(deps: FollowDeps, work: HostWork, call: StartCall, key: string): Promise<Sent> {
  const asked = work.fresh ? null : await whatBecameOf(deps, work, key);
  if (asked !== null) return { jobId: asked };
  const unable = call.needs?.length ? await findInability(deps, work, call.needs) : null;
  if (unable) return unable;
  let failure = { code: 'AGENT_ERROR', message: 'The call never reached the agent.', retryable: true };
  for (let sends = 0; sends < SENDS; sends++) {
    try {
      return { jobId: await deps.client.start(work.target, call, key) };
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      failure = failureOf(error);
      if (isRefusal(error)) return { kind: 'refused', failure };
      if (error.neverSent || error.kind === 'tls') return { kind: 'neverSent', failure };
    }
    await deps.onContact(work, failure.message);
    const known = await whatBecameOf(deps, work, key);
    if (known !== null) return { jobId: known };
  }
  return { kind: 'neverSent', failure };
}

/** Why the call is not sent to this agent now; null when it names all of the capabilities. */
async function findInability(
  { client }: FollowDeps,
  { target }: HostWork,
  needed: NonNullable<StartCall['needs']>,
): Promise<Extract<Sent, { kind: string }> | null> {
  try {
    const { capabilities } = await client.health(target);
    const lacking = needed.find((capability) => !capabilities.includes(capability));
    return lacking === undefined ? null : { kind: 'refused', failure: agentTooOld(lacking) };
  } catch (error) {
    if (error instanceof AgentFailure) return { kind: 'neverSent', failure: failureOf(error) };
    throw error;
  }
}

/** The agent's job of that key, or null when the agent says that it never got it. */
async function whatBecameOf(deps: FollowDeps, work: HostWork, key: string): Promise<string | null> {
  const pace = new Pace();
  for (;;) {
    work.stopping.signal.throwIfAborted();
    try {
      const jobId = await deps.client.findByKey(work.target, key);
      await deps.onContact(work, null);
      return jobId;
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      await deps.onContact(work, error.message);
    }
    await pace.wait(deps.clock, work.stopping.signal);
  }
}
