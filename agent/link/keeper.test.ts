import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import { linkLimits } from '../../server/shared/wire/link.ts';
import type { Bye } from '../../server/shared/wire/link.ts';
import { eventually } from '../testing/fakeAgent.ts';
import { createAuthority, issuePair } from '../testing/fakeManager.ts';
import { callOver, startLinkManager, streamOver } from '../testing/linkManager.ts';
import { hostId, trustPem } from '../testing/listener.ts';
import { dial, isDown, isUp, linked, startLinkWorld, waitMs, type LinkWorld } from '../testing/linkWorld.ts';
import { freePort } from '../../test/support/ports.ts';

const test = suite<LinkWorld>('keeping a link');
test.before.each(startLinkWorld);
test.after.each((context) => context.stop());

const nowhere = async (): Promise<URL> => new URL(`https://127.0.0.1:${await freePort()}`);
const bye = (why: Bye['why'], retryMs: number): Bye => ({ kind: 'bye', why, retry_after_ms: retryMs });

test('the waits are drawn between 0 and a limit that doubles from 1 s to 45 s', async (context) => {
  context.randoms.push(...Array.from({ length: 9 }, () => 0.5));
  dial(context, await nowhere());
  const waits: number[] = [];
  for (let failures = 0; failures < 8; failures += 1) {
    await isDown(context);
    waits.push(waitMs(context));
    context.clock.advance(waits.at(-1) ?? 0);
    // The next try begins at once, and may have failed as soon.
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 22_500, 22_500]);
  assert.match(await isDown(context), 'cannot be reached');
  const told = context.lines.filter(({ msg }) => msg === 'no link to the manager; trying again');
  assert.is(told.length, 1, 'the same reason is not logged again and again');
});

test('only a link that has held for a minute makes the waits short again', async (context) => {
  const { manager, clock, randoms } = context;
  const lose = async (): Promise<number> => {
    // Drawn next: those before were of heartbeats.
    randoms.push(0.5);
    manager.send(bye('restart', 0));
    assert.match(await isDown(context), 'the manager restarts');
    return waitMs(context);
  };
  const again = async (number: number): Promise<void> => {
    clock.advance(waitMs(context));
    await manager.link(number);
    await isUp(context);
  };
  await linked(context);
  assert.is(await lose(), 500);
  await again(2);
  clock.advance(59_999);
  assert.is(await lose(), 1_000);
  await again(3);
  clock.advance(60_000);
  assert.is(await lose(), 500);
});

test('after a bye the agent waits as long as it is asked, at most five minutes, and some time of its own', async (context) => {
  const { manager, clock, randoms, lines } = context;
  randoms.push(0, 0.5);
  await linked(context);
  manager.send(bye('restart', 120_000));
  await isDown(context);
  assert.is(waitMs(context), 120_500);
  clock.advance(120_499);
  assert.is(context.keeper.status.state, 'waiting');
  clock.advance(1);
  await manager.link(2);
  await isUp(context);
  manager.send(bye('revoked', 10 ** 12));
  assert.match(await isDown(context), 'has revoked');
  assert.is(waitMs(context), linkLimits.byeRetryMs);
  assert.is(lines.at(-1)?.level, 50, 'a person must act');
});

test('of several managers the next one is tried after each failure', async (context) => {
  const { manager, clock } = context;
  const away = await nowhere();
  const keeper = dial(context, away, manager.url);
  assert.match(await isDown(context), away.host);
  assert.is(keeper.status.manager_url, `https://${manager.url.host}`);
  clock.advance(1);
  await manager.link(1);
  await isUp(context);
});

/** As the manager renews the certificate of a host. */
async function renew({ identity, ca }: LinkWorld): Promise<string> {
  const { publicKeyPem } = parseCsr(await identity.createCsr('manager'));
  const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  await identity.installCertificate(leaf.certificatePem);
  return leaf.serial;
}

