import {
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { createCsr } from '../../server/contract/csr.ts';
import { renewalPayload } from '../../server/contract/renewal.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { publicKeyPin } from '../../server/core/agents/pki/index.ts';
import type { AuditText } from '../../server/kernel/audit.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { createFakeAgents, type FakeAgents } from './fakeAgents.testing.ts';
import { enrollmentPlugin } from './plugin.ts';
import { pollFirst } from './service/firstPoll.ts';

type Schemas = components['schemas'];
type ErrorBody = { error: { code: string; message: string; details?: Record<string, unknown> } };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface World {
  app: TestApp;
  agents: FakeAgents;
}

const test = suite<World>('enrollment');

test.before.each(async (world) => {
  world.agents = await createFakeAgents();
  const features = [hostsFeature, world.agents.feature, enrollmentPlugin];
  world.app = await createTestApp({ features, config: { trustedProxies: ['127.0.0.1'] } });
});

test.after.each(async ({ app }) => app.stop());

const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

function request(key: KeyObject, more: Record<string, unknown> = {}) {
  return {
    machine_id: '4c4c4544004b5a10804ac4c04f4d3732',
    fqdn: 'web1.example.org',
    ip_address: '10.0.4.21',
    os_details: { os_family: 'debian', os: 'Debian', os_version: '12', arch: 'amd64' },
    csr_pem: createCsr(key, 'admin, let me in'),
    ...more,
  };
}

async function ask(app: TestApp, key: KeyObject, more: Record<string, unknown> = {}) {
  const { status, body } = await app.call('POST', '/api/v1/enroll', { role: null, body: request(key, more) });
  assert.is(status, 201, JSON.stringify(body));
  return body as Schemas['CreatedEnrollment'];
}

async function status(app: TestApp, pollingToken: string) {
  const headers = { authorization: `Bearer ${pollingToken}` };
  const answer = await app.call('GET', '/api/v1/enroll/status', { role: null, headers });
  return { ...answer, body: answer.body as Schemas['EnrollmentStatus'] };
}

const approve = (app: TestApp, id: string, query = '') =>
  app.call('POST', `/api/v1/admin/enrollments/${id}/approve${query}`);

async function newToken(app: TestApp, body: Partial<Schemas['CreateEnrollmentTokenRequest']> = {}) {
  const answer = await app.call('POST', '/api/v1/admin/enrollment-tokens', { body });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as Schemas['CreatedEnrollmentToken'];
}

async function list(app: TestApp) {
  return (await app.call('GET', '/api/v1/admin/enrollments')).body as Schemas['EnrollmentRequest'][];
}

async function enrolled(world: World, key: KeyObject, more: Record<string, unknown> = {}): Promise<string> {
  const { id, polling_token } = await ask(world.app, key, more);
  assert.is((await approve(world.app, id)).status, 204);
  return (await status(world.app, polling_token)).body.host_id ?? '';
}

async function audits(app: TestApp): Promise<AuditText[]> {
  const rows = await app.ctx.db.reader<{ text: string }>('kernel_audit').orderBy('row_id');
  return rows.map(({ text }) => JSON.parse(text) as AuditText);
}

const codeOf = (answer: { body: unknown }): string => (answer.body as ErrorBody).error.code;

test('a host asks, a person approves, and the agent fetches a certificate for its own key', async ({
  app,
}) => {
  const key = newKey();
  const { id, polling_token, expires_at } = await ask(app, key);
  assert.is(expires_at, '2026-01-16T12:00:00.000Z');
  assert.equal((await status(app, polling_token)).body, { status: 'pending' });

  assert.is((await approve(app, id)).status, 204);
  const told = new Promise<{ hostId: string }>((resolve) =>
    app.ctx.events.on('enrollment.certificateFetched', resolve),
  );
  const { body } = await status(app, polling_token);
  assert.is(body.status, 'approved');
  assert.is(publicKeyPin(body.certificate_pem ?? ''), publicKeyPin(publicPem(key)));
  const certificate = new X509Certificate(body.certificate_pem ?? '');
  assert.match(certificate.subjectAltName ?? '', `URI:urn:fleetmend:host:${body.host_id}`);
  assert.not.match(certificate.subject, 'let me in');
  assert.ok(certificate.checkIssued(new X509Certificate(body.ca_pem ?? '')));

  const host = await app.ctx.core.hosts.get(body.host_id ?? '');
  assert.is(host?.osName, 'Debian 12');
  assert.is(host?.osFamily, 'debian');
  assert.is(host?.healthStatus, 'unknown');
  const { hostId: polledId } = await told;
  assert.is(polledId, body.host_id);
});

test('a host is made due until it has answered since it got its certificate', async (world) => {
  const { app } = world;
  const hostId = await enrolled(world, newKey());
  let told = 0;
  app.ctx.events.on('enrollment.certificateFetched', () => void told++);
  const dueAt = async () => {
    const row = await app.ctx.db.reader('hosts_hosts').where('id', hostId).first('next_poll_at');
    return (row as { next_poll_at: number | null }).next_poll_at;
  };
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime(), attempt: 3 });
  assert.is(told, 1);
  assert.is.not(await dueAt(), null);
  await app.ctx.tx(({ knex }) =>
    knex('hosts_hosts').where('id', hostId).update({ last_seen_at: app.clock.now() }),
  );
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime(), attempt: 0 });
  assert.is(told, 1);
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime() + 1, attempt: 3 });
  assert.is(told, 2, 'an answer from before a re-key is none');
});

