import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { type FreshDatabase, freshDatabase } from '../../../test/support/databases.ts';
import { createCsr } from '../../contract/csr.ts';
import { hostServerName, hostUri, managerUri } from '../../contract/names.ts';
import { systemActor } from '../../kernel/actor.ts';
import { createFakeClock } from '../../kernel/clock.ts';
import type { Context } from '../../kernel/feature.ts';
import type { AnyFeature } from '../../kernel/loader.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing.ts';
import { hostsFeature } from '../hosts/plugin.ts';
import type { ActedBy } from '../hosts/service.ts';
import { createAgents } from './createService.ts';
import { type FakeAgent, startFakeAgent, success, wellBehaved } from './fakeAgent.testing.ts';
import { createKeyPair, publicKeyPin } from './pki/index.ts';
import { agentsFeature } from './plugin.ts';
import type { IssuedWithKey } from './service.ts';

interface World {
  database: FreshDatabase;
  app: TestApp;
  dir: string;
  agents: FakeAgent[];
}

const run = promisify(execFile);
const DAY_MS = 86_400_000;
/** Rows are moved into the past: a clock that runs through whole days would run every timer in them. */
const ago = (ms: number): Date => new Date(Date.now() - 600_000 - ms);
const by: ActedBy = { actor: systemActor, address: '10.9.8.7' };
const dialect = process.env.TEST_DIALECT === 'mariadb' ? 'mariadb' : 'sqlite';

const test = suite<World>('agents and their certificates');

test.before.each(async (world) => {
  world.database = await freshDatabase(dialect);
  world.app = await createTestApp(options(world));
  world.dir = await mkdtemp(join(tmpdir(), 'fleetmend-agents-'));
  world.agents = [];
});

test.after.each(async ({ app, database, dir, agents }) => {
  for (const agent of agents) await agent.stop();
  await app.stop();
  await database.cleanup();
  await rm(dir, { recursive: true, force: true });
});

/** Without its scheduled work, which a test calls itself. */
const agentsAlone: AnyFeature = {
  ...agentsFeature,
  setup: async (ctx: Context) => ({ ...(await agentsFeature.setup(ctx)), jobs: {} }),
};

// Certificates are judged by OpenSSL's own clock.
const options = (world: World): TestAppOptions => ({
  features: [hostsFeature, agentsAlone],
  clock: createFakeClock(new Date()),
  config: { webNames: ['patch.example.org', '10.0.0.5'], listen: '127.0.0.1' },
  databaseUrl: world.database.address.url,
});

async function enroll({ app }: World, port = 9443): Promise<string> {
  const draft = {
    machineId: uuid(),
    fqdn: 'web1.example.org',
    ipAddress: '127.0.0.1',
    port,
    loopbackAllowed: true,
  };
  return (await app.ctx.tx((tx) => app.ctx.core.hosts.createEnrolled(tx, draft, by))).id;
}

const issue = ({ app }: World, hostId: string): Promise<IssuedWithKey> =>
  app.ctx.tx((tx) => app.ctx.core.agents.ca.issueWithKey(tx, { hostId, hostname: 'web1.example.org' }, by));

/** A host with a certificate and an agent that uses it. */
async function hostWithAgent(
  world: World,
): Promise<{ hostId: string; agent: FakeAgent; issued: IssuedWithKey }> {
  const { app } = world;
  const hostId = await enroll(world);
  const issued = await issue(world, hostId);
  const agent = await startFakeAgent(hostId, {
    key: issued.keyPem,
    cert: issued.certificatePem,
    ca: issued.caPem,
  });
  world.agents.push(agent);
  const seen = { last_seen_at: app.clock.now(), health_status: 'healthy' };
  await app.ctx.db
    .knex('hosts_hosts')
    .where('id', hostId)
    .update({ port: agent.target.port, ...seen });
  return { hostId, agent, issued };
}

/** The agent's side of a renewal. */
function renewable(agent: FakeAgent, caPem: string): void {
  let keyPem = '';
  agent.routes['POST /api/v1/system/certificate/csr'] = (_req, res) => {
    void createKeyPair().then(({ privateKeyPem }) => {
      keyPem = privateKeyPem;
      success(res, { csr_pem: createCsr(createPrivateKey(keyPem), 'web1') });
    });
  };
  agent.routes['PUT /api/v1/system/certificate'] = (_req, res, body) => {
    const { certificate_pem: cert } = JSON.parse(body) as { certificate_pem: string };
    agent.setCertificate({ key: keyPem, cert, ca: caPem });
    success(res, {
      serial_number: 'ab',
      fingerprint_sha256: 'a'.repeat(64),
      expires_at: '2027-01-01T00:00:00.000Z',
    });
  };
}

