// time-limit: 240
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyPin } from '../../server/core/agents/pki/index.ts';
import {
  codeOf,
  issue,
  list,
  revokedSerials,
  setUp,
  type Schemas,
  type World,
} from './certificates.testing.ts';
import { certificatesAreReplaced } from './reissue.testing.ts';

const test = suite<World>('certificates');

test.before.each(setUp);
test.after.each(async ({ app }) => app.stop());

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
  assert.match(pem.headers.get('content-type') ?? '', 'text/plain');
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
  await app.clock.leap(86_400_000);
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
  assert.ok((await list(app, `?not_after_to=${before}`)).total > 0);
  assert.is((await list(app, `?not_after_to=${certificate.issued_at}`)).total, 0);
});

certificatesAreReplaced(test);
test.run();
