// time-limit: 240
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { agentsFeature } from '../../server/core/agents/plugin.ts';
import { publicKeyPin } from '../../server/core/agents/pki/index.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { certificatesPlugin } from './plugin.ts';

type Schemas = components['schemas'];

interface World {
  app: TestApp;
  hostId: string;
}

const test = suite<World>('certificates');

test.before.each(async (world) => {
  world.app = await createTestApp({ features: [hostsFeature, agentsFeature, certificatesPlugin] });
  // Nothing listens at port 1: the host is unreachable.
  const { ctx } = world.app;
  const facts = {
    machineId: 'machine-0001',
    fqdn: 'db1.example.org',
    ipAddress: '127.0.0.1',
    port: 1,
    loopbackAllowed: true,
  };
  const host = await ctx.tx((tx) =>
    ctx.core.hosts.createEnrolled(tx, facts, { actor: systemActor, address: null }),
  );
  world.hostId = host.id;
});

test.after.each(async ({ app }) => app.stop());

const codeOf = (answer: { body: unknown }): string => (answer.body as Schemas['Error']).error.code;

async function issue(app: TestApp, hostId: string) {
  const answer = await app.call('POST', `/api/v1/hosts/${hostId}/certificates`, {
    body: { hostname: 'db1.example.org' },
  });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as Schemas['IssuedCertificate'];
}

async function list(app: TestApp, query = '') {
  const answer = await app.call('GET', `/api/v1/certificates${query}`);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['CertificateList'];
}

async function revokedSerials(app: TestApp): Promise<string> {
  const { pem } = await app.ctx.core.agents.ca.crl();
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('hex');
}

test('a host that cannot enroll gets a key pair, whose private key is nowhere but in the answer', async ({
  app,
  hostId,
}) => {
  const issued = await issue(app, hostId);
  const certificate = new X509Certificate(issued.certificate_pem);
  assert.ok(certificate.checkPrivateKey(createPrivateKey(issued.key_pem)));
  assert.ok(certificate.checkIssued(new X509Certificate(issued.ca_pem)));
  assert.is(issued.certificate.host_id, hostId);
  assert.equal(issued.certificate.subject_alt_names, [
    `DNS:${hostId}.host.fleetmend.internal`,
    `URI:urn:fleetmend:host:${hostId}`,
  ]);
  const body = issued.key_pem.split('\n')[1] ?? '';
  for (const table of ['agents_certificates', 'kernel_audit'])
    assert.not(JSON.stringify(await app.ctx.db.reader(table).select()).includes(body), table);

  const again = await app.call('POST', `/api/v1/hosts/${hostId}/certificates`, {
    body: { hostname: 'db1.example.org' },
  });
  assert.is(again.status, 409);
  assert.is(codeOf(again), 'CERTIFICATE_EXISTS');
  const pem = await app.call('GET', `/api/v1/hosts/${hostId}/client.crt`);
  assert.is(pem.body, issued.certificate_pem);
  assert.match(pem.headers.get('content-type') ?? '', 'application/x-pem-file');
});

test('of calls that issue at once, one gets a certificate', async ({ app, hostId }) => {
  const body = { hostname: 'db1.example.org' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.call('POST', `/api/v1/hosts/${hostId}/certificates`, { body })),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [201, 409, 409]);
});

test('unknown hosts and certificates are not found', async ({ app, hostId }) => {
  const id = randomUUID();
  assert.is(
    codeOf(await app.call('POST', `/api/v1/hosts/${id}/certificates`, { body: { hostname: 'a.example' } })),
    'HOST_NOT_FOUND',
  );
  assert.is(codeOf(await app.call('POST', `/api/v1/hosts/${id}/certificates/reissue`)), 'HOST_NOT_FOUND');
  assert.is(codeOf(await app.call('GET', `/api/v1/hosts/${id}/client.crt`)), 'HOST_NOT_FOUND');
  assert.is(codeOf(await app.call('GET', `/api/v1/hosts/${hostId}/client.crt`)), 'CERTIFICATE_NOT_FOUND');
  assert.is(codeOf(await app.call('DELETE', `/api/v1/certificates/${id}`)), 'CERTIFICATE_NOT_FOUND');
  assert.is(codeOf(await app.call('POST', `/api/v1/certificates/${id}/renew`)), 'CERTIFICATE_NOT_FOUND');
});

