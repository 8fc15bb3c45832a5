// time-limit: 240
import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addRule,
  addWebhook,
  audited,
  codeOf,
  deliveries,
  made,
  MINUTE_MS,
  patch,
  setUp,
  settled,
  startReceiver,
  tearDown,
  told,
  type Call,
  type HookWorld,
  type Schemas,
} from './notifications.testing.ts';
import { rulesAreKept } from './rules.testing.ts';
import { urlColumns } from './service/webhookSecret.ts';

const test = suite<HookWorld>('webhooks, rules and the log of deliveries');
test.before.each(async (world) => {
  await setUp(world, 2);
  world.receiver = await startReceiver();
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.receiver.stop();
});

const OWN_SECRET = `whsec_${Buffer.from('twenty-four bytes and more').toString('base64')}`;

/** Verifies a call as a receiver does, by the rules of Standard Webhooks. */
function isSigned({ headers, body }: Call, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

test('what a rule names is called once, signed over id, time and body, with the job and its seq', async (world) => {
  const { kit, receiver } = world;
  const { secret } = await told(world);
  assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  const job = await patch(kit, { failing: 1 });
  await settled(kit);
  assert.is(receiver.calls.length, 1);
  const [call] = receiver.calls as [Call];
  assert.ok(isSigned(call, secret ?? ''));
  assert.is(isSigned({ ...call, body: `${call.body} ` }, secret ?? ''), false);
  assert.is(Number(call.headers['webhook-timestamp']) * 1_000 <= kit.clock.now().getTime(), true);
  const payload = JSON.parse(call.body) as Schemas['WebhookPayload'];
  const data = payload.data as { job: Record<string, unknown>; hosts: Record<string, unknown>[] };
  assert.equal([payload.id, payload.fact], [call.headers['webhook-id'], 'job.failed']);
  const { url, seq, ...facts } = data.job;
  assert.equal(facts, { id: job.id, name: 'Sunday night', operation: 'patch', state: 'partial' });
  assert.is(url, `https://fleet.example.test/jobs/${job.id}`);
  assert.ok(Number(seq) > 2);
  assert.equal(
    data.hosts.map(({ fqdn, state, code }) => [fqdn, state, code]),
    [[kit.hosts[0]?.fqdn, 'failed', 'SCRIPT_FAILED']],
  );
  const [row] = await deliveries(kit);
  assert.equal([row?.id, row?.channel, row?.recipient, row?.state], [payload.id, 'webhook', 'chat', 'sent']);
  assert.is(row?.last_answer, 'It answered 204.');
});

test('a webhook that is made with facts has a rule of its name, once, and is called; without them it is not', async (world) => {
  const { kit, receiver } = world;
  const body = { name: 'chat', url: receiver.url, facts: ['job.failed', 'job.paused'] };
  const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000fac7' };
  const create = () => made<Schemas['Webhook']>(kit.call('POST', '/api/v1/webhooks', { body, headers }));
  const { id } = await create();
  assert.is((await create()).id, id);
  await addWebhook(kit, { name: 'silent', url: receiver.url });
  const { body: list } = await kit.call('GET', '/api/v1/notification-rules');
  const { rules } = list as Schemas['NotificationRuleList'];
  assert.equal(
    rules.map(({ name, facts, webhook_ids: ids, group_ids: groups }) => ({ name, facts, ids, groups })),
    [{ name: 'chat', facts: body.facts, ids: [id], groups: [] }],
  );
  await patch(kit, { failing: 1 });
  await settled(kit);
  assert.is(receiver.calls.length, 1);
  const taken = await kit.call('POST', '/api/v1/webhooks', {
    body: { ...body, name: 'silent two', facts: ['job.failed', 'job.failed'] },
  });
  assert.is(taken.status, 400);
});

test('where a rule has the name already, neither webhook nor rule is made', async (world) => {
  const { kit, receiver } = world;
  await addRule(kit, { name: 'chat', recipients: ['a@example.org'] });
  const body = { name: 'chat', url: receiver.url, facts: ['job.failed'] };
  const refused = await kit.call('POST', '/api/v1/webhooks', { body });
  assert.is(codeOf(refused), '409 NAME_TAKEN');
  const { body: list } = await kit.call('GET', '/api/v1/webhooks');
  assert.is((list as Schemas['WebhookList']).total, 0);
});

test('the secret is told once, or set, and is in no other answer, nor in the log of what was done', async (world) => {
  const { kit, receiver } = world;
  const own = await addWebhook(kit, { url: receiver.url, secret: OWN_SECRET });
  assert.is(own.secret, null);
  const made1 = await addWebhook(kit, { url: `${receiver.url}?token=in-the-address` });
  const secrets = [OWN_SECRET, made1.secret ?? '-'];
  const list = await kit.call('GET', '/api/v1/webhooks');
  const { webhooks } = list.body as { webhooks: { id: string }[] };
  const one = await kit.call('GET', `/api/v1/webhooks/${made1.id}`);
  assert.equal(
    one.body,
    webhooks.find(({ id }) => id === made1.id),
  );
  const audit = JSON.stringify(await audited(kit, 'webhook'));
  for (const secret of secrets) {
    assert.not.match(JSON.stringify(list.body), secret);
    assert.is(audit.includes(secret), false);
  }
  assert.is(audit.includes('in-the-address'), false);
  const rows = (await kit.ctx.db.knex('notifications_webhooks')) as { sealed_secret: string }[];
  for (const { sealed_secret: sealed } of rows)
    assert.is(
      secrets.some((secret) => sealed.includes(secret.slice(6))),
      false,
    );
  for (const bad of ['whsec_', 'whsec_c2hvcnQ=', 'secret that is long enough to be one', `${OWN_SECRET}=`])
    assert.is(
      codeOf(
        await kit.call('POST', '/api/v1/webhooks', { body: { name: 'x', url: receiver.url, secret: bad } }),
      ),
      bad.length < 8 ? '400 VALIDATION_FAILED' : '400 WEBHOOK_SECRET_INVALID',
    );
});

test('an address is sealed: answers, log, audit, export and what the receiver quotes show its host alone', async (world) => {
  const { kit, receiver } = world;
  const { origin } = new URL(receiver.url);
  const url = `${origin}/hooks/T0C4nary/in-the-path?token=in-the-query`;
  const shown = `${origin}/********`;
  const header = { headers: { 'idempotency-key': '0190b7c4-0000-7000-8000-000000000009' } };
  const add = (): ReturnType<typeof kit.call> =>
    kit.call('POST', '/api/v1/webhooks', { ...header, body: { name: 'chat', url } });
  const first = await made<Schemas['WebhookWithSecret']>(add());
  assert.equal([first.url, (await made<Schemas['WebhookWithSecret']>(add())).url], [shown, shown]);
  const put = (body: object, tag?: string): ReturnType<typeof kit.call> =>
    kit.call('PUT', `/api/v1/webhooks/${first.id}`, {
      body,
      ...(tag ? { headers: { 'if-match': tag } } : {}),
    });
  const test = (): Promise<Schemas['TestResult']> =>
    made(kit.call('POST', `/api/v1/webhooks/${first.id}/test`), 200);

  const same = await put({ name: 'chat', url: shown, enabled: true }, '"1"');
  assert.equal(
    [same.status, same.headers.get('etag')],
    [200, '"1"'],
    'what was read is written back: nothing changes',
  );
  const renamed = await made<Schemas['WebhookWithSecret']>(put({ name: 'team', url: shown }), 200);
  assert.equal([renamed.url, renamed.secret, renamed.edit_version], [shown, null, 2]);
  receiver.answers.push({ status: 404, body: 'Cannot POST /hooks/T0C4nary/in-the-path (in-the-query)' });
  assert.is((await test()).message, 'It answered 404: Cannot POST ******** (********)');
  assert.equal(
    receiver.paths,
    ['/hooks/T0C4nary/in-the-path?token=in-the-query'],
    'it is still called there',
  );
  for (const wrong of ['https://other.example.test/********', `${origin}/hooks/********`])
    assert.is(codeOf(await put({ url: wrong })), '400 WEBHOOK_URL_INVALID', wrong);
  await made(put({ url: `${origin}/hooks/T0C4nary/another` }), 200);

  const audit = await audited(kit, 'webhook.updated');
  assert.equal(
    audit.map(({ after }) => (after as { path: string }).path),
    ['kept', 'new'],
  );
  const list = await kit.call('GET', '/api/v1/webhooks');
  const row = await kit.ctx.db.knex('notifications_webhooks').first();
  const left = await kit.ctx.db.knex('kernel_audit');
  for (const [where, what] of Object.entries({ list: list.body, row, audit: left }))
    assert.not.match(JSON.stringify(what), /T0C4nary|in-the-/, where);
});

test('who lost the answer gets the webhook and its secret by its key, for a day and until it is changed', async (world) => {
  const { kit, receiver } = world;
  const add = (key: number, more: object = {}): ReturnType<typeof kit.call> =>
    kit.call('POST', '/api/v1/webhooks', {
      headers: { 'idempotency-key': `0190b7c4-0000-7000-8000-00000000000${key}` },
      body: { name: `chat ${key}`, url: receiver.url, ...more },
    });
  const again = async (key: number, more: object = {}): Promise<Schemas['WebhookWithSecret']> =>
    made(add(key, more));
  const first = await again(1);
  assert.match(first.secret ?? '', /^whsec_/);
  assert.equal(await again(1), first);
  assert.is(codeOf(await add(1, { name: 'other' })), '409 IDEMPOTENCY_MISMATCH');
  assert.is((await kit.ctx.db.knex('notifications_webhooks')).length, 1);
  assert.is((await audited(kit, 'webhook')).length, 1);

  // A secret of one's own is not repeated: it is known already.
  await again(2, { secret: OWN_SECRET });
  assert.is((await again(2, { secret: OWN_SECRET })).secret, null);

  const { id } = await again(3);
  await made(kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { name: 'renamed' } }), 200);
  const changed = await again(3);
  assert.equal([changed.id, changed.name, changed.secret], [id, 'renamed', null]);

  const aDayAgo = new Date(kit.clock.now().getTime() - 24 * 60 * MINUTE_MS);
  await kit.ctx.db.knex('notifications_webhooks').where({ id: first.id }).update({ created_at: aDayAgo });
  const later = await again(1);
  assert.equal([later.id, later.secret], [first.id, null]);
  await made(kit.call('DELETE', `/api/v1/webhooks/${first.id}`), 204);
  assert.is(codeOf(await add(1)), '404 WEBHOOK_NOT_FOUND');
});

