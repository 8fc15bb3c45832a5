import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { crossSign } from '../../server/core/agents/pki/index.ts';
import { linkLimits, nextHeartbeatMs } from '../../server/shared/wire/link.ts';
import { eventually } from '../testing/fakeAgent.ts';
import { FAKE_BOOT_ID } from '../testing/fakeDeps.ts';
import { createAuthority, issuePair } from '../testing/fakeManager.ts';
import type { ClientPair } from '../testing/fakeManager.ts';
import { startLinkManager } from '../testing/linkManager.ts';
import { DAY_MS, hostId, trustPem } from '../testing/listener.ts';
import { dial, isDown, isUp, linked, startLinkWorld, waitMs, type LinkWorld } from '../testing/linkWorld.ts';

const test = suite<LinkWorld>('a link to the manager');
test.before.each(startLinkWorld);
test.after.each((context) => context.stop());

test("the agent shows its certificate and says hello; with the manager's hello the link holds", async (context) => {
  const { hello, serial } = await linked(context);
  assert.equal(hello, {
    kind: 'hello',
    version: '0.1.0',
    host_id: hostId,
    boot_id: FAKE_BOOT_ID,
    mode: 'dial',
    capabilities: [],
    epoch: 0,
  });
  assert.is(serial, context.identity.identity.certificate.serialNumber.toLowerCase());
  assert.equal(context.manager.asked, ['/api/v1/agent/link']);
  assert.is(context.keeper.status.reason, null);
});

test('it says how the host is once, then again when that has changed, and pings at each heartbeat', async (context) => {
  const { clock } = context;
  let mark = 'one';
  context.agent.healthMark = () => (mark === '' ? Promise.reject(new Error('no')) : Promise.resolve(mark));
  const link = await linked(context);
  const told = (): unknown[] =>
    link.texts
      .map((text) => JSON.parse(text) as { kind: string; mark: string })
      .flatMap(({ kind, mark: said }) => (kind === 'health' ? [said] : []));
  await eventually(() => told().length === 1);
  clock.advance(nextHeartbeatMs(0));
  await eventually(() => link.pings === 1);
  assert.equal(told(), ['one']);
  mark = 'two';
  clock.advance(nextHeartbeatMs(0));
  await eventually(() => told().length === 2);
  mark = '';
  clock.advance(nextHeartbeatMs(0));
  await eventually(() => told().length === 3);
  clock.advance(nextHeartbeatMs(0));
  await eventually(() => told().length === 4);
  assert.equal(told().slice(0, 2), ['one', 'two']);
  assert.is(new Set(told()).size, 4, 'what cannot be said is new each time');
  assert.is(link.pings, 4);
});

test('whoever is not the manager is sent nothing', async (context) => {
  const { ca, identity } = context;
  const revoked = await issuePair(ca, { kind: 'web', names: [] });
  await identity.installTrust(trustPem(ca, 2, [revoked.serial]), null);
  const stranger = await createAuthority();
  const web = { kind: 'web', names: [] } as const;
  const impostors: Record<string, ClientPair> = {
    'unable to verify the first certificate': await issuePair(stranger, web),
    'unsuitable certificate purpose': await issuePair(ca, { kind: 'manager' }),
    "does not match certificate's altnames": await issuePair(ca, { kind: 'host', hostId: 'another' }),
    'was revoked': revoked,
    'certificate has expired': await issuePair(ca, web, new Date(Date.now() - 91 * DAY_MS)),
  };
  for (const [reason, pair] of Object.entries(impostors)) {
    const impostor = await startLinkManager({ ca, pair });
    const keeper = dial(context, impostor.url);
    const told = await isDown(context);
    assert.match(told, 'could not prove to be the manager');
    assert.match(told, new RegExp(reason));
    assert.match(told, 'nothing was sent');
    assert.equal(impostor.asked, [], reason);
    await keeper.stop(0);
    await impostor.close();
  }
});

test('who knows only the old root believes the new one as the old has signed it', async (context) => {
  const next = await createAuthority();
  const bridge = crossSign({ by: context.ca, successorPem: next.certificatePem, now: new Date() });
  const pair = await issuePair(next, { kind: 'web', names: [] });
  const crossed = await startLinkManager({ ca: context.ca, pair: { ...pair, cert: pair.cert + bridge } });
  const keeper = dial(context, crossed.url);
  await crossed.link(1);
  await isUp(context);
  // After a change it has to connect again, as whoever calls a host that listens.
  await context.identity.installTrust(trustPem(context.ca, 2), null);
  assert.match(await isDown(context), 'no longer the manager');
  context.clock.advance(1);
  await crossed.link(2);
  await isUp(context);
  await keeper.stop(0);
  await crossed.close();
});

test('a manager that sends no hello, or does not answer at all, is given up after ten seconds', async (context) => {
  const { manager, clock } = context;
  manager.hello = null;
  dial(context);
  await manager.link(1);
  clock.advance(linkLimits.helloMs);
  assert.match(await isDown(context), 'sent no hello in time');
  manager.answers = () => undefined;
  clock.advance(1);
  await eventually(() => manager.asked.length === 2, 'the next try');
  clock.advance(linkLimits.helloMs);
  assert.match(await isDown(context), 'sent no hello in time');
});

