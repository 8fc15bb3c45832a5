import { shutdownInhibitors } from '../host/inhibitors.ts';
import type { Inhibitor } from '../host/inhibitors.ts';
import { runCommand } from '../process/command.ts';
import type { Announce, RunReboot } from '../host/rebootCommand.ts';
import type { Clock } from '../clock.ts';
import type { JobFailure, PackageBackend, TransactionResult } from '../packages/backend.ts';
import type { ActiveJob } from './activeJob.ts';

export interface RebootDeps {
  backend: Pick<PackageBackend, 'lockHeld' | 'repair' | 'unbootable'>;
  /** Default: asks logind. */
  inhibitors?: (() => Promise<Inhibitor[]>) | undefined;
  clock: Clock;
  bootId: () => string;
  rebootCommand: readonly string[];
  /** Default: starts it as a process. */
  runReboot?: RunReboot | undefined;
  /** Default: `wall`. */
  announce?: Announce | undefined;
  rebootTimeoutMs: number;
}

/** How long to wait for what a restart would cut off: another program's package manager, or what somebody blocks it for. */
const LOCK_WAIT_MS = 5 * 60_000;
const LOCK_LOOK_MS = 1_000;
const COMMAND_TIMEOUT_MS = 60_000;
const ANNOUNCE_TIMEOUT_MS = 5_000;
const DONE: TransactionResult = { changes: [], failure: null, reversible: null };

const failed = (code: string, message: string): TransactionResult => ({
  ...DONE,
  failure: { code, message },
});

/**
 * Restarts the host. `saved.fromBootId` is the boot id from just before the command was given. If the agent later
 * starts under another boot id, the host has restarted. The command is never given a second time.
 */
export async function reboot(
  job: ActiveJob,
  request: { delaySecs: number; reason: string | null },
  deps: RebootDeps,
): Promise<TransactionResult> {
  const fromBootId = job.saved['fromBootId'];
  if (typeof fromBootId === 'string' && fromBootId !== deps.bootId()) return DONE;
  if (typeof fromBootId !== 'string') {
    await waitForDelay(job, request, deps);
    const hindered = (await waitWhile(job, () => deps.backend.lockHeld())) ?? (await findUnsafe(job, deps));
    if (hindered) return { ...DONE, failure: hindered };
    const inhibited = await waitWhile(job, () => inhibition(deps));
    if (inhibited) return { ...DONE, failure: inhibited };
    const refused = await giveCommand(job, deps);
    if (refused) return refused;
  }
  job.progress(50, 'Restarting');
  const givenAtMs = Date.parse(String(job.saved['givenAt']));
  await job.waitUntilStopped(givenAtMs + deps.rebootTimeoutMs, deps.rebootTimeoutMs);
  return failed('TIMED_OUT', 'The host did not restart in time.');
}

async function waitForDelay(
  job: ActiveJob,
  { delaySecs, reason }: { delaySecs: number; reason: string | null },
  { clock, announce = announceByWall }: RebootDeps,
): Promise<void> {
  job.safePoint();
  const startedAtMs = Date.parse(job.record.startedAt ?? job.record.createdAt);
  if (!job.resumed) {
    job.log('agent', `Restarting in ${delaySecs} s${reason ? `: ${reason}` : ''}`);
    const when = delaySecs > 0 ? `in ${delaySecs} s` : 'now';
    // The restart goes on without `wall`, or when a stuck terminal blocks it.
    await announce(['This host restarts', ...(reason ? [`${when}:`, reason] : [when])]).catch(
      () => undefined,
    );
  }
  const delayMs = delaySecs * 1000;
  // The clock may have been set back since.
  const leftMs = Math.min(delayMs, startedAtMs + delayMs - clock.now().getTime());
  if (leftMs > 0) await job.waitOrCancel(leftMs);
}

/** Waits while there is a reason not to restart; returns the one that is still there at the time limit. */
async function waitWhile(job: ActiveJob, look: () => Promise<JobFailure | null>): Promise<JobFailure | null> {
  for (let waitedMs = 0; ; waitedMs += LOCK_LOOK_MS) {
    const reason = await look();
    if (reason === null || waitedMs >= LOCK_WAIT_MS) return reason;
    if (waitedMs === 0) job.log('agent', `Waiting to restart: ${reason.message}`);
    await job.waitOrCancel(LOCK_LOOK_MS);
  }
}

/** systemd refuses a restart that somebody blocks, or, as root's and in older releases, does it all the same. */
async function inhibition({ inhibitors = shutdownInhibitors }: RebootDeps): Promise<JobFailure | null> {
  const found = await inhibitors();
  if (found.length === 0) return null;
  const names = found.slice(0, 5).map(({ who, why, pid }) => `${who} (process ${pid}: ${why})`);
  const message = `The restart is blocked by ${names.join(', ')}.`;
  return { code: 'INHIBITED', message, details: { inhibitors: found.slice(0, 50) } };
}

/** What the boot needs and is half set up is repaired first; if that fails, the host is left running. */
async function findUnsafe(job: ActiveJob, { backend }: RebootDeps): Promise<JobFailure | null> {
  const before = (await backend.unbootable?.()) ?? [];
  if (before.length === 0) return null;
  job.log('agent', `Before the restart, what the boot needs is set up: ${before.join(', ')}`);
  await backend.repair(job);
  const packages = (await backend.unbootable?.()) ?? [];
  if (packages.length === 0) return null;
  const message = `${packages.join(', ')}: not set up completely, so the host might not come back from a restart. It was not restarted.`;
  const names = packages.map((text) => text.split(' ')[0] ?? text);
  return { code: 'BOOT_UNSAFE', message, details: { packages: names } };
}

/** At least two words: `wall` takes a single argument for the name of a file. */
const announceByWall: Announce = (words) =>
  runCommand(['wall', ...words], { env: { LC_ALL: 'C.UTF-8' }, timeoutMs: ANNOUNCE_TIMEOUT_MS });

async function giveCommand(job: ActiveJob, deps: RebootDeps): Promise<TransactionResult | null> {
  await job.enterTransaction();
  await job.save({ fromBootId: deps.bootId(), givenAt: deps.clock.now().toISOString() });
  job.log('agent', `Running ${deps.rebootCommand.join(' ')}`);
  try {
    const give = deps.runReboot ?? runCommand;
    const { exitCode, stderr } = await give(deps.rebootCommand, { timeoutMs: COMMAND_TIMEOUT_MS });
    if (exitCode === 0 || exitCode === null) return null;
    const failure = await inhibition(deps);
    if (failure) return { ...DONE, failure };
    return failed('UNSUPPORTED', `The restart was refused: ${stderr.trim().slice(0, 500)}`);
  } catch (error) {
    return failed('UNSUPPORTED', `The restart cannot be asked for: ${(error as Error).message}`);
  }
}
