// databases: sqlite, mariadb (night)
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { createCsr } from '../../shared/pki/csr.ts';
import { hostServerName, hostUri, managerUri } from '../../shared/pki/names.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import { createAgents } from './createService.ts';
import { certificatesAreListed } from './certificateLists.testing.ts';
import { createKeyPair, publicKeyPin } from './pki/index.ts';
import {
  actions,
  ago,
  DAY_MS,
  by,
  enroll,
  hostWithAgent,
  issue,
  openssl,
  setUp,
  tearDown,
  type World,
} from './agents.testing.ts';

const test = suite<World>('agents and their certificates');
test.before.each(setUp);
test.after.each(tearDown);

test("the first start makes root, manager's and web certificate, sealed and audited, and they verify strictly", async (world) => {
  const { app } = world;
  const { ca, listener } = app.ctx.core.agents;
  assert.equal(await actions(world), ['ca.created', 'certificate.issued', 'certificate.issued']);
  const keys = (await app.ctx.db.reader('agents_keys').select('sealed_key')) as { sealed_key: string }[];
  assert.is(keys.length, 3);
  for (const { sealed_key: sealed } of keys) assert.match(sealed, /^v1\./);
  const { cert } = listener.options();
  const [leaf = '', root = ''] = cert.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----\n/g) ?? [];
  assert.is(publicKeyPin(root), ca.rootPin(), 'the chain ends in the root');
  for (const name of ['patch.example.org', 'manager.fleetmend.internal'])
    assert.ok(new X509Certificate(leaf).checkHost(name), name);
  for (const address of ['10.0.0.5', '127.0.0.1'])
    assert.ok(new X509Certificate(leaf).checkIP(address), address);
  const verified = await openssl(
    world,
    ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'leaf.pem'],
    { 'ca.pem': ca.rootPem(), 'leaf.pem': leaf },
  );
  assert.match(verified, /OK/);
});

test('two managers that start on one empty database end with one authority', async (world) => {
  const { ctx } = world.app;
  for (const table of ['agents_keys', 'agents_certificates', 'agents_state', 'agents_roots'])
    await ctx.db.knex(table).delete();
  const [a, b] = await Promise.all([createAgents(ctx), createAgents(ctx)]);
  assert.is(a.service.ca.rootPem(), b.service.ca.rootPem());
  assert.is(a.service.listener.options().cert, b.service.listener.options().cert);
  const active = await ctx.db.reader('agents_certificates').where('status', 'active');
  assert.is(active.length, 2, 'one of each kind is in force');
  a.transport.stop();
  b.transport.stop();
});

test('a certificate for a CSR carries the host id and nothing that the CSR asks for', async (world) => {
  const { app } = world;
  const hostId = await enroll(world);
  const { privateKeyPem } = await createKeyPair();
  const csrPem = createCsr(createPrivateKey(privateKeyPem), managerUri);
  const issued = await app.ctx.tx((tx) => app.ctx.core.agents.ca.issueForCsr(tx, { hostId, csrPem }, by));
  const { certificate } = issued;
  assert.equal(certificate.subjectAltNames, [`DNS:${hostServerName(hostId)}`, `URI:${hostUri(hostId)}`]);
  assert.equal(
    [certificate.kind, certificate.hostId, certificate.status, certificate.hostname],
    ['host', hostId, 'active', hostId],
  );
  assert.is(
    (await app.ctx.core.hosts.require(hostId, 'all')).certificateExpiresAt?.getTime(),
    certificate.notAfter.getTime(),
  );
  const refused = await app.ctx
    .tx((tx) => app.ctx.core.agents.ca.issueForCsr(tx, { hostId, csrPem: csrPem.replace('A', 'B') }, by))
    .catch((error: { code: string }) => error.code);
  assert.is(refused, 'CSR_INVALID');
  assert.is((await app.ctx.core.agents.ca.list({ hostId })).total, 1);
});

test('a host brings 24 certificates a day, so that it can be revoked; what people do goes on', async (world) => {
  const { app } = world;
  const hostId = await enroll(world);
  const csrPem = createCsr(createPrivateKey((await createKeyPair()).privateKeyPem), 'x');
  const next = (kind: Actor['kind']) =>
    app.ctx
      .tx((tx) =>
        app.ctx.core.agents.ca.issueForCsr(tx, { hostId, csrPem }, { ...by, actor: { ...by.actor, kind } }),
      )
      .then(
        () => 'issued',
        (error: { code: string }) => error.code,
      );
  for (let count = 0; count < 24; count += 1) assert.is(await next('agent'), 'issued');
  assert.equal([await next('agent'), await next('system')], ['RATE_LIMITED', 'RATE_LIMITED']);
  assert.is(await next('user'), 'issued');
  await app.ctx.db
    .knex('agents_certificates')
    .where('host_id', hostId)
    .update({ issued_at: ago(DAY_MS) });
  assert.is(await next('agent'), 'issued');
});

