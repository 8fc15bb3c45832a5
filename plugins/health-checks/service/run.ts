import { AgentFailure, type Context } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { urlOf } from '../domain/groupChecks.ts';
import { readAgentFailure, readHttp, readService } from '../domain/readings.ts';
import type { CheckDefinition, CheckResult } from '../domain/status.ts';

export interface Run extends CheckResult {
  durationMs: number;
}

/** How much of a page is read when it is searched for a text. */
const MOST_BODY_BYTES = 1_048_576;
const MOST_MESSAGE = 900;

/** Whether an address is that of a check of a group, in which each host puts its own name or address. */
const isOfEach = ({ url }: CheckDefinition): boolean => url?.includes('{') ?? false;

/** The hosts whose agents or addresses the checks ask, read together. */
export async function hostsFor(
  { core }: Pick<Context, 'core'>,
  checks: readonly CheckDefinition[],
): Promise<ReadonlyMap<string, Host>> {
  const asked = checks.filter((check) => check.kind === 'service' || isOfEach(check));
  const ids = new Set(asked.map(({ hostId, targetHostId }) => targetHostId ?? hostId));
  return new Map((await core.hosts.getMany([...ids])).map((host) => [host.id, host]));
}

/**
 * Runs a check now and returns what it said, also when it fails. Never rejects for what the other side does; takes no
 * longer than the check's own time limit.
 */
export async function runCheck(
  ctx: Pick<Context, 'core' | 'outbound'>,
  check: CheckDefinition,
  hosts: ReadonlyMap<string, Host>,
): Promise<Run> {
  const startedMs = performance.now();
  const result = await (check.kind === 'http' ? askUrl(ctx, check, hosts) : askAgent(ctx, check, hosts));
  const durationMs = Math.round(performance.now() - startedMs);
  return { ...result, message: result.message.slice(0, MOST_MESSAGE), durationMs };
}

/** Reach `network`: checks are made for hosts in private ranges. Addresses that are never called are refused there. */
async function askUrl(
  { outbound }: Pick<Context, 'outbound'>,
  check: CheckDefinition,
  hosts: ReadonlyMap<string, Host>,
): Promise<CheckResult> {
  const host = hosts.get(check.hostId);
  if (isOfEach(check) && !host) return { status: 'unknown', message: 'The host is gone.' };
  const timeoutMs = check.timeoutSecs * 1_000;
  const result = await outbound.fetch({
    url: host ? urlOf(check.url ?? '', host) : (check.url ?? ''),
    reach: 'network',
    timeoutMs,
    idleMs: timeoutMs,
    maxBytes: MOST_BODY_BYTES,
    skipBody: check.expectedBody === null,
  });
  return readHttp(check, result);
}

async function askAgent(
  { core }: Pick<Context, 'core'>,
  { hostId, targetHostId, serviceName, timeoutSecs }: CheckDefinition,
  hosts: ReadonlyMap<string, Host>,
): Promise<CheckResult> {
  const name = serviceName ?? '';
  const host = hosts.get(targetHostId ?? hostId);
  if (!host) return { status: 'unknown', message: 'The host whose agent is asked is gone.' };
  const whose = targetHostId === null ? 'the host' : host.fqdn;
  // The check's own host is always asked: whether it answers is what the check must find out.
  if (targetHostId !== null && host.healthStatus !== 'healthy')
    return { status: 'unknown', message: `${whose}, whose agent is asked, is ${host.healthStatus} itself.` };
  try {
    const target = core.agents.targetOf(host);
    const { data } = await core.agents.transport.call(target, 'getServiceStatus', {
      params: { name },
      timeoutMs: timeoutSecs * 1_000,
    });
    return readService(name, data);
  } catch (error) {
    if (error instanceof AgentFailure) return readAgentFailure(whose, name, error);
    throw error;
  }
}
