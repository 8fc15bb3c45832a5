import { createSecureContext } from 'node:tls';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { WebSocketServer } from 'ws';
import { waitFor } from '#test/support/wait.ts';
import { healthData, jobData } from '../agentAnswers.testing.ts';
import { statusOfUpgrade, success, type DialingAgent, type FakeTls } from '../fakeAgent.testing.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import { createTransport, type OwnTransport } from '../transport/createTransport.ts';
import { relayChannel, relayHostHeader, relayPath, relayProtocol } from '../transport/relayed.ts';
import { failure, setUp, tearDown, type World } from '../transport/transport.testing.ts';

/** `other` is a manager that holds no link. */
const test = suite<World & { other: OwnTransport }>('calls by the manager that holds the link');
const log = pino({ level: 'silent' });

test.before.each(async (world) => {
  await setUp(world, 'dial');
  const trust = {
    ...world.trust,
    openChannel: (hostId: string, done: Parameters<typeof relayChannel>[3]) =>
      relayChannel(trust, `127.0.0.1:${world.port}`, hostId, done),
  };
  world.other = createTransport({ trust, log, checkMs: 50 });
});
test.after.each(async (world) => {
  world.other.stop();
  await tearDown(world);
});

test('another manager calls the agent through it, and sees whose certificate it is', async ({
  other,
  agent,
  serial,
}) => {
  assert.is((await other.call(agent.target, 'getHealth')).data.agent_version, '1.2.3');
  await other.call(agent.target, 'getSystemInfo');
  assert.is(agent.connections(), 1, 'the channel is kept');
  assert.is((await other.probe(agent.target)).serial, serial);
});

test('streams go through it as well', async ({ other, agent, cleanups }) => {
  const wss = new WebSocketServer({ noServer: true });
  cleanups.push(() => wss.close());
  agent.onUpgrade((req, socket, head) =>
    wss.handleUpgrade(req, socket, head, (ws) => ws.send('{"kind":"nonsense"}')),
  );
  const job = { jobId: jobData.job_id, fromSeq: 1 };
  const reason = await new Promise<string>((resolve, reject) => {
    other.openJobStream(agent.target, job, { event: () => undefined, close: resolve }).catch(reject);
  });
  assert.is(reason, 'ANSWER_INVALID');
});

test('a channel that breaks ends at both ends, and the next call gets a new one', async ({
  other,
  agent,
}) => {
  await other.call(agent.target, 'getHealth');
  agent.routes['GET /health'] = (req, res) => {
    agent.routes['GET /health'] = (_req, again) => success(again, healthData);
    req.socket.destroy();
    res.destroy();
  };
  await other.call(agent.target, 'getHealth');
  assert.is(agent.connections(), 2);
});

test('what the holder cannot do is told with its reason', async (world) => {
  const { other, revoked, serial, links, transport } = world;
  const agent = world.agent as DialingAgent;
  agent.onOpen = () => undefined;
  const late = await failure(other.call(agent.target, 'getHealth'));
  assert.equal([late.kind, late.code, late.neverSent], ['unreachable', 'TIMEOUT', true]);
  const none = await failure(other.call({ ...agent.target, hostId: uuid() }, 'getHealth'));
  assert.equal([none.code, none.neverSent], ['NOT_CONNECTED', true]);
  revoked.add(serial);
  transport.closeRefused();
  links.closeRefused();
  const refused = await failure(other.call(agent.target, 'getHealth'));
  assert.equal([refused.kind, refused.code], ['tls', 'CERTIFICATE_REVOKED']);
});

/** What somebody gets who asks for a relay with this certificate. */
const tryRelay = (port: number, tls: Partial<FakeTls>, hostId: string): Promise<number> =>
  statusOfUpgrade(port, tls, {
    path: relayPath,
    headers: { upgrade: relayProtocol, [relayHostHeader]: hostId },
  });

test('nobody but a manager of this installation gets a relay', async ({
  port,
  ca,
  hostId,
  agent,
  revoked,
}) => {
  const foreign = await leafOf(await createAuthority(), { kind: 'manager' });
  for (const [who, tls] of [
    ['nobody', {}],
    ['the host itself', await leafOf(ca, { kind: 'host', hostId })],
    ['another host', await leafOf(ca, { kind: 'host', hostId: uuid() })],
    ['the web certificate', await leafOf(ca, { kind: 'web', names: [] })],
    ['a manager of another installation', { key: foreign.key, cert: foreign.cert }],
  ] as const)
    assert.is(await tryRelay(port, tls, hostId), 403, who);
  const manager = await leafOf(ca, { kind: 'manager' });
  assert.is(await tryRelay(port, manager, hostId), 101);
  revoked.add(manager.serial);
  assert.is(await tryRelay(port, manager, hostId), 403, 'one whose certificate is revoked');
  assert.equal(agent.calls, []);
});

test('no bytes are sent to a holder that cannot prove to be a manager', async ({ trust, port, agent }) => {
  const stranger = await createAuthority();
  const { ca, key, cert } = await leafOf(stranger, { kind: 'manager' });
  const context = createSecureContext({ ca, key, cert });
  const distrusting = { ...trust, secureContext: () => context };
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  relayChannel(distrusting, `127.0.0.1:${port}`, agent.target.hostId, (error) => resolve(error?.code));
  assert.is(await promise, 'NOT_CONNECTED');
  await waitFor(() => agent.calls.length === 0);
});

test.run();
