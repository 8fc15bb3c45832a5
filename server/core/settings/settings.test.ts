// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, type FreshDatabase, freshDatabase } from '#test/support/databases.ts';
import { secret, text, whole } from '../../kernel/security/settings/fields.ts';
import { section } from '../../kernel/security/settings/section.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../testing.ts';
import { hostsFeature } from '../hosts/plugin.ts';
import { jobRetention } from '../patching/retention.ts';
import { settingsFeature } from './plugin.ts';

const PATH = '/api/v1/settings';
const POLLING = {
  health_poll_interval_secs: 60,
  patch_poll_interval_secs: 1800,
  system_info_poll_interval_secs: 86_400,
  health_check_poll_interval_secs: 300,
};
const LEVELS = { critical_days: 7, important_days: 14, moderate_days: 30, low_days: 90, unrated_days: 14 };
const RETENTION = { logs_days: 30, events_days: 180, outcomes_days: 730 };

/** A part of the section that mail will have. */
const smtp = section('smtp', {
  host: text('', { maxLength: 253 }),
  port: whole(587, { min: 1, max: 65_535 }),
  password: secret({ maxLength: 1024, sentTo: ['host', 'port'] }),
});

const plain = (name: string, settings: readonly object[]) =>
  ({ name, settings, setup: () => ({ routes: {} }) }) as never;
const core = [hostsFeature, plain('retention', [jobRetention]), settingsFeature];

interface World {
  place: FreshDatabase;
  app: TestApp;
}

const test = suite<World>('the operations of the settings');

test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await createTestApp({
    features: core,
    databaseUrl: world.place.address.url,
    databaseFile: world.place.address.file,
  });
});
test.after.each(async ({ app, place }) => {
  await app.stop();
  await place.cleanup();
});

const put = (app: TestApp, body: unknown, ifMatch?: string): Promise<TestAnswer> =>
  app.call('PUT', PATH, { body, ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}) });
const errorOf = ({ status, body }: TestAnswer) => {
  const { code, details } = (body as { error: { code: string; details?: Record<string, unknown> } }).error;
  return { status, code, details };
};

test('the settings are what the contract says by default, and a change is of single fields', async ({
  app,
}) => {
  const first = await app.call('GET', PATH);
  assert.equal([first.status, first.headers.get('etag')], [200, '"1"']);
  assert.equal(first.body, { polling: POLLING, job_retention: RETENTION, service_levels: LEVELS });
  const changed = await put(app, { polling: { patch_poll_interval_secs: 3600 } }, '"1"');
  const expected = {
    polling: { ...POLLING, patch_poll_interval_secs: 3600 },
    job_retention: RETENTION,
    service_levels: LEVELS,
  };
  assert.equal([changed.status, changed.headers.get('etag'), changed.body], [200, '"2"', expected]);
  const again = await app.call('GET', PATH);
  assert.equal([again.headers.get('etag'), again.body], ['"2"', expected]);
});

test('one tag covers all sections, and a stale one changes nothing', async ({ app }) => {
  await put(app, { polling: { health_poll_interval_secs: 30 } });
  const stale = await put(app, { job_retention: { logs_days: 7 } }, '"1"');
  assert.equal(errorOf(stale), { status: 412, code: 'PRECONDITION_FAILED', details: { etag: '"2"' } });
  assert.is((await put(app, { job_retention: { logs_days: 7 } }, '"2"')).headers.get('etag'), '"3"');
  assert.is(
    (await put(app, { job_retention: { logs_days: 7 } }, '*')).headers.get('etag'),
    '"3"',
    'no change',
  );
});

test('unknown sections and fields, values out of range and empty requests are told and change nothing', async ({
  app,
}) => {
  const pathsOf = async (body: unknown) => {
    const { status, code, details } = errorOf(await put(app, body));
    assert.equal([status, code], [400, 'VALIDATION_FAILED']);
    return (details?.errors as { path: string; message: string }[]).map(({ path }) => path);
  };
  assert.equal(await pathsOf({ polling: { health_poll_interval_secs: 30 }, colour: {} }), ['/body/colour']);
  assert.equal(await pathsOf({ polling: { every_secs: 30 } }), ['/body/polling/every_secs']);
  assert.equal(await pathsOf({ job_retention: { logs_days: 7, events_days: 0 } }), [
    '/body/job_retention/events_days',
  ]);
  assert.equal(await pathsOf({ polling: { patch_poll_interval_secs: '60' } }), [
    '/body/polling/patch_poll_interval_secs',
  ]);
  assert.equal(await pathsOf({ sso_callback_url: 'https://a.example' }), ['/body/sso_callback_url']);
  assert.equal(await pathsOf({ polling: {} }), ['/body/polling']);
  assert.equal(await pathsOf({}), ['/body']);
  assert.equal((await app.call('GET', PATH)).body, {
    polling: POLLING,
    job_retention: RETENTION,
    service_levels: LEVELS,
  });
});

