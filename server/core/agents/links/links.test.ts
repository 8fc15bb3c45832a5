import { once } from 'node:events';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { WebSocket, type ClientOptions } from 'ws';
import { waitFor } from '#test/support/wait.ts';
import { managerServerName } from '#server/shared/pki/names.ts';
import {
  channelHeader,
  channelPath,
  channelProtocol,
  linkPath,
  linkProtocol,
} from '#server/shared/wire/link.ts';
import {
  askForLink,
  startDialingAgent,
  statusOfUpgrade,
  type DialingAgent,
  type FakeTls,
} from '../fakeAgent.testing.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import { failure, setUp, tearDown, type World } from '../transport/transport.testing.ts';

const test = suite<World>('links of agents that dial');
test.before.each((world) => setUp(world, 'dial'));
test.after.each(tearDown);

const agentOf = ({ agent }: World): DialingAgent => agent as DialingAgent;
const byes = ({ heard }: DialingAgent) => heard.filter(({ kind }) => kind === 'bye');
const closed = (ws: WebSocket): Promise<unknown> =>
  ws.readyState === ws.CLOSED ? Promise.resolve() : once(ws, 'close');

/** A WebSocket to the path of links, as anybody may try; answers the status of the refusal, or 101. */
function tryLink(port: number, tls: Partial<FakeTls>, protocol: string = linkProtocol): Promise<number> {
  const options = { servername: managerServerName, rejectUnauthorized: false, ...tls };
  const ws = new WebSocket(`wss://127.0.0.1:${port}${linkPath}`, protocol, options as ClientOptions);
  return new Promise((resolve, reject) => {
    ws.on('unexpected-response', (_req, res) => {
      res.destroy();
      resolve(res.statusCode ?? 0);
    });
    ws.on('open', () => {
      ws.terminate();
      resolve(101);
    });
    ws.on('error', (error) => (/Unexpected|closed/.test(error.message) ? undefined : reject(error)));
  });
}

/** What a try to open a channel gets. */
const tryChannel = (port: number, tls: FakeTls, id: string): Promise<number> =>
  statusOfUpgrade(port, tls, {
    path: channelPath,
    headers: { upgrade: channelProtocol, [channelHeader]: id },
  });

test('only an agent with a certificate of this installation may open one', async ({ port, ca, revoked }) => {
  const hostId = uuid();
  const other = await leafOf(ca, { kind: 'host', hostId });
  assert.is(await tryLink(port, {}), 403, 'without a certificate');
  const foreign = await leafOf(await createAuthority(), { kind: 'host', hostId });
  assert.is(await tryLink(port, { key: foreign.key, cert: foreign.cert }), 403, 'of another authority');
  const manager = await leafOf(ca, { kind: 'manager' });
  assert.is(await tryLink(port, manager), 403, 'a manager is no host');
  assert.is(await tryLink(port, other, 'fleetmend-link.9'), 400, 'another protocol');
  revoked.add(other.serial);
  assert.is(await tryLink(port, other), 403, 'a revoked one');
  revoked.clear();
  assert.is(await tryLink(port, other), 101);
});

test('its hello must be of the host that the certificate names, and of an installation as old as this one', async ({
  port,
  ca,
  links,
}) => {
  const hostId = uuid();
  const tls = await leafOf(ca, { kind: 'host', hostId });
  const before = links.size;
  for (const [hello, why] of [
    [{ host_id: uuid() }, 'refused'],
    [{ epoch: 1 }, 'manager_replaced'],
  ] as const) {
    const agent = await startDialingAgent(hostId, tls, { port, hello });
    await closed(agent.link);
    assert.equal(
      byes(agent).map((bye) => bye.why),
      [why],
    );
    assert.is(links.size, before);
  }
  const broken = await startDialingAgent(hostId, tls, { port, hello: { capabilities: 'all' } });
  await closed(broken.link);
  assert.equal(broken.heard, []);
});

test('of two links of a host the newer one holds, and the older one is told', async (world) => {
  const { port, hostId, transport, links } = world;
  const first = agentOf(world);
  const second = await startDialingAgent(hostId, await leafOf(world.ca, { kind: 'host', hostId }), { port });
  world.cleanups.push(() => second.stop());
  await closed(first.link);
  assert.equal(
    byes(first).map(({ why }) => why),
    ['replaced'],
  );
  assert.equal([first.heard[0]?.link_number, second.heard[0]?.link_number], [1, 2]);
  await transport.call(second.target, 'getHealth');
  assert.is(second.calls.length, 1);
  assert.is(links.size, 1);
  assert.equal(world.rows.lost, [], 'the host is connected all the same');
});

test('a channel is taken only from the host that was asked, once, and while it is awaited', async (world) => {
  const { port, ca, hostId, transport } = world;
  const agent = agentOf(world);
  const own = await leafOf(ca, { kind: 'host', hostId });
  const other = await leafOf(ca, { kind: 'host', hostId: uuid() });
  assert.is(await tryChannel(port, own, uuid()), 404, 'nobody asked');
  const statuses: number[] = [];
  agent.onOpen = async (id) => {
    statuses.push(await tryChannel(port, other, id));
    agent.openChannel(id);
    await waitFor(() => agent.connections() === 1);
    statuses.push(await tryChannel(port, own, id));
  };
  await transport.call(agent.target, 'getHealth');
  await waitFor(() => statuses.length === 2);
  assert.equal(statuses, [404, 404]);
});

test('without a link, or without a channel in time, a call fails and was surely not sent', async (world) => {
  const { transport, links, rows } = world;
  const agent = agentOf(world);
  agent.onOpen = () => undefined;
  const late = await failure(transport.call(agent.target, 'refreshPatches', { idempotencyKey: uuid() }));
  assert.equal([late.kind, late.code, late.neverSent], ['unreachable', 'TIMEOUT', true]);
  agent.onOpen = () => agent.link.terminate();
  const lost = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([lost.kind, lost.code, lost.neverSent], ['unreachable', 'CONNECTION_LOST', true]);
  assert.is(links.size, 0);
  await waitFor(() => rows.lost.length === 1);
  const none = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([none.kind, none.code, none.retryable], ['unreachable', 'NOT_CONNECTED', true]);
});

test('a call to an agent whose link broke just now waits for the next one', async (world) => {
  const { transport, hostId, port, cleanups, ca } = world;
  const first = agentOf(world);
  first.link.terminate();
  await waitFor(() => world.links.size === 0);
  const answer = transport.call(first.target, 'getHealth');
  const again = await startDialingAgent(hostId, await leafOf(ca, { kind: 'host', hostId }), { port });
  cleanups.push(() => again.stop());
  assert.is((await answer).data.agent_version, '1.2.3');
  assert.is(again.calls.length, 1);
});

test('a revocation closes link and channels, and whoever asks for the host is told so', async (world) => {
  const { transport, links, revoked, serial } = world;
  const agent = agentOf(world);
  await transport.call(agent.target, 'getHealth');
  revoked.add(serial);
  transport.closeRefused();
  links.closeRefused();
  await closed(agent.link);
  assert.equal(
    byes(agent).map(({ why }) => why),
    ['revoked'],
  );
  const refused = await failure(transport.call(agent.target, 'getHealth'));
  assert.equal([refused.kind, refused.code, refused.retryable], ['tls', 'CERTIFICATE_REVOKED', false]);
});

test('a revoked host gains nothing by the ticket of a session from before', async ({ port, ca, revoked }) => {
  const leaf = await leafOf(ca, { kind: 'host', hostId: uuid() });
  const secureContext = createSecureContext(leaf);
  const dial = (session?: Buffer): TLSSocket =>
    connect({
      host: '127.0.0.1',
      port,
      servername: managerServerName,
      secureContext,
      ...(session ? { session } : {}),
      checkServerIdentity: () => undefined,
    });
  const first = dial();
  const [ticket] = (await once(first, 'session')) as [Buffer];
  first.destroy();
  const upgrade = async (socket: TLSSocket): Promise<{ resumed: boolean; status: string }> => {
    await once(socket, 'secureConnect');
    const answer = await askForLink(socket);
    const resumed = socket.isSessionReused();
    socket.destroy();
    return { resumed, status: answer.split(' ')[1] ?? '' };
  };
  const before = await upgrade(dial(ticket));
  assert.equal(before, { resumed: true, status: '101' }, 'the session itself is taken up again');
  revoked.add(leaf.serial);
  const after = await upgrade(dial(ticket));
  assert.equal(after, { resumed: true, status: '403' });
});

test('a manager that stood still for a minute and a half keeps its links', async (world) => {
  const { links } = world;
  const agent = agentOf(world);
  links.start();
  const real = performance.now.bind(performance);
  const looked = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 6_000));
  try {
    await looked();
    performance.now = () => real() + 90_000;
    await looked();
    assert.is(links.size, 1);
    assert.is(agent.link.readyState, WebSocket.OPEN);
  } finally {
    performance.now = real;
  }
});

test('once a root is taken out, or the certificate has ended, the agent is told to dial again', async (world) => {
  const { links } = world;
  world.believed = false;
  links.closeRefused();
  await closed(agentOf(world).link);
  assert.equal(byes(agentOf(world)), [{ kind: 'bye', why: 'restart', retry_after_ms: 0 }]);
});

test('a frame beyond 16 KiB, a second hello, a binary one and a flood of pings end the link', async (world) => {
  const { port, ca, links } = world;
  const misdeeds: ((ws: WebSocket) => void)[] = [
    (ws) => ws.send(JSON.stringify({ kind: 'health', text: 'x'.repeat(17_000) })),
    (ws) =>
      ws.send(
        JSON.stringify({
          kind: 'hello',
          version: '1',
          host_id: 'a',
          boot_id: 'b',
          mode: 'dial',
          capabilities: [],
          epoch: 0,
        }),
      ),
    (ws) => ws.send(Buffer.from([1, 2, 3])),
    (ws) => {
      for (let count = 0; count < 1_000; count += 1) ws.ping();
    },
    (ws) => ws.send('{"kind":'),
  ];
  for (const misdeed of misdeeds) {
    const hostId = uuid();
    const agent = await startDialingAgent(hostId, await leafOf(ca, { kind: 'host', hostId }), { port });
    agent.link.send(JSON.stringify({ kind: 'of a newer version' }));
    misdeed(agent.link);
    await closed(agent.link);
    await waitFor(() => links.size === 1, { what: 'the other link alone' });
  }
});

test('a host that opens link after link is told to wait, and costs the others nothing', async (world) => {
  const { port, ca, links, transport } = world;
  const hostId = uuid();
  const tls = await leafOf(ca, { kind: 'host', hostId });
  const whys: unknown[] = [];
  for (let count = 0; count < 12; count += 1) {
    const agent = await startDialingAgent(hostId, tls, { port });
    if (agent.heard[0]?.kind === 'bye') whys.push(agent.heard[0].why);
    world.cleanups.push(() => agent.stop());
  }
  assert.equal(whys, ['refused', 'refused']);
  assert.is(links.size, 2);
  await transport.call(world.agent.target, 'getHealth');
});

test('what an agent says of its health counts as long as its link holds', async (world) => {
  const { links, hostId } = world;
  const { link } = agentOf(world);
  assert.is(links.healthMark(hostId), null, 'nothing was said yet');
  for (const mark of ['one', 'two']) {
    link.send(JSON.stringify({ kind: 'health', mark }));
    await waitFor(() => links.healthMark(hostId) === mark);
  }
  link.terminate();
  await waitFor(() => links.healthMark(hostId) === null);
});

test('when the manager stops, agents are told to dial again at once', async (world) => {
  const agent = agentOf(world);
  await world.links.stop();
  await closed(agent.link);
  assert.equal(byes(agent), [{ kind: 'bye', why: 'restart', retry_after_ms: 0 }]);
  assert.equal(world.rows.lost, [{ hostId: world.hostId, number: 1 }]);
});

test.run();
