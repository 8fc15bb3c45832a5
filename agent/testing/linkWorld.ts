/** For the suites of links: an agent that dials, its engine, and its manager. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import type { Agent } from '../deps.ts';
import { createAgent } from '../http/app.ts';
import { createCertificateRoutes } from '../http/routes/certificates.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { LinkKeeper } from '../link/keeper.ts';
import { FAKE_BOOT_ID, FakeClock, fakeDeps } from './fakeDeps.ts';
import { createAuthority } from './fakeManager.ts';
import { startLinkManager } from './linkManager.ts';
import type { LinkManager } from './linkManager.ts';
import { enrolledIdentity } from './listener.ts';

export interface LinkWorld {
  ca: Authority;
  manager: LinkManager;
  identity: AgentIdentity;
  agent: Agent;
  /** Of links and channels: it moves only when told to. */
  clock: FakeClock;
  /** The next random numbers; then 0. */
  randoms: number[];
  /** What the agent has logged. */
  lines: Record<string, unknown>[];
  keeper: LinkKeeper;
  stop(): Promise<void>;
}

/** Starts all of it; `managers` instead of the one that is started here. */
export async function startLinkWorld(context: LinkWorld): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-link-'));
  context.ca = await createAuthority();
  context.manager = await startLinkManager({ ca: context.ca });
  context.identity = await enrolledIdentity(dataDir, context.ca);
  context.clock = new FakeClock(new Date().toISOString());
  context.randoms = [];
  context.lines = [];
  const { identity, clock } = context;
  const log = pino({ level: 'info' }, { write: (line) => void context.lines.push(JSON.parse(line)) });
  context.agent = createAgent(
    fakeDeps({
      dataDir,
      authorize: identity.authorize,
      admit: identity.admit,
      certificateRoutes: createCertificateRoutes(identity),
    }),
  );
  await context.agent.start();
  context.keeper = new LinkKeeper({
    identity,
    handler: context.agent.handler,
    handleUpgrade: context.agent.handleUpgrade,
    onTrustChanged: () => context.agent.recheckPeers(),
    log,
    managers: [context.manager.url],
    agentVersion: '0.1.0',
    bootId: () => FAKE_BOOT_ID,
    clock,
    random: () => context.randoms.shift() ?? 0,
  });
  context.keeper.start();
  context.stop = async () => {
    await Promise.all([context.keeper.stop(1_000), context.agent.stop()]);
    await context.manager.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
