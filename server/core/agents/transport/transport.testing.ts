/** A transport that holds two connections, and one agent that it reaches over real mutual TLS. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { pino } from 'pino';
import { suite, type Test } from 'uvu';
import { v7 as uuid } from 'uuid';
import type { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { judgeAddress } from '#server/kernel/http/address.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { createSockets } from '#server/kernel/http/sockets.ts';
import { managerErrors } from '#server/shared/wire/managerErrors.ts';
import { type FakeAgent, type FakeTls, startDialingAgent, startFakeAgent } from '../fakeAgent.testing.ts';
import { acceptLinks } from '../links/accept.ts';
import { acceptQuestions, type AnswerQuestion } from './questions.ts';
import { acceptRelays } from '../links/relay.ts';
import { Balance } from '../links/balance.ts';
import { Links } from '../links/links.ts';
import type { HeldLink, LinkRows } from '../links/rows.ts';
import type { Authority } from '../pki/index.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import { createTransport, type OwnTransport } from './createTransport.ts';
import { refusalOf, type TransportTrust } from './dial.ts';

export interface World {
  ca: Authority;
  hostId: string;
  revoked: Set<string>;
  /** Whether the authority is trusted. */
  believed: boolean;
  /** When the manager's own certificate ends, as the transport is told. */
  endsAt: Date;
  transport: OwnTransport;
  agent: FakeAgent;
  serial: string;
  cleanups: (() => Promise<void> | void)[];
  links: Links;
  trust: TransportTrust;
  rows: LinkRows & { lost: HeldLink[] };
  /** What the manager answers others. */
  answers: Map<string, AnswerQuestion>;
  /** Of the listener for agents that dial. */
  port: number;
  /** Another agent, reached in the same way. */
  startAgent(hostId: string, tls: FakeTls): Promise<FakeAgent>;
}

const log = pino({ level: 'silent' });

export async function failure(work: Promise<unknown>): Promise<AgentFailure> {
  try {
    await work;
  } catch (error) {
    return error as AgentFailure;
  }
  throw new Error('it did not fail');
}

/** Declares the tests twice: for an agent that is called, and for one that dials. */
export function overBothModes(
  name: string,
  declare: (test: Test<World>, connection: 'listen' | 'dial') => void,
): void {
  for (const connection of ['listen', 'dial'] as const) {
    const test = suite<World>(`${name} (${connection})`);
    test.before.each((world) => setUp(world, connection));
    test.after.each(tearDown);
    declare(test, connection);
    test.run();
  }
}

export async function setUp(world: World, connection: 'listen' | 'dial' = 'listen'): Promise<void> {
  world.ca = await createAuthority();
  world.hostId = uuid();
  world.revoked = new Set();
  world.believed = true;
  world.endsAt = new Date(Date.now() + 86_400_000);
  world.cleanups = [];
  world.answers = new Map();
  const { ca, key, cert } = await leafOf(world.ca, { kind: 'manager' });
  const secureContext = createSecureContext({ ca, key, cert });
  const trust: TransportTrust = {
    secureContext: () => secureContext,
    isRevoked: (serial: string) => world.revoked.has(serial),
    believes: () => world.believed,
    endsAt: () => world.endsAt,
    listenerEndsAt: () => world.endsAt,
    judgeAddress,
    openChannel: (hostId, done) => world.links.open(hostId, done),
  };
  world.trust = trust;
  world.rows = linkRows();
  world.links = new Links({
    ctx: { log, clock: systemClock },
    rows: world.rows,
    balance: new Balance({ rows: world.rows, instanceId: 'this', nowMs: () => performance.now() }),
    epoch: 0,
    refusalOf: (peer) => refusalOf(trust, peer),
    tellReplaced: () => undefined,
  });
  world.transport = createTransport({ trust, log, maxHosts: 2, checkMs: 50 });
  const leaf = await leafOf(world.ca, { kind: 'host', hostId: world.hostId });
  world.serial = leaf.serial;
  world.port = connection === 'dial' ? await acceptAgents(world, trust) : 0;
  world.startAgent = (hostId, tls) =>
    connection === 'dial'
      ? startDialingAgent(hostId, tls, { port: world.port })
      : startFakeAgent(hostId, tls);
  world.agent = await world.startAgent(world.hostId, leaf);
}

/** The manager's listener for agents; answers its port. */
async function acceptAgents(world: World, trust: TransportTrust): Promise<number> {
  const tls = await leafOf(world.ca, { kind: 'web', names: [] });
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: false });
  const open = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const sockets = createSockets(log, managerErrors);
  acceptLinks({ sockets }, trust, world.links);
  acceptRelays({ sockets, log }, trust, (hostId, done) => world.links.open(hostId, done));
  acceptQuestions({ sockets }, trust, world.answers);
  sockets.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.cleanups.push(async () => {
    await world.links.stop();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Rows of links in memory. */
function linkRows(): World['rows'] {
  const numbers = new Map<string, number>();
  const lost: HeldLink[] = [];
  return {
    lost,
    forget: () => Promise.resolve(),
    forgetDead: () => Promise.resolve(),
    open(hostId) {
      const number = (numbers.get(hostId) ?? 0) + 1;
      numbers.set(hostId, number);
      return Promise.resolve(number);
    },
    lose: (links) => Promise.resolve(void lost.push(...links)),
    takenOver: () => Promise.resolve([]),
    shares: () => Promise.resolve(new Map()),
    countElsewhere: () => Promise.resolve(0),
    holder: () => Promise.resolve(null),
    connectedSince: () => Promise.resolve(new Map()),
    seen: () => Promise.resolve(),
  };
}

export async function tearDown({ transport, agent, cleanups }: World): Promise<void> {
  transport.stop();
  await agent.stop();
  for (const cleanup of cleanups.reverse()) await cleanup();
}
