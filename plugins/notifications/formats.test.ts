// time-limit: 120
/** Webhooks of other services: what arrives there, which secrets they need, and that no secret leaves by another door. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addRule,
  addWebhook,
  codeOf,
  deliveries,
  patch,
  setUp,
  settled,
  startReceiver,
  tearDown,
  type HookWorld,
  type Schemas,
} from './notifications.testing.ts';

const test = suite<HookWorld>('webhooks of other services');
test.before.each(async (world) => {
  await setUp(world, 2);
  world.receiver = await startReceiver({ isForeign: true });
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.receiver.stop();
});

const KEY = 'key-of-the-service-0123456789abcdef';

/** The address of the receiver, with another path. */
const at = ({ receiver }: HookWorld, path: string): string => new URL(path, receiver.url).href;

const create = ({ kit }: HookWorld, body: object): ReturnType<typeof kit.call> =>
  kit.call('POST', '/api/v1/webhooks', { body: { name: 'chat', ...body } });

test('a failed job arrives in the form of each service, unsigned, and once', async (world) => {
  const { kit, receiver } = world;
  const hooks: readonly [string, string, object][] = [
    ['slack', '/services/T/B/x', {}],
    ['telegram', '/bot1:A/sendMessage?chat_id=-7', {}],
    ['ntfy', '/patching', { secret: KEY }],
    ['pagerduty', '/v2/enqueue', { secret: KEY }],
    ['opsgenie', '/v2/alerts', { secret: KEY }],
  ];
  const ids: string[] = [];
  for (const [format, path, more] of hooks) {
    const webhook = await addWebhook(kit, { name: format, format, url: at(world, path), ...more });
    assert.equal([webhook.format, webhook.secret], [format, null]);
    ids.push(webhook.id);
  }
  await addRule(kit, { webhook_ids: ids });
  await patch(kit, { failing: 1 });
  await settled(kit);
  assert.equal(receiver.paths.toSorted(), [
    '/',
    '/bot1:A/sendMessage',
    '/services/T/B/x',
    '/v2/alerts',
    '/v2/enqueue',
  ]);
  const body = (path: string): Record<string, unknown> =>
    JSON.parse(receiver.calls[receiver.paths.indexOf(path)]?.body ?? '{}') as Record<string, unknown>;
  const headers = (path: string) => receiver.calls[receiver.paths.indexOf(path)]?.headers;
  assert.match(String(body('/services/T/B/x')['text']), 'Failed on 1 host: Sunday night');
  assert.is(body('/bot1:A/sendMessage')['chat_id'], '-7');
  assert.is(body('/')['topic'], 'patching');
  assert.is(headers('/')?.authorization, `Bearer ${KEY}`);
  assert.is(body('/v2/enqueue')['routing_key'], KEY);
  assert.is(headers('/v2/alerts')?.authorization, `GenieKey ${KEY}`);
  for (const call of receiver.calls) assert.is('webhook-signature' in call.headers, false);
  const rows = await deliveries(kit);
  assert.is(rows.filter(({ state }) => state === 'sent').length, hooks.length);
});

test('what a service says of a refused call is shown without its key and its address', async (world) => {
  const { kit, receiver } = world;
  const url = at(world, '/bot99:t0ken-of-the-bot/sendMessage?chat_id=-7');
  const hook = await addWebhook(kit, { format: 'telegram', url });
  receiver.answers.push({
    status: 403,
    body: '{"description":"bot99:t0ken-of-the-bot was kicked (99:t0ken-of-the-bot)"}',
  });
  const { body } = await kit.call('POST', `/api/v1/webhooks/${hook.id}/test`);
  const result = body as Schemas['TestResult'];
  assert.is(result.success, false);
  assert.match(result.message, 'It answered 403');
  assert.not.match(result.message, 't0ken');
});

test('each service is refused what it does not need, and needs what it has to have', async (world) => {
  const { kit } = world;
  const own = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const wrong: readonly [object, string][] = [
    [{ format: 'slack', url: at(world, '/services/x'), secret: KEY }, 'WEBHOOK_SECRET_INVALID'],
    [{ format: 'pagerduty', url: at(world, '/v2/enqueue') }, 'WEBHOOK_SECRET_INVALID'],
    [
      { format: 'opsgenie', url: at(world, '/v2/alerts'), secret: 'has a space in it' },
      'WEBHOOK_SECRET_INVALID',
    ],
    [{ format: 'telegram', url: at(world, '/bot1:A/sendMessage') }, 'WEBHOOK_URL_INVALID'],
    [{ format: 'ntfy', url: at(world, '/') }, 'WEBHOOK_URL_INVALID'],
    [{ format: 'irc', url: at(world, '/') }, 'VALIDATION_FAILED'],
    [{ url: at(world, '/hook'), secret: KEY }, 'WEBHOOK_SECRET_INVALID'],
  ];
  for (const [body, code] of wrong)
    assert.is(codeOf(await create(world, body)), `400 ${code}`, JSON.stringify(body));
  const { id } = await addWebhook(kit, { format: 'pagerduty', url: at(world, '/v2/enqueue'), secret: KEY });
  const change = async (body: object): Promise<string> =>
    codeOf(await kit.call('PUT', `/api/v1/webhooks/${id}`, { body }));
  // Another receiver never gets the key of the one before.
  assert.is(await change({ url: 'https://elsewhere.example.org/v2/enqueue' }), '400 WEBHOOK_SECRET_INVALID');
  assert.is(await change({ format: 'opsgenie', url: at(world, '/v2/alerts') }), '400 WEBHOOK_SECRET_INVALID');
  assert.is(await change({ format: 'opsgenie', secret: KEY }), '400 WEBHOOK_URL_INVALID');
  const put = await kit.call('PUT', `/api/v1/webhooks/${id}`, {
    body: { format: 'fleetmend', url: at(world, '/hook') },
  });
  assert.match((put.body as Schemas['WebhookWithSecret']).secret ?? '', /^whsec_/);
  assert.is(await change({ secret: own }), '200');
});

test('the preview is what would be sent, in every format', async ({ kit }) => {
  const { body } = await kit.call('GET', '/api/v1/webhook-preview?format=mattermost');
  const preview = body as Schemas['WebhookPreview'];
  assert.match(preview.title, 'Failed on 1 host');
  assert.match(preview.text, 'db1.example.org');
  const sent = JSON.parse(preview.body) as { attachments: { title: string }[] };
  assert.is(sent.attachments[0]?.title, 'Failed on 1 host: Security patches, second Tuesday');
  assert.is(codeOf(await kit.call('GET', '/api/v1/webhook-preview?format=irc')), '400 VALIDATION_FAILED');
});

test('what is disabled may lack path and key, as what an import brings, and is enabled by nobody without them', async (world) => {
  const { kit } = world;
  await addWebhook(kit, { format: 'pagerduty', url: at(world, '/v2/enqueue'), secret: KEY });
  const file = { name: 'imported', format: 'opsgenie', url: 'https://api.opsgenie.com/', enabled: false };
  const { id } = await addWebhook(kit, file);
  const enable = await kit.call('PUT', `/api/v1/webhooks/${id}`, { body: { enabled: true } });
  assert.is(codeOf(enable), '400 WEBHOOK_URL_INVALID');
});

test.run();
