import { AgentFailure } from '#sdk';
import type { AgentTransport } from '#sdk/agents.ts';
import type { ClaimedHost, PollResult, StoredHealth, Unanswered } from '#sdk/hosts.ts';
import { isRestarted, readFailure, readHealth, readInfo, readPatches } from './domain.ts';
import { withUnanswered } from './unanswered.ts';

export const healthTimeoutMs = 10_000;
export const infoTimeoutMs = 10_000;
/** An agent may have to ask its package manager first. */
export const patchesTimeoutMs = 20_000;
/** The longest that a poll takes, whatever the agent does. */
export const pollLimitMs = 2 * healthTimeoutMs + infoTimeoutMs + patchesTimeoutMs + 5_000;

/**
 * Asks one agent what is due. A failure of the host is part of the result, not thrown; what the agent did not answer
 * keeps its stored values, and becomes a problem of the host.
 */
export async function pollHost(
  transport: AgentTransport,
  host: ClaimedHost,
  { now, marks }: { now: Date; marks: HealthMarks },
): Promise<PollResult> {
  const result: PollResult = {
    host,
    polled: { health: true, patches: false, info: false },
    seen: true,
    healthStatus: host.healthStatus,
    statusReason: host.statusReason,
  };
  const mark = transport.healthMark(host.hostId);
  const first = await askHealth(transport, result);
  if (!first) return result;
  const restarted = isRestarted(host, first);
  let unanswered = host.unanswered;
  const noting = async (kind: keyof Unanswered, ask: () => Promise<void>): Promise<void> => {
    result.polled[kind] = true;
    try {
      await ask();
      unanswered = { ...unanswered, [kind]: undefined };
    } catch (error) {
      unanswered = withUnanswered(unanswered, kind, known(error), now);
    }
  };
  if (host.due.info || restarted) await noting('info', () => askInfo(transport, result));
  if (host.due.patches || restarted) await noting('patches', () => askPatches(transport, result));
  if (JSON.stringify(unanswered) !== JSON.stringify(host.unanswered)) result.unanswered = unanswered;
  if (result.polled.patches && unanswered.patches?.isTold) result.patchesUnknown = true;
  // Only now does it know whether its lists can be read: nobody should see unknown counts without the reason, nor a
  // reason that is gone.
  const couldNot = host.patchesEtag === null && first.status === 'degraded';
  const isOvertaken = result.patchesUnknown || (couldNot && result.patches);
  const last = isOvertaken ? await askHealth(transport, result) : first;
  if (last) Object.assign(result, readHealth(host, last, unanswered));
  marks.note(host, result, mark);
  return result;
}

/**
 * By which mark of its agent each host was polled last. While an agent that dials says the same mark, its answer would be
 * the one that is stored, so it is not asked.
 */
export class HealthMarks {
  readonly #known = new Map<string, { mark: string; digest: string | null }>();

  isUnchanged({ hostId, healthDigest }: StoredHealth, mark: string | null): boolean {
    const known = this.#known.get(hostId);
    // What another manager has stored since, or what could not be stored, is no answer to this mark.
    return mark !== null && known?.mark === mark && known.digest === healthDigest;
  }

  note({ hostId, healthDigest }: ClaimedHost, { health }: PollResult, mark: string | null): void {
    if (mark === null) this.#known.delete(hostId);
    else this.#known.set(hostId, { mark, digest: health?.digest ?? healthDigest });
  }
}

type Health = Awaited<ReturnType<typeof callHealth>>;

const callHealth = async (transport: AgentTransport, host: ClaimedHost) =>
  (await transport.call(host, 'getHealth', { timeoutMs: healthTimeoutMs })).data;

/** Null: it did not answer, and the result says why. */
async function askHealth(transport: AgentTransport, result: PollResult): Promise<Health | null> {
  try {
    return await callHealth(transport, result.host);
  } catch (error) {
    Object.assign(result, readFailure(result.host, known(error)), { seen: false });
    return null;
  }
}

async function askInfo(transport: AgentTransport, result: PollResult): Promise<void> {
  const { data } = await transport.call(result.host, 'getSystemInfo', { timeoutMs: infoTimeoutMs });
  result.info = readInfo(data);
}

async function askPatches(transport: AgentTransport, result: PollResult): Promise<void> {
  const answer = await transport.call(result.host, 'listPatches', {
    timeoutMs: patchesTimeoutMs,
    ifNoneMatch: result.host.patchesEtag ?? undefined,
  });
  if (answer.data) result.patches = readPatches(answer.data, answer.etag);
  else result.patchesUnchanged = { refreshedAt: answer.lastModified };
}

function known(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  throw error;
}
