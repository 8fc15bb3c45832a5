import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { crossSign } from '../../server/core/agents/pki/index.ts';
import { certificatesAreReplaced } from '../testing/certificateRoutes.ts';
import { createAuthority, emptyCrl, issuePair } from '../testing/fakeManager.ts';
import type { ClientPair } from '../testing/fakeManager.ts';
import type { Caller } from './identity.ts';
import {
  call,
  connect,
  DAY_MS,
  hostId,
  reasonOf,
  setUp,
  tearDown,
  trustPem,
  type ListenerWorld,
} from '../testing/listener.ts';

const test = suite<ListenerWorld>('listener');
test.before.each(setUp);
test.after.each(tearDown);

test("the manager's certificate is let in, and the agent proves its host id", async (context) => {
  assert.is(await call(context, context.manager), 200);
});

test("another host's certificate of the same authority gets 403", async (context) => {
  assert.is(await call(context, await issuePair(context.ca, { kind: 'host', hostId: 'other' })), 403);
});

test("the agent's own certificate, and the web listener's, are not the manager's", async (context) => {
  const { privateKeyPem: key, certificatePem: cert } = context.identity.identity;
  assert.is(await call(context, { key, cert }), 403);
  const web = await issuePair(context.ca, { kind: 'web', names: [] });
  assert.is.not(await call(context, web), 200);
});

test('a connection that cannot be accepted, for want of file descriptors, does not end the agent', async (context) => {
  context.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.is(await call(context, context.manager), 200);
});

test('no certificate, and one of another authority, are dropped before any HTTP', async (context) => {
  assert.type(await call(context, {}), 'string');
  const stranger = await issuePair(await createAuthority(), { kind: 'manager' });
  assert.type(await call(context, stranger), 'string');
});

test('an expired manager certificate is refused, five minutes of skew are not', async (context) => {
  const old = await issuePair(context.ca, { kind: 'manager' }, new Date(Date.now() - 91 * DAY_MS));
  assert.is.not(await call(context, old), 200);
  context.nowMs = new X509Certificate(context.manager.cert).validToDate.getTime() + 4 * 60_000;
  assert.is(await call(context, context.manager), 200);
  context.nowMs += DAY_MS;
  assert.is(await call(context, context.manager), 403);
});

test('a connection that stays open is refused once the certificate of the manager has ended', async (context) => {
  const { socket } = await connect(context, context.manager);
  const ask = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().slice(0, 12);
  };
  assert.is(await ask(), 'HTTP/1.1 200');
  context.nowMs = new X509Certificate(context.manager.cert).validToDate.getTime() + 6 * 60_000;
  assert.is(await ask(), 'HTTP/1.1 403');
  socket.destroy();
});

test('a clock that is a day behind refuses, and says why', async (context) => {
  context.nowMs -= DAY_MS;
  assert.is(await call(context, context.manager), 403);
  const { socket } = await connect(context, context.manager);
  socket.destroy();
  assert.is(context.identity.problems()[0]?.code, 'CLOCK_SKEW');
});

test('a revocation refuses new connections and closes open ones at once', async (context) => {
  const second = await issuePair(context.ca, { kind: 'manager' });
  const [revoked, kept] = [await connect(context, context.manager), await connect(context, second)];
  assert.is(await call(context, context.manager), 200);
  await context.identity.installTrust(trustPem(context.ca, 2, [context.manager.serial]), null);
  assert.is(await revoked.closed, 'closed');
  assert.is(await call(context, context.manager), 403);
  assert.is(await call(context, second), 200);
  assert.is(kept.socket.destroyed, false);
  kept.socket.destroy();
});

test('a resumed TLS session is judged by the trust of now', async (context) => {
  const { socket } = await connect(context, context.manager);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [session] = (await once(socket, 'session')) as [Buffer];
  socket.destroy();
  await context.identity.installTrust(trustPem(context.ca, 2, [context.manager.serial]), null);
  assert.is(await call(context, { ...context.manager, session } as Partial<ClientPair>), 403);
});

test('a list that has ended still says who was revoked, and lets the manager in', async (context) => {
  const revoked = await issuePair(context.ca, { kind: 'manager' });
  const weeksAgo = new Date(Date.now() - 30 * DAY_MS);
  await context.identity.installTrust(trustPem(context.ca, 2, [revoked.serial], weeksAgo), null);
  assert.is(await call(context, context.manager), 200);
  assert.is(await call(context, revoked), 403);
});

test('trust that would go back, shut out, or does not verify changes nothing', async (context) => {
  const { ca, identity, manager } = context;
  const trustPem5 = trustPem(ca, 5);
  await identity.installTrust(trustPem5, null);
  const other = await createAuthority();
  const caller: Caller = { certificate: new X509Certificate(manager.cert), side: 'client' };
  const cases: [string, string, Caller | null][] = [
    [trustPem(ca, 4), 'older than the one in force', null],
    [ca.certificatePem, 'is missing', null],
    [trustPem(other, 1), "issued this agent's own certificate", null],
    [ca.certificatePem + emptyCrl(other, 6), 'signed by none of the roots', null],
    [trustPem(ca, 6, [manager.serial]), "caller's own certificate", caller],
    [trustPem(ca, 6, [], new Date(Date.now() + 2 * DAY_MS)), 'check the clocks', null],
    [manager.cert + emptyCrl(ca, 6), 'neither a self-signed root', null],
    ['', 'there is no root', null],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'cannot be read', null],
  ];
  for (const [pem, reason, by] of cases) {
    const answer = await reasonOf(identity.installTrust(pem, by));
    assert.match(answer, 'CERTIFICATE_MISMATCH');
    assert.match(answer, reason);
  }
  assert.is(await call(context, manager), 200);
  assert.is(await identity.store.readTrust(), trustPem5);
});

test('a second root lets the next manager in while the first still counts', async (context) => {
  const next = await createAuthority();
  const nextManager = await issuePair(next, { kind: 'manager' });
  assert.is.not(await call(context, nextManager), 200);
  await context.identity.installTrust(trustPem(context.ca, 2) + trustPem(next, 1), null);
  assert.is(await call(context, nextManager), 200);
  assert.is(await call(context, context.manager), 200);
});

test('who knows only the old root believes the new one as the old has signed it, and nothing else of it', async (context) => {
  const next = await createAuthority();
  const bridge = crossSign({ by: context.ca, successorPem: next.certificatePem, now: new Date() });
  const crossed = async (profile: Parameters<typeof issuePair>[1], by = next, chain = bridge) => {
    const pair = await issuePair(by, profile);
    return { ...pair, cert: pair.cert + chain };
  };
  const manager = await crossed({ kind: 'manager' });
  assert.is(await call(context, manager), 200);
  assert.is(await call(context, await crossed({ kind: 'host', hostId })), 403, 'not the manager');
  const stranger = await createAuthority();
  const bySomebody = crossSign({ by: stranger, successorPem: next.certificatePem, now: new Date() });
  const strange = await crossed({ kind: 'manager' }, next, bySomebody);
  assert.is.not(await call(context, strange), 200, 'signed by no root of ours');
  const twice = crossSign({ by: next, successorPem: stranger.certificatePem, now: new Date() });
  const far = await crossed({ kind: 'manager' }, stranger, twice + bridge);
  assert.is.not(await call(context, far), 200, 'two steps away');
  const open = await connect(context, manager);
  await context.identity.installTrust(trustPem(context.ca, 2), null);
  await open.closed;
  assert.is(await call(context, manager), 200, 'over a fresh connection');
});

certificatesAreReplaced(test);

test.run();
