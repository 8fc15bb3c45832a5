/**
 * Starts package managers in a session or systemd unit of their own, with output, status lines and exit code in
 * files, so that nothing that happens to the agent affects them. Nothing here ever signals them.
 *
 * Files of a step in the job's directory: `<step>.run` (the wrapper); `.claim` (made by the first wrapper that
 * starts; a second one ends at once, so that a step never runs twice); `.pid` (the wrapper's pid, start time and boot
 * id); `.child` (the command's pid and start time); `.limit` (exists once a part of the step was ended at its time
 * limit); `.out`, `.err`, `.status` (file descriptor 3); `.exit` (made empty by the agent; blank until the command
 * has ended, then its exit code). `.pid`, `.child` and `.exit` are one short line, written at once: a reader sees all
 * of it or none.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { AppError } from '../../server/shared/wire/appError.ts';
import { childEnv, runCommand } from './command.ts';
import { giveUpStep, stepFile } from './step.ts';

const SYSTEMD_RUN_TIMEOUT_MS = 30_000;

export interface DetachedStart {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Absolute; holds the step's files. */
  dir: string;
  /** Lower-case letters, digits and `-`. */
  step: string;
  unitName: string;
  /** Default: whether systemd is pid 1 here. */
  systemd?: boolean;
}

export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

/** Whether the host shuts down or restarts: then systemd starts nothing any more. */
export async function isHostStopping(): Promise<boolean> {
  if (!hasSystemd()) return false;
  const argv = ['systemctl', 'is-system-running'];
  return runCommand(argv, { timeoutMs: SYSTEMD_RUN_TIMEOUT_MS }).then(
    ({ stdout }) => stdout.trim() === 'stopping',
    () => false,
  );
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The wrapper's text. POSIX sh; every word from outside is quoted. Up to the command itself it uses only shell
 * builtins: on a busy host one more process costs more than all of them. The subshell records its own pid as the
 * command's, then `exec`s the command: so a command that outlives its wrapper is found.
 */
function wrapperScript(options: DetachedStart): string {
  const file = (kind: string): string => quote(stepFile(options.dir, options.step, kind));
  const env = Object.entries(childEnv(options.env)).map(([name, value]) => quote(`${name}=${value}`));
  return `# Runs one step of a job apart from the agent.
umask 077
set -C
{ true >${file('claim')}; } 2>/dev/null || exit 0
set +C
trap : HUP INT TERM
exec </dev/null >>${file('out')} 2>>${file('err')} 3>>${file('status')}
# Blocks for the exit code are taken now, so that a disk which fills up meanwhile cannot lose it.
printf '         \\n' >${file('exit')}
read -r boot </proc/sys/kernel/random/boot_id
read -r stat </proc/$$/stat
set -- \${stat##*') '}
printf '%s %s %s\\n' "$$" "\${20}" "$boot" >${file('pid')}
cd /
(
  read -r stat </proc/self/stat
  set -- "\${stat%% *}" \${stat##*') '}
  printf '%s %s\\n' "$1" "\${21}" >${file('child')}
  umask 022
  exec env -i ${env.join(' ')} ${options.argv.map(quote).join(' ')}
)
code=$?
printf '%s\\n' "$code" 1<>${file('exit')}
`;
}

/** Starts the step, unless a wrapper has claimed it already. Resolves once it is handed over, not when it ends. */
export async function startDetached(options: DetachedStart): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(options.step)) throw new TypeError(`bad step name ${options.step}`);
  const script = stepFile(options.dir, options.step, 'run');
  await writeFile(script, wrapperScript(options), { mode: 0o600 });
  // Made before the wrapper starts, as followers watch this file for the step's end. Existing contents stay.
  await writeFile(stepFile(options.dir, options.step, 'exit'), '', { mode: 0o600, flag: 'a' });
  const argv = ['/bin/sh', script];
  if (options.systemd ?? hasSystemd()) await startUnit(options, argv);
  else await startSession(argv);
}

/** A transient service, started by pid 1: outside the agent's unit, so outside its sandbox, and not ended with it. */
async function startUnit({ unitName, dir, step }: DetachedStart, argv: readonly string[]): Promise<void> {
  // Processes that maintainer scripts leave behind go on, and a shutdown waits for the transaction.
  const properties = ['KillMode=process', 'SendSIGKILL=no', 'TimeoutStopSec=1800', 'TasksMax=infinity'];
  const flags = properties.map((property) => `--property=${property}`);
  const command = ['systemd-run', `--unit=${unitName}`, '--collect', '--quiet', ...flags, '--', ...argv];
  const result = await runCommand(command, { timeoutMs: SYSTEMD_RUN_TIMEOUT_MS });
  if (result.exitCode === 0) return;
  // The unit may exist already, started by an agent that was then killed, or a slow pid 1 may start it later.
  if (!(await giveUpStep(dir, step))) return;
  throw new AppError('INTERNAL_ERROR', {
    message: `systemd-run failed: ${result.stderr.trim().slice(0, 500)}`,
  });
}

function startSession([file, ...args]: readonly string[]): Promise<void> {
  const child = spawn(file as string, args, { cwd: '/', env: childEnv(), detached: true, stdio: 'ignore' });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve());
  });
}
