import type { Bench } from './bench.ts';
import { agentMemory } from './agentMemory.ts';
import { coldStart } from './coldStart.ts';
import { connections } from './connections.ts';
import { enrollment } from './enrollment.ts';
import { exposure } from './exposure.ts';
import { fairness } from './fairness.ts';
import { fleet } from './fleet.ts';
import { hundredThousand } from './hundredThousand.ts';
import { job } from './job.ts';
import { lists } from './lists.ts';
import { loginFlood } from './loginFlood.ts';
import { loginTiming } from './loginTiming.ts';
import { packages } from './packages.ts';
import { poll } from './poll.ts';
import { wavesBench } from './waves.ts';
import { reports } from './reports.ts';
import { web } from './web.ts';

/** Each holds a promise; in the order in which they run. */
export const benches: readonly Bench[] = [
  poll,
  enrollment,
  fleet,
  connections,
  hundredThousand,
  wavesBench,
  lists,
  packages,
  job,
  agentMemory,
  coldStart,
  loginTiming,
  loginFlood,
  fairness,
  web,
  reports,
  exposure,
];