test('with a new certificate a new link takes the place of the old one, and no call is cut', async (context) => {
  const { manager, identity } = context;
  const first = await linked(context);
  const stream = await streamOver(await manager.open(), '/api/v1/ws/jobs');
  manager.hello = null;
  const serial = await renew(context);
  const second = await manager.link(2);
  assert.is(second.serial, serial);
  assert.is(first.closed, null, 'the old one holds until the new one does');
  assert.is(context.keeper.status.state, 'up');
  second.ws.send(JSON.stringify({ kind: 'hello', version: '1', capabilities: [], epoch: 0, link_number: 2 }));
  await eventually(() => first.closed !== null, 'the end of the old one');
  assert.is(JSON.parse(first.texts.at(-1) ?? '').why, 'replaced');
  assert.is(context.keeper.status.state, 'up');
  assert.is(stream.readyState, stream.OPEN);
  // The manager has taken the new certificate, so the former one is needed no more.
  await eventually(() => !existsSync(join(identity.store.dir, 'previous.key')), 'the end of the former key');
  stream.terminate();
});

test('a certificate that is replaced while a link is being opened leads to another one at once', async (context) => {
  const { manager } = context;
  manager.hello = null;
  dial(context);
  const first = await manager.link(1);
  const serial = await renew(context);
  manager.hello = {};
  first.ws.send(JSON.stringify({ kind: 'hello', version: '1', capabilities: [], epoch: 0, link_number: 1 }));
  assert.is((await manager.link(2)).serial, serial);
  await eventually(() => first.closed !== null, 'the end of the first');
});

test('a new certificate that the manager does not take yet leaves the old link as it is', async (context) => {
  const { manager, clock } = context;
  const first = await linked(context);
  manager.answers = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n';
  const serial = await renew(context);
  await eventually(() => manager.asked.length === 2, 'the try');
  await eventually(() => context.lines.some(({ msg }) => String(msg).startsWith('no link')), 'its end');
  assert.is(first.closed, null);
  assert.is(context.keeper.status.state, 'up');
  manager.answers = null;
  clock.advance(1);
  assert.is((await manager.link(2)).serial, serial);
  await eventually(() => first.closed !== null, 'the end of the old one');
});

test('a manager whose certificate is revoked loses link, channels and streams at once, and gets no other', async (context) => {
  const { ca, identity } = context;
  await context.manager.close();
  const pair = await issuePair(ca, { kind: 'web', names: [] });
  const manager = (context.manager = await startLinkManager({ ca, pair }));
  const { ws } = await linked(context);
  const channel = await manager.open();
  assert.is((await callOver(channel, '/health')).status, 200);
  const stream = await streamOver(await manager.open(), '/api/v1/ws/jobs');
  const ends = [channel, stream, ws].map((end) => once(end, 'close'));
  for (const end of [channel, stream]) end.on('error', () => undefined);
  await identity.installTrust(trustPem(ca, 2, [pair.serial]), null);
  await Promise.all(ends);
  await isDown(context);
  context.clock.advance(1);
  await eventually(() => String(context.keeper.status.reason).includes('was revoked'), 'the refusal');
  assert.equal(manager.asked.length, 3, 'nothing is sent any more');
});

test('a change of trust that leaves the manager in leaves the link', async (context) => {
  const { ca, identity, manager } = context;
  const { ws } = await linked(context);
  const next = await createAuthority();
  await identity.installTrust(trustPem(ca, 2) + trustPem(next, 1), null);
  const channel = await manager.open();
  assert.is((await callOver(channel, '/health')).status, 200);
  assert.is(ws.readyState, ws.OPEN);
  assert.is(manager.links.length, 1);
});

test('a stop says bye, closes what is idle, answers what was asked, and lasts no longer than it may', async (context) => {
  const { manager } = context;
  const link = await linked(context);
  const idle = await manager.open();
  assert.is((await callOver(idle, '/health')).status, 200);
  const stuck = await manager.open();
  stuck.on('error', () => undefined);
  stuck.write(
    'POST /api/v1/patches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  );
  await eventually(() => context.keeper.status.channels === 2, 'both channels');
  const startedMs = performance.now();
  await context.keeper.stop(300);
  assert.ok(performance.now() - startedMs < 5_000);
  assert.ok(idle.destroyed || (await once(idle, 'close')));
  assert.ok(stuck.destroyed || (await once(stuck, 'close')));
  assert.is(JSON.parse(link.texts.at(-1) ?? '').why, 'restart');
  assert.is(context.keeper.status.channels, 0);
});

test('a stop does not wait for a manager that does not answer, nor for the next try', async (context) => {
  context.manager.answers = () => undefined;
  const dialling = dial(context);
  await eventually(() => context.manager.asked.length === 1, 'the upgrade');
  await dialling.stop(0);
  const waiting = dial(context, await nowhere());
  await isDown(context);
  await waiting.stop(0);
});

test.run();
