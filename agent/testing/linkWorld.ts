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
import { ChannelServer } from '../link/channelServer.ts';
import { LinkKeeper } from '../link/keeper.ts';
import { eventually } from './fakeAgent.ts';
import { FAKE_BOOT_ID, FakeClock, fakeDeps } from './fakeDeps.ts';
import { createAuthority } from './fakeManager.ts';
import { startLinkManager } from './linkManager.ts';
import type { LinkManager, ManagerLink } from './linkManager.ts';
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

/** Starts all but the link; see `dial`. */
export async function startLinkWorld(context: LinkWorld): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-link-'));
  context.ca = await createAuthority();
  context.manager = await startLinkManager({ ca: context.ca });
  context.identity = await enrolledIdentity(dataDir, context.ca);
  context.clock = new FakeClock(new Date().toISOString());
  context.randoms = [];
  context.lines = [];
  const { identity } = context;
  context.agent = createAgent(
    fakeDeps({
      dataDir,
      authorize: identity.authorize,
      admit: identity.admit,
      certificateRoutes: createCertificateRoutes(identity),
    }),
  );
  await context.agent.start();
  context.keeper = keeperOf(context, [context.manager.url]);
  context.stop = async () => {
    await Promise.all([context.keeper.stop(1_000), context.agent.stop()]);
    await context.manager.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function keeperOf(context: LinkWorld, managers: [URL, ...URL[]]): LinkKeeper {
  const { identity, agent, clock, randoms, lines } = context;
  const { handler, handleUpgrade } = agent;
  return new LinkKeeper({
    identity,
    channels: new ChannelServer({ handler, handleUpgrade, clock }),
    onTrustChanged: () => agent.recheckPeers(),
    log: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    managers,
    agentVersion: '0.1.0',
    bootId: () => FAKE_BOOT_ID,
    healthMark: () => agent.healthMark(),
    clock,
    random: () => randoms.shift() ?? 0,
  });
}

/** Starts the link to this manager instead of the one of the world. */
export function dial(context: LinkWorld, ...managers: [URL, ...URL[]] | []): LinkKeeper {
  const [first = context.manager.url, ...others] = managers;
  context.keeper = keeperOf(context, [first, ...others]);
  context.keeper.start();
  return context.keeper;
}

/** Starts the link, and waits until it holds. */
export async function linked(context: LinkWorld): Promise<ManagerLink> {
  dial(context);
  const link = await context.manager.link(1);
  await isUp(context);
  return link;
}

export const isUp = ({ keeper }: LinkWorld): Promise<void> =>
  eventually(() => keeper.status.state === 'up', 'the link');

/** Resolves to why there is no link, once the agent waits for its next try. */
export async function isDown({ keeper }: LinkWorld): Promise<string> {
  await eventually(() => keeper.status.state === 'waiting', 'the end of the link');
  return keeper.status.reason ?? '';
}

/** The wait until the next try, in ms. */
export const waitMs = ({ keeper, clock }: LinkWorld): number =>
  Date.parse(keeper.status.next_try_at ?? '') - clock.now().getTime();
