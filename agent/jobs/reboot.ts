import { runCommand } from '../process/command.ts';
import type { Announce, RunReboot } from '../host/rebootCommand.ts';
import type { Clock } from '../clock.ts';
import type { JobFailure, PackageBackend, TransactionResult } from '../packages/backend.ts';
import type { ActiveJob } from './activeJob.ts';

export interface RebootDeps {
  backend: Pick<PackageBackend, 'lockHeld'>;
  clock: Clock;
  bootId: () => string;
  rebootCommand: readonly string[];
  /** Default: starts it as a process. */
  runReboot?: RunReboot | undefined;
  /** Default: `wall`. */
  announce?: Announce | undefined;
  rebootTimeoutMs: number;
}

/** How long to wait for another program's package manager to finish: a restart would cut it off. */
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
    const locked = await waitForPackageManager(job, deps);
    if (locked) return { ...DONE, failure: locked };
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

/** Waits until nobody else changes packages; returns the failure when somebody still does at the time limit. */
async function waitForPackageManager(job: ActiveJob, { backend }: RebootDeps): Promise<JobFailure | null> {
  for (let waitedMs = 0; ; waitedMs += LOCK_LOOK_MS) {
    const held = await backend.lockHeld();
    if (held === null || waitedMs >= LOCK_WAIT_MS) return held;
    if (waitedMs === 0) job.log('agent', `Waiting to restart: ${held.message}`);
    await job.waitOrCancel(LOCK_LOOK_MS);
  }
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
    return failed('UNSUPPORTED', `The restart was refused: ${stderr.trim().slice(0, 500)}`);
  } catch (error) {
    return failed('UNSUPPORTED', `The restart cannot be asked for: ${(error as Error).message}`);
  }
}
