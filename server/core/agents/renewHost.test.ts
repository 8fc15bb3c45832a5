// databases: sqlite, mariadb (night)
import { createPrivateKey } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCsr } from '../../shared/pki/csr.ts';
import { createAgents } from './createService.ts';
import { type FakeAgent, success, wellBehaved } from './fakeAgent.testing.ts';
import { CertificateModel } from './models.ts';
import { createKeyPair } from './pki/index.ts';
import { waitFor } from '#test/support/wait.ts';
import {
  ago,
  by,
  DAY_MS,
  enroll,
  hostWithAgent,
  issue,
  setUp,
  tearDown,
  type World,
} from './agents.testing.ts';

const test = suite<World>('renewal by the manager');
test.before.each(setUp);
test.after.each(tearDown);

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

test('a renewal installs, sees the new certificate on a fresh connection, and supersedes the old one', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  const renewed = await app.ctx.core.agents.renewHostCertificate(hostId, by);
  const { ca } = app.ctx.core.agents;
  assert.is((await ca.get(issued.certificate.id))?.status, 'superseded');
  assert.is((await ca.activeOf(hostId))?.certificate.id, renewed.certificate.id);
  const target = app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  assert.is((await app.ctx.core.agents.transport.probe(target)).serial, renewed.certificate.serialNumber);
});

test('a renewal that the agent does not take leaves the old certificate standing', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  // The agent claims success but keeps using the old certificate.
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
    app.ctx.core.agents.targetOf(await app.ctx.core.hosts.require(hostId, 'all')),
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

test('a host that went back to an old backup gets a new certificate, though the newest is far from its end', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  const { ca, targetOf } = app.ctx.core.agents;
  const parts = await createAgents(app.ctx);
  const target = targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  const states = async (): Promise<string[]> =>
    (await ca.list({ hostId })).certificates.map(({ status }) => status);
  await parts.transport.call(target, 'getHealth');
  await parts.shown.look();
  assert.equal(await states(), ['active'], 'what is in use is left alone');

  await app.ctx.core.agents.renewHostCertificate(hostId, by);
  // This manager has an open connection from before, which says nothing of now.
  await parts.shown.look();
  assert.equal(await states(), ['active', 'superseded']);

  agent.setCertificate({ key: issued.keyPem, cert: issued.certificatePem, ca: issued.caPem });
  parts.transport.disconnect(hostId, 'TEST');
  await parts.transport.call(target, 'getHealth');
  await parts.shown.look();
  assert.equal(await states(), ['active', 'superseded', 'superseded']);
  const { serial } = await parts.transport.probe(target);
  assert.is(serial, (await ca.activeOf(hostId))?.certificate.serialNumber);
  parts.transport.stop();
});

test('a host whose certificate the database does not know, for the manager went back to a backup, gets one that it knows', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  renewable(agent, issued.caPem);
  const parts = await createAgents(app.ctx);
  const target = parts.service.targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  await app.ctx.db.knex('agents_certificates').where('id', issued.certificate.id).delete();
  await parts.transport.call(target, 'getHealth');
  await parts.shown.look();
  const active = await app.ctx.core.agents.ca.activeOf(hostId);
  assert.is((await parts.transport.probe(target)).serial, active?.certificate.serialNumber);
  parts.transport.stop();
});

test('an agent that refuses a certificate in place of its old one is asked again an hour later', async (world) => {
  const { app } = world;
  const { hostId, agent, issued } = await hostWithAgent(world);
  const parts = await createAgents(app.ctx);
  const target = parts.service.targetOf(await app.ctx.core.hosts.require(hostId, 'all'));
  await app.ctx.db.knex('agents_certificates').where('id', issued.certificate.id).delete();
  const asked = (): number => agent.calls.filter((call) => call.endsWith('/csr')).length;
  await parts.transport.call(target, 'getHealth');
  for (let look = 0; look < 3; look++) await parts.shown.look();
  assert.is(asked(), 1);
  await app.clock.advance(3_600_000);
  await parts.shown.look();
  assert.is(asked(), 2);
  parts.transport.stop();
});

test('a renewal that a clock ahead had put off is tried again once the clock was set back; others stay as they were', async (world) => {
  const { app } = world;
  const { clock, ctx } = app;
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const waits = { late: 365 * DAY_MS, soon: DAY_MS / 48 } as const;
  const ids: Record<string, string> = {};
  for (const [name, ms] of Object.entries(waits)) {
    const { certificate } = await issue(world, await enroll(world, 9_443 + Object.keys(ids).length));
    ids[name] = certificate.id;
    await ctx.db
      .knex('agents_certificates')
      .where('id', certificate.id)
      .update({ renew_at: after(30 * DAY_MS), retry_at: after(ms) });
  }
  const [soon, renewal] = [after(waits.soon), after(30 * DAY_MS)];
  await clock.advance(31_000);
  const read = (name: string) => CertificateModel.query(ctx.db.reader).findById(ids[name] ?? '');
  await waitFor(async () => Number((await read('late'))?.retryAt) <= clock.now().getTime());
  assert.equal((await read('soon'))?.retryAt, soon, 'tried again in half an hour');
  assert.equal((await read('late'))?.renewAt, renewal);
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

test('after the clock was set back, a list from later is signed again and goes to agents that have refused it', async (world) => {
  const { app } = world;
  const { knex } = app.ctx.db;
  const { agent, hostId } = await hostWithAgent(world);
  const parts = await createAgents(app.ctx);
  const pushes = (): number =>
    agent.calls.filter((call) => call.startsWith('PUT /api/v1/system/trust')).length;
  await parts.sweep(sweepRun);
  const later = new Date(Date.now() + 365 * DAY_MS);
  const before = await app.ctx.core.agents.ca.crl();
  await knex('agents_state').update({ crl_signed_at: later });
  await knex('agents_trust').where('host_id', hostId).update({ failures: 3, next_attempt_at: later });
  await parts.sweep(sweepRun);
  const after = await app.ctx.core.agents.ca.crl();
  assert.is.not(after.pem, before.pem, 'it is signed again');
  assert.ok(after.nextUpdateAt < later);
  assert.is(pushes(), 2);
  await parts.sweep(sweepRun);
  assert.is((await app.ctx.core.agents.ca.crl()).pem, after.pem, 'once');
  parts.transport.stop();
});

test.run();
