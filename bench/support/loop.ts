import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { IdentityStore } from '../../agent/identity/store.ts';
import { inParallel } from '../../agent/simulator/parallel.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import type { LoopTargets } from '../processes/undiciLoop.ts';
import type { KeyAndCertificate } from './authority.ts';
import { startChild } from './children.ts';
import type { Child } from './children.ts';

/** As many at once as the manager's sweep. */
const concurrency = 64;
const readAtOnce = 16;

export interface LoopWish {
  /** Directory for the file of targets. */
  dir: string;
  /** Data directories of the agents. */
  agentsDir: string;
  names: readonly string[];
  tls: KeyAndCertificate;
  /** Where the agent at this place of the names listens. */
  port: (index: number) => number;
  /** Default: a poller. */
  script?: 'undiciLoop' | 'jobLoop';
  /** Default: as many at once as the manager's sweep. */
  atOnce?: number;
}

/**
 * Starts the least that a manager could be for these agents (see processes/undiciLoop.ts and jobLoop.ts), as a process
 * of its own.
 */
export async function startLoop(wish: LoopWish): Promise<Child> {
  const { dir, agentsDir, names, tls, port, script = 'undiciLoop', atOnce = concurrency } = wish;
  const agents = await inParallel(names, readAtOnce, async (name, index) => {
    const identity = await new IdentityStore(path.join(agentsDir, name)).load();
    return { serverName: hostServerName(identity?.hostId ?? ''), port: port(index) };
  });
  const targets: LoopTargets = { tls, agents, concurrency: atOnce };
  const file = path.join(dir, 'targets.json');
  writeFileSync(file, JSON.stringify(targets), { mode: 0o600 });
  return startChild({ script: `bench/processes/${script}.ts`, args: [file] });
}
