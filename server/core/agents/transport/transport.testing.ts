/** A transport that holds two connections, and one agent that it reaches over real mutual TLS. */
import { createSecureContext } from 'node:tls';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import type { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { judgeAddress } from '#server/kernel/http/address.ts';
import { type FakeAgent, startFakeAgent } from '../fakeAgent.testing.ts';
import type { Authority } from '../pki/index.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import { createTransport, type OwnTransport } from './createTransport.ts';

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

export async function setUp(world: World): Promise<void> {
  world.ca = await createAuthority();
  world.hostId = uuid();
  world.revoked = new Set();
  world.believed = true;
  world.endsAt = new Date(Date.now() + 86_400_000);
  const { ca, key, cert } = await leafOf(world.ca, { kind: 'manager' });
  const secureContext = createSecureContext({ ca, key, cert });
  const trust = {
    secureContext: () => secureContext,
    isRevoked: (serial: string) => world.revoked.has(serial),
    believes: () => world.believed,
    endsAt: () => world.endsAt,
    judgeAddress,
  };
  world.transport = createTransport({ trust, log, maxHosts: 2, checkMs: 50 });
  const leaf = await leafOf(world.ca, { kind: 'host', hostId: world.hostId });
  world.serial = leaf.serial;
  world.agent = await startFakeAgent(world.hostId, leaf);
  world.cleanups = [];
}

export async function tearDown({ transport, agent, cleanups }: World): Promise<void> {
  transport.stop();
  await agent.stop();
  for (const cleanup of cleanups.reverse()) await cleanup();
}
