import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { osOf } from '../domain.ts';
import { createCsr } from '#server/shared/pki/csr.ts';
import { publicKeyPin } from '#server/core/agents/pki/index.ts';
import {
  approve,
  ask,
  codeOf,
  list,
  newKey,
  newToken,
  publicPem,
  request,
  setUp,
  status,
  tearDown,
  type World,
} from '../enrollment.testing.ts';

const test = suite<World>('enrollment requests');
test.before.each(setUp);
test.after.each(tearDown);

test('two requests with one machine id: approving one leaves the other flagged, with its own key', async (world) => {
  const { app } = world;
  const [mine, theirs] = [newKey(), newKey()];
  const good = await ask(app, mine);
  const bad = await ask(app, theirs);
  assert.equal(
    (await list(app)).map((one) => [one.machine_id_in_use, one.twin_pending]),
    [
      [false, true],
      [false, true],
    ],
    'each is told apart before one of them is approved by mistake',
  );
  assert.is((await approve(app, good.id)).status, 204);
  const certificate = (await status(app, good.polling_token)).body.certificate_pem ?? '';
  assert.is(publicKeyPin(certificate), publicKeyPin(publicPem(mine)));
  assert.equal((await status(app, bad.polling_token)).body, { status: 'pending' });
  assert.is(codeOf(await approve(app, bad.id)), 'MACHINE_ID_IN_USE');
});

test('a key that asks a hundred times leaves one row, and one audit row an hour', async ({ app }) => {
  const key = newKey();
  const { reader } = app.ctx.db;
  const rows = async (): Promise<number[]> => [
    (await reader('enrollment_requests').select('id')).length,
    (await app.ctx.audit.list({ limit: 100, action: 'enrollment.requested' })).rows.length,
  ];
  for (let count = 0; count < 100; count++) await ask(app, key);
  assert.equal(await rows(), [1, 1]);
  await app.clock.advance(3_600_000);
  await ask(app, key);
  assert.equal(await rows(), [1, 2]);
});

test('no token approves a host with the name of another, in whatever case', async ({ app }) => {
  const first = await newToken(app);
  const one = await ask(app, newKey(), {
    machine_id: randomUUID(),
    fqdn: 'web9.example.org',
    enrollment_token: first.token,
  });
  assert.is((await status(app, one.polling_token)).body.status, 'approved');
  const second = await newToken(app);
  const other = await ask(app, newKey(), {
    machine_id: randomUUID(),
    fqdn: 'WEB9.example.org',
    enrollment_token: second.token,
  });
  assert.is((await status(app, other.polling_token)).body.status, 'pending');
  assert.equal(
    (await list(app)).map((asked) => asked.fqdn_in_use),
    [true],
  );
});

test('no token approves a host from where another answers; one that is silent keeps nothing', async ({
  app,
}) => {
  const endpoint = { ip_address: '10.0.9.9', port: 9443 };
  const join = async (fqdn: string) => {
    const { token } = await newToken(app);
    const body = { ...endpoint, machine_id: randomUUID(), fqdn, enrollment_token: token };
    return (await status(app, (await ask(app, newKey(), body)).polling_token)).body.status;
  };
  const healthOf = (health: string) =>
    app.ctx.db.knex('hosts_hosts').where('fqdn', 'first.example.org').update({ health_status: health });
  assert.is(await join('first.example.org'), 'approved');
  await healthOf('healthy');
  assert.is(await join('second.example.org'), 'pending');
  assert.equal(
    (await list(app)).map((asked) => [asked.fqdn_in_use, asked.endpoint_in_use]),
    [[false, true]],
  );
  await healthOf('unreachable');
  assert.is(await join('third.example.org'), 'approved');
});

test('a host that dials is recorded as such from the beginning, and claims no address', async ({ app }) => {
  const join = async (fqdn: string, more: object) => {
    const { token } = await newToken(app);
    const asked = {
      ip_address: '10.0.9.9',
      machine_id: randomUUID(),
      fqdn,
      enrollment_token: token,
      ...more,
    };
    return (await status(app, (await ask(app, newKey(), asked)).polling_token)).body;
  };
  const connectionOf = async (id: string | undefined) =>
    ((await app.call('GET', `/api/v1/hosts/${id}`)).body as { connection: string }).connection;
  await app.ctx.db.knex('hosts_hosts').update({ health_status: 'healthy' });
  const first = await join('behind-one-router.example.org', { connection: 'dial' });
  assert.is(await connectionOf(first.host_id), 'dial');
  await app.ctx.db.knex('hosts_hosts').update({ health_status: 'healthy' });
  assert.is((await join('behind-another.example.org', { connection: 'dial' })).status, 'approved');
  const there = await join('there.example.org', {});
  assert.is(there.status, 'approved', 'those that dial are not called at their addresses');
  assert.is(await connectionOf(there.host_id), 'listen');
});

