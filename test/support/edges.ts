import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Server } from 'node:https';
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { pino } from 'pino';
import { createAgent } from '../../agent/http/app.ts';
import { createAuthority, emptyCrl, issuePair } from '../../agent/testing/fakeManager.ts';
import { loadAgentIdentity, makeCsr } from '../../agent/identity/identity.ts';
import { createListener } from '../../agent/identity/listener.ts';
import { IdentityStore } from '../../agent/identity/store.ts';
import { fakeDeps } from '../../agent/testing/fakeDeps.ts';
import { loadConfig, type Config } from '../../server/config.ts';
import type { ConnectionLimits } from '../../server/shared/connections/supervise.ts';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import { startManager } from '../../server/manager.ts';

/** One of the two listeners that anybody on the network can reach, as it runs in production, in this process. */
export interface Edge {
  name: 'manager' | 'agent';
  port: number;
  /** TLS, with the manager's certificate where the edge is the agent's. */
  connect(options?: tls.ConnectionOptions): Promise<tls.TLSSocket>;
  /** What a client of the edge needs besides its port. */
  client: tls.ConnectionOptions;
  /** Connects by TCP alone; resolves once the connection is accepted. */
  connectTcp(localAddress?: string): Promise<Socket>;
  /**
   * Sends these bytes; returns all that comes back until the edge closes, as latin1, so that each byte is a character.
   */
  answer(sent: string | Buffer): Promise<string>;
  stop(): Promise<void>;
}

/** The agent's edge answers this path with so many bytes: more than the kernel takes for a peer that reads nothing. */
export const BIG_PATH = '/big';
export const BIG_BYTES = 32 * 1024 * 1024;

export const ADMIN_PASSWORD = 'seven quiet otters row north';

/** Only a defect takes this long, however busy the machine is. */
const PATIENCE_MS = 60_000;

type Limits = Partial<ConnectionLimits>;

/** A whole manager, with all features, on SQLite. */
export async function startManagerEdge(
  connectionLimits: Limits = {},
  more: Partial<Config> = {},
): Promise<Edge> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'edge-manager-'));
  const packagesDir = path.join(dataDir, 'packages');
  const config = {
    ...loadConfig({}, null),
    dataDir,
    packagesDir,
    port: 0,
    adminPassword: ADMIN_PASSWORD,
    ...more,
  };
  const manager = await startManager({ config, log: pino({ level: 'silent' }), connectionLimits });
  return edgeOn('manager', manager.port, {}, async () => {
    await manager.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
}

/** The agent's listener with its engine, but no real package manager. */
export async function startAgentEdge(connectionLimits: Limits = {}): Promise<Edge> {
  const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
  const log = pino({ level: 'silent' });
  const ca = await createAuthority();
  const deps = fakeDeps();
  const store = new IdentityStore(path.join(deps.dataDir, 'identity'));
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'web-1'));
  const profile = { kind: 'host', hostId } as const;
  await store.saveTrust(ca.certificatePem + emptyCrl(ca));
  await store.commit(issueLeaf({ ca, publicKeyPem, profile, now: new Date() }).certificatePem);
  const identity = await loadAgentIdentity(store);
  if (!identity) throw new Error('no identity');
  const agent = createAgent({ ...deps, authorize: identity.authorize });
  await agent.start();
  const { handleUpgrade } = agent;
  const handler: RequestListener = (req, res) =>
    req.url === BIG_PATH ? void res.end(Buffer.alloc(BIG_BYTES)) : agent.handler(req, res);
  const server: Server = createListener({ identity, handler, handleUpgrade, connectionLimits, log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return edgeOn('agent', port, await issuePair(ca, { kind: 'manager' }), async () => {
    await agent.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    deps.cleanUp();
  });
}

function edgeOn(name: Edge['name'], port: number, pair: tls.SecureContextOptions, stop: Edge['stop']): Edge {
  const target = { host: '127.0.0.1', port };
  const client = { rejectUnauthorized: false, ...pair };
  const connect = async (options: tls.ConnectionOptions = {}): Promise<tls.TLSSocket> => {
    const socket = tls.connect({ ...target, ...client, ...options });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    return socket;
  };
  return {
    name,
    port,
    client,
    connect,
    stop,
    async connectTcp(localAddress) {
      const socket = connectTcp({ ...target, localAddress });
      await once(socket, 'connect');
      return socket.on('error', () => undefined);
    },
    async answer(sent) {
      const socket = await connect();
      let text = '';
      socket.setEncoding('latin1').on('data', (part: string) => (text += part));
      socket.write(sent);
      await closed(
        socket,
        `${name} kept the connection after ${JSON.stringify(sent.toString().slice(0, 80))}`,
      );
      return text;
    },
  };
}

/** Resolves when the other side has closed the connection, in whatever way; throws with `what` when it never does. */
export function closed(socket: Socket, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) return resolve();
    const timer = setTimeout(() => reject(new Error(what)), PATIENCE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The status of an answer; 0 where there is none. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);