test('another destination gets a new secret, another path of the same keeps it', async (world) => {
  const { kit, receiver } = world;
  const { id, secret } = await told(world);
  const put = (body: object): Promise<Schemas['WebhookWithSecret']> =>
    made(kit.call('PUT', `/api/v1/webhooks/${id}`, { body }), 200);
  assert.is((await put({ url: `${receiver.url}/other`, name: 'renamed' })).secret, null);
  await made(kit.call('POST', `/api/v1/webhooks/${id}/test`), 200);
  assert.ok(isSigned(receiver.calls[0] as Call, secret ?? ''));
  const moved = await put({ url: 'http://other.example.test/' });
  assert.match(moved.secret ?? '', /^whsec_/);
  assert.is.not(moved.secret, secret);
  assert.is((await put({ url: receiver.url, secret: OWN_SECRET })).secret, null);
  await made(kit.call('POST', `/api/v1/webhooks/${id}/test`), 200);
  assert.ok(isSigned(receiver.calls[1] as Call, OWN_SECRET));
  assert.match((await put({ secret: null })).secret ?? '', /^whsec_/);
});

test('a test calls it now with a payload that tells of nothing, and says what came back', async (world) => {
  const { kit, receiver } = world;
  const { id } = await addWebhook(kit, { url: receiver.url, enabled: false, secret: OWN_SECRET });
  const tested = (): Promise<Schemas['TestResult']> =>
    made(kit.call('POST', `/api/v1/webhooks/${id}/test`), 200);
  assert.equal(await tested(), { success: true, message: 'It answered 204.' });
  const payload = JSON.parse(receiver.calls[0]?.body ?? '') as Schemas['WebhookPayload'];
  assert.equal([payload.fact, payload.data], ['test', {}]);
  receiver.answers.push({ status: 404, body: `no such hook\n${OWN_SECRET} ${'x'.repeat(5_000)}` });
  const refused = await tested();
  assert.is(refused.success, false);
  assert.match(refused.message, /^It answered 404: no such hook \*{8} x+…$/);
  assert.ok(refused.message.length < 300);
});

