// node bench/processes/simulator.ts DIR COUNT PORT: simulated agents in a process of their own, so that their
// CPU time is not the caller's. Answers questions over the IPC channel.
import { simulatedNames, startSimulator } from '../../agent/simulator/simulator.ts';

/** What the simulator is asked; each is answered by SimulatorReport. */
export interface SimulatorQuestion {
  /** Whether every list is new at each look from now on. Absent: as before. */
  changing?: boolean;
}

export interface SimulatorReport {
  /** Number of answers since the question before, by `METHOD /path status`. */
  answers: Record<string, number>;
}

const [, , dir = '', count = '0', port = '0'] = process.argv;
const simulator = await startSimulator({
  dir,
  names: simulatedNames(Number(count)),
  listen: '127.0.0.1',
  port: Number(port),
});
let before: Record<string, number> = {};

process.on('message', ({ changing }: SimulatorQuestion) => {
  if (changing !== undefined) for (const { backend } of simulator.agents) backend.changing = changing;
  const now = simulator.answers();
  const answers = Object.entries(now).map(([key, total]) => [key, total - (before[key] ?? 0)] as const);
  before = now;
  const report: SimulatorReport = { answers: Object.fromEntries(answers.filter(([, more]) => more > 0)) };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ event: 'listening', port: simulator.port })}\n`);
