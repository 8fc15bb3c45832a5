import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions, Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentOperations } from '../../generated/agentOperations.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import { createAgent } from './app.ts';
import type { Agent } from '../deps.ts';
import { createCertificateRoutes } from './routes/certificates.ts';
import { createAuthority, emptyCrl, issuePair } from '../testing/fakeManager.ts';
import type { ClientPair } from '../testing/fakeManager.ts';
import { loadAgentIdentity, makeCsr } from '../identity/identity.ts';
import { createListener } from '../identity/listener.ts';
import { IdentityStore } from '../identity/store.ts';
import { fakeDeps } from '../testing/fakeDeps.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';

interface Context {
  ca: Authority;
  agent: Agent;
  server: Server;
  cleanUp: () => Promise<void>;
  /** The client certificates of everybody but the manager. */
  strangers: Record<string, Partial<ClientPair>>;
  manager: ClientPair;
}

const test = suite<Context>('access');

test.before(async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-access-'));
  const ca = await createAuthority();
  const revoked = await issuePair(ca, { kind: 'manager' });
  const store = new IdentityStore(dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'web-1'));
  const own = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  await store.saveTrust(ca.certificatePem + emptyCrl(ca, 1, [revoked.serial]));
  const { privateKeyPem } = await store.commit(own.certificatePem);
  const identity = await loadAgentIdentity(store);
  if (!identity) throw new Error('no identity');
  const certificateRoutes = createCertificateRoutes(identity);
  const isOutOfDate = ({ socket }: IncomingMessage): boolean => identity.isOutOfDate(socket as TLSSocket);
  const { cleanUp, ...deps } = fakeDeps({ authorize: identity.authorize, isOutOfDate, certificateRoutes });
  const agent = createAgent(deps);
  await agent.start();
  const { handler, handleUpgrade } = agent;
  const server = createListener({ identity, handler, handleUpgrade, log: pino({ level: 'silent' }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const strangers = {
    'no certificate': {},
    "another authority's manager": await issuePair(await createAuthority(), { kind: 'manager' }),
    "another host's certificate": await issuePair(ca, { kind: 'host', hostId: 'other' }),
    "this host's own certificate": { key: privateKeyPem, cert: own.certificatePem },
    "the web listener's certificate": await issuePair(ca, { kind: 'web', names: ['127.0.0.1'] }),
    'a revoked manager': revoked,
    'an expired manager': await issuePair(ca, { kind: 'manager' }, new Date(Date.now() - 91 * 86_400_000)),
  };
  Object.assign(context, { ca, agent, server, strangers, manager: await issuePair(ca, { kind: 'manager' }) });
  context.cleanUp = async () => {
    server.closeAllConnections();
    server.close();
    await agent.stop();
    cleanUp();
    await rm(dataDir, { recursive: true, force: true });
  };
});

test.after(({ cleanUp }) => cleanUp());

interface Answer {
  /** 0: the connection was refused. */
  status: number;
  text: string;
}

function call(context: Context, client: Partial<ClientPair>, options: RequestOptions): Promise<Answer> {
  const { port } = context.server.address() as AddressInfo;
  const target = {
    host: '127.0.0.1',
    port,
    servername: hostServerName(hostId),
    ca: context.ca.certificatePem,
  };
  return new Promise((resolve) => {
    const req = request({ ...target, agent: false, ...client, ...options }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
    });
    req.on('upgrade', () => resolve({ status: 101, text: '' }));
    req.on('error', () => resolve({ status: 0, text: '' }));
    req.end();
  });
}

const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };

/** Every operation, the stream as an upgrade, and an unknown path. */
const calls: RequestOptions[] = [
  ...agentOperations.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, hostId),
  })),
  {
    path: '/api/v1/ws/jobs',
    headers: { ...upgrade, 'sec-websocket-key': Buffer.alloc(16).toString('base64') },
  },
  { path: '/api/v1/unlisted' },
];

test('nobody but the manager gets anything out of any route', async (context) => {
  assert.ok(calls.length > 20);
  for (const [who, client] of Object.entries(context.strangers)) {
    for (const options of calls) {
      const { status, text } = await call(context, client, options);
      const what = `${who}: ${options.method ?? 'GET'} ${options.path} answered ${status}`;
      assert.ok(status === 0 || status === 403, what);
      if (status === 403 && text !== '')
        assert.is((JSON.parse(text) as { error: { code: string } }).error.code, 'CERTIFICATE_REQUIRED', what);
    }
  }
});

test('a manager whose certificate is not valid by this clock is told what the clock says, and nobody else is', async (context) => {
  const { ca, strangers } = context;
  const early = await issuePair(ca, { kind: 'manager' }, new Date(Date.now() + 2 * 86_400_000));
  const told: string[] = [];
  for (const [who, client] of Object.entries({
    ...strangers,
    'a manager of the day after tomorrow': early,
  })) {
    const { text } = await call(context, client, { path: '/health' });
    const at =
      text === ''
        ? undefined
        : (JSON.parse(text) as { error: { details?: { clock_at?: string } } }).error.details?.clock_at;
    if (at === undefined) continue;
    told.push(who);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, who);
  }
  // The expired one is from before its root, which no clock can explain.
  assert.equal(told, ['a manager of the day after tomorrow']);
});

test('the manager reaches every one of them', async (context) => {
  for (const options of calls) {
    const { status } = await call(context, context.manager, options);
    assert.not([0, 403].includes(status), `${options.method ?? 'GET'} ${options.path} answered ${status}`);
  }
});

test.run();
