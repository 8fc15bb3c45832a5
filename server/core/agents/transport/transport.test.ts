import { once } from 'node:events';
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { WebSocketServer } from 'ws';
import type { AgentFailure } from '../../../contract/agentFailure.ts';
import { judgeAddress } from '../../hosts/address.ts';
import {
  createTestAuthority,
  type FakeAgent,
  type FakeRoute,
  leafOf,
  refusal,
  startFakeAgent,
  success,
  wellBehaved,
  healthData,
} from '../fakeAgent.testing.ts';
import type { Authority } from '../pki/index.ts';
import type { AgentJobEvent, AgentTarget } from '../transport.ts';
import { createTransport, type OwnTransport } from './createTransport.ts';

interface World {
  ca: Authority;
  hostId: string;
  revoked: Set<string>;
  transport: OwnTransport;
  agent: FakeAgent;
  serial: string;
  cleanups: (() => Promise<void> | void)[];
}

const test = suite<World>('agent transport');
const log = pino({ level: 'silent' });

test.before.each(async (world) => {
  world.ca = await createTestAuthority();
  world.hostId = uuid();
  world.revoked = new Set();
  const { ca, key, cert } = await leafOf(world.ca, { kind: 'manager' });
  const secureContext = createSecureContext({ ca, key, cert });
  const trust = {
    secureContext: () => secureContext,
    isRevoked: (serial: string) => world.revoked.has(serial),
    judgeAddress,
  };
  world.transport = createTransport({ trust, log, maxHosts: 2 });
  const leaf = await leafOf(world.ca, { kind: 'host', hostId: world.hostId });
  world.serial = leaf.serial;
  world.agent = await startFakeAgent(world.hostId, leaf);
  world.cleanups = [];
});

