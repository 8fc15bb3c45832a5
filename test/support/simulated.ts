// The web tests are type-checked apart from the server, whose ambient types the agent needs.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient file cannot be imported
/// <reference path="../../server/shared/pki/forgeAsn1.d.ts" />
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { SimulatedPackages } from '../../agent/simulator/backend.ts';
import { enrollSimulated } from '../../agent/simulator/enroll.ts';
import type { Rule } from '../../agent/simulator/script.ts';
import { simulatedNames, startSimulator, type Simulator } from '../../agent/simulator/simulator.ts';
import { connection, enrollmentToken } from './fleet.ts';
import type { ManagerProcess } from './manager.ts';
import { freePort } from './ports.ts';

export interface SimulatedFleet {
  simulator: Simulator;
  /** Holds the data directory of each agent, by its name. */
  dir: string;
  stop(): Promise<void>;
}

/** Simulated agents inside the test, truly enrolled by token, that listen or dial as this run says; the manager must be started and signed in. */
export async function startSimulatedFleet(
  manager: ManagerProcess,
  count: number,
  packages: SimulatedPackages = {},
  rules: readonly Rule[] = [],
  { canChangeConnection = false } = {},
): Promise<SimulatedFleet> {
  const dir = await mkdtemp(path.join(tmpdir(), 'simulated-'));
  const names = simulatedNames(count);
  const port = await freePort();
  const log = pino({ level: 'silent' });
  const token = await enrollmentToken(manager, count);
  const { signal } = new AbortController();
  const where = { address: '127.0.0.1', port };
  await enrollSimulated({ dir, names, managerUrl: manager.url, token, ...where, log, signal });
  const dial = connection === 'dial' ? [manager.url] : undefined;
  const listen = where.address;
  const changesAt = canChangeConnection ? { managerUrl: manager.url, ...where } : undefined;
  const simulator = await startSimulator({ dir, names, listen, port, dial, packages, rules, log, changesAt });
  return { simulator, dir, stop: () => simulator.stop() };
}
