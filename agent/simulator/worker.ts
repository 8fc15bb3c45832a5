// One process of a simulator: group.ts starts it and tells it over the IPC channel what to serve; it ends with its
// parent.
import { createLogger } from '../log.ts';
import type { SimulatedPackages } from './backend.ts';
import { simulatedNames, startSimulator } from './simulator.ts';
import type { Simulator } from './simulator.ts';
import { parseScript } from './script.ts';

export interface WorkerStart {
  dir: string;
  /** Number of hosts in the whole fleet. */
  count: number;
  listen: string;
  /** The port of the first process. */
  port: number;
  processes: number;
  /** The index of this process. */
  index: number;
  /** Text of the script; `packages` overrides the packages in it. */
  script: string;
  packages: SimulatedPackages;
  logLevel: 'warn' | 'silent';
  /** The manager that the hosts dial; then none of them listens. */
  dial?: string | undefined;
  /** See SimulatorOptions. */
  changesAt?: { managerUrl: string; address: string } | undefined;
  /** How long a connection stays open between two requests. Default: as long as with the real agent. */
  keepAliveMs?: number;
}

export interface WorkerQuestion {
  changing?: boolean;
}

export interface WorkerReport {
  /** Answers since the previous question, by `METHOD /path status`. */
  answers: Record<string, number>;
  /** How many links to the manager hold. */
  links: number;
}

export type WorkerAnswer = { listening: number } | { report: WorkerReport } | { failed: string };

let simulator: Simulator | null = null;
let before: Record<string, number> = {};

async function start(options: WorkerStart): Promise<WorkerAnswer> {
  const { dir, count, listen, port, processes, index, logLevel } = options;
  const { packages, rules } = parseScript(options.script);
  simulator = await startSimulator({
    dir,
    names: simulatedNames(count),
    part: { index, of: processes },
    listen,
    port: port + index,
    packages: { ...packages, ...options.packages },
    rules,
    log: createLogger(logLevel),
    dial: options.dial,
    changesAt: options.changesAt,
    keepAliveMs: options.keepAliveMs,
  });
  return { listening: simulator.agents.length };
}

function report({ changing }: WorkerQuestion): WorkerAnswer {
  for (const { backend } of simulator?.agents ?? []) backend.changing = changing ?? backend.changing;
  const now = simulator?.answers() ?? {};
  const answers = Object.entries(now).map(([key, total]) => [key, total - (before[key] ?? 0)] as const);
  before = now;
  const links = simulator?.links() ?? 0;
  return { report: { answers: Object.fromEntries(answers.filter(([, more]) => more > 0)), links } };
}

process.on('message', (message: { start: WorkerStart } | { ask: WorkerQuestion }) => {
  const answer = 'start' in message ? start(message.start) : Promise.resolve(report(message.ask));
  answer
    .catch((error: Error): WorkerAnswer => ({ failed: error.message }))
    .then((known) => process.send?.(known));
});
const end = (): void => void (simulator?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
process.once('SIGTERM', end);
// Ctrl-C reaches the whole process group; the parent decides when to end.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit(0));
