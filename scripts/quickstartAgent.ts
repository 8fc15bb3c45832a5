import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../agent/main.ts');

export interface AgentOptions {
  command: 'run' | 'enroll';
  /** `--flag value …`, after the command. */
  flags: readonly string[];
  /** Handed over in the environment: arguments can be read by every user of the machine. */
  enrollmentToken: string | null;
  logFile: string;
}

/** A line of JSON that the agent prints on standard output. */
export interface AgentNews {
  event: string;
  host_id: string;
  read_only?: boolean;
}

export interface AgentProcess {
  /** Its first news; null when it ended without any. */
  news: Promise<AgentNews | null>;
  /** Why it ended, in one line. */
  ended: Promise<string>;
  /** Asks the agent to end; a package manager that it started goes on by itself. */
  stop(): Promise<void>;
}

/**
 * Starts the agent as a process of its own, as on every other host, its log appended to `logFile`. It is outside the
 * terminal's process group, so that Ctrl-C reaches it through `stop` alone, and it ends when this process is killed.
 */
export function spawnAgent({ command, flags, enrollmentToken, logFile }: AgentOptions): AgentProcess {
  const logStart = sizeOf(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', main, command, ...flags];
  const [file = '', ...args] = [...endingWithParent(), ...node];
  const child = spawn(file, args, {
    env: agentEnv(enrollmentToken),
    detached: true,
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  let printed = '';
  const news = new Promise<AgentNews | null>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('\n')) resolve(JSON.parse(printed.split('\n')[0] ?? '') as AgentNews);
    });
    child.once('close', () => resolve(null));
    child.once('error', () => resolve(null));
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`the agent could not be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(whyEnded(logFile, logStart, code ?? signal)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { news, ended, stop };
}

/**
 * Variables that the agent does not get: settings of another agent on this machine, and the manager's own (its
 * passwords).
 */
const hiddenFromAgent = /^(FLEETMEND_(?!KERNEL_RELEASE$)|DATABASE_(URL|USER|PASSWORD)$|MONGODB_URL$)/;

function agentEnv(enrollmentToken: string | null): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !hiddenFromAgent.test(name));
  const token = enrollmentToken === null ? {} : { FLEETMEND_AGENT_ENROLLMENT_TOKEN: enrollmentToken };
  return { ...Object.fromEntries(kept), ...token };
}

/**
 * A command that has the kernel end the agent with this process, also on kill -9: util-linux's setpriv (essential on
 * Debian).
 */
function endingWithParent(): string[] {
  const setpriv = '/usr/bin/setpriv';
  try {
    accessSync(setpriv, constants.X_OK);
    return [setpriv, '--pdeathsig', 'TERM', '--'];
  } catch {
    return [];
  }
}

/** Why the agent ended: its own message is the last line of the log that is not JSON. */
function whyEnded(logFile: string, from: number, how: number | string | null): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
  const own = lines.findLast((line) => line.startsWith('fleetmend-agent: '));
  return own?.slice('fleetmend-agent: '.length) ?? `the agent ended (${how}); see ${logFile}`;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