test('a refusal by HTTP says what it was, and when to come back', async (context) => {
  const { manager, clock } = context;
  const again = async (number: number): Promise<string> => {
    clock.advance(waitMs(context));
    await eventually(() => manager.asked.length === number, 'the next try');
    return isDown(context);
  };
  manager.answers = 'HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n';
  dial(context);
  assert.match(await isDown(context), 'gives no link: the manager refused: it answered 503');
  assert.is(waitMs(context), 120_000);
  const body = JSON.stringify({ error: { code: 'FORBIDDEN', message: 'Refused: it was revoked.' } });
  manager.answers = `HTTP/1.1 403 No\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  assert.match(await again(2), 'the manager refused: Refused: it was revoked. (FORBIDDEN)');
  manager.answers = 'HTTP/1.1 403 No\r\nContent-Length: 99\r\n\r\nthe begin';
  assert.match(await again(3), 'it answered 403');
  manager.answers = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n';
  assert.match(await again(4), 'Upgrade');
});

for (const [what, message] of [
  ['no JSON', '{"kind":'],
  ['a message that lacks something', { kind: 'open', id: 'x' }],
  ['a second hello', { kind: 'hello', version: '1', capabilities: [], epoch: 0, link_number: 2 }],
  ['bytes', Buffer.from('{"kind":"ping"}')],
] as const)
  test(`${what} ends the link`, async (context) => {
    await linked(context);
    context.manager.send(message);
    assert.match(await isDown(context), 'broke the protocol');
  });

test('a message of 16 KiB is read, a longer one ends the link', async (context) => {
  const { ws } = await linked(context);
  ws.send(JSON.stringify({ kind: 'of-later', text: 'x'.repeat(linkLimits.messageBytes - 29) }));
  await linkHolds(ws);
  ws.send('x'.repeat(linkLimits.messageBytes + 1));
  assert.match(await isDown(context), 'Max payload size exceeded');
});

test('a channel that is asked for before the hello ends the link, and none is opened', async (context) => {
  context.manager.hello = null;
  dial(context);
  await context.manager.link(1);
  void context.manager.open();
  assert.match(await isDown(context), 'broke the protocol');
  assert.is(context.manager.connections, 1);
});

test('the agent pings, and takes each sign of the manager as life; after 75 s of silence it closes', async (context) => {
  const { clock } = context;
  const link = await linked(context);
  clock.advance(linkLimits.heartbeatMs * 0.8 - 1);
  assert.is(link.pings, 0);
  clock.advance(1);
  await eventually(() => link.pings === 1, 'a ping');
  await linkHolds(link.ws);
  clock.advance(linkLimits.silenceMs - 1);
  assert.is(context.keeper.status.state, 'up');
  await linkHolds(link.ws);
  clock.advance(linkLimits.silenceMs - 1);
  assert.is(context.keeper.status.state, 'up');
  clock.advance(1);
  assert.match(await isDown(context), 'silent for 75 s');
  await eventually(() => link.closed !== null, 'the close');
});

test('a manager of a lower epoch is told that it was replaced; the highest one is kept on the disk', async (context) => {
  const { manager, identity } = context;
  manager.hello = { epoch: 3 };
  await linked(context);
  await eventually(() => identity.epoch === 3, 'the epoch');
  assert.is((await identity.store.readState()).epoch, 3);
  manager.hello = { epoch: 2 };
  manager.send({ kind: 'bye', why: 'restart', retry_after_ms: 0 });
  await isDown(context);
  context.clock.advance(1);
  const second = await manager.link(2);
  assert.is(second.hello?.epoch, 3);
  assert.match(await isDown(context), 'of the time before a restore');
  await eventually(() => second.texts.length === 2, 'the bye');
  assert.is(JSON.parse(second.texts[1] ?? '').why, 'manager_replaced');
  assert.is(waitMs(context), linkLimits.retryMs.longest);
  assert.is(context.lines.at(-1)?.level, 50);
});

test('bytes that are no WebSocket, and a connection that is reset, end the link and not the agent', async (context) => {
  const { ws } = await linked(context);
  const raw = (ws as unknown as { _socket: { write(text: string): void } })._socket;
  raw.write('\u00ff\u00ff\u00ff\u00ff');
  assert.ok(await isDown(context));
  context.clock.advance(1);
  const second = await context.manager.link(2);
  await isUp(context);
  (
    second.ws as unknown as { _socket: { _parent: { resetAndDestroy(): void } } }
  )._socket._parent.resetAndDestroy();
  assert.ok(await isDown(context));
});

/** Resolves when the agent has answered a ping: by then it has read what came before. */
function linkHolds(ws: { ping(): void; once(event: 'pong', act: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => {
    ws.once('pong', resolve);
    ws.ping();
  });
}

test.run();
