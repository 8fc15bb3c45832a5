import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { healthData } from '../agentAnswers.testing.ts';
import { startFakeAgent, success } from '../fakeAgent.testing.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import type { AgentTarget } from '../transport.ts';
import { failure, setUp, tearDown, type World } from './transport.testing.ts';

const test = suite<World>('agents that are called');
test.before.each((world) => setUp(world));
test.after.each(tearDown);
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
    await leafOf(await createAuthority(), { kind: 'host', hostId }),
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

test('once a root is taken out, the open connections of hosts under it are closed, and new ones are refused', async (world) => {
  const { transport, agent } = world;
  await transport.call(agent.target, 'getHealth');
  let answer = (): void => undefined;
  agent.routes['GET /health'] = (_req, res) => {
    answer = () => success(res, healthData);
    world.believed = false;
    transport.closeRefused();
  };
  const cut = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([cut.kind, cut.code, cut.neverSent], ['tls', 'CERTIFICATE_INVALID', true], 'asked again');
  answer();
  assert.is(agent.calls.length, 2);
  world.believed = true;
  agent.routes['GET /health'] = (_req, res) => success(res, healthData);
  await transport.call(agent.target, 'getHealth');
  const before = agent.connections();
  transport.closeRefused();
  await transport.call(agent.target, 'getHealth');
  assert.is(agent.connections(), before, 'who is believed is left alone');
});

/** A certificate that ends within five seconds; certificates end at whole seconds. */
const endingSoon = (ca: World['ca'], hostId: string) =>
  leafOf(ca, { kind: 'host', hostId }, new Date(Date.now() - 90 * 86_400_000 + 5_000));

test('once its certificate ends, a host is asked over a fresh connection alone, and what is under way is cut', async ({
  transport,
  agent,
  ca,
  hostId,
}) => {
  agent.setCertificate(await endingSoon(ca, hostId));
  await transport.call(agent.target, 'getHealth');
  const job = { jobId: uuid(), fromSeq: 1, form: 'answer' } as const;
  agent.routes[`GET /api/v1/jobs/${job.jobId}/events`] = (_req, res) => void res.writeHead(200).write('\n');
  agent.routes['GET /api/v1/system/info'] = () => undefined;
  const stream = new Promise<string>((resolve, reject) => {
    transport.openJobStream(agent.target, job, { event: () => undefined, close: resolve }).catch(reject);
  });
  const waiting = failure(transport.call(agent.target, 'getSystemInfo'));
  assert.is(await stream, 'CONNECTION_LOST');
  // That connection had not answered anything yet, so the call is not repeated.
  assert.is((await waiting).code, 'CONNECTION_LOST');
  const refused = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([refused.kind, refused.code, refused.neverSent], ['tls', 'CERTIFICATE_EXPIRED', true]);
  const before = agent.connections();
  agent.setCertificate(await leafOf(ca, { kind: 'host', hostId }));
  await transport.call(agent.target, 'getHealth');
  await transport.call(agent.target, 'getHealth');
  assert.is(agent.connections(), before + 1, 'the one with the new certificate is kept');
});

test("connections from before the manager's own certificate ended are made anew, and nobody notices", async (world) => {
  const { transport, agent } = world;
  world.endsAt = new Date(Date.now() - 1);
  await transport.call(agent.target, 'getHealth');
  world.endsAt = new Date(Date.now() + 86_400_000);
  for (let times = 0; times < 2; times += 1) await transport.call(agent.target, 'getHealth');
  assert.is(agent.connections(), 2);
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

test('a moved host is dialled at its new address', async ({ transport, agent, ca, hostId, cleanups }) => {
  await transport.call(agent.target, 'getHealth');
  const moved = await startFakeAgent(hostId, await leafOf(ca, { kind: 'host', hostId }));
  cleanups.push(() => moved.stop());
  await transport.call(moved.target, 'getHealth');
  assert.equal(moved.calls, ['GET /health']);
});

test.run();