test('every act writes its audit row, and no row holds a token', async ({ app }) => {
  const { token } = await newToken(app);
  const { polling_token } = await ask(app, newKey(), { enrollment_token: token });
  await status(app, polling_token);
  const rows = await audits(app);
  const actions = rows.map(({ action }) => action);
  for (const action of [
    'enrollment_token.created',
    'enrollment.requested',
    'host.created',
    'enrollment.approved',
    'enrollment.completed',
  ])
    assert.ok(actions.includes(action), action);
  const text = JSON.stringify(rows);
  assert.not(text.includes(polling_token));
  assert.not(text.includes(token.split('.')[0] ?? ''));
});

test('a token approves by itself, as often as it says and no more, also when all ask at once', async ({
  app,
}) => {
  const { token, id } = await newToken(app, { max_uses: 3 });
  const hosts = Array.from({ length: 6 }, (_, index) => ({
    machine_id: `machine-0000-${index}`,
    ip_address: `10.0.4.${index + 1}`,
  }));
  const answers = await Promise.all(
    hosts.map((host) =>
      app.call('POST', '/api/v1/enroll', {
        role: null,
        body: request(newKey(), { ...host, enrollment_token: token }),
      }),
    ),
  );
  assert.equal(answers.map((answer) => answer.status).sort(), [201, 201, 201, 403, 403, 403]);
  assert.is(
    codeOf(answers.find((answer) => answer.status === 403) ?? { body: null }),
    'ENROLLMENT_TOKEN_INVALID',
  );
  const { body } = await app.call('GET', '/api/v1/admin/enrollment-tokens');
  const [row] = (body as Schemas['EnrollmentTokenList']).tokens;
  assert.is(row?.id, id);
  assert.is(row?.uses, 3);
  assert.not('token' in (row ?? {}));
  assert.equal(await list(app), []);
});

test('a token is shown with the pin of the root, and its hash alone is stored', async ({ app, agents }) => {
  const { token } = await newToken(app);
  const [secret, pin] = token.split('.');
  assert.is(pin, publicKeyPin(agents.authority.certificatePem));
  assert.match(secret ?? '', /^fme_[\w-]{43}$/, 'read as an option if it began with a dash');
  const stored = JSON.stringify(await app.ctx.db.reader('enrollment_tokens').select());
  assert.not(stored.includes(secret ?? ''));
});