test('a key that was made for a host is in no table, and the host is polled from then on', async (world) => {
  const { app } = world;
  const hostId = await enroll(world);
  const issued = await issue(world, hostId);
  assert.match(issued.keyPem, /PRIVATE KEY/);
  const secret = issued.keyPem.split('\n')[1] ?? '';
  for (const table of ['agents_keys', 'agents_certificates', 'kernel_audit']) {
    const text = JSON.stringify(await app.ctx.db.reader(table).select());
    assert.not.ok(text.includes(secret), table);
  }
  assert.is(
    (await app.ctx.core.hosts.polls.claim({ owner: 'a', lane: 'answering', limit: 5, leaseMs: 1_000 }))
      .length,
    1,
  );
});

test('agents get a list that they can take however many hosts were revoked: managers, and the latest', async (world) => {
  const { ctx } = world.app;
  const { ca } = ctx.core.agents;
  const { certificate } = await issue(world, await enroll(world));
  const row = (await ctx.db.knex('agents_certificates').where('id', certificate.id).first()) as object;
  const mostOfAgent = 900_000;
  const count = 14_000;
  const serialOf = (index: number) => (0x4000_0000_0000_0000n + BigInt(index)).toString(16).padStart(32, '7');
  const asStored = (at: Date) => (ctx.db.dialect === 'sqlite' ? at.getTime() : at);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    id: uuid(),
    serial: serialOf(index),
    status: 'revoked',
    revocation_reason: 'superseded',
    // The oldest of all is a manager's.
    kind: index === count - 1 ? 'manager' : 'host',
    revoked_at: asStored(ago(DAY_MS + index * 1_000)),
  }));
  for (let at = 0; at < count; at += 400)
    await ctx.db.knex('agents_certificates').insert(rows.slice(at, at + 400));
  await ctx.tx((tx) => ca.revoke(tx, { certificateId: certificate.id }, by));

  const { pem } = await ca.crl();
  assert.ok(pem.length < mostOfAgent, `${pem.length} characters`);
  const der = (await ca.crlOf(null)) as Buffer;
  assert.ok((der.length * 4) / 3 > mostOfAgent, 'the whole list is too long for them');
  const serialsIn = async (list: string): Promise<Set<string>> => {
    const text = await openssl(world, ['crl', '-in', 'crl.pem', '-text', '-noout'], { 'crl.pem': list });
    return new Set(
      [...text.matchAll(/Serial Number: ([0-9A-F]+)/g)].map(([, serial = '']) => serial.toLowerCase()),
    );
  };
  const sent = await serialsIn(pem);
  assert.is(sent.size, 1_001);
  for (const serial of [certificate.serialNumber, serialOf(0), serialOf(998), serialOf(count - 1)])
    assert.ok(sent.has(serial), serial);
  assert.not.ok(sent.has(serialOf(999)));
  assert.ok(der.includes(Buffer.from(serialOf(999), 'hex')), 'the whole list has it');
});

test('a revocation is in the list at once, is audited with its actor, and ends what the host shows', async (world) => {
  const { app } = world;
  const { ca } = app.ctx.core.agents;
  const hostId = await enroll(world);
  const { certificate, certificatePem } = await issue(world, hostId);
  const before = await ca.crl();
  const revoked = await app.ctx.tx((tx) =>
    ca.revoke(tx, { certificateId: certificate.id, reason: 'keyCompromise' }, by),
  );
  assert.equal([revoked.status, revoked.revocationReason], ['revoked', 'keyCompromise']);
  const after = await ca.crl();
  assert.ok(after.nextUpdateAt >= before.nextUpdateAt);
  const checked = await openssl(
    world,
    ['verify', '-crl_check', '-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', 'leaf.pem'],
    {
      'ca.pem': ca.rootPem(),
      'crl.pem': after.pem,
      'leaf.pem': certificatePem,
    },
  );
  assert.match(checked, /certificate revoked/);
  assert.is((await actions(world)).at(-1), 'certificate.revoked');
  assert.is((await app.ctx.core.hosts.require(hostId, 'all')).certificateExpiresAt, null);
  assert.equal(await ca.provingOf(hostId), []);
  const again = await app.ctx
    .tx((tx) => ca.revoke(tx, { certificateId: certificate.id }, by))
    .catch((error: { code: string }) => error.code);
  assert.is(again, 'CERTIFICATE_NOT_ACTIVE');
  const none = await app.ctx
    .tx((tx) => ca.revoke(tx, { certificateId: uuid() }, by))
    .catch((error: { code: string }) => error.code);
  assert.is(none, 'CERTIFICATE_NOT_FOUND');
});

