import { AgentFailure, type AgentTransport, type ClaimedHost, type PollResult } from '../../server/plugin.ts';
import { isRestarted, readFailure, readHealth, readInfo, readPatches } from './domain.ts';

export const healthTimeoutMs = 10_000;
export const infoTimeoutMs = 10_000;
/** An agent may have to ask its package manager first. */
export const patchesTimeoutMs = 20_000;
/** The longest that a poll takes, whatever the agent does. */
export const pollLimitMs = 2 * healthTimeoutMs + infoTimeoutMs + patchesTimeoutMs + 5_000;

/**
 * Asks one agent what is due. A failure of the host is part of the result, not thrown; what the agent did not answer
 * keeps its stored values.
 */
export async function pollHost(transport: AgentTransport, host: ClaimedHost): Promise<PollResult> {
  const result: PollResult = {
    host,
    polled: { health: true, patches: false, info: false },
    seen: true,
    healthStatus: host.healthStatus,
    statusReason: host.statusReason,
  };
  const restarted = await pollHealth(transport, result);
  if (!result.seen) return result;
  if (host.due.info || restarted) await pollInfo(transport, result);
  if (host.due.patches || restarted) await pollPatches(transport, result);
  // Only now does it know whether its lists can be read: nobody should see unknown counts without the reason, nor a
  // reason that is gone.
  const couldNot = host.patchesEtag === null && result.healthStatus === 'degraded';
  if (result.patchesUnknown || (couldNot && result.patches)) await pollHealth(transport, result);
  return result;
}

/** True when the agent or its host has restarted since the last poll. */
async function pollHealth(transport: AgentTransport, result: PollResult): Promise<boolean> {
  try {
    const { data } = await transport.call(result.host, 'getHealth', { timeoutMs: healthTimeoutMs });
    // What an earlier answer in this poll said is overtaken, also where this one says what is stored already.
    delete result.health;
    delete result.found;
    Object.assign(result, readHealth(result.host, data));
    return isRestarted(result.host, data);
  } catch (error) {
    Object.assign(result, readFailure(result.host, known(error)), { seen: false });
    return false;
  }
}

async function pollInfo(transport: AgentTransport, result: PollResult): Promise<void> {
  result.polled.info = true;
  try {
    const { data } = await transport.call(result.host, 'getSystemInfo', { timeoutMs: infoTimeoutMs });
    result.info = readInfo(data);
  } catch (error) {
    known(error);
  }
}

async function pollPatches(transport: AgentTransport, result: PollResult): Promise<void> {
  result.polled.patches = true;
  const { patchesEtag } = result.host;
  try {
    const answer = await transport.call(result.host, 'listPatches', {
      timeoutMs: patchesTimeoutMs,
      ifNoneMatch: patchesEtag ?? undefined,
    });
    if (answer.data) result.patches = readPatches(answer.data, answer.etag);
    else result.patchesUnchanged = { refreshedAt: answer.lastModified };
  } catch (error) {
    // The agent says that it cannot list: what was stored says nothing any more.
    result.patchesUnknown = known(error).kind === 'refused';
  }
}

function known(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  throw error;
}
