import { defineCore } from '../../kernel/boot/feature.ts';
import { mendRenewals } from './renewHost.ts';
import { createAgents } from './createService.ts';
import { agentsErrors } from './errors.ts';
import { createCertificates, createKeys, createState, createTrust } from './migrations/001_create_agents.ts';
import {
  addIssuer,
  createRoots,
  createRotationHosts,
  createRotations,
} from './migrations/002_create_roots.ts';
import { addRootIssuer, createRequests } from './migrations/003_add_own_authority.ts';
import { indexEnds } from './migrations/004_index_certificate_ends.ts';
import './api.ts';

const SWEEP_MS = 30_000;
const ROLL_OUT_MS = 5_000;
/** Long enough for a batch of agents that hang. */
const ROLL_OUT_LOCK_MS = 600_000;
/** Agents that hang may hold a sweep up for minutes. */
const LOCK_MS = 900_000;

/** The certificate authority, and the transport through which agents are called. */
export const agentsFeature = defineCore({
  name: 'agents',
  requires: ['hosts'],
  joins: ['hosts.hostDeleted'],
  errors: agentsErrors,
  migrations: [
    createKeys,
    createCertificates,
    createState,
    createTrust,
    createRoots,
    addIssuer,
    createRotations,
    createRotationHosts,
    addRootIssuer,
    createRequests,
    indexEnds,
  ],
  async setup(ctx) {
    const { service, steps, sweep, rollOut, start, stop } = await createAgents(ctx);
    start();
    return {
      service,
      routes: {},
      steps,
      jobs: {
        'agents.sweep': { everyMs: SWEEP_MS, lockLifetimeMs: LOCK_MS, run: (_data, run) => sweep(run) },
        'agents.rollOut': {
          everyMs: ROLL_OUT_MS,
          lockLifetimeMs: ROLL_OUT_LOCK_MS,
          run: (_data, run) => rollOut(run),
        },
      },
      afterSetBack: () => mendRenewals(ctx),
      stop() {
        stop();
        return Promise.resolve();
      },
    };
  },
});
