/**
 * The watchdog of an update: a process of the old agent in a unit of its own, which sees the transaction through, looks
 * whether the new agent is healthy, and puts the old package back if it is not. It is started before the first change, so
 * it runs from the old executable, whatever becomes of the file.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAgent } from '../cli/askAgent.ts';
import type { LocalStatus } from '../cli/localStatus.ts';
import { readJson, writeAtomic } from '../files/atomic.ts';
import { hashFile } from '../packages/shared/hash.ts';
import { runCommand } from '../process/command.ts';
import { inspectStep } from '../process/step.ts';

/** The first word of the agent's command line that does this work. */
export const watchWord = 'watch-update';
export const AGENT_UNIT = 'fleetmend-agent.service';

/** So long a new agent may take to be healthy. */
const HEALTHY_WITHIN_MS = 120_000;
/** So long it must stay healthy, as the same process. */
const STEADY_MS = 3_000;
/** So long the transaction may take to begin. */
const BEGIN_WITHIN_MS = 10 * 60_000;
const LOOK_MS = 1_000;
const QUERY_MS = 60_000;
const LOCK_WAIT_MS = 10 * 60_000;
const INSTALL_MS = 10 * 60_000;
const LOG_LINES = '15';
const MOST_LOG_CHARS = 2_500;

/** What the watchdog needs to know; lies in the job's folder. */
export interface Watch {
  format: 'deb' | 'rpm';
  name: string;
  /** The package's versions before and after. */
  from: string;
  to: string;
  /** As the new agent calls itself. */
  agentVersion: string;
  dataDir: string;
  /** The package of `from`; null: there is none. */
  back: { file: string; sha256: string } | null;
}

/** What became of it. */
export type WatchVerdict =
  | { state: 'healthy' }
  /** The new version is not installed: the job itself says why. */
  | { state: 'notInstalled' }
  /** `reason`: what was wrong, in words; `log`: the last lines that the new agent wrote. */
  | { state: 'putBack' | 'notPutBack'; reason: string; log: string };

/** What the watchdog does with the host. */
export interface WatchedHost {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Whether the package manager has done its work; null: it has not begun. */
  transactionOver(): Promise<boolean | null>;
  installedVersion(): Promise<string | null>;
  /** Null: no agent answers. */
  status(): Promise<LocalStatus | null>;
  lastLog(): Promise<string>;
  /** Installs the package of before, stops what runs, and answers why that failed; null: it is installed. */
  putBack(): Promise<string | null>;
  startAgent(): Promise<void>;
}

const watchFile = (dir: string): string => path.join(dir, 'watch.json');
export const readyFile = (dir: string): string => path.join(dir, 'watch.ready');
const verdictFile = (dir: string): string => path.join(dir, 'watch.verdict');

export const writeWatch = (dir: string, watch: Watch): Promise<void> =>
  writeAtomic(watchFile(dir), JSON.stringify(watch));

export const isReady = async (dir: string): Promise<boolean> => (await readJson(readyFile(dir))) !== null;

export async function readVerdict(dir: string): Promise<WatchVerdict | null> {
  return (await readJson(verdictFile(dir)).catch(() => null)) as WatchVerdict | null;
}

/** The work of that process; `dir`: the job's folder. */
export async function watchCommand(dir: string): Promise<void> {
  const watch = JSON.parse(await readFile(watchFile(dir), 'utf8')) as Watch;
  const host = hostOf(dir, watch);
  await writeAtomic(readyFile(dir), JSON.stringify({ pid: process.pid }));
  const verdict = await watchOver(watch, host);
  // Before the old agent starts: it ends the job by this.
  await writeAtomic(verdictFile(dir), JSON.stringify(verdict));
  if (verdict.state === 'putBack' || verdict.state === 'notPutBack') await host.startAgent();
}