test('a host that enrolls again and dials by now is not called at its address any more', async ({ app }) => {
  const machine = { machine_id: randomUUID() };
  const hostOf = async (more: object) => {
    const { id, polling_token: token } = await ask(app, newKey(), { ...machine, ...more });
    assert.is((await approve(app, id, '?replace=true')).status, 204);
    return (await status(app, token)).body.host_id;
  };
  const read = async (id: string | undefined) => (await app.call('GET', `/api/v1/hosts/${id}`)).body;
  const before = await hostOf({});
  assert.is(((await read(before)) as { connection: string }).connection, 'listen');
  const after = await hostOf({ connection: 'dial' });
  assert.is(after, before);
  assert.is(((await read(after)) as { connection: string }).connection, 'dial');
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
  assert.is(again.id, lost.id, 'one row for a key, however often it asks');
  assert.is((await status(app, lost.polling_token)).status, 401);
  await app.call('DELETE', `/api/v1/admin/enrollments/${again.id}/deny`);

  const { token } = await newToken(app);
  const approved = await ask(app, key, { enrollment_token: token });
  const repeated = await ask(app, key, { enrollment_token: token });
  assert.is(repeated.id, approved.id);
  assert.is((await status(app, repeated.polling_token)).body.status, 'approved');
  assert.is((await status(app, approved.polling_token)).status, 401);
  assert.is(agents.issued.length, 1);
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
    assert.match(JSON.stringify(answer.body), 'set advertise_address on the host');
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

/** The last byte of a CSR belongs to its signature. */
function withOtherSignature(csrPem: string): string {
  const der = Buffer.from(csrPem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  const label = 'CERTIFICATE REQUEST';
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
}

test('requests are judged: CSR, key, unknown fields, what would disturb a screen', async ({ app }) => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const forged = withOtherSignature(createCsr(newKey(), 'x'));
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
    { os_details: JSON.parse('{"os":"Debian","__proto__":"x"}') as object },
    { os_details: { os: 'Debian \ud800' } },
  ]) {
    const refused = await app.call('POST', '/api/v1/enroll', { role: null, body: request(newKey(), more) });
    assert.is(codeOf(refused), 'VALIDATION_FAILED', JSON.stringify(more));
  }
  assert.equal(await list(app), []);
});

test('what an approval copies to a host fits into its columns', () => {
  const keys = ['os_family', 'name', 'os_version', 'arch', 'kernel'];
  const { family, name, version, arch, kernel } = osOf(
    Object.fromEntries(keys.map((key) => [key, 'x'.repeat(256)])),
  );
  assert.equal(
    [family, name, version, arch, kernel].map((text) => text?.length),
    [64, 200, 64, 32, 128],
  );
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

/** A different machine each time, with what a token would let in. */
let machines = 0;
function machine(token: string, more: Record<string, unknown> = {}) {
  machines += 1;
  return request(newKey(), {
    machine_id: `${'a'.repeat(24)}${machines.toString(16).padStart(8, '0')}`,
    fqdn: `rack${machines}.example.org`,
    ip_address: `10.0.${machines >> 8}.${machines & 255}`,
    enrollment_token: token,
    ...more,
  });
}

const enroll = (app: World['app'], body: object, from?: string) =>
  app.call('POST', '/api/v1/enroll', {
    role: null,
    body,
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  });

test('a rack behind one address comes in by its token, however many it is; each use is taken once', async ({
  app,
}) => {
  const { token } = await newToken(app, { max_uses: 200 });
  for (let host = 0; host < 200; host++) assert.is((await enroll(app, machine(token))).status, 201);
  const { reader } = app.ctx.db;
  assert.equal(await reader('kernel_rate_limits').where('key', 'like', 'enrollment:%'), []);
  assert.is((await enroll(app, machine(token))).status, 403, 'the token is used up');
  assert.is((await reader('hosts_hosts')).length, 200);
});

test('wrong tokens are limited as guesses are; the token by which this address enrolled hosts goes on, and others', async ({
  app,
}) => {
  const { token } = await newToken(app, { max_uses: 10 });
  const { token: fresh } = await newToken(app, { max_uses: 10 });
  assert.is((await enroll(app, machine(token))).status, 201);
  const wrong = `fme_${'A'.repeat(43)}`;
  for (let guess = 0; guess < 120; guess++) assert.is((await enroll(app, machine(wrong))).status, 403);
  const limited = await enroll(app, machine(wrong));
  assert.is(limited.status, 429);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
  assert.is((await enroll(app, machine(fresh))).status, 429, 'a right guess is answered as a wrong one');
  assert.is((await enroll(app, machine(token))).status, 201, 'the roll-out goes on');
  assert.is((await enroll(app, machine(fresh), '10.0.4.21')).status, 201, 'another address');
  assert.is((await enroll(app, request(newKey()))).status, 201, 'requests without a token');
  await app.clock.advance(60_000);
  assert.is((await enroll(app, machine(fresh))).status, 201);
});

test('a right token that is not used up is counted: bad requests, machines for a person, answers again', async ({
  app,
}) => {
  const { token } = await newToken(app, { max_uses: 10 });
  const key = newKey();
  const again = { csr_pem: createCsr(key, 'x'), machine_id: '2'.repeat(32) };
  assert.is((await enroll(app, machine(token, again))).status, 201);
  const rows = async () => (await app.ctx.db.reader('kernel_rate_limits')).map(({ count }) => Number(count));
  for (let time = 0; time < 40; time++) assert.is((await enroll(app, machine(token, again))).status, 201);
  assert.equal(await rows(), [40]);
  const clone = { machine_id: '2'.repeat(32) };
  for (let time = 0; time < 40; time++) assert.is((await enroll(app, machine(token, clone))).status, 201);
  const bad = { csr_pem: 'x'.repeat(100) };
  for (let time = 0; time < 40; time++)
    assert.is(codeOf(await enroll(app, machine(token, bad))), 'CSR_INVALID');
  assert.equal(await rows(), [120]);
  for (const more of [again, clone, bad]) assert.is((await enroll(app, machine(token, more))).status, 429);
  assert.is((await list(app)).length, 40, 'what is refused leaves no row');
  assert.is((await enroll(app, machine(token))).status, 201);
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

test.run();