test('5xx, 429 and an answer that is cut are tried again under one id; what else is refused ends it', async (world) => {
  const { kit, receiver } = world;
  const { secret } = await told(world);
  receiver.answers.push(503, 429, 'cut');
  await patch(kit);
  await settled(kit);
  assert.equal([receiver.calls.length, (await deliveries(kit))[0]?.state], [4, 'sent']);
  assert.is(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 1);
  const times = receiver.calls.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.ok(
    times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0)),
    'each attempt has its time',
  );
  assert.ok(receiver.calls.every((call) => isSigned(call, secret ?? '')));
  for (const answer of [400, 410, { status: 302, headers: { location: 'http://169.254.169.254/' } }]) {
    receiver.answers.push(answer);
    await patch(kit);
    await settled(kit);
    const [row] = await deliveries(kit);
    assert.equal([row?.state, row?.tries], ['dead', 1], JSON.stringify(answer));
  }
  // Of two that were made in the same second, either may come first.
  const said = (await deliveries(kit)).map(({ last_answer: answer }) => answer ?? '');
  assert.ok(said.some((answer) => /302.*Redirects are not followed/.test(answer)));
  assert.is(receiver.calls.length, 7);
});

test('a call that was taken is not made again, whatever is wrong with what it answers besides', async (world) => {
  const { kit, receiver } = world;
  await told(world);
  receiver.answers.push(
    { status: 200, body: 'x'.repeat(3_000_000) },
    { status: 200, body: 'no gzip', headers: { 'content-encoding': 'gzip' } },
    { status: 202, body: 'ta', headers: { 'content-encoding': 'x-own' } },
  );
  for (const calls of [1, 2, 3]) {
    await patch(kit);
    await settled(kit);
    const [row] = await deliveries(kit);
    assert.equal([row?.state, row?.tries, receiver.calls.length], ['sent', 1, calls], row?.last_answer ?? '');
  }
});