test.after.each(async ({ transport, agent, cleanups }) => {
  transport.stop();
  await agent.stop();
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function failure(work: Promise<unknown>): Promise<AgentFailure> {
  try {
    await work;
  } catch (error) {
    return error as AgentFailure;
  }
  throw new Error('it did not fail');
}

test('calls share one kept-alive connection', async ({ transport, agent }) => {
  const first = await transport.call(agent.target, 'getHealth');
  await transport.call(agent.target, 'getSystemInfo');
  assert.is(first.data.agent_version, '1.2.3');
  assert.is(agent.connections(), 1);
  assert.equal(agent.calls, ['GET /health', 'GET /api/v1/system/info']);
});

test('a long answer does not hold up the next call', async ({ transport, agent }) => {
  let release = (): void => undefined;
  agent.routes['GET /api/v1/system/info'] = (_req, res) =>
    (release = () => refusal(res, 500, 'INTERNAL_ERROR', true));
  const slow = failure(transport.call(agent.target, 'getSystemInfo'));
  await transport.call(agent.target, 'getHealth');
  release();
  assert.is((await slow).code, 'INTERNAL_ERROR');
  assert.is(agent.connections(), 2);
});

test('an unchanged list is a 304 without data, with its age', async ({ transport, agent }) => {
  const full = await transport.call(agent.target, 'listPatches');
  assert.is(full.data?.total, 1);
  const again = await transport.call(agent.target, 'listPatches', { ifNoneMatch: full.etag ?? '' });
  assert.is(again.status, 304);
  assert.is(again.data, null);
  assert.is(again.lastModified?.toISOString(), '2026-01-15T06:00:00.000Z');
});

test('path parameters, query, body and key reach the agent; dots are no path', async ({
  transport,
  agent,
}) => {
  let seen: unknown;
  agent.routes['POST /api/v1/patches'] = (req, res, body) => {
    seen = {
      body: JSON.parse(body) as unknown,
      key: req.headers['idempotency-key'],
      type: req.headers['content-type'],
    };
    success(res, { job_id: uuid(), status: 'pending', operation: 'patch' }, {}, 202);
  };
  const key = uuid();
  const answer = await transport.call(agent.target, 'applyPatches', {
    body: { dry_run: true },
    idempotencyKey: key,
  });
  assert.is(answer.data.status, 'pending');
  assert.equal(seen, { body: { dry_run: true }, key, type: 'application/json' });
  await failure(transport.call(agent.target, 'getServiceStatus', { params: { name: 'a/b c' } }));
  assert.is(agent.calls.at(-1), 'GET /api/v1/system/services/a%2Fb%20c');
  await failure(transport.call(agent.target, 'getJobLogs', { params: { id: 'x' }, query: { after_seq: 3 } }));
  assert.is(agent.calls.at(-1), 'GET /api/v1/jobs/x/logs?after_seq=3');
  assert.match(
    (await failure(transport.call(agent.target, 'getJob', { params: { id: '..' } }))).message,
    /path parameter/,
  );
});

test("an agent's refusal keeps its code, details and retryable", async ({ transport, agent }) => {
  agent.routes['GET /health'] = (_req, res) => refusal(res, 409, 'PACKAGE_MANAGER_BUSY', true);
  const refused = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal(
    [refused.kind, refused.code, refused.status, refused.retryable],
    ['refused', 'PACKAGE_MANAGER_BUSY', 409, true],
  );
});

const HOSTILE: Record<string, { route: FakeRoute; kind: string; code: string }> = {
  'a body beyond ten megabytes': {
    route: (_req, res) => {
      const chunk = Buffer.alloc(1024 * 1024, 32);
      const send = (): void => {
        while (!res.destroyed && res.write(chunk));
      };
      res.on('drain', send).on('error', () => undefined);
      send();
    },
    kind: 'answer',
    code: 'ANSWER_TOO_LARGE',
  },
  'a length beyond ten megabytes': {
    route: (_req, res) => void res.writeHead(200, { 'Content-Length': 11_000_000 }).write('{'),
    kind: 'answer',
    code: 'ANSWER_TOO_LARGE',
  },
  'a compressed body': {
    route: (_req, res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{}')),
    kind: 'answer',
    code: 'ANSWER_INVALID',
  },
  'no JSON': { route: (_req, res) => void res.end('<html>'), kind: 'answer', code: 'ANSWER_INVALID' },
  'another shape': {
    route: (_req, res) => success(res, { status: 1 }),
    kind: 'answer',
    code: 'ANSWER_INVALID',
  },
  'an error without an envelope': {
    route: (_req, res) => void res.writeHead(500).end('{}'),
    kind: 'answer',
    code: 'ANSWER_INVALID',
  },
  'a redirect': {
    route: (_req, res) => void res.writeHead(302, { Location: 'https://169.254.169.254/' }).end('{}'),
    kind: 'answer',
    code: 'ANSWER_INVALID',
  },
  'an envelope with a code that is none': {
    route: (_req, res) => void res.writeHead(500).end(JSON.stringify({ error: { code: 'x\n<b>' } })),
    kind: 'answer',
    code: 'ANSWER_INVALID',
  },
};

for (const [what, { route, kind, code }] of Object.entries(HOSTILE)) {
  test(`${what} is refused, and the next call works`, async ({ transport, agent }) => {
    agent.routes['GET /health'] = route;
    const failed = await failure(transport.call(agent.target, 'getHealth'));
    assert.equal([failed.kind, failed.code], [kind, code]);
    Object.assign(agent.routes, wellBehaved());
    assert.is((await transport.call(agent.target, 'getHealth')).status, 200);
  });
}

test('fields that the contract does not know are no reason to refuse an answer', async ({
  transport,
  agent,
}) => {
  agent.routes['GET /health'] = (_req, res) =>
    success(res, { ...healthData, new_field: 1, status: 'resting', capabilities: ['fly'] });
  assert.is((await transport.call(agent.target, 'getHealth')).data.status as string, 'resting');
});

test('an answer that drips is cut at the time limit of the call', async ({ transport, agent, cleanups }) => {
  agent.routes['GET /health'] = (_req, res) => {
    const timer = setInterval(() => res.write(' '), 50);
    cleanups.push(() => clearInterval(timer));
    res.on('error', () => undefined);
  };
  // On a connection that stands already, so that the time limit is not spent on its handshake.
  await transport.call(agent.target, 'getSystemInfo');
  const failed = await failure(transport.call(agent.target, 'getHealth', { timeoutMs: 300 }));
  assert.equal([failed.kind, failed.code], ['timeout', 'TIMEOUT']);
});

test('a call that is given up ends at once', async ({ transport, agent }) => {
  const stop = new AbortController();
  agent.routes['GET /health'] = () => stop.abort();
  assert.is(
    (await failure(transport.call(agent.target, 'getHealth', { signal: stop.signal }))).code,
    'ABORTED',
  );
});

test('nobody listens: unreachable, and the request was surely not sent', async ({ transport, agent }) => {
  await agent.stop();
  const failed = await failure(transport.call(agent.target, 'refreshPatches', { idempotencyKey: uuid() }));
  assert.equal(
    [failed.kind, failed.code, failed.neverSent, failed.retryable],
    ['unreachable', 'CONNECTION_REFUSED', true, true],
  );
});

async function plainServer(cleanups: World['cleanups'], talk: (socket: Socket) => void): Promise<Server> {
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    cleanups.push(() => void socket.destroy());
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve())));
  return server;
}

