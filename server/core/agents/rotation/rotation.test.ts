// databases: sqlite, mariadb (night)
import { X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openssl, actions, by, issue, setUp, tearDown, type World } from '../agents.testing.ts';
import { createIdentity } from '../ca/identity.ts';
import { createAuthorities } from '../ca/root.ts';
import { createAgents } from '../createService.ts';
import { believer, reach, round, run, verifies, type Believer } from './rotation.testing.ts';

const test = suite<World>('rotation of the root');
test.before.each(setUp);
test.after.each(tearDown);

const nameOf = (pem: string): string => new X509Certificate(pem).subject;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

const away = ({ app }: World, { hostId }: Believer, isAway = true) =>
  app.ctx.db
    .knex('hosts_hosts')
    .where('id', hostId)
    .update({ last_seen_at: isAway ? new Date(0) : app.clock.now() });

test('every host is reached at every step, and at the end nobody believes the old root', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca } = parts.service;
  const hosts = [await believer(world), await believer(world)];
  const all = () => Promise.all(hosts.map((host) => reach(world, parts, host)));
  const [old, pin] = [ca.rootPem(), ca.rootPin()];
  await rotation.begin(by);
  assert.is(await codeOf(rotation.begin(by)), 'ROTATION_UNDER_WAY');
  await parts.identity.refresh();
  await all();
  assert.is(ca.rootPin(), pin, 'tokens and install lines hold');
  assert.equal((await rotation.latest())?.hosts.waiting, 2, 'also before the first round');
  assert.is(await codeOf(rotation.finish(null, by)), 'ROTATION_HOSTS_LEFT');

  const rolled = await round(world, parts);
  assert.equal([rolled.hosts.total, rolled.hosts.done, rolled.hosts.failing], [2, 2, 0]);
  await all();
  const coming = (await rotation.roots()).find(({ state }) => state === 'coming');
  assert.is(coming?.hostCertificates, 2);
  for (const host of hosts) {
    assert.is(host.issuer(), nameOf(coming?.certificatePem ?? ''));
    assert.is(host.trust.length, 2);
  }

  await rotation.finish(null, by);
  await parts.identity.refresh();
  await all();
  await parts.rollOut(run);
  assert.is((await rotation.latest())?.phase, 'finishing', 'other managers are given time to follow');
  assert.is((await round(world, parts)).phase, 'finished');
  await parts.sweep(run);
  for (const host of hosts) assert.equal(host.trust, [coming?.certificatePem]);
  await all();
  assert.is(ca.rootPem(), coming?.certificatePem);
  assert.equal(
    (await rotation.roots()).map(({ state, certificatePem }) => [state, certificatePem === old]),
    [
      ['in_use', false],
      ['retired', true],
    ],
  );
  const written = (await actions(world)).filter((action) => action.startsWith('ca.rotation'));
  assert.equal(written, ['ca.rotation_begun', 'ca.rotation_finishing', 'ca.rotation_finished']);
  parts.transport.stop();
});

test('a host that was off is reached when it comes back, and is done then; until then the old root cannot be taken out', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation } = parts.service;
  const [on, off] = [await believer(world), await believer(world)];
  await away(world, off);
  await rotation.begin(by);
  await parts.identity.refresh();
  const rolled = await round(world, parts);
  assert.equal([rolled.hosts.done, rolled.hosts.away], [1, 1]);
  assert.is(off.agent.calls.length, 0, 'nothing was tried');
  const refused = await rotation.finish(null, by).catch((error: { details: unknown }) => error.details);
  assert.equal(refused, { hosts: ['web1.example.org'], total: 1 });
  await reach(world, parts, off);
  await away(world, off, false);
  assert.is((await round(world, parts)).hosts.done, 2);
  await rotation.finish(null, by);
  await round(world, parts);
  for (const host of [on, off]) await reach(world, parts, host);
  parts.transport.stop();
});

test('going back returns who had moved, leaves alone who had not, and ends by itself', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation } = parts.service;
  const [moved, off] = [await believer(world), await believer(world)];
  await away(world, off);
  const before = moved.issuer();
  await rotation.begin(by);
  await round(world, parts);
  assert.is.not(moved.issuer(), before);
  await rotation.goBack(by);
  await parts.identity.refresh();
  await reach(world, parts, moved);
  await away(world, moved);
  assert.is((await round(world, parts)).phase, 'going_back', 'it waits for the one that moved');
  await away(world, moved, false);
  assert.is((await round(world, parts)).phase, 'gone_back');
  assert.is(moved.issuer(), before);
  assert.is(off.agent.calls.length, 0);
  await parts.sweep(run);
  for (const host of [moved, off]) {
    await reach(world, parts, host);
    assert.equal(host.trust.length, 1);
  }
  assert.is(await codeOf(rotation.goBack(by)), 'ROTATION_NOT_POSSIBLE');
  await rotation.begin(by);
  assert.is((await rotation.latest())?.phase, 'rolling', 'and may begin anew');
  parts.transport.stop();
});

test('what is held stays as it is, and another manager goes on with it', async (world) => {
  const { ctx } = world.app;
  const parts = await createAgents(ctx);
  const host = await believer(world);
  await parts.service.rotation.begin(by);
  await parts.service.rotation.setPaused(true, by);
  const before = host.issuer();
  assert.is((await round(world, parts)).hosts.done, 0);
  assert.is(host.issuer(), before);
  await parts.service.rotation.setPaused(false, by);
  parts.transport.stop();
  const other = await createAgents(ctx);
  assert.is((await round(world, other)).hosts.done, 1);
  await reach(world, other, host);
  other.transport.stop();
});

