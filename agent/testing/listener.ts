/** For the suite of the agent's listener: an agent with an identity, and callers with certificates. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { pino } from 'pino';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import { loadAgentIdentity, makeCsr } from '../identity/identity.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { createListener } from '../identity/listener.ts';
import { IdentityStore } from '../identity/store.ts';
import { createAuthority, emptyCrl, issuePair } from './fakeManager.ts';
import type { ClientPair } from './fakeManager.ts';

export const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
export const DAY_MS = 86_400_000;

/** An agent that listens on loopback, its authority, and the certificate of its manager. */
export interface ListenerWorld {
  dataDir: string;
  ca: Authority;
  manager: ClientPair;
  identity: AgentIdentity;
  server: Server;
  port: number;
  nowMs: number;
  /** The headers object of the newest request, as the router would pass it on. */
  headers: object;
}

export async function setUp(context: ListenerWorld): Promise<void> {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-listener-'));
  context.ca = await createAuthority();
  context.manager = await issuePair(context.ca, { kind: 'manager' });
  context.nowMs = Date.now();
  context.identity = await enrolledIdentity(context.dataDir, context.ca, () => new Date(context.nowMs));
  const { identity } = context;
  context.server = createListener({
    identity,
    log: pino({ level: 'silent' }),
    handler: (req, res) => {
      const allowed = identity.authorize(req);
      context.headers = req.headers;
      res.writeHead(allowed ? 200 : 403).end();
    },
    handleUpgrade: (_req, socket) => socket.destroy(),
  });
  context.server.listen(0, '127.0.0.1');
  await once(context.server, 'listening');
  context.port = (context.server.address() as AddressInfo).port;
}

/** Of a host of this authority, as after its enrollment. */
export async function enrolledIdentity(
  dataDir: string,
  ca: Authority,
  now?: () => Date,
): Promise<AgentIdentity> {
  const store = new IdentityStore(dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'web-1'));
  const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  await store.saveTrust(ca.certificatePem + emptyCrl(ca));
  await store.commit(leaf.certificatePem);
  const identity = await loadAgentIdentity(store, now);
  if (!identity) throw new Error('no identity');
  return identity;
}

export async function tearDown({ server, dataDir }: ListenerWorld): Promise<void> {
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Status of a call with this client certificate, or the connection's error code. */
export function call({ port, ca }: ListenerWorld, client: Partial<ClientPair>): Promise<number | string> {
  return new Promise((resolve) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        servername: hostServerName(hostId),
        ca: ca.certificatePem,
        agent: false,
        ...client,
      },
      (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      },
    );
    req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    req.end();
  });
}

/** An open connection that sends nothing; resolves `closed` when the agent ends it. */
export async function connect({ port, ca }: ListenerWorld, client: Partial<ClientPair>) {
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    servername: hostServerName(hostId),
    ca: ca.certificatePem,
    ...client,
  });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return { socket, closed: once(socket, 'close').then(() => 'closed') };
}

/** A root and its list of what is revoked, as the agent is given them. */
export const trustPem = (ca: Authority, number: number, revoked: string[] = [], now?: Date) =>
  ca.certificatePem + emptyCrl(ca, number, revoked, now);

/** `accepted`, or the code and the message with which it was refused. */
export const reasonOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );
