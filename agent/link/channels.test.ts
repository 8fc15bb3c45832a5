import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { channelProtocol, linkLimits } from '../../server/shared/wire/link.ts';
import { eventually } from '../testing/fakeAgent.ts';
import { issuePair } from '../testing/fakeManager.ts';
import { callOver, startLinkManager, streamOver } from '../testing/linkManager.ts';
import { trustPem } from '../testing/listener.ts';
import { isDown, linked, startLinkWorld, type LinkWorld } from '../testing/linkWorld.ts';
import { maxChannels } from './channels.ts';

const test = suite<LinkWorld>('channels');
test.before.each(startLinkWorld);
test.after.each((context) => context.stop());

const isClosed = (channel: Duplex): Promise<void> => {
  channel.on('error', () => undefined);
  channel.resume();
  return eventually(() => channel.destroyed, 'the end of the channel');
};

/** What the log says of channels that were not opened. */
const untaken = ({ lines }: LinkWorld): string[] =>
  lines.filter(({ msg }) => msg === 'a channel was not opened').map(({ reason }) => String(reason));

test('the agent serves its API on it, one call after the other', async (context) => {
  await linked(context);
  const channel = await context.manager.open();
  const health = await callOver(channel, '/health');
  assert.is(health.status, 200, health.text);
  assert.is(JSON.parse(health.text).data.status, 'ok');
  assert.is(
    health.headers['keep-alive'],
    `timeout=${linkLimits.channelIdleMs / 1_000}`,
    'so that the manager does not call at the last moment',
  );
  assert.is((await callOver(channel, '/api/v1/patches')).status, 200);
  assert.is((await callOver(channel, '/api/v1/nothing')).status, 404);
  assert.is(context.keeper.status.channels, 1);
  assert.equal(context.manager.asked, ['/api/v1/agent/link', '/api/v1/agent/channel']);
});

test('jobs are followed over it, by the same WebSocket', async (context) => {
  await linked(context);
  const socket = await streamOver(await context.manager.open(), '/api/v1/ws/jobs');
  const job = callOver(await context.manager.open(), '/api/v1/patches/refresh', { method: 'POST' });
  const [event] = (await once(socket, 'message')) as [Buffer];
  assert.is(JSON.parse(String(event)).job_id, JSON.parse((await job).text).data.job_id);
  socket.terminate();
});

test('what the manager sends together with its answer is read', async (context) => {
  const { manager } = context;
  await linked(context);
  const call = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n';
  const head = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${channelProtocol}\r\n\r\n`;
  const answered = new Promise<string>((resolve) => {
    manager.answers = (socket) => {
      socket.write(head + call);
      socket.once('data', (data: Buffer) => resolve(String(data)));
    };
  });
  manager.send({ kind: 'open', id: 'x', within_ms: 5_000 });
  assert.match(await answered, /^HTTP\/1.1 200 OK/);
});

test('a call that names a lower epoch than the host has met is refused, as on its own port', async (context) => {
  const { manager, identity } = context;
  manager.hello = { epoch: 4 };
  await linked(context);
  await eventually(() => identity.epoch === 4, 'the epoch');
  const channel = await manager.open();
  const old = await callOver(channel, '/health', { headers: { 'fleetmend-epoch': '3' } });
  assert.is(JSON.parse(old.text).error.code, 'MANAGER_REPLACED');
  assert.is((await callOver(channel, '/health', { headers: { 'fleetmend-epoch': '4' } })).status, 200);
});

test('a channel without a call for fifteen seconds is closed, be it before the first one', async (context) => {
  const { manager, clock } = context;
  await linked(context);
  const [unused, used] = [await manager.open(), await manager.open()];
  assert.is((await callOver(used, '/health')).status, 200);
  await eventually(() => context.keeper.status.channels === 2, 'both');
  clock.advance(linkLimits.channelIdleMs - 1);
  assert.is(context.keeper.status.channels, 2);
  clock.advance(1);
  await isClosed(unused);
  assert.is((await callOver(used, '/health')).status, 200, 'of this one Node counts the time between calls');
});

test('a channel outlives its link, with the call that is under way', async (context) => {
  const { manager } = context;
  const { ws } = await linked(context);
  const channel = await manager.open();
  assert.is((await callOver(channel, '/health')).status, 200);
  ws.terminate();
  await isDown(context);
  assert.is((await callOver(channel, '/health')).status, 200);
});

test('at most 16 are open at once; when one has ended there is room again', async (context) => {
  const { manager } = context;
  await linked(context);
  const channels: Duplex[] = [];
  for (let count = 0; count < maxChannels; count += 1) channels.push(await manager.open());
  void manager.open();
  await eventually(() => untaken(context).length === 1, 'the refusal');
  assert.match(untaken(context)[0] ?? '', 'more than 16');
  assert.is(context.keeper.status.channels, maxChannels);
  channels[0]?.destroy();
  await eventually(() => context.keeper.status.channels < maxChannels, 'the room');
  assert.is((await callOver(await manager.open(), '/health')).status, 200);
});

test('one that does not come in time is given up, and one that the manager refuses is none', async (context) => {
  const { manager, clock } = context;
  await linked(context);
  manager.answers = () => undefined;
  manager.send({ kind: 'open', id: 'late', within_ms: 5_000 });
  await eventually(() => manager.asked.length === 2, 'the upgrade');
  clock.advance(5_000);
  await eventually(() => untaken(context).length === 1, 'the end');
  manager.answers = null;
  manager.send({ kind: 'open', id: 'unknown', within_ms: 5_000 });
  await eventually(() => untaken(context).length === 2, 'the refusal');
  manager.answers = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  manager.send({ kind: 'open', id: 'other', within_ms: 5_000 });
  await eventually(() => untaken(context).length === 3, 'the wrong protocol');
  manager.send({ kind: 'open', id: 'a\r\nb', within_ms: 5_000 });
  await eventually(() => untaken(context).length === 4, 'the id that no header can hold');
  const [late, refused, other] = untaken(context);
  assert.is(late, 'it was not open within 5000 ms');
  assert.is(refused, 'the manager refused: it answered 404');
  assert.is(other, 'the manager opened "websocket" instead of a channel');
  assert.is(context.keeper.status.channels, 0);
  assert.is(context.keeper.status.state, 'up', 'the link is none the worse');
});

test('whoever answers there must be the manager, too: to anybody else nothing is sent', async (context) => {
  const { ca, manager } = context;
  const port = Number(manager.url.port);
  const { ws } = await linked(context);
  // Another one listens where the link leads.
  manager.stopListening();
  const impostor = await startLinkManager({ ca, pair: await issuePair(ca, { kind: 'manager' }), port });
  ws.send(JSON.stringify({ kind: 'open', id: 'x', within_ms: 5_000 }));
  await eventually(() => untaken(context).length === 1, 'the refusal');
  assert.match(untaken(context)[0] ?? '', 'could not prove to be the manager');
  assert.equal(impostor.asked, []);
  await impostor.close();
});

test('a caller cannot replace the trust by one that shuts out its own certificate', async (context) => {
  const { ca, identity } = context;
  await context.manager.close();
  const pair = await issuePair(ca, { kind: 'web', names: [] });
  const manager = (context.manager = await startLinkManager({ ca, pair }));
  await linked(context);
  const channel = await manager.open();
  const install = (crlNumber: number, revoked: string[]) => {
    const [root = '', list = ''] = trustPem(ca, crlNumber, revoked).split(/(?=-----BEGIN X509 CRL)/);
    return callOver(channel, '/api/v1/system/trust', {
      method: 'PUT',
      body: { ca_pems: [root], crl_pem: list },
    });
  };
  const refused = await install(2, [pair.serial]);
  assert.match(JSON.parse(refused.text).error.message, "the caller's own certificate would be refused");
  const before = identity.trust;
  const accepted = await install(2, ['0a0b']);
  assert.is(accepted.status, 200, accepted.text);
  assert.is.not(identity.trust, before);
});

test('bytes that are no HTTP end their channel alone', async (context) => {
  const { manager } = context;
  await linked(context);
  const [odd, good] = [await manager.open(), await manager.open()];
  odd.write('\u0016\u0003\u0001nonsense\r\n\r\n');
  await isClosed(odd);
  assert.is((await callOver(good, '/health')).status, 200);
});

test.run();
