#!/usr/bin/env node
import { guarded, outliveFaults } from '../server/shared/guarded.ts';
import { ENDING, outliveSignals, SIGNAL_IGNORED } from '../server/shared/signals.ts';
import { doctorReport } from './cli/doctor.ts';
import { statusReport } from './cli/status.ts';
import { loadAgentConfig } from './config/config.ts';
import { agentHelp, printAgentConfig } from './config/help.ts';
import { ConfigError, ForbiddenError } from './config/values.ts';
import { StartError } from './host/dataDir.ts';
import { EnrollmentError } from './identity/enroll.ts';
import { TrustError } from './identity/trust.ts';
import { createLogger } from './log.ts';
import { repackCommand, repackWord } from './packages/apt/run/repackApart.ts';
import { enrollOnly, startAgent } from './run.ts';
import { watchCommand, watchWord } from './update/watch.ts';
import { agentVersion } from './version.ts';

const shutdownMs = 10_000;
/** EX_CONFIG of sysexits.h: only a person can fix it, so the unit does not try again. */
const configExit = 78;
/** As `status` exits for a user who may not ask. */
const forbiddenExit = 4;

async function main(argv: readonly string[]): Promise<void> {
  // A step of one of this agent's jobs, which runs outside its unit.
  if (argv[0] === repackWord && argv[1] !== undefined) return repackCommand(argv[1]);
  // The watchdog of an update of this agent.
  if (argv[0] === watchWord && argv[1] !== undefined) return watchCommand(argv[1]);
  const isRoot = process.getuid?.() === 0;
  const { name, again, json, config } = loadAgentConfig(argv, process.env, isRoot);
  if (name === 'help') return say(agentHelp());
  if (name === 'version') return say(agentVersion);
  if (name === 'print-config') return say(printAgentConfig(config));
  if (name === 'status' || name === 'doctor') {
    const report = await (name === 'status' ? statusReport : doctorReport)(config);
    process.exitCode = report.exitCode;
    return say(json ? JSON.stringify(report.json, null, 2) : report.text);
  }
  process.title = 'fleetmend-agent';
  const log = createLogger(config.logLevel);
  outliveFaults((err) => log.error({ err }, 'something failed that nobody waited for; the agent goes on'));
  outliveSignals((signal) => log.info({ signal }, SIGNAL_IGNORED));
  const stopping = new AbortController();
  for (const signal of ENDING)
    process.once(
      signal,
      guarded(() => stopping.abort(new Stopped())),
    );
  if (name === 'enroll') {
    const hostId = await enrollOnly({ config, log, signal: stopping.signal }, again);
    return say(JSON.stringify({ event: 'enrolled', host_id: hostId }));
  }
  isServing = true;
  const { stop, ...running } = await startAgent({ config, log, signal: stopping.signal });
  const { event, ...where } = running.reached;
  say(JSON.stringify({ event, host_id: running.hostId, ...where, read_only: config.readOnly }));
  onAbort(stopping.signal, () => {
    log.info('stopping');
    setTimeout(() => process.exit(0), shutdownMs).unref();
    void stop().then(() => process.exit(0));
  });
}

/** Thrown when a signal ends the wait for the enrollment's approval; that is no error. */
class Stopped extends Error {}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', guarded(act), { once: true });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function isStopped(error: unknown): boolean {
  return error instanceof Stopped || (error instanceof Error && error.name === 'AbortError');
}

const clearErrors = [ConfigError, StartError, EnrollmentError, TrustError];

function fail(error: unknown): never {
  if (isStopped(error)) process.exit(0);
  const isClear = clearErrors.some((kind) => error instanceof kind);
  const text = isClear ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`fleetmend-agent: ${text}\n`);
  process.exit(exitCodeOf(error));
}

/** At the next try an impostor may be gone or the clock be right; a manager that has refused will refuse again. */
function exitCodeOf(error: unknown): number {
  if (error instanceof ForbiddenError) return forbiddenExit;
  if (error instanceof EnrollmentError) return error.isRefusal ? configExit : 1;
  return error instanceof ConfigError ? configExit : 1;
}

/** Whether standard output has only the line for whoever started the agent: it does its work without that too. */
let isServing = false;
// The reader may close the pipe early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (!isServing) process.exit(code === 'EPIPE' ? 0 : 1);
});
main(process.argv.slice(2)).catch(fail);
