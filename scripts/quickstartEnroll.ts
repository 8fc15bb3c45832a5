import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { IdentityStore } from '../agent/identity/store.ts';
import type { Host } from '../server/core/hosts/api.ts';
import type { Context } from '../server/kernel/boot/feature.ts';
import { spawnAgent, type AgentNews, type AgentProcess } from './quickstartAgent.ts';
import { findByMachineId, howToDelete, makeToken, moveHost } from './quickstartManager.ts';
import type { QuickstartOptions } from './quickstartOptions.mjs';
import { ClearError, progress, say } from './quickstartProgress.ts';

const startLimitMs = 60_000;

export interface AgentStart {
  options: QuickstartOptions;
  ctx: Context;
  /** Log files; the agent's log is appended to the last. */
  logs: readonly [manager: string, agent: string];
  signal: AbortSignal;
}

export interface StartedAgent {
  agent: AgentProcess;
  hostId: string;
  /** True: it was started without root. */
  readOnly: boolean;
}

/** Enrolls this machine unless it is enrolled, starts its agent and waits until that listens. */
export async function startAgent(start: AgentStart): Promise<StartedAgent> {
  const { ctx, options } = start;
  const identity = await new IdentityStore(agentDir(options)).load();
  const host = identity === null ? null : await ctx.core.hosts.get(identity.hostId);
  const machineId = machineIdOf(options.dataDir);
  if (host !== null) {
    say('starting the agent ...');
    await moveHost(ctx, host, endpointOf(options, host));
    return untilListening(start, spawn(start, { machineId, token: null }));
  }
  await assertUnknown(start, machineId);
  const token = await makeToken(ctx);
  say('starting the agent and enrolling this machine ...');
  if (identity === null) return untilListening(start, spawn(start, { machineId, token }));
  // The identity that is there belongs to a host that was deleted.
  await untilEnrolled(start, spawn(start, { machineId, token, again: true }));
  return untilListening(start, spawn(start, { machineId, token: null }));
}

const agentDir = ({ dataDir }: QuickstartOptions): string => path.join(dataDir, 'agent');

/** This machine's own id, or one that is kept in the data directory where the system has none (containers). */
function machineIdOf(dataDir: string): string {
  const ownFile = path.join(dataDir, 'machine-id');
  const valid = (text: string): boolean => /^[A-Za-z0-9_-]{8,128}$/.test(text) && text !== 'uninitialized';
  const known = ['/etc/machine-id', ownFile].map(readText).find(valid);
  if (known !== undefined) return known;
  const made = randomUUID().replaceAll('-', '');
  writeFileSync(ownFile, `${made}\n`, { mode: 0o600 });
  return made;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** A token enrolls only machines that the manager does not know yet. */
async function assertUnknown({ ctx, options }: AgentStart, machineId: string): Promise<void> {
  const host = await findByMachineId(ctx, machineId);
  if (host)
    throw new ClearError(
      `the manager knows this machine as host ${host.id}, but its agent's identity is gone from ` +
        `${agentDir(options)}; ${howToDelete(ctx, host.id)}`,
    );
}

function spawn(
  { options, logs }: AgentStart,
  { machineId, token, again = false }: { machineId: string; token: string | null; again?: boolean },
): AgentProcess {
  const flags = {
    '--config': '/dev/null',
    '--data-dir': agentDir(options),
    '--listen': options.listen,
    '--port': String(options.agentPort),
    '--manager-url': `https://${dialled(options.listen)}:${options.port}`,
    '--machine-id': machineId,
  };
  return spawnAgent({
    command: again ? 'enroll' : 'run',
    flags: [...Object.entries(flags).flat(), ...(again ? ['--again'] : [])],
    enrollmentToken: token,
    logFile: logs[1],
  });
}

/** The address by which a program on this machine reaches the bound one. */
function dialled(listen: string): string {
  const local = isIPv6(listen) ? '::1' : '127.0.0.1';
  const address = isWildcard(listen) ? local : listen;
  return isIPv6(address) ? `[${address}]` : address;
}

const isWildcard = (listen: string): boolean => listen === '0.0.0.0' || listen === '::';

function endpointOf({ listen, agentPort }: QuickstartOptions, host: Host): { address: string; port: number } {
  return { address: isWildcard(listen) ? host.ipAddress : listen, port: agentPort };
}

async function untilListening(start: AgentStart, agent: AgentProcess): Promise<StartedAgent> {
  const news = await newsOf(start, agent);
  return { agent, hostId: news.host_id, readOnly: news.read_only === true };
}

async function untilEnrolled(start: AgentStart, agent: AgentProcess): Promise<void> {
  await newsOf(start, agent);
  await agent.ended;
}

async function newsOf({ signal, logs }: AgentStart, agent: AgentProcess): Promise<AgentNews> {
  try {
    const wait = { what: 'waiting for the agent', limitMs: startLimitMs, signal, logs };
    const news = await progress(wait, () => agent.news);
    if (news === null) throw new ClearError(`the agent did not start: ${await agent.ended}`);
    return news;
  } catch (error) {
    await agent.stop();
    throw error;
  }
}