test('a section of a feature that is not there is refused by name, with all else of the request', async ({
  app,
}) => {
  const refused = await put(app, { job_retention: { logs_days: 7 }, smtp: { port: 25 } });
  assert.equal(errorOf(refused), { status: 409, code: 'FIELD_DISABLED', details: { field: 'smtp' } });
  assert.equal((await app.call('GET', PATH)).body, {
    polling: POLLING,
    job_retention: RETENTION,
    service_levels: LEVELS,
  });
});

test('a feature that is switched off takes its section along, and finds it again', async (world) => {
  const { place } = world;
  const mail = plain('mail', [smtp]);
  const options = { databaseUrl: place.address.url, databaseFile: place.address.file };
  const secretKey = 'ab'.repeat(32);
  const config = { secretKey, validateResponses: false }; // a part of the section is not what the contract says
  const boot = (on: boolean) =>
    createTestApp({ ...options, config, features: on ? [...core, mail] : core, off: on ? [] : [mail] });
  const shown = async (app: TestApp) => ((await app.call('GET', PATH)).body as { smtp?: unknown }).smtp;

  const first = await boot(true);
  const set = await put(first, { smtp: { host: 'mail.example', port: 25, password: 'open sesame' } });
  assert.equal((set.body as { smtp: unknown }).smtp, {
    host: 'mail.example',
    port: 25,
    password: '********',
  });
  await first.stop();
  const off = await boot(false);
  assert.is(await shown(off), undefined);
  assert.equal(errorOf(await put(off, { smtp: { port: 26 } })).details, { field: 'smtp' });
  await off.stop();
  const again = await boot(true);
  assert.equal(await shown(again), { host: 'mail.example', port: 25, password: '********' });
  assert.is((await again.ctx.settings.get(smtp)).password, 'open sesame');
  await again.stop();
});

test('each change has an audit row with who, what it was and what it is', async ({ app }) => {
  await put(app, { polling: { health_poll_interval_secs: 30 }, job_retention: { logs_days: 7 } });
  const rows = (await app.ctx.db
    .reader('kernel_audit')
    .where('action', 'settings.updated')
    .orderBy('row_id')) as {
    text: string;
  }[];
  const told = rows.map(({ text: row }) => JSON.parse(row) as Record<string, { id?: string; name?: string }>);
  assert.equal(
    told.map(({ actor, resource, before, after }) => [actor?.name, resource?.id, before, after]),
    [
      ['test-admin', 'polling', { health_poll_interval_secs: 60 }, { health_poll_interval_secs: 30 }],
      ['test-admin', 'job_retention', { logs_days: 30 }, { logs_days: 7 }],
    ],
  );
});

test('the limits of each field are those of the contract', async ({ app }) => {
  const limits: readonly [string, string, number, number][] = [
    ['polling', 'health_poll_interval_secs', 10, 86_400],
    ['polling', 'patch_poll_interval_secs', 60, 604_800],
    ['polling', 'system_info_poll_interval_secs', 300, 2_592_000],
    ['polling', 'health_check_poll_interval_secs', 30, 86_400],
    ['job_retention', 'logs_days', 1, 3_650],
    ['job_retention', 'events_days', 1, 3_650],
    ['job_retention', 'outcomes_days', 1, 3_650],
  ];
  const { settings, tx: runTx } = app.ctx;
  const by = {
    actor: { kind: 'system', id: null, name: 'system', role: null, sessionId: null },
    address: null,
  };
  for (const [name, field, min, max] of limits) {
    for (const value of [min, max])
      assert.is((await put(app, { [name]: { [field]: value } })).status, 200, field);
    for (const value of [min - 1, max + 1]) {
      const sections = { [name]: { [field]: value } };
      assert.is((await put(app, sections)).status, 400, `${field} ${value}`);
      const error = await runTx((tx) =>
        settings.update(tx, { sections, ifMatch: null, by: by as never }),
      ).then(
        () => null,
        (thrown: { code: string }) => thrown,
      );
      assert.is(error?.code, 'VALIDATION_FAILED', `${field} ${value}, without the contract`);
    }
  }
});

test('administrators alone read and change them', async ({ app }) => {
  for (const role of ['operator', 'reporter', null] as const)
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { body: { polling: { health_poll_interval_secs: 30 } } } : {};
      assert.is((await app.call(method, PATH, { role, ...body })).status, role === null ? 401 : 403);
    }
});

test.run();