test('expired, withdrawn and foreign tokens are refused alike', async ({ app }) => {
  const elsewhere = await newToken(app, { allowed_network: '10.9.0.0/16' });
  const gone = await newToken(app);
  assert.is((await app.call('DELETE', `/api/v1/admin/enrollment-tokens/${gone.id}`)).status, 204);
  assert.is((await app.call('DELETE', `/api/v1/admin/enrollment-tokens/${gone.id}`)).status, 404);
  const old = await newToken(app, { expires_in_secs: 60, allowed_network: '127.0.0.0/8' });
  await app.clock.advance(60_000);
  for (const token of [elsewhere.token, gone.token, old.token, 'x'.repeat(43)]) {
    const answer = await app.call('POST', '/api/v1/enroll', {
      role: null,
      body: request(newKey(), { enrollment_token: token }),
    });
    assert.is(answer.status, 403);
    assert.is(codeOf(answer), 'ENROLLMENT_TOKEN_INVALID');
  }
  assert.is(
    (await app.call('POST', '/api/v1/admin/enrollment-tokens', { body: { allowed_network: '10.0.0.0/99' } }))
      .status,
    400,
  );
});

test('tokens are paged in each order', async ({ app }) => {
  const made = [];
  for (const secs of [300, 100, 200]) {
    made.push((await newToken(app, { expires_in_secs: secs })).id);
    await app.clock.advance(1_000);
  }
  const [a, b, c] = made;
  for (const [sort, expected] of [
    ['created_at', [a, b, c]],
    ['-created_at', [c, b, a]],
    ['expires_at', [b, c, a]],
    ['-expires_at', [a, c, b]],
  ] as const) {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/api/v1/admin/enrollment-tokens?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = (await app.call('GET', path)).body as Schemas['EnrollmentTokenList'];
      assert.is(page.total, 3);
      seen.push(...page.tokens.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    assert.equal(seen, expected, sort);
  }
  assert.is((await app.call('GET', '/api/v1/admin/enrollment-tokens?cursor=nonsense')).status, 400);
});

test('a live machine id is flagged: no token approves it, and replace re-keys the same host', async (world) => {
  const { app, agents } = world;
  const first = await enrolled(world, newKey());
  const { token, id: tokenId } = await newToken(app);
  const key = newKey();
  const again = await ask(app, key, { enrollment_token: token, ip_address: '10.0.4.99' });
  assert.is((await status(app, again.polling_token)).body.status, 'pending');
  assert.equal(
    (await list(app)).map((row) => [row.id, row.machine_id_in_use]),
    [[again.id, true]],
  );
  const uses = await app.ctx.db.reader('enrollment_tokens').where('id', tokenId).first('uses');
  assert.is((uses as { uses: number }).uses, 0, 'no use is spent');

  const refused = await approve(app, again.id);
  assert.is(refused.status, 409);
  assert.is(codeOf(refused), 'MACHINE_ID_IN_USE');
  assert.is((refused.body as ErrorBody).error.details?.host_id, first);
  assert.match((refused.body as ErrorBody).error.message, 'systemd-machine-id-setup');

  assert.is((await approve(app, again.id, '?replace=true')).status, 204);
  const answer = (await status(app, again.polling_token)).body;
  assert.is(answer.host_id, first, 'the host keeps its id');
  assert.is((await app.ctx.core.hosts.get(first))?.ipAddress, '10.0.4.99');
  assert.equal(
    agents.issued.map(({ certificate }) => certificate.status),
    ['revoked', 'active'],
  );
});

test('two requests with one machine id: approving one leaves the other flagged, with its own key', async (world) => {
  const { app } = world;
  const [mine, theirs] = [newKey(), newKey()];
  const good = await ask(app, mine);
  const bad = await ask(app, theirs);
  assert.is((await list(app)).length, 2);
  assert.is((await approve(app, good.id)).status, 204);
  const certificate = (await status(app, good.polling_token)).body.certificate_pem ?? '';
  assert.is(publicKeyPin(certificate), publicKeyPin(publicPem(mine)));
  assert.equal((await status(app, bad.polling_token)).body, { status: 'pending' });
  assert.is(codeOf(await approve(app, bad.id)), 'MACHINE_ID_IN_USE');
});

test('an agent whose answer got lost asks again and is not taken for a second host', async ({
  app,
  agents,
}) => {
  const key = newKey();
  const lost = await ask(app, key);
  const again = await ask(app, key);
  assert.equal(
    (await list(app)).map(({ id }) => id),
    [again.id],
  );
  assert.equal((await status(app, lost.polling_token)).body, { status: 'expired' });
  await app.call('DELETE', `/api/v1/admin/enrollments/${again.id}/deny`);

  const { token } = await newToken(app);
  const approved = await ask(app, key, { enrollment_token: token });
  const repeated = await ask(app, key, { enrollment_token: token });
  assert.is(repeated.id, approved.id);
  assert.is((await status(app, repeated.polling_token)).body.status, 'approved');
  assert.is((await status(app, approved.polling_token)).status, 401);
  assert.is(agents.issued.length, 1);
});

test('a denied, an expired and a decided request cannot be decided again', async ({ app }) => {
  const denied = await ask(app, newKey());
  const deny = (id: string) => app.call('DELETE', `/api/v1/admin/enrollments/${id}/deny`);
  assert.is((await deny(denied.id)).status, 204);
  assert.equal((await status(app, denied.polling_token)).body, { status: 'denied' });
  assert.is(codeOf(await approve(app, denied.id)), 'ENROLLMENT_NOT_PENDING');
  assert.is(codeOf(await deny(denied.id)), 'ENROLLMENT_NOT_PENDING');
  assert.is(codeOf(await deny('01939f6c-2b3c-7d4e-8f50-617283940a1b')), 'ENROLLMENT_NOT_FOUND');

  const late = await ask(app, newKey());
  await app.clock.advance(24 * HOUR_MS);
  assert.equal((await status(app, late.polling_token)).body, { status: 'expired' });
  assert.equal(await list(app), []);
  assert.is(codeOf(await approve(app, late.id)), 'ENROLLMENT_NOT_PENDING');
});

test('of two administrators who approve at once, one is told that it is decided', async ({ app, agents }) => {
  const { id } = await ask(app, newKey());
  const answers = await Promise.all([approve(app, id), approve(app, id), approve(app, id)]);
  assert.equal(answers.map((answer) => answer.status).sort(), [204, 409, 409]);
  assert.is(agents.issued.length, 1);
});

test('the certificate of a deleted host is handed out no more, and its machine id inherits nothing', async (world) => {
  const { app } = world;
  const key = newKey();
  const { id, polling_token } = await ask(app, key);
  await approve(app, id);
  const hostId = (await status(app, polling_token)).body.host_id ?? '';
  assert.is((await app.call('DELETE', `/api/v1/hosts/${hostId}`)).status, 204);
  assert.equal((await status(app, polling_token)).body, { status: 'expired' });
  const { token } = await newToken(app);
  const anew = await ask(app, newKey(), { enrollment_token: token });
  assert.is.not((await status(app, anew.polling_token)).body.host_id, hostId);
});

test('only administrators see and decide, and lists never show a polling token', async ({ app }) => {
  const { id, polling_token } = await ask(app, newKey());
  for (const role of ['operator', 'reporter', null] as const) {
    const expected = role === null ? 401 : 403;
    assert.is((await app.call('GET', '/api/v1/admin/enrollments', { role })).status, expected);
    assert.is((await app.call('POST', `/api/v1/admin/enrollments/${id}/approve`, { role })).status, expected);
    assert.is((await app.call('DELETE', `/api/v1/admin/enrollments/${id}/deny`, { role })).status, expected);
    assert.is(
      (await app.call('POST', '/api/v1/admin/enrollment-tokens', { role, body: {} })).status,
      expected,
    );
  }
  const [row] = await list(app);
  assert.match(row?.polling_token ?? '', /^sha256:[0-9a-f]{16}$/);
  assert.not(JSON.stringify(row).includes(polling_token));
  assert.is(row?.source_address, '127.0.0.1');
});

test('without its polling token nobody learns anything, and guessing is limited', async ({ app }) => {
  await ask(app, newKey());
  assert.is((await app.call('GET', '/api/v1/enroll/status', { role: null })).status, 401);
  assert.is((await status(app, 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA')).status, 401);
  for (let guess = 0; guess < 58; guess++) await status(app, 'a'.repeat(43));
  const limited = await status(app, 'a'.repeat(43));
  assert.is(limited.status, 429);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
});

test('addresses that the manager must not dial are refused, loopback except over loopback', async ({
  app,
}) => {
  for (const address of ['169.254.169.254', '0.0.0.0', 'fe80::1', '100.100.100.200']) {
    const answer = await app.call('POST', '/api/v1/enroll', {
      role: null,
      body: request(newKey(), { ip_address: address }),
    });
    assert.is(answer.status, 400, address);
    assert.is(codeOf(answer), 'HOST_ADDRESS_REFUSED');
  }
  await ask(app, newKey(), { ip_address: '127.0.0.1' });
  const body = request(newKey(), { ip_address: '127.0.0.1' });
  const afar = await app.call('POST', '/api/v1/enroll', {
    role: null,
    body,
    headers: { 'x-forwarded-for': '10.0.4.21' },
  });
  assert.is(codeOf(afar), 'HOST_ADDRESS_REFUSED');
});

test('a token for a network is good for hosts of that network', async ({ app }) => {
  const { token } = await newToken(app, { allowed_network: '10.0.4.0/24', max_uses: 2 });
  const body = request(newKey(), { enrollment_token: token });
  const from = (address: string) =>
    app.call('POST', '/api/v1/enroll', { role: null, body, headers: { 'x-forwarded-for': address } });
  assert.is((await from('10.0.5.1')).status, 403);
  assert.is((await from('::ffff:10.0.4.21')).status, 201);
});

test('requests are judged: CSR, key, unknown fields, what would disturb a screen', async ({ app }) => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const forged = createCsr(newKey(), 'x').replace(/[A-Z](?=[^\n]*\n-----END)/, (letter) =>
    letter === 'A' ? 'B' : 'A',
  );
  for (const csr_pem of [createCsr(weak, 'x'), forged, 'x'.repeat(100)]) {
    const answer = await app.call('POST', '/api/v1/enroll', {
      role: null,
      body: request(newKey(), { csr_pem }),
    });
    assert.is(answer.status, 400);
    assert.is(codeOf(answer), 'CSR_INVALID');
  }
  for (const more of [
    { host_id: 'x' },
    { machine_id: '0'.repeat(32) },
    { os_details: { os: 'Debian\u001b[2J' } },
    { os_details: { os: 'Debian \u202egro.live' } },
    { os_details: { 'os\n': 'Debian' } },
  ]) {
    const refused = await app.call('POST', '/api/v1/enroll', { role: null, body: request(newKey(), more) });
    assert.is(codeOf(refused), 'VALIDATION_FAILED', JSON.stringify(more));
  }
  assert.equal(await list(app), []);
});

test('a caller that asks too often is told to wait', async ({ app }) => {
  let last = 201;
  for (let call = 0; call < 130 && last !== 429; call++)
    last = (
      await app.call('POST', '/api/v1/enroll', {
        role: null,
        body: request(newKey(), { csr_pem: 'x'.repeat(100) }),
      })
    ).status;
  assert.is(last, 429);
  await app.clock.advance(60_000);
  await ask(app, newKey());
});

test('one address cannot bury the requests of the others', async ({ app }) => {
  await ask(app, newKey());
  const [row] = (await app.ctx.db.reader('enrollment_requests').select()) as Record<string, unknown>[];
  const copies = Array.from({ length: 499 }, (_, index) => ({
    ...row,
    id: randomUUID(),
    polling_token_hash: `copy-${index}`,
  }));
  await app.ctx.tx(async ({ knex }) => {
    for (let start = 0; start < copies.length; start += 100)
      await knex('enrollment_requests').insert(copies.slice(start, start + 100));
  });
  const body = request(newKey());
  assert.is((await app.call('POST', '/api/v1/enroll', { role: null, body })).status, 429);
  const other = await app.call('POST', '/api/v1/enroll', {
    role: null,
    body,
    headers: { 'x-forwarded-for': '10.0.4.21' },
  });
  assert.is(other.status, 201);
  const { token } = await newToken(app);
  await ask(app, newKey(), { enrollment_token: token });
});

test('the fleet status counts what waits, and expired requests are written down', async ({ app }) => {
  await ask(app, newKey());
  const [answer] = await app.ctx.hooks.ask('fleet.collect', {});
  assert.equal(answer?.answer, { enrollmentsPending: 1 });
  const { expireRequests } = await import('./jobs.ts');
  await app.clock.advance(24 * HOUR_MS);
  await expireRequests(app.ctx);
  assert.is((await audits(app)).at(-1)?.action, 'enrollment.expired');
  await app.clock.advance(31 * DAY_MS);
  await expireRequests(app.ctx);
  assert.equal(await app.ctx.db.reader('enrollment_requests').select(), []);
});

async function renew(
  app: TestApp,
  hostId: string,
  keys: { old: KeyObject; next: KeyObject },
  more: { address?: string } = {},
) {
  const csrPem = createCsr(keys.next, 'x');
  const payload = renewalPayload({ hostId, csrPem, address: more.address });
  const signature = sign('sha256', payload, keys.old).toString('base64');
  return app.call('POST', '/api/v1/enroll/renew', {
    role: null,
    body: { host_id: hostId, csr_pem: csrPem, signature, ...more },
  });
}

test('an agent renews by its old key, also after the answer got lost, and moves', async (world) => {
  const { app } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  await app.clock.advance(100 * DAY_MS);
  const lost = await renew(app, hostId, { old, next: newKey() });
  assert.is(lost.status, 200, JSON.stringify(lost.body));
  const next = newKey();
  const answer = await renew(app, hostId, { old, next }, { address: '10.0.4.77' });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const { certificate_pem } = answer.body as Schemas['RenewedCertificate'];
  assert.is(publicKeyPin(certificate_pem), publicKeyPin(publicPem(next)));
  assert.is((await app.ctx.core.hosts.get(hostId))?.ipAddress, '10.0.4.77');
  assert.ok((await audits(app)).some(({ action }) => action === 'enrollment.renewed'));
});

test('a renewal needs the key, the very text that was signed, and a certificate that still stands', async (world) => {
  const { app, agents } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  const stranger = await renew(app, hostId, { old: newKey(), next: newKey() });
  assert.is(stranger.status, 403);
  assert.is(codeOf(stranger), 'SIGNATURE_INVALID');
  const csrPem = createCsr(newKey(), 'x');
  const signature = sign('sha256', renewalPayload({ hostId, csrPem }), old).toString('base64');
  const body = { host_id: hostId, csr_pem: csrPem, signature, address: '10.6.6.6' };
  assert.is(
    codeOf(await app.call('POST', '/api/v1/enroll/renew', { role: null, body })),
    'SIGNATURE_INVALID',
  );

  assert.is(
    codeOf(await renew(app, '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', { old, next: newKey() })),
    'RENEWAL_REFUSED',
  );
  for (const { certificate } of agents.issued) certificate.status = 'revoked';
  assert.is(codeOf(await renew(app, hostId, { old, next: newKey() })), 'RENEWAL_REFUSED');
});

test('a certificate that expired more than 30 days ago proves nothing', async (world) => {
  const { app } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  await app.clock.advance(119 * DAY_MS);
  const retry = { old, next: newKey() };
  assert.is((await renew(app, hostId, retry)).status, 200);
  await app.clock.advance(2 * DAY_MS);
  assert.is(codeOf(await renew(app, hostId, { old, next: newKey() })), 'RENEWAL_REFUSED');
});

test('a certificate in use at two addresses flags the host, and nothing moves', async (world) => {
  const { app, agents } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  agents.answering.add(hostId);
  const answer = await renew(app, hostId, { old, next: newKey() }, { address: '10.0.4.66' });
  assert.is(answer.status, 403);
  assert.is(codeOf(answer), 'RENEWAL_REFUSED');
  assert.equal(agents.probed, ['10.0.4.21']);
  const host = await app.ctx.core.hosts.get(hostId);
  assert.is(host?.duplicateIdentity, true);
  assert.is(host?.ipAddress, '10.0.4.21');
  assert.is(agents.issued.length, 1);
  assert.is(
    codeOf(await renew(app, hostId, { old, next: newKey() }, { address: '169.254.1.1' })),
    'HOST_ADDRESS_REFUSED',
  );
});

test.run();
