// databases: sqlite, mariadb
import { pino, type Logger } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, type FreshDatabase, freshDatabase } from '#test/support/databases.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { createTestApp, testActor, type TestApp } from '#server/testing.ts';
import { choice, flag, keptDays, secret, text, texts, timeZone, whole } from './fields.ts';
import { section, singleSection } from './section.ts';

interface World {
  place: FreshDatabase;
  app: TestApp;
  lines: Record<string, unknown>[];
}

const config = { secretKey: 'ab'.repeat(32) };

const mail = section('mail', {
  enabled: flag(false),
  host: text('', { maxLength: 253, judge: (value) => (value.includes(' ') ? 'must not hold blanks' : null) }),
  port: whole(587, { min: 1, max: 65_535 }),
  kept_days: keptDays(30, { min: 1, max: 365 }),
  answer_days: whole(7, { min: 1, max: 365 }),
  mode: choice('starttls', ['starttls', 'tls', 'none']),
  password: secret({ maxLength: 100, sentTo: ['host', 'port'] }),
});

const networks = singleSection('networks', texts({ maxItems: 3, item: text('', { maxLength: 20 }) }), {
  check({ after, by }) {
    if (by.address !== null && after.value.length > 0 && !after.value.includes(by.address))
      throw new AppError('WOULD_LOCK_OUT');
  },
});

const by = { actor: testActor('admin'), address: '10.0.0.7' };
const feature = (settings: readonly object[]) =>
  ({ name: 'mailer', settings, setup: () => ({ routes: {} }) }) as never;

async function boot(place: FreshDatabase, more: { log?: Logger; secretKey?: string } = {}): Promise<TestApp> {
  return createTestApp({
    features: [feature([mail, networks])],
    databaseUrl: place.address.url,
    databaseFile: place.address.file,
    config: { secretKey: more.secretKey ?? config.secretKey },
    ...(more.log ? { log: more.log } : {}),
  });
}

const test = suite<World>(`settings on ${dialect}`);
test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await boot(world.place);
});
test.after.each(async ({ app, place }) => {
  await app.stop();
  await place.cleanup();
});

const update = (app: TestApp, sections: object, ifMatch: readonly string[] | null = null) =>
  app.ctx.tx((tx) => app.ctx.settings.update(tx, { sections: { ...sections }, ifMatch, by }));

async function refused(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, AppError);
  return error as AppError;
}

const DEFAULTS = {
  enabled: false,
  host: '',
  port: 587,
  kept_days: 30,
  answer_days: 7,
  mode: 'starttls',
  password: null,
};

test('a section has its defaults, then what was set, and the rest stays', async ({ app }) => {
  const { settings } = app.ctx;
  assert.equal({ ...(await settings.get(mail)) }, DEFAULTS);
  assert.equal([...(await settings.get(networks)).value], []);
  await update(app, { mail: { host: 'mail.example', port: 25 } });
  await update(app, { mail: { port: 26 }, networks: ['10.0.0.7', '10.1.0.0/16'] });
  assert.equal({ ...(await settings.get(mail)) }, { ...DEFAULTS, host: 'mail.example', port: 26 });
  assert.equal([...(await settings.get(networks)).value], ['10.0.0.7', '10.1.0.0/16']);
});

test('what is wrong is told by path, and nothing of the request is kept', async ({ app }) => {
  const wrong = {
    mail: { port: 70_000, mode: 'ssl', host: 'a b', enabled: 'yes', nothing: 1, password: 7 },
    networks: ['x'.repeat(21)],
  };
  const error = await refused(update(app, wrong));
  assert.is(error.code, 'VALIDATION_FAILED');
  assert.equal(error.details?.errors, [
    { path: '/body/mail/port', message: 'must be a whole number from 1 to 65535' },
    { path: '/body/mail/mode', message: 'must be one of starttls, tls, none' },
    { path: '/body/mail/host', message: 'must not hold blanks' },
    { path: '/body/mail/enabled', message: 'must be true or false' },
    { path: '/body/mail/nothing', message: 'is no setting of mail' },
    { path: '/body/mail/password', message: 'must be a text of at most 100 characters, or null' },
    { path: '/body/networks', message: 'entry 1 must be a text of at most 20 characters' },
  ]);
  await refused(update(app, { mail: { port: 25 }, networks: 'all' }));
  await refused(update(app, { mail: [] }));
  assert.equal({ ...(await app.ctx.settings.get(mail)) }, DEFAULTS);
  assert.is((await app.ctx.settings.answer()).version, 1);
});

