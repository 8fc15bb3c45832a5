import { defineCore } from '../../kernel/boot/feature.ts';
import { RETRY_MS } from './renewHost.ts';
import { createAgents } from './createService.ts';
import { acceptQuestions } from './transport/questions.ts';
import { acceptLinks } from './links/accept.ts';
import { acceptRelays } from './links/relay.ts';
import { agentsErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { createLinks } from './migrations/002_create_links.ts';
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
  errors: agentsErrors,
  migrations: [createTables, createLinks],
  async setup(ctx) {
    const { service, transport, answers, trusted, links, steps, sweep, rollOut, start, stop } =
      await createAgents(ctx);
    acceptLinks(ctx, trusted, links);
    acceptRelays(ctx, trusted, (hostId, done) => links.open(hostId, done));
    acceptQuestions(ctx, trusted, answers);
    start();
    ctx.metrics.queue('agent_calls', () => transport.waiting());
    ctx.metrics.gauges(
      { agent_links: { help: 'Links of agents that dial, as far as this manager holds them.' } },
      () => Promise.resolve({ agent_links: links.size }),
    );
    ctx.waits.add(() => [
      { table: 'agents_certificates', column: 'retry_at', kind: 'timestamp', longest: RETRY_MS },
    ]);
    return {
      service,
      routes: {},
      steps,
      hooks: {
        'hosts.describe': async ({ hosts }) => {
          const since = await links.rows.connectedSince(hosts.map(({ id }) => id));
          return new Map([...since].map(([id, connectedSince]) => [id, { connectedSince }]));
        },
      },
      events: { 'kernel.drained': () => links.closeAll() },
      jobs: {
        'agents.sweep': { everyMs: SWEEP_MS, lockLifetimeMs: LOCK_MS, run: (_data, run) => sweep(run) },
        'agents.rollOut': {
          everyMs: ROLL_OUT_MS,
          lockLifetimeMs: ROLL_OUT_LOCK_MS,
          run: (_data, run) => rollOut(run),
        },
      },
      stop,
    };
  },
});
