import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { publicKeyPin } from '#server/core/agents/pki/index.ts';
import {
  type ErrorBody,
  codeOf,
  list,
  newKey,
  newToken,
  request,
  setUp,
  tearDown,
  type World,
} from '../enrollment.testing.ts';

type Schemas = components['schemas'];

const test = suite<World>('enrollment tokens');
test.before.each(setUp);
test.after.each(tearDown);

test('a token approves by itself, as often as it says and no more, also when all ask at once', async ({
  app,
}) => {
  const { token, id } = await newToken(app, { max_uses: 3 });
  const hosts = Array.from({ length: 6 }, (_, index) => ({
    machine_id: `machine-0000-${index}`,
    fqdn: `web${index}.example.org`,
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

test('a call whose answer was lost is repeated with its key: for a day it gets the same token, and never another', async ({
  app,
}) => {
  const post = (key: string) =>
    app.call('POST', '/api/v1/admin/enrollment-tokens', {
      body: { name: `rack ${key.slice(-1)}`, expires_in_secs: 3_600 },
      headers: { 'idempotency-key': key },
    });
  const key = '0190b7c4-0000-7000-8000-0000000000a1';
  const [first, again] = [await post(key), await post(key)];
  assert.equal([first.status, again.status, again.body], [201, 201, first.body]);
  const { token, id } = first.body as Schemas['CreatedEnrollmentToken'];
  const other = (await post('0190b7c4-0000-7000-8000-0000000000a2'))
    .body as Schemas['CreatedEnrollmentToken'];
  assert.is.not(other.token, token);
  const rows = await app.ctx.db.reader('enrollment_tokens').where('name', 'like', 'rack %').select();
  assert.is(rows.length, 2);
  assert.not(JSON.stringify(rows).includes((token ?? '').split('.')[0] ?? ''));
  const body = request(newKey(), { enrollment_token: token });
  assert.is((await app.call('POST', '/api/v1/enroll', { role: null, body })).status, 201);
  await app.clock.advance(25 * 3_600_000);
  const late = await post(key);
  assert.equal([late.status, codeOf(late)], [409, 'TOKEN_NOT_REPEATED']);
  assert.is((await app.call('DELETE', `/api/v1/admin/enrollment-tokens/${id}`)).status, 204);
  assert.is((await post(key)).status, 404);
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

test('a token for a network is good for hosts of that network', async ({ app }) => {
  const { token } = await newToken(app, { allowed_network: '10.0.4.0/24', max_uses: 2 });
  const body = request(newKey(), { enrollment_token: token });
  const from = (address: string) =>
    app.call('POST', '/api/v1/enroll', { role: null, body, headers: { 'x-forwarded-for': address } });
  assert.is((await from('10.0.5.1')).status, 403);
  assert.is((await from('::ffff:10.0.4.21')).status, 201);
});

test('a network that is none is refused in words', async ({ app }) => {
  for (const wrong of ['rack 4', '10.0.0.0/99', '10.0.4.*']) {
    const answer = await app.call('POST', '/api/v1/admin/enrollment-tokens', {
      body: { allowed_network: wrong },
    });
    const { details } = (answer.body as ErrorBody).error;
    assert.equal(
      [answer.status, details],
      [
        400,
        {
          errors: [
            { path: '/body/allowed_network', message: 'must be an address or a network such as 10.0.4.0/24' },
          ],
        },
      ],
    );
  }
});

test.run();