test('a time zone is one that the manager knows', () => {
  const { judge } = timeZone('UTC');
  const wrong = ['Mars/Olympus', '', 'x'.repeat(65), 7].map((value) => judge(value)?.slice(0, 7));
  assert.equal([...wrong, judge('Europe/Berlin')], ['must be', 'must be', 'must be', 'must be', null]);
});

test('what is kept for fewer days takes somebody who has just proved who it is, because it is gone for good', async ({
  app,
}) => {
  const now = app.clock.now();
  const as = (actor: object, kept_days: number, others: object = {}) =>
    app.ctx.tx((tx) =>
      app.ctx.settings.update(tx, {
        sections: { mail: { kept_days, ...others } },
        ifMatch: null,
        by: { ...by, actor: { ...by.actor, ...actor } },
      }),
    );
  const stale = { authenticatedAt: new Date(now.getTime() - 11 * 60_000) };
  for (const actor of [stale, { kind: 'token' }])
    assert.is((await refused(as(actor, 29))).code, 'REAUTHENTICATION_REQUIRED');
  // Other days delete nothing, such as those within which a patch is due.
  await as(stale, 31, { answer_days: 1 });
  await as({ authenticatedAt: now }, 1);
  assert.is((await app.ctx.settings.get(mail)).kept_days, 1);
});

test('a section whose feature is not there is a conflict that names it, and a check can refuse', async ({
  app,
}) => {
  const absent = await refused(update(app, { mail: { port: 25 }, sso: { enabled: true } }));
  assert.equal([absent.code, absent.details], ['FIELD_DISABLED', { field: 'sso' }]);
  const locked = await refused(update(app, { mail: { port: 25 }, networks: ['10.0.0.8'] }));
  assert.is(locked.code, 'WOULD_LOCK_OUT');
  assert.is((await app.ctx.settings.get(mail)).port, 587);
});

test('one version covers all sections: a change based on an older one is refused', async ({ app }) => {
  await update(app, { mail: { port: 25 } }, ['1']);
  const stale = await refused(update(app, { networks: ['10.0.0.7'] }, ['1']));
  assert.equal([stale.code, stale.details], ['PRECONDITION_FAILED', { etag: '"2"' }]);
  await update(app, { networks: ['10.0.0.7'] }, ['2']);
  const answer = await app.ctx.settings.answer();
  assert.is(answer.version, 3);
  assert.equal(answer.sections, { mail: { ...DEFAULTS, port: 25 }, networks: ['10.0.0.7'] });
});

test('a request that changes nothing raises no version and writes no audit row', async ({ app }) => {
  await update(app, { mail: { port: 587, password: '********' }, networks: [] });
  assert.is((await app.ctx.settings.answer()).version, 1);
  assert.equal(await audited(app), []);
});

async function audited(app: TestApp): Promise<unknown[]> {
  const rows = (await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('text')) as {
    text: string;
  }[];
  return rows
    .map(({ text: row }) => JSON.parse(row) as Record<string, unknown>)
    .filter(({ action }) => action === 'settings.updated')
    .map(({ resource, before, after }) => ({ resource, before, after }));
}

test('a secret is sealed at rest, masked in answers and in the audit log', async ({ app }) => {
  await update(app, { mail: { host: 'mail.example', password: 'open sesame' } });
  assert.is((await app.ctx.settings.get(mail)).password, 'open sesame');
  const [row] = (await app.ctx.db.reader('kernel_settings').where('name', 'mail')) as { value: string }[];
  assert.match(row?.value ?? '', /"password":"v1\./);
  assert.not.match(row?.value ?? '', /sesame/);
  assert.is(((await app.ctx.settings.answer()).sections.mail as { password: string }).password, '********');
  assert.equal(await audited(app), [
    {
      resource: { kind: 'settings', id: 'mail', name: 'mail' },
      before: { host: '', password: null },
      after: { host: 'mail.example', password: '********' },
    },
  ]);
});

test('a secret stays when it is absent or masked, and goes by null, an empty text or a new destination', async ({
  app,
}) => {
  const passwordAfter = async (change: object): Promise<string | null> => {
    await update(app, { mail: { host: 'a.example', port: 25, password: 'first' } });
    await update(app, { mail: change });
    return (await app.ctx.settings.get(mail)).password;
  };
  assert.is(await passwordAfter({ enabled: true }), 'first');
  assert.is(await passwordAfter({ password: '********' }), 'first');
  assert.is(await passwordAfter({ host: 'a.example', port: 25 }), 'first');
  assert.is(await passwordAfter({ password: 'second' }), 'second');
  assert.is(await passwordAfter({ password: null }), null);
  assert.is(await passwordAfter({ password: '' }), null);
  assert.is(await passwordAfter({ host: 'evil.example' }), null);
  assert.is(await passwordAfter({ port: 26 }), null);
  assert.is(await passwordAfter({ port: 26, password: '********' }), null);
  assert.is(await passwordAfter({ port: 26, password: 'second' }), 'second');
});

test('who changed it is told before the change is answered, with the new value in place', async ({ app }) => {
  const told: unknown[] = [];
  app.ctx.events.on('settings.changed', async ({ section: name }) => {
    told.push(name, (await app.ctx.settings.get(mail)).port);
  });
  await update(app, { mail: { port: 25 } });
  assert.equal(told, ['mail', 25]);
  await refused(update(app, { mail: { port: 0 } }));
  await update(app, { networks: ['10.0.0.7'] });
  assert.equal(told, ['mail', 25, 'networks', 25]);
});

test('a step runs inside the transaction, and its failure takes the change back', async ({ app }) => {
  const seen: unknown[] = [];
  app.ctx.settings.inUpdate(mail, async (tx, { before, after }) => {
    seen.push([before.port, after.port, (await app.ctx.settings.getIn(tx, mail)).port]);
    if (after.port === 99) throw new Error('no');
  });
  await update(app, { mail: { port: 25 } });
  await update(app, { networks: ['10.0.0.7'] });
  await update(app, { mail: { port: 99 } }).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'no'),
  );
  // The values that the failed transaction saw are not cached.
  await update(app, { mail: { port: 26 } });
  assert.equal(seen, [
    [587, 25, 25],
    [25, 99, 99],
    [25, 26, 26],
  ]);
  assert.is((await app.ctx.settings.get(mail)).port, 26);
});