test('an answer that got lost is settled by the certificate that the agent shows', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const host = await believer(world);
  await parts.service.rotation.begin(by);
  const install = host.agent.routes['PUT /api/v1/system/certificate'];
  host.agent.routes['PUT /api/v1/system/certificate'] = (req, res, body) => {
    install?.(req, { ...res, writeHead: () => ({ end: () => undefined }) } as never, body);
    req.socket.destroy();
  };
  const failed = await round(world, parts);
  assert.equal([failed.hosts.done, failed.hosts.failing], [0, 1]);
  await reach(world, parts, host);
  const signed = async () => (await parts.service.ca.list({ hostId: host.hostId })).total;
  const before = await signed();
  assert.is((await round(world, parts)).hosts.done, 1);
  assert.is(await signed(), before, 'no further certificate');
  parts.transport.stop();
});

test('hosts that are left behind by name and reason can still verify the listener', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca } = parts.service;
  const old = ca.rootPem();
  const off = await believer(world);
  await away(world, off);
  const kept = async () =>
    parts.transport.call(
      world.app.ctx.core.agents.targetOf(await world.app.ctx.core.hosts.require(off.hostId, 'all')),
      'getHealth',
    );
  await rotation.begin(by);
  await round(world, parts);
  await kept();
  await rotation.finish('It was scrapped.', by);
  await round(world, parts);
  assert.is(await codeOf(kept()), 'CERTIFICATE_INVALID', 'nor on a connection from before');
  assert.is((await rotation.latest())?.reason, 'It was scrapped.');
  assert.is.not(ca.rootPem(), old);
  for (const root of [old, ca.rootPem()]) assert.is(await verifies(parts, root), true);
  assert.is.not(
    await codeOf(reach(world, parts, off)),
    'done',
    'the manager does not believe its certificate',
  );
  parts.transport.stop();
});

test('whoever knows only one of the two roots verifies the listener while both count', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca } = parts.service;
  const old = ca.rootPem();
  await rotation.begin(by);
  await parts.identity.refresh();
  const coming = (await rotation.roots()).find(({ state }) => state === 'coming')?.certificatePem ?? '';
  const stranger = (await createAgentsRoot()).certificatePem;
  const told = await Promise.all([old, coming, stranger].map((root) => verifies(parts, root)));
  assert.equal(told, [true, true, false]);
  parts.transport.stop();
});

test('each root signs the list of what it has signed itself, and the manager refuses what either revoked', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca } = parts.service;
  const [first, second] = [await believer(world), await believer(world)];
  await away(world, first);
  await rotation.begin(by);
  await round(world, parts);
  for (const { hostId } of [first, second])
    await world.app.ctx.tx((tx) => ca.revokeAllOfHost(tx, { hostId }, by));
  await parts.revocations.check();
  for (const host of [first, second])
    assert.is(await codeOf(reach(world, parts, host)), 'CERTIFICATE_REVOKED');
  const roots = await rotation.roots();
  for (const { state, fingerprintSha256, certificatePem } of roots) {
    const der = (await ca.crlOf(fingerprintSha256)) as Buffer;
    const pem = `-----BEGIN X509 CRL-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END X509 CRL-----\n`;
    const files = { 'crl.pem': pem, 'ca.pem': certificatePem };
    const text = await openssl(
      world,
      ['crl', '-in', 'crl.pem', '-CAfile', 'ca.pem', '-text', '-noout'],
      files,
    );
    assert.match(text, 'verify OK');
    // The second host's superseded certificate is revoked together with the one that it uses.
    assert.is(text.match(/Serial Number/g)?.length, state === 'leaving' ? 2 : 1, state);
  }
  assert.is((await ca.crl()).pem.match(/BEGIN/g)?.length, 2);
  assert.is(await ca.crlOf('0'.repeat(64)), null);
  parts.transport.stop();
});

test('a certificate is issued under the root that signs in that very transaction, whatever a manager last read', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { hostId } = await believer(world);
  await parts.service.rotation.begin(by);
  const { certificatePem, caPem } = await issue(world, hostId);
  const coming = (await parts.service.rotation.roots()).find(({ state }) => state === 'coming');
  assert.is(new X509Certificate(certificatePem).issuer, nameOf(coming?.certificatePem ?? ''));
  assert.is(caPem.match(/BEGIN/g)?.length, 2);
  parts.transport.stop();
});

test('of two reads of the roots at once the older one does not win by ending last', async ({
  app: { ctx },
}) => {
  const authority = await createAuthorities(ctx);
  const parts = await createAgents(ctx);
  const before = authority.current();
  await parts.service.rotation.begin(by);
  await authority.reload();
  const during = authority.current();
  let now = before;
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const slow: typeof ctx.tx = async (work, options) => {
    isHeld = true;
    await held.promise;
    return ctx.tx(work, options);
  };
  const follower = { current: () => now, within: authority.within, reload: () => Promise.resolve() };
  // Deleted, so that the slow read makes the certificates under the coming root.
  await ctx.db.knex('agents_keys').where('name', 'like', '%@%').delete();
  const identity = await createIdentity({ ...ctx, tx: slow }, follower);
  now = during;
  const older = identity.refresh();
  while (!isHeld) await nextTurn();
  now = before;
  const newer = identity.refresh();
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  held.resolve();
  await Promise.all([older, newer]);
  assert.is(identity.nextSecureContext(), null, 'the root that is not there any more');
  parts.transport.stop();
});

const createAgentsRoot = async () => (await import('../pki/pki.testing.ts')).createAuthority();

test.run();
