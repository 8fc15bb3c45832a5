import type { Clock } from '#server/kernel/clock.ts';
import { guarded } from '#server/shared/guarded.ts';
import type { AgentTransport } from '../ports.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { AGENT_LIMITS } from '#server/shared/wire/agentLimits.ts';
import type { AgentClient, AgentJob } from '../agentClient.ts';
import { isRefusal, Pace } from './contact.ts';
import type { HostWork } from './hostWork.ts';

const ENDED: readonly string[] = ['completed', 'failed', 'timedout', 'cancelled'];
/**
 * A stream that is silent for this long is checked by a call: its connection may be dead. For an answer the limit is
 * longer, because the transport notices a dead connection itself, by lines that are no events.
 */
const QUIET_MS = { socket: 30_000, answer: 300_000 };

export interface FollowDeps {
  transport: AgentTransport;
  client: AgentClient;
  clock: Clock;
  /** Contact was lost (the reason), or is back (null). Rejects to end the following. */
  onContact(work: HostWork, lost: string | null): Promise<void>;
}

/**
 * Follows one job of an agent to its end: by its stream, resumed after the last event that was taken, and by
 * calls every 2 to 10 s while there is no stream. Null when the agent answers but no longer knows the job.
 */
export async function followAgentJob(
  deps: FollowDeps,
  work: HostWork,
  jobId: string,
): Promise<AgentJob | null> {
  const signal = work.stopping.signal;
  const pace = new Pace();
  // The manager that worked here before may already have taken the last event.
  let ask = !work.fresh;
  for (;;) {
    const { streamed, ended } = ask ? NOT_STREAMED : await followStream(deps, work, jobId);
    if (streamed === 'quiet' || streamed === 'events') pace.reset();
    if (ended) await deps.onContact(work, null);
    const job = ended ?? (await askOnce(deps, work, jobId));
    if (job === 'unknown') return null;
    if (job && ENDED.includes(job.status)) {
      if (streamed !== 'ended') await takeRestOfLog(deps, work, jobId);
      return job;
    }
    if (job) work.takeProgress(job.progress, job.message);
    if (job && streamed === 'none') await takeRestOfLog(deps, work, jobId);
    if (streamed !== 'quiet' && !ask) await pace.wait(deps.clock, signal);
    ask = false;
  }
}

/** `none`: no stream was opened; `events`: it broke off; `quiet`: it may be dead; `ended`: the job ended. */
interface Streamed {
  streamed: 'none' | 'events' | 'quiet' | 'ended';
  /** The ended job, if the stream carries it. */
  ended: AgentJob | null;
}

const NOT_STREAMED: Streamed = { streamed: 'none', ended: null };

async function followStream(deps: FollowDeps, work: HostWork, jobId: string): Promise<Streamed> {
  const { transport, clock } = deps;
  const signal = work.stopping.signal;
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<Streamed>();
  const done = (streamed: Streamed['streamed'], ended: AgentJob | null = null): void =>
    resolve({ streamed, ended });
  const form = work.followsByAnswer ? 'answer' : 'socket';
  let got = false;
  const onQuiet = guarded(() => done('quiet'));
  let quiet = clock.setTimeout(onQuiet, QUIET_MS[form]);
  const onAbort = guarded(() => done('none'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const stream = await transport.openJobStream(
      work.target,
      { jobId, fromSeq: work.agentSeq + 1, form },
      {
        event(event) {
          got = true;
          quiet.clear();
          quiet = clock.setTimeout(onQuiet, QUIET_MS[form]);
          work.take(event);
          // An answer continues until the job itself.
          if (form === 'socket' && event.kind === 'status' && ENDED.includes(event.status)) done('ended');
        },
        room: () => work.written(),
        end: (job) => done('ended', job),
        close: () => done(got ? 'events' : 'none'),
      },
      signal,
    );
    const streamed = await promise;
    stream.close();
    return streamed;
  } catch (error) {
    if (!(error instanceof AgentFailure)) {
      signal.throwIfAborted();
      throw error;
    }
    // An agent of an earlier release has replaced the one that named the capability.
    if (isRefusal(error) && error.code === 'NOT_FOUND') work.followsByAnswer = false;
    return NOT_STREAMED;
  } finally {
    quiet.clear();
    signal.removeEventListener('abort', onAbort);
  }
}

async function askOnce(
  deps: FollowDeps,
  work: HostWork,
  jobId: string,
): Promise<AgentJob | 'unknown' | null> {
  work.stopping.signal.throwIfAborted();
  try {
    const job = await deps.client.getJob(work.target, jobId);
    await deps.onContact(work, null);
    return job;
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    if (isRefusal(error) && error.code === 'JOB_NOT_FOUND') return 'unknown';
    await deps.onContact(work, error.message);
    return null;
  }
}

/** Reads by calls the log lines that no stream brought. After a failure they are read the next time, or not at all. */
async function takeRestOfLog({ client }: FollowDeps, work: HostWork, jobId: string): Promise<void> {
  try {
    for (let pages = 0; pages < AGENT_LIMITS.logPages; pages++) {
      const before = work.agentSeq;
      work.takeLogs(await client.logsAfter(work.target, jobId, before));
      // Nothing new, or the same lines again: there is no more to read.
      if (work.agentSeq <= before || work.stopping.signal.aborted) return;
      if (work.isFull) await work.written();
    }
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
  }
}