test('a check runs before the transaction, for changes of its section that are valid, and its refusal ends it', async ({
  app,
}) => {
  const seen: unknown[] = [];
  app.ctx.settings.beforeUpdate(mail, async ({ before, after }) => {
    seen.push([before.port, after.port]);
    if (after.port === 99) throw new AppError('VALIDATION_FAILED');
  });
  const judge = (sections: object) =>
    app.ctx.settings.judge({ sections: { ...sections }, ifMatch: null, by });
  for (const none of [{ networks: ['10.0.0.7'] }, { mail: { port: 587 } }, { mail: { port: 0 } }])
    await judge(none);
  assert.equal(seen, [], 'another section, nothing changed, not valid');
  await judge({ mail: { port: 25 } });
  await refused(judge({ mail: { port: 99 } }));
  assert.equal(seen, [
    [587, 25],
    [587, 99],
  ]);
  assert.is((await app.ctx.settings.get(mail)).port, 587, 'nothing is saved by judging');
});

test('what another version has stored keeps nobody from starting, field by field', async (world) => {
  const { place } = world;
  await update(world.app, { mail: { host: 'mail.example', port: 25, password: 'x' } });
  const [row] = (await place.db.knex('kernel_settings').where('name', 'mail')) as { value: string }[];
  const stored = { ...(JSON.parse(row?.value ?? '') as object), mode: 'quic', port: 'many', colour: 'red' };
  await place.db
    .knex('kernel_settings')
    .where('name', 'mail')
    .update({ value: JSON.stringify(stored) });
  await place.db.knex('kernel_settings').insert({ name: 'networks', value: 'no json {', version: 9 });
  await world.app.stop();
  const lines: Record<string, unknown>[] = [];
  world.app = await boot(place, {
    log: pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) }),
  });
  const { settings } = world.app.ctx;
  assert.equal(
    { ...(await settings.get(mail)) },
    { ...DEFAULTS, host: 'mail.example', password: 'x' },
    'its other fields are kept',
  );
  assert.equal([...(await settings.get(networks)).value], []);
  const told = lines.filter(({ msg }) => String(msg).startsWith('a stored setting'));
  assert.equal(
    told.map(({ section: name, field, problem }) => [name, field, problem]),
    [
      ['mail', 'port', 'must be a whole number from 1 to 65535'],
      ['mail', 'mode', 'must be one of starttls, tls, none'],
    ],
  );
  await update(world.app, { mail: { port: 26 } });
  const [after] = (await place.db.knex('kernel_settings').where('name', 'mail')) as { value: string }[];
  const kept = JSON.parse(after?.value ?? '') as Record<string, unknown>;
  assert.equal(
    [kept.port, kept.mode, kept.colour],
    [26, 'quic', 'red'],
    'a newer version finds its own again',
  );
});

test('a secret that was sealed by another key is none, and the manager starts', async (world) => {
  await update(world.app, { mail: { host: 'mail.example', password: 'x' } });
  await world.app.stop();
  world.app = await boot(world.place, { secretKey: 'cd'.repeat(32) });
  assert.equal({ ...(await world.app.ctx.settings.get(mail)) }, { ...DEFAULTS, host: 'mail.example' });
});

test.run();