test('root and revocation list are public, everything else is the administrators’', async ({
  app,
  hostId,
}) => {
  const root = await app.call('GET', '/api/v1/ca/root.crt', { role: null });
  assert.ok(new X509Certificate(root.body as string).ca);
  const crl = await fetch(`${app.url}/api/v1/ca/root.crl`);
  assert.is(crl.headers.get('content-type'), 'application/pkix-crl');
  assert.is(Buffer.from(await crl.arrayBuffer())[0], 0x30, 'DER');
  for (const role of ['operator', 'reporter', null] as const) {
    const expected = role === null ? 401 : 403;
    assert.is((await app.call('GET', '/api/v1/certificates', { role })).status, expected);
    assert.is((await app.call('GET', `/api/v1/hosts/${hostId}/client.crt`, { role })).status, expected);
    assert.is(
      (await app.call('POST', `/api/v1/hosts/${hostId}/certificates`, { role, body: { hostname: 'a.b' } }))
        .status,
      expected,
    );
    assert.is(
      (await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { role })).status,
      expected,
    );
    assert.is((await app.call('DELETE', `/api/v1/certificates/${randomUUID()}`, { role })).status, expected);
  }
});

test('a revoked certificate is on the list at once, and stays revoked', async ({ app, hostId }) => {
  const { certificate } = await issue(app, hostId);
  const hosts: string[][] = [];
  app.ctx.events.on('agents.revocationsChanged', ({ hostIds }) => void hosts.push(hostIds));
  assert.is((await app.call('DELETE', `/api/v1/certificates/${certificate.id}`)).status, 204);
  assert.match(await revokedSerials(app), certificate.serial_number);
  const [row] = (await list(app, `?host_id=${hostId}&status=revoked`)).certificates;
  assert.is(row?.id, certificate.id);
  assert.ok(row?.revoked_at);
  assert.is(
    codeOf(await app.call('DELETE', `/api/v1/certificates/${certificate.id}`)),
    'CERTIFICATE_NOT_ACTIVE',
  );
  assert.is(
    codeOf(await app.call('POST', `/api/v1/certificates/${certificate.id}/renew`)),
    'CERTIFICATE_NOT_ACTIVE',
  );
});

test("the manager's own certificates are neither revoked nor renewed by hand", async ({ app }) => {
  const own = (await list(app)).certificates.filter(({ kind }) => kind !== 'host');
  assert.ok(own.length > 0);
  for (const { id } of own) {
    assert.is(codeOf(await app.call('DELETE', `/api/v1/certificates/${id}`)), 'FORBIDDEN');
    assert.is(codeOf(await app.call('POST', `/api/v1/certificates/${id}/renew`)), 'CERTIFICATE_NOT_ACTIVE');
  }
});