test('a revoked host is refused by this manager at once, and by another one within its next look', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  const other = await createAgents(app.ctx as Context);
  const target = app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  await app.ctx.core.agents.transport.call(target, 'getHealth');
  await other.transport.call(target, 'getHealth');
  const before = [...agent.calls];
  let told: string[] = [];
  app.ctx.events.on('agents.revocationsChanged', ({ hostIds }) => void (told = hostIds));
  const next = app.ctx.db.knex('hosts_hosts').where('id', hostId);
  await next.clone().update({ next_health_at: null, next_poll_at: null });
  await app.ctx.tx((tx) => app.ctx.core.agents.ca.revoke(tx, { certificateId: issued.certificate.id }, by));
  const [row] = (await next.clone().select('next_health_at')) as { next_health_at: unknown }[];
  assert.ok(row?.next_health_at, 'it is polled soon, so that its page says what is the matter');
  await other.revocations.check();
  for (const transport of [app.ctx.core.agents.transport, other.transport]) {
    const refused = await transport.call(target, 'getHealth').catch((error: { code: string }) => error.code);
    assert.is(refused, 'CERTIFICATE_REVOKED');
  }
  assert.equal(told, [hostId]);
  assert.ok(before.length >= 2, 'each manager has asked');
  assert.equal(agent.calls, before, 'those from before the revocation');
  other.transport.stop();
});

test('a revocation counts before its caller has an answer, also where the database is slow and an earlier look is under way', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  const { service, revocations, transport } = await createAgents(app.ctx as Context);
  const target = service.targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  const calls = agent.calls.length;
  slowDown(app.ctx.db.reader);
  const look = revocations.check();
  await app.ctx.tx((tx) => service.ca.revoke(tx, { certificateId: issued.certificate.id }, by));
  const refused = await transport.call(target, 'getHealth').catch((error: { code: string }) => error.code);
  assert.is(refused, 'CERTIFICATE_REVOKED');
  assert.is(agent.calls.length, calls, 'nothing was sent');
  await look;
  transport.stop();
});

test('deleting a host revokes all that still verifies', async (world) => {
  const { app } = world;
  const { ca } = app.ctx.core.agents;
  const hostId = await enroll(world);
  const old = await issue(world, hostId);
  const kept = await issue(world, hostId);
  await app.ctx.tx((tx) => ca.supersedeOthers(tx, { hostId, keepId: kept.certificate.id }, by));
  assert.is((await ca.get(old.certificate.id))?.status, 'superseded');
  assert.is((await app.call('DELETE', `/api/v1/hosts/${hostId}`)).status, 204);
  assert.equal(
    [(await ca.get(old.certificate.id))?.status, (await ca.get(kept.certificate.id))?.status],
    ['revoked', 'revoked'],
  );
});

test('own certificates are renewed at two thirds, and the listener hears of it', async (world) => {
  const { app } = world;
  const parts = await createAgents(app.ctx);
  const heard: string[] = [];
  const first = parts.service.listener.options().cert;
  const stop = parts.service.listener.onChange(({ cert }) => heard.push(cert));
  await parts.identity.refresh();
  assert.equal(heard, []);
  await app.ctx.db.knex('agents_certificates').update({ renew_at: ago(1_000) });
  await parts.identity.refresh();
  assert.is(heard.length, 1);
  assert.is.not(heard[0], first);
  stop();
  parts.transport.stop();
});

test('own certificates that a clock ahead has issued are replaced once it was set back', async (world) => {
  const { app } = world;
  const parts = await createAgents(app.ctx);
  const heard: string[] = [];
  const stop = parts.service.listener.onChange(({ cert }) => heard.push(cert));
  const later = { not_before: new Date(Date.now() + DAY_MS), not_after: new Date(Date.now() + 90 * DAY_MS) };
  await app.ctx.db.knex('agents_certificates').update({ ...later, renew_at: later.not_after });
  await parts.identity.refresh();
  await parts.identity.refresh();
  assert.is(heard.length, 1);
  stop();
  parts.transport.stop();
});

/** Makes each statement of this connection take 30 ms longer. */
function slowDown({ client }: Context['db']['reader']): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.query = async (...given: unknown[]) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return query(...given);
  };
}

certificatesAreListed(test);
test.run();
