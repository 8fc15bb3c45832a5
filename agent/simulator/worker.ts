// One process of a simulator: group.ts starts it and tells it over the IPC channel what to serve; it ends with its
// parent.
import { createLogger } from '../log.ts';
import type { SimulatedPackages } from './backend.ts';
import { simulatedNames, startSimulator } from './simulator.ts';
import type { Simulator } from './simulator.ts';
import { AnswerCounts } from './calls.ts';
import { parseScript } from './script.ts';
import { ThinFleet } from './thin/fleet.ts';
import type { ThinCounts } from './thin/fleet.ts';

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
  /** The managers that the hosts dial; then none of them listens. */
  dial?: readonly string[] | undefined;
  /** They dial as thin hosts. Below so many MB of available memory no further one is started; 0: all are. */
  thin?: { leastMemoryMb: number } | undefined;
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
  /** Of thin hosts; else null. */
  thin: ThinCounts | null;
}

export type WorkerAnswer = { listening: number } | { report: WorkerReport } | { failed: string };

let simulator: Simulator | null = null;
let thinFleet: ThinFleet | null = null;
const thinAnswers = new AnswerCounts();
let before: Record<string, number> = {};

async function start(options: WorkerStart): Promise<WorkerAnswer> {
  const { dir, count, listen, port, processes, index, logLevel } = options;
  const { packages, rules } = parseScript(options.script);
  if (options.thin) return startThin(options, { ...packages, ...options.packages });
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

async function startThin(options: WorkerStart, packages: SimulatedPackages): Promise<WorkerAnswer> {
  const { dir, count, processes, index, logLevel, dial = [], keepAliveMs, thin } = options;
  thinFleet = new ThinFleet({
    dir,
    names: simulatedNames(count),
    part: { index, of: processes },
    managers: dial,
    packages,
    leastMemoryMb: thin?.leastMemoryMb,
    keepAliveMs,
    onAnswer: thinAnswers.note,
    log: createLogger(logLevel),
  });
  await thinFleet.start();
  return { listening: thinFleet.hosts.length };
}

function report({ changing }: WorkerQuestion): WorkerAnswer {
  for (const { backend } of simulator?.agents ?? []) backend.changing = changing ?? backend.changing;
  const now = simulator?.answers() ?? thinAnswers.all;
  const answers = Object.entries(now).map(([key, total]) => [key, total - (before[key] ?? 0)] as const);
  before = now;
  const thin = thinFleet?.counts ?? null;
  const links = thin?.links ?? simulator?.links() ?? 0;
  return { report: { answers: Object.fromEntries(answers.filter(([, more]) => more > 0)), links, thin } };
}

process.on('message', (message: { start: WorkerStart } | { ask: WorkerQuestion }) => {
  const answer = 'start' in message ? start(message.start) : Promise.resolve(report(message.ask));
  answer
    .catch((error: Error): WorkerAnswer => ({ failed: error.message }))
    .then((known) => process.send?.(known));
});
const stopped = (): Promise<void> => simulator?.stop() ?? thinFleet?.stop() ?? Promise.resolve();
const end = (): void => void stopped().finally(() => process.exit(0));
process.once('SIGTERM', end);
// Ctrl-C reaches the whole process group; the parent decides when to end.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit(0));