test('the list filters and pages', async ({ app, hostId }) => {
  await issue(app, hostId);
  const all = await list(app);
  assert.is(all.total, all.certificates.length);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Schemas['CertificateList'] = await list(
      app,
      `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...page.certificates.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  assert.equal(
    seen,
    all.certificates.map(({ id }) => id),
  );
  assert.is((await list(app, `?host_id=${hostId}`)).total, 1);
  assert.is((await list(app, '?status=superseded')).total, 0);
});

test('the list sorts by issue and by expiry', async ({ app, hostId }) => {
  await app.clock.advance(86_400_000);
  await issue(app, hostId);
  for (const [sort, field] of [
    ['issued_at', 'issued_at'],
    ['not_after', 'not_after'],
  ] as const) {
    const up = (await list(app, `?sort=${sort}`)).certificates.map((row) => row[field]);
    const down = (await list(app, `?sort=-${sort}`)).certificates.map((row) => row[field]);
    assert.equal(up, [...up].sort());
    assert.equal(down, [...up].reverse());
  }
});

test('renewal goes through the agent; one that cannot be reached keeps what it has', async ({
  app,
  hostId,
}) => {
  const { certificate } = await issue(app, hostId);
  const answer = await app.call('POST', `/api/v1/certificates/${certificate.id}/renew`);
  assert.is(answer.status, 502);
  assert.is(codeOf(answer), 'HOST_UNREACHABLE');
  assert.is((await list(app, `?host_id=${hostId}&status=active`)).certificates[0]?.id, certificate.id);
});

test('re-issue for a host that cannot be reached revokes all the same and shows the key once', async ({
  app,
  hostId,
}) => {
  const old = await issue(app, hostId);
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const issued = answer.body as Schemas['ReissuedCertificate'];
  assert.is(issued.installed, false);
  assert.ok(
    new X509Certificate(issued.certificate_pem).checkPrivateKey(createPrivateKey(issued.key_pem ?? '')),
  );
  assert.match(await revokedSerials(app), old.certificate.serial_number);
  assert.equal(
    (await list(app, `?host_id=${hostId}&status=active`)).certificates.map(({ id }) => id),
    [issued.certificate.id],
  );

  const again = await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers });
  assert.is((again.body as Schemas['ReissuedCertificate']).certificate.id, issued.certificate.id);
  assert.is((again.body as Schemas['ReissuedCertificate']).key_pem, null);
});

test('re-issue through the agent hands out no key; the same idempotency key does it once', async ({
  app,
  hostId,
}) => {
  await issue(app, hostId);
  const { agents } = app.ctx.core;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  let calls = 0;
  agents.renewHostCertificate = async (id, by) => {
    calls++;
    return app.ctx.tx(async (tx) => {
      const made = await agents.ca.issueForCsr(tx, { hostId: id, csrPem: createCsr(key, 'x') }, by);
      await agents.ca.revokeAllOfHost(tx, { hostId: id, exceptId: made.certificate.id }, by);
      return made;
    });
  };
  const headers = { 'idempotency-key': randomUUID() };
  const answers = [];
  for (let call = 0; call < 2; call++)
    answers.push(
      (await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers }))
        .body as Schemas['ReissuedCertificate'],
    );
  assert.equal(
    answers.map(({ key_pem, installed }) => [key_pem, installed]),
    [
      [null, true],
      [null, true],
    ],
  );
  assert.is(answers[0]?.certificate.id, answers[1]?.certificate.id);
  assert.is(calls, 1);
  const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  assert.is(publicKeyPin(answers[0]?.certificate_pem ?? ''), publicKeyPin(spki));
});

test('an idempotency key that another administrator used for another host is a new key', async ({
  app,
  hostId,
}) => {
  const { ctx } = app;
  const facts = { machineId: 'machine-0002', fqdn: 'db2.example.org', ipAddress: '127.0.0.1', port: 2 };
  const other = await ctx.tx((tx) =>
    ctx.core.hosts.createEnrolled(
      tx,
      { ...facts, loopbackAllowed: true },
      { actor: systemActor, address: null },
    ),
  );
  const headers = { 'idempotency-key': randomUUID() };
  const reissue = (id: string) => app.call('POST', `/api/v1/hosts/${id}/certificates/reissue`, { headers });
  await issue(app, other.id);
  assert.is((await reissue(other.id)).status, 200);
  await ctx.db.knex('kernel_idempotency').update({ actor_id: randomUUID() });

  const old = await issue(app, hostId);
  const answer = await reissue(hostId);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const { certificate, key_pem: key } = answer.body as Schemas['ReissuedCertificate'];
  assert.equal([certificate.host_id, key === null], [hostId, false]);
  assert.match(await revokedSerials(app), old.certificate.serial_number);
  // The caller's own key stays bound to its host.
  assert.is(codeOf(await reissue(other.id)), 'IDEMPOTENCY_MISMATCH');
});

test('the authority is shown with what agents pin, and the list is searched', async ({ app, hostId }) => {
  const { certificate } = await issue(app, hostId);
  const answer = await app.call('GET', '/api/v1/ca');
  const authority = answer.body as Schemas['Authority'];
  const root = app.ctx.core.agents.ca.rootPem();
  assert.is(authority.public_key_sha256, publicKeyPin(root));
  assert.is(authority.not_after, new X509Certificate(root).validToDate.toISOString());
  assert.equal([authority.key_kept, authority.weeks.length, authority.weeks[13]?.to], ['database', 14, null]);
  assert.is((await app.call('GET', '/api/v1/ca', { role: 'operator' })).status, 403);
  assert.equal(
    (await list(app, '?search=db1')).certificates.map(({ id }) => id),
    [certificate.id],
  );
  const before = new Date(Date.parse(certificate.not_after) + 1).toISOString();
  assert.ok((await list(app, `?expires_before=${before}`)).total > 0);
  assert.is((await list(app, `?expires_before=${certificate.issued_at}`)).total, 0);
});

test.run();
