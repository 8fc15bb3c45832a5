import { isIPv6 } from 'node:net';
import { release } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { detectBackend } from '../agent/packages/detect.ts';
import type { Host } from '../server/core/hosts/api.ts';
import { isHeldByAnother, lockDataDir } from '../server/kernel/boot/dataDirLock.ts';
import type { Manager } from '../server/manager.ts';
import { startAgent, type AgentStart, type StartedAgent } from './quickstartEnroll.ts';
import { pollPatches, startEmbeddedManager, writeRoot } from './quickstartManager.ts';
import type { QuickstartOptions } from './quickstartOptions.mjs';
import { ClearError, progress, rejectOn, say, stopSignal } from './quickstartProgress.ts';
import { patchReport } from './quickstartTable.ts';

const pollLimitMs = 120_000;
/**
 * How often to look again while the machine's package lists were never refreshed; its agent does that about a minute
 * after its start.
 */
const lookAgainMs = 30_000;
/** Ten seconds, less what the processes around this one take to end. */
const stopLimitMs = 9_000;

/**
 * Starts manager and agent, shows the patch table, then stays in the foreground until Ctrl-C; returns the exit code.
 * Throws ClearError for what a person can mend.
 */
export async function runQuickstart(options: QuickstartOptions): Promise<number> {
  assertSupported();
  const unlock = lock(options);
  const signal = stopSignal();
  const logs = [path.join(options.dataDir, 'manager.log'), path.join(options.dataDir, 'agent.log')] as const;
  say('starting the manager ...');
  const manager = await startManagerClearly(options, logs[0]);
  const start: AgentStart = { options, ctx: manager.loaded.ctx, logs, signal };
  let started: StartedAgent | null = null;
  try {
    // Printed before anything else can fail: the password is shown once.
    say(accessText(manager, writeRoot(start.ctx, options.dataDir)));
    started = await startAgent(start);
    await showPatches(start, started);
    say(`\nRunning at ${manager.url}; Ctrl-C stops both. Logs: ${logs.join(', ')}`);
    await untilStopped(started, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (signal.aborted) say('\nstopping ...');
    await stopBoth(manager, started);
    unlock();
  }
  say('stopped');
  return 0;
}

/** Throws where the agent itself would refuse the system; its message names the system. */
function assertSupported(): void {
  try {
    detectBackend({ kernelRelease: release(), stashDir: '/nonexistent', privileged: false });
  } catch (error) {
    throw new ClearError((error as Error).message, { cause: error });
  }
}

/** The kernel releases this lock with the process, however that ends. */
function lock({ dataDir, shownDataDir }: QuickstartOptions): () => void {
  try {
    return lockDataDir(dataDir, 0, 'quickstart.lock');
  } catch (cause) {
    if (!isHeldByAnother(cause)) throw cause;
    throw new ClearError(`a quickstart already runs on the data directory ${shownDataDir}`, { cause });
  }
}

async function startManagerClearly(options: QuickstartOptions, logFile: string): Promise<Manager> {
  let firstPassword = '';
  try {
    return await startEmbeddedManager(options, {
      logFile,
      onFirstPassword: (made) => (firstPassword = made),
    });
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    // The account is stored, so the next start has no password to show.
    if (firstPassword) say(`\n  User      admin\n  Password  ${firstPassword}  ${oneTime}\n`);
    throw new ClearError(`the manager did not start: ${why}; see ${logFile}`, { cause: error });
  }
}

const oneTime = '(one-time: must be changed, not shown again)';

/** The command by which the owner of the data directory gets another password, while the manager runs or not. */
const resetPassword = (dataDir: string): string =>
  `FLEETMEND_DATA_DIR=${dataDir} npm start -- user reset-password admin`;

function accessText({ url, loaded }: Manager, rootFile: string): string {
  const { firstPassword } = loaded.ctx.core.identity;
  const configured = process.env['FLEETMEND_ADMIN_PASSWORD'] !== undefined;
  const before = `the one set before; if you do not have it: ${resetPassword(loaded.ctx.config.dataDir)}`;
  const known = configured ? 'as FLEETMEND_ADMIN_PASSWORD set it at the first start' : before;
  const password = firstPassword === null ? known : `${firstPassword}  ${oneTime}`;
  return [
    '',
    `  Web UI    ${url}`,
    `  API       ${url}/api/docs`,
    `  User      admin`,
    `  Password  ${password}`,
    `  Root CA   ${rootFile}`,
    '',
  ].join('\n');
}

/** Polls this machine and prints its pending patches; while they are not known, prints them again later. */
async function showPatches(start: AgentStart, started: StartedAgent): Promise<void> {
  const { ctx, signal, logs } = start;
  say('polling this machine ...');
  const wait = { what: 'polling this machine', limitMs: pollLimitMs, signal, logs };
  const host = await progress(wait, (until) => pollPatches(ctx, started.hostId, until));
  say(hostText(host, started.readOnly));
  say(await reportOf(start, started, host));
  if (host.patchesRefreshedAt === null && !started.readOnly) void showOnceRefreshed(start, started);
}

async function showOnceRefreshed(start: AgentStart, started: StartedAgent): Promise<void> {
  const { ctx, signal } = start;
  try {
    for (;;) {
      await ctx.clock.sleep(lookAgainMs, signal);
      const host = await pollPatches(ctx, started.hostId, signal);
      if (host.patchesRefreshedAt !== null) return say(`\n${await reportOf(start, started, host)}`);
    }
  } catch (error) {
    if (!signal.aborted) ctx.log.warn({ error }, 'the patch list could not be shown again');
  }
}

async function reportOf({ ctx }: AgentStart, { readOnly }: StartedAgent, host: Host): Promise<string> {
  return patchReport({
    host,
    list: await ctx.core.hosts.patchesOf(host.id, 'all'),
    readOnly,
    now: ctx.clock.now(),
  });
}

function hostText({ fqdn, osName, ipAddress, port }: Host, readOnly: boolean): string {
  const where = `${isIPv6(ipAddress) ? `[${ipAddress}]` : ipAddress}:${port}`;
  const limits =
    'Without root the agent is read-only: it lists everything and refuses changes with NOT_PRIVILEGED.\n';
  return `\n${fqdn} (${osName ?? 'Linux'}), agent on ${where}\n${readOnly ? limits : ''}`;
}

/** Rejects at Ctrl-C, and when the agent ends by itself. */
async function untilStopped({ agent }: StartedAgent, signal: AbortSignal): Promise<void> {
  const ended = agent.ended.then((why) => {
    throw new ClearError(`the agent ended unexpectedly: ${why}`);
  });
  await Promise.race([rejectOn(signal), ended]);
}

/**
 * Stops both at the same time, within ten seconds; a package manager that the agent started is detached and goes on.
 */
async function stopBoth(manager: Manager, started: StartedAgent | null): Promise<void> {
  const both = Promise.allSettled([started?.agent.stop(), manager.stop()]);
  await Promise.race([both, sleep(stopLimitMs)]);
}