test('a peer that speaks no TLS is refused; one that says nothing is left after five seconds', async ({
  transport,
  agent,
  cleanups,
}) => {
  const babbler = await plainServer(cleanups, (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  const wrong: AgentTarget = { ...agent.target, port: (babbler.address() as AddressInfo).port };
  const failed = await failure(transport.call(wrong, 'getHealth'));
  assert.is(failed.kind, 'tls');
  const silent = await plainServer(cleanups, () => undefined);
  const before = performance.now();
  const late = await failure(
    transport.call({ ...wrong, port: (silent.address() as AddressInfo).port }, 'getHealth'),
  );
  assert.equal([late.kind, late.code], ['unreachable', 'TIMEOUT']);
  assert.ok(performance.now() - before < 30_000);
});

test('another host, another kind, another authority and an expired certificate are refused before a byte is sent', async ({
  transport,
  agent,
  ca,
  hostId,
}) => {
  const strangers = [
    await leafOf(ca, { kind: 'host', hostId: uuid() }),
    await leafOf(ca, { kind: 'manager' }),
    await leafOf(ca, { kind: 'web', names: [`${hostId}.host.fleetmend.internal`] }),
    await leafOf(await createTestAuthority(), { kind: 'host', hostId }),
    await leafOf(ca, { kind: 'host', hostId }, new Date(Date.now() - 91 * 86_400_000)),
  ];
  for (const [index, tls] of strangers.entries()) {
    agent.setCertificate({ ...tls, ca: ca.certificatePem });
    const failed = await failure(transport.call(agent.target, 'getHealth'));
    assert.is(failed.kind, 'tls', `${index}: ${failed.message}`);
    assert.ok(failed.neverSent);
  }
  assert.equal(agent.calls, []);
});

test('a revoked host is refused, and its open connections are closed', async ({
  transport,
  agent,
  revoked,
  serial,
}) => {
  await transport.call(agent.target, 'getHealth');
  let answer = (): void => undefined;
  agent.routes['GET /health'] = (_req, res) => {
    answer = () => success(res, healthData);
    revoked.add(serial);
    transport.closeRevoked();
  };
  const cut = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([cut.kind, cut.code], ['tls', 'CERTIFICATE_REVOKED']);
  answer();
  const refused = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([refused.kind, refused.code, refused.neverSent], ['tls', 'CERTIFICATE_REVOKED', true]);
});

test('loopback is dialled for hosts that enrolled over it alone, link-local never', async ({
  transport,
  agent,
}) => {
  for (const target of [
    { ...agent.target, loopbackAllowed: false },
    { ...agent.target, address: '169.254.169.254' },
    { ...agent.target, address: '::ffff:169.254.169.254' },
    { ...agent.target, address: 'localhost' },
  ]) {
    const failed = await failure(transport.call(target, 'getHealth'));
    assert.equal(
      [failed.code, failed.neverSent, failed.retryable],
      ['ADDRESS_REFUSED', true, false],
      target.address,
    );
  }
});

test('a kept connection that the agent closed is made again for reads and keyed calls', async ({
  transport,
  agent,
}) => {
  await transport.call(agent.target, 'getHealth');
  let seen = 0;
  agent.routes['GET /health'] = (req, res) => {
    seen++;
    if (seen === 1) return void req.socket.destroy();
    success(res, healthData);
  };
  assert.is((await transport.call(agent.target, 'getHealth')).status, 200);
  assert.is(seen, 2);
  agent.routes['POST /api/v1/system/certificate/csr'] = (req) => void req.socket.destroy();
  const lost = await failure(transport.call(agent.target, 'createCsr'));
  assert.equal([lost.kind, lost.code, lost.neverSent], ['unreachable', 'CONNECTION_LOST', false]);
  assert.is(agent.calls.filter((call) => call.includes('csr')).length, 1);
});

test('connections beyond the cap are closed, the longest unused first', async ({
  transport,
  agent,
  ca,
  cleanups,
}) => {
  const others = await Promise.all(
    [1, 2].map(async () => {
      const hostId = uuid();
      const other = await startFakeAgent(hostId, await leafOf(ca, { kind: 'host', hostId }));
      cleanups.push(() => other.stop());
      return other;
    }),
  );
  for (const each of [agent, ...others, agent]) await transport.call(each.target, 'getHealth');
  assert.is(agent.connections(), 2);
  assert.is(others[1]?.connections(), 1);
});

test('a moved host is dialled at its new address', async ({ transport, agent, ca, hostId, cleanups }) => {
  await transport.call(agent.target, 'getHealth');
  const moved = await startFakeAgent(hostId, await leafOf(ca, { kind: 'host', hostId }));
  cleanups.push(() => moved.stop());
  await transport.call(moved.target, 'getHealth');
  assert.equal(moved.calls, ['GET /health']);
});

test('a probe tells the certificate that a fresh connection shows', async ({
  transport,
  agent,
  serial,
  ca,
  hostId,
}) => {
  await transport.call(agent.target, 'getHealth');
  assert.is((await transport.probe(agent.target)).serial, serial);
  const next = await leafOf(ca, { kind: 'host', hostId });
  agent.setCertificate(next);
  assert.is((await transport.probe(agent.target)).serial, next.serial);
});

const jobId = '01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01';
const progress = (seq: number): AgentJobEvent =>
  ({
    job_id: jobId,
    seq,
    at: '2026-11-21T09:00:00.310Z',
    kind: 'progress',
    progress: seq,
    message: 'Working',
  }) as AgentJobEvent;

function streaming(
  agent: FakeAgent,
  cleanups: World['cleanups'],
  talk: (send: (text: string) => void, url: string) => void,
): void {
  const wss = new WebSocketServer({ noServer: true });
  cleanups.push(() => {
    for (const client of wss.clients) client.terminate();
    wss.close();
  });
  agent.onUpgrade((req, socket, head) =>
    wss.handleUpgrade(req, socket, head, (ws) => talk((text) => ws.send(text), req.url ?? '')),
  );
}

test('a job stream hands on every event, the first ones too, and tells when it breaks', async ({
  transport,
  agent,
  cleanups,
}) => {
  let url = '';
  streaming(agent, cleanups, (send, asked) => {
    url = asked;
    for (const seq of [3, 4, 5]) send(JSON.stringify(progress(seq)));
    send('{"kind":"nonsense"}');
  });
  const seen: number[] = [];
  const reason = await new Promise<string>((resolve) => {
    void transport.openJobStream(
      agent.target,
      { jobId, fromSeq: 3 },
      { event: ({ seq }) => seen.push(seq), close: resolve },
    );
  });
  assert.is(url, `/api/v1/ws/jobs?job_id=${jobId}&from_seq=3`);
  assert.equal(seen, [3, 4, 5]);
  assert.is(reason, 'ANSWER_INVALID');
});

test('a stream ends with a revocation, and a refused one cannot be opened', async ({
  transport,
  agent,
  revoked,
  serial,
  cleanups,
}) => {
  streaming(agent, cleanups, () => undefined);
  const closed = new Promise<string>((resolve, reject) => {
    transport
      .openJobStream(agent.target, { jobId, fromSeq: 1 }, { event: () => undefined, close: resolve })
      .then(() => {
        revoked.add(serial);
        transport.closeRevoked();
      }, reject);
  });
  assert.is(await closed, 'CERTIFICATE_REVOKED');
  const refused = await failure(
    transport.openJobStream(
      agent.target,
      { jobId, fromSeq: 1 },
      { event: () => undefined, close: () => undefined },
    ),
  );
  assert.equal([refused.kind, refused.code], ['tls', 'CERTIFICATE_REVOKED']);
});

test('an agent without the stream refuses it as an answer, and a message beyond a megabyte ends it', async ({
  transport,
  agent,
  cleanups,
}) => {
  const none = await failure(
    transport.openJobStream(
      agent.target,
      { jobId, fromSeq: 1 },
      { event: () => undefined, close: () => undefined },
    ),
  );
  assert.equal([none.kind, none.status], ['answer', 404]);
  streaming(agent, cleanups, (send) =>
    send(JSON.stringify({ ...progress(1), message: 'x'.repeat(1_100_000) })),
  );
  const seen: AgentJobEvent[] = [];
  const reason = await new Promise<string>((resolve, reject) => {
    transport
      .openJobStream(
        agent.target,
        { jobId, fromSeq: 1 },
        { event: (event) => seen.push(event), close: resolve },
      )
      .catch(reject);
  });
  assert.match(reason, /^CLOSED_/);
  assert.equal(seen, []);
});

test.run();