const actions = async ({ app }: World): Promise<string[]> =>
  ((await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as { action: string }[]).map(
    ({ action }) => action,
  );

async function openssl({ dir }: World, args: string[], files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const done = await run('openssl', args, { cwd: dir }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${done.stdout}${done.stderr}`;
}

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
  for (const table of ['agents_keys', 'agents_certificates', 'agents_state'])
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
    (await app.ctx.core.hosts.require(hostId)).certificateExpiresAt?.getTime(),
    certificate.notAfter.getTime(),
  );
  const refused = await app.ctx
    .tx((tx) => app.ctx.core.agents.ca.issueForCsr(tx, { hostId, csrPem: csrPem.replace('A', 'B') }, by))
    .catch((error: { code: string }) => error.code);
  assert.is(refused, 'CSR_INVALID');
  assert.is((await app.ctx.core.agents.ca.list({ hostId })).total, 1);
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
  assert.is((await app.ctx.core.hosts.require(hostId)).certificateExpiresAt, null);
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
  const target = app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId));
  await app.ctx.core.agents.transport.call(target, 'getHealth');
  await other.transport.call(target, 'getHealth');
  const before = [...agent.calls];
  let told: string[] = [];
  app.ctx.events.on('agents.revocationsChanged', ({ hostIds }) => void (told = hostIds));
  await app.ctx.tx((tx) => app.ctx.core.agents.ca.revoke(tx, { certificateId: issued.certificate.id }, by));
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

test('a renewal installs, sees the new certificate on a fresh connection, and supersedes the old one', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  const renewed = await app.ctx.core.agents.renewHostCertificate(hostId, by);
  const { ca } = app.ctx.core.agents;
  assert.is((await ca.get(issued.certificate.id))?.status, 'superseded');
  assert.is((await ca.activeOf(hostId))?.certificate.id, renewed.certificate.id);
  const target = app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId));
  assert.is((await app.ctx.core.agents.transport.probe(target)).serial, renewed.certificate.serialNumber);
});

test('a renewal that the agent does not take leaves the old certificate standing', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  // It says that it did, and goes on with the old one.
  agent.routes['PUT /api/v1/system/certificate'] = (_req, res) =>
    success(res, {
      serial_number: 'ab',
      fingerprint_sha256: 'a'.repeat(64),
      expires_at: '2027-01-01T00:00:00.000Z',
    });
  const failed = await app.ctx.core.agents
    .renewHostCertificate(hostId, by)
    .catch((error: { code: string }) => error.code);
  assert.is(failed, 'HOST_UNREACHABLE');
  assert.is((await app.ctx.core.agents.ca.get(issued.certificate.id))?.status, 'active');
  await app.ctx.core.agents.transport.call(
    app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId)),
    'getHealth',
  );
});

const sweepRun = { signal: new AbortController().signal, touch: () => Promise.resolve() };

test('the sweep renews at two thirds of the life, and what was installed but never confirmed is settled by what the agent shows', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  const parts = await createAgents(app.ctx);
  await parts.sweep(sweepRun);
  assert.is((await app.ctx.core.agents.ca.list({ hostId })).total, 1, 'too early');
  await app.ctx.db
    .knex('agents_certificates')
    .where('id', issued.certificate.id)
    .update({ renew_at: app.clock.now() });
  await parts.sweep(sweepRun);
  const { certificates } = await app.ctx.core.agents.ca.list({ hostId });
  assert.equal(
    certificates.map(({ status }) => status),
    ['active', 'superseded'],
  );
  parts.transport.stop();
});

test('the trust goes to agents that hold an older list, and to nobody twice', async (world) => {
  const { app } = world;
  const { agent } = await hostWithAgent(world);
  const parts = await createAgents(app.ctx);
  const pushes = (): number =>
    agent.calls.filter((call) => call.startsWith('PUT /api/v1/system/trust')).length;
  await parts.sweep(sweepRun);
  await parts.sweep(sweepRun);
  assert.is(pushes(), 1);
  let crl = '';
  agent.routes['PUT /api/v1/system/trust'] = (_req, res, body) => {
    crl = (JSON.parse(body) as { crl_pem: string }).crl_pem;
    wellBehaved()['PUT /api/v1/system/trust']?.(_req, res, body);
  };
  await app.ctx.db.knex('agents_state').update({ crl_signed_at: ago(DAY_MS + 1_000) });
  await parts.sweep(sweepRun);
  assert.is(pushes(), 2, 'the daily list');
  assert.is(crl, (await app.ctx.core.agents.ca.crl()).pem);
  parts.transport.stop();
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

test('certificates are listed newest first, by pages, by host and by state as it is now', async (world) => {
  const { app } = world;
  const { ca } = app.ctx.core.agents;
  const hostId = await enroll(world);
  for (let n = 0; n < 3; n++) await issue(world, hostId);
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ca.list>> = await ca.list({
      limit: 2,
      ...(cursor === null ? {} : { cursor }),
    });
    assert.is(page.total, 5);
    ids.push(...page.certificates.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.equal(ids, [...ids].sort().reverse());
  assert.is(new Set(ids).size, 5);
  const byEnd = await ca.list({ sort: 'not_after', limit: 3 });
  const rest = await ca.list({ sort: 'not_after', limit: 3, cursor: byEnd.nextCursor ?? '' });
  assert.is(new Set([...byEnd.certificates, ...rest.certificates].map(({ id }) => id)).size, 5);
  await app.ctx.db
    .knex('agents_certificates')
    .where('host_id', hostId)
    .update({ not_after: ago(1_000) });
  assert.is((await ca.list({ hostId, status: 'expired' })).total, 3, 'before anybody marked them');
  assert.is((await ca.list({ hostId, status: 'active' })).total, 0);
});

test.run();