test('addresses of the manager, of the local link and of clouds are never called, however they are spelled', async (world) => {
  const { kit } = world;
  const hosts = ['127.0.0.2', '0x7f.2', '[::1]', '169.254.169.254', '2852039166', 'metadata.example.test'];
  const { id } = await addWebhook(kit, { url: 'http://other.example.test:9/' });
  await made(kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { enabled: false } }), 200);
  for (const host of hosts) {
    const url = `http://${host}:9/`;
    const refused = '400 URL_REFUSED';
    assert.is(codeOf(await kit.call('POST', '/api/v1/webhooks', { body: { name: 'x', url } })), refused, url);
    assert.is(codeOf(await kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { url } })), refused, url);
    // A name may lead elsewhere later, and an import may bring any address.
    const { url: shown, sealedUrl } = urlColumns(kit.ctx.secrets, id, url);
    await kit.ctx.db
      .knex('notifications_webhooks')
      .where({ id })
      .update({ url: shown, sealed_url: sealedUrl });
    assert.is(
      codeOf(await kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { enabled: true } })),
      refused,
      url,
    );
    const { success, message } = await made<Schemas['TestResult']>(
      kit.call('POST', `/api/v1/webhooks/${id}/test`),
      200,
    );
    assert.is(success, false, host);
    assert.match(message, /does not call|has no address/, host);
  }
  for (const url of [
    'ftp://a.example/',
    'file:///etc/passwd',
    'https://olga:geheim@a.example/',
    'a.example',
    'https://a.example/#x',
  ])
    assert.is(
      codeOf(await kit.call('POST', '/api/v1/webhooks', { body: { name: 'x', url } })),
      '400 WEBHOOK_URL_INVALID',
      url,
    );
});

test('what is switched off or gone before it is sent is dropped; what rules name is not deleted', async (world) => {
  const { kit, receiver } = world;
  const { id } = await told(world);
  receiver.answers.push(503, 503);
  await patch(kit);
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 1, MINUTE_MS);
  const refused = await kit.call('DELETE', `/api/v1/webhooks/${id}`);
  assert.is(codeOf(refused), '409 WEBHOOK_IN_USE');
  const { rules = [] } = (refused.body as Schemas['ErrorEnvelope']).error.details ?? {};
  assert.equal(
    rules.map(({ name }) => name),
    ['a rule'],
  );
  await made(kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { enabled: false } }), 200);
  await settled(kit);
  assert.is((await deliveries(kit))[0]?.state, 'dropped');
  await patch(kit);
  await settled(kit);
  assert.equal([(await deliveries(kit)).length, receiver.calls.length], [1, 1]);
});

rulesAreKept(test);

test.run();