/** Sees one update through. */
export async function watchOver(watch: Watch, host: WatchedHost): Promise<WatchVerdict> {
  if (!(await untilDone(host))) return { state: 'notInstalled' };
  if ((await host.installedVersion()) !== watch.to) return { state: 'notInstalled' };
  const untilMs = host.now() + HEALTHY_WITHIN_MS;
  let since = { pid: 0, atMs: 0 };
  let reason = 'it does not answer';
  while (host.now() < untilMs) {
    const status = await host.status();
    const problem = problemOf(status, watch);
    if (problem !== null || status === null) {
      since = { pid: 0, atMs: 0 };
      reason = problem ?? reason;
    } else if (since.pid !== status.pid) {
      if (since.pid !== 0) reason = 'it starts again and again';
      since = { pid: status.pid, atMs: host.now() };
    } else if (host.now() - since.atMs >= STEADY_MS) return { state: 'healthy' };
    await host.sleep(LOOK_MS);
  }
  const log = await host.lastLog();
  if (watch.back === null)
    return { state: 'notPutBack', reason: `${reason}; no package of ${watch.from} was kept`, log };
  const failure = await host.putBack();
  if (failure === null) return { state: 'putBack', reason, log };
  return { state: 'notPutBack', reason: `${reason}; ${failure}`, log };
}

async function untilDone(host: WatchedHost): Promise<boolean> {
  const beginUntilMs = host.now() + BEGIN_WITHIN_MS;
  for (;;) {
    const isOver = await host.transactionOver();
    if (isOver === true) return true;
    if (isOver === null && host.now() >= beginUntilMs) return false;
    await host.sleep(LOOK_MS);
  }
}

/** Why the new agent is not healthy yet; null: it is. */
function problemOf(status: LocalStatus | null, { agentVersion }: Watch): string | null {
  if (status === null) return 'it does not answer on its status socket';
  if (status.version !== agentVersion) return `the agent that answers is ${status.version}`;
  if (status.connection === 'dial') {
    if (status.link?.state === 'up') return null;
    return `it has no link to the manager${status.link?.reason ? ` (${status.link.reason})` : ''}`;
  }
  return status.heard_at === null ? 'the manager has not reached it' : null;
}

function hostOf(dir: string, watch: Watch): WatchedHost {
  const run = (argv: readonly string[], timeoutMs = QUERY_MS) =>
    runCommand(argv, {
      timeoutMs,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  return {
    now: () => performance.now(),
    sleep: async (ms) => void (await sleep(ms)),
    async transactionOver() {
      const { state } = await inspectStep(dir, 'transaction');
      if (state === 'absent') return null;
      return state === 'ended' || state === 'gone';
    },
    async installedVersion() {
      const argv =
        watch.format === 'deb'
          ? ['dpkg-query', '--show', '--showformat', '${Version}', watch.name]
          : ['rpm', '--query', '--queryformat', '%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}', watch.name];
      const { exitCode, stdout } = await run(argv);
      return exitCode === 0 ? stdout.trim() : null;
    },
    async status() {
      const answer = await askAgent(watch.dataDir);
      return answer.state === 'running' ? answer.status : null;
    },
    async lastLog() {
      const argv = ['journalctl', '--no-pager', '--output=cat', `--unit=${AGENT_UNIT}`, '--lines', LOG_LINES];
      const { stdout } = await run(argv).catch(() => ({ stdout: '' }));
      return stdout.trim().slice(-MOST_LOG_CHARS);
    },
    putBack: () => putBack(watch, run),
    async startAgent() {
      await run(['systemctl', 'reset-failed', AGENT_UNIT]).catch(() => undefined);
      await run(['systemctl', 'start', AGENT_UNIT]);
    },
  };
}

type Run = (argv: readonly string[], timeoutMs?: number) => ReturnType<typeof runCommand>;

/** Stops the new agent first: it could be at the package database, and must not judge what happens now. */
async function putBack({ format, back, from }: Watch, run: Run): Promise<string | null> {
  if (back === null || (await hashFile(back.file)) !== back.sha256)
    return `the package of ${from} is gone or damaged`;
  await run(['systemctl', 'stop', AGENT_UNIT]);
  const argv =
    format === 'deb'
      ? ['dpkg', '--force-confdef', '--force-confold', '--install', back.file]
      : ['rpm', '--upgrade', '--replacepkgs', '--oldpackage', back.file];
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const { exitCode, stderr } = await run(argv, INSTALL_MS);
    if (exitCode === 0) return null;
    const isLocked = /lock was locked|area is locked|can't create transaction lock|lock on/i.test(stderr);
    if (!isLocked || waitedMs >= LOCK_WAIT_MS)
      return `putting ${from} back failed: ${argv[0]} ended with ${exitCode}: ${stderr.trim().slice(-500)}`;
    await sleep(LOOK_MS);
  }
}
