// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '../../test/support/databases.ts';
import type { TestAnswer } from '#sdk/testing.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import { call, exported, must, partOf, PATH, plan, send } from './configuration.testing.ts';
import { actions, furnish, RULE, setUp, tearDown, type World } from './imports.testing.ts';
import { importsAreTakenBack } from './takenBack.testing.ts';

const test = suite<World>(`export and import of the configuration on ${dialect}`);
test.before.each(setUp);
test.after.each(tearDown);

const errorsOf = ({ body }: TestAnswer) =>
  (body as { error: { details: { errors: { path: string; message: string }[] } } }).error.details.errors;

test('two exports of one state are equal, hold no secret, and change nothing when they come back', async ({
  kit,
}) => {
  await furnish(kit);
  const file = await exported(kit);
  const text = JSON.stringify(file);
  assert.is(JSON.stringify(await exported(kit)), text);
  assert.not.match(text, /open sesame|web_tls_strategy/);
  assert.equal(Object.keys(file.parts), ['groups', 'notifications', 'settings']);
  const [db, web] = file.parts.groups ?? [];
  assert.equal(web, { description: 'of the shop', name: 'Web', rule: RULE });
  assert.equal([db?.name, db?.hosts?.map(({ fqdn }) => fqdn)], ['Databases', ['h001.example.org']]);
  assert.is((file.parts.settings as { smtp: { password: string } }).smtp.password, '********');
  const shown = await plan(kit, file, true);
  assert.equal(
    shown.parts.flatMap(({ changes, problems }) => [...changes, ...problems]),
    [],
  );
  assert.is(partOf(shown, 'groups').unchanged, 2);
  const before = (await actions(kit)).length;
  assert.is((await send(kit, file, shown.hash, true)).status, 200);
  assert.is((await actions(kit)).length, before, 'nothing to do is no act');
});

test('an import of another manager makes what is missing, tells before and after, and says what it leaves', async ({
  kit,
}) => {
  await must(kit, 'POST', '/api/v1/groups', { name: 'databases', host_ids: [kit.hosts[1]?.id] });
  await must(kit, 'POST', '/api/v1/groups', { name: 'Web', description: 'of the shop', host_ids: [] });
  await must(kit, 'POST', '/api/v1/groups', { name: 'Old' });
  const hosts = ['H001.example.org', 'gone.example.org'].map((fqdn) => ({ fqdn, machine_id: null }));
  const file = {
    version: 1,
    parts: {
      groups: [
        { name: 'Databases', description: 'ours', hosts },
        { name: 'Web', description: 'of the shop', rule: RULE },
        { name: 'New', description: null, rule: RULE },
      ],
      settings: {
        polling: { health_poll_interval_secs: 45 },
        smtp: { host: 'mail.example.org', password: '********' },
        web_tls_strategy: 'custom',
        unheard: {},
      },
      colours: [],
    },
  };
  const shown = await plan(kit, file);
  const groups = partOf(shown, 'groups');
  assert.equal(
    groups.changes.map(({ kind, name, fields }) => [
      kind,
      name,
      ...fields.map((field) => Object.values(field)),
    ]),
    [
      [
        'changed',
        'databases',
        ['name', '"databases"', '"Databases"'],
        ['description', 'null', '"ours"'],
        ['hosts added', null, '["H001.example.org"]'],
      ],
      ['added', 'New', ['rule', null, JSON.stringify(RULE)]],
    ],
  );
  assert.equal(
    groups.problems.map(({ name }) => name),
    ['Databases', 'Web'],
  );
  assert.match(groups.problems[0]?.message ?? '', /gone\.example\.org does not exist here/);
  const settings = partOf(shown, 'settings');
  assert.equal(
    settings.changes.map(({ name, fields }) => [name, fields.map((field) => field.after)]),
    [
      ['polling', ['45']],
      ['smtp', ['"mail.example.org"']],
    ],
  );
  assert.equal(
    settings.problems.map(({ name }) => name),
    ['smtp', 'unheard', 'web_tls_strategy'],
  );
  assert.match(settings.problems[0]?.message ?? '', /Enter password in Settings/);
  assert.equal(partOf(shown, 'colours').problems.length, 1);

  assert.is((await send(kit, file, shown.hash)).status, 200);
  const now = (await exported(kit)).parts;
  assert.equal(
    now.groups?.map(({ name, hosts: listed }) => [name, listed?.map(({ fqdn }) => fqdn)]),
    [
      ['Databases', ['h001.example.org', 'h002.example.org']],
      ['New', undefined],
      ['Old', []],
      ['Web', []],
    ],
  );
  assert.equal((now.settings as { polling: object }).polling, {
    ...(now.settings as { polling: object }).polling,
    health_poll_interval_secs: 45,
  });
  assert.equal((await actions(kit)).slice(-6).sort(), [
    'configuration.imported',
    'group.created',
    'group.hosts_added',
    'group.updated',
    'settings.updated',
    'settings.updated',
  ]);
  assert.is((await actions(kit)).at(-1), 'configuration.imported');

  const equal = await plan(kit, file, true);
  assert.equal(
    partOf(equal, 'groups').changes.map(({ kind, name, fields }) => [kind, name, fields[0]?.name]),
    [
      ['removed', 'Old', 'description'],
      ['changed', 'Databases', 'hosts removed'],
    ],
  );
  assert.is((await send(kit, file, equal.hash, true)).status, 200);
  assert.equal(
    (await exported(kit)).parts.groups?.map(({ name }) => name),
    ['Databases', 'New', 'Web'],
  );
});

test('a bad file is refused with what is wrong and where, and changes nothing', async ({ kit }) => {
  await furnish(kit);
  const before = JSON.stringify(await exported(kit));
  const refusal = async (parts: object) => {
    const answer = await call(kit, 'POST', `${PATH}/plan`, { file: { version: 1, parts } });
    assert.is(codeOf(answer), '400 VALIDATION_FAILED', JSON.stringify(parts));
    return errorsOf(answer).map(({ path }) => path);
  };
  const [at, group] = ['/body/file/parts', { name: 'a', description: null, hosts: [] }];
  assert.equal(await refusal({ groups: [group, { ...group, name: 'A' }] }), [`${at}/groups/1/name`]);
  assert.equal(await refusal({ groups: [{ ...group, colour: 1 }] }), [`${at}/groups/0/colour`]);
  assert.equal(await refusal({ settings: { polling: { every: 1 }, smtp: { port: 'x' } } }), [
    `${at}/settings/polling/every`,
    `${at}/settings/smtp/port`,
  ]);
  assert.equal(await refusal({ settings: { smtp: { password: 'in the open' } } }), [
    `${at}/settings/smtp/password`,
  ]);
  assert.equal(await refusal({ settings: { polling: null } }), [`${at}/settings/polling`]);
  const later = await call(kit, 'POST', `${PATH}/plan`, { file: { version: 2, parts: {} } });
  assert.equal([codeOf(later), errorsOf(later)[0]?.path], ['400 VALIDATION_FAILED', '/body/file/version']);
  assert.is(JSON.stringify(await exported(kit)), before);
});

test('an allow-list that shuts its author out is left out; an import needs a fresh proof and an administrator', async (world) => {
  const { kit } = world;
  const file = {
    version: 1,
    parts: { settings: { ip_whitelist: ['198.51.100.0/24'], polling: { health_poll_interval_secs: 45 } } },
  };
  const shown = await plan(kit, file);
  const { changes, problems } = partOf(shown, 'settings');
  assert.equal(
    [changes.map(({ name }) => name), problems.map(({ name }) => name)],
    [['polling'], ['ip_whitelist']],
  );
  assert.match(problems[0]?.message ?? '', /203\.0\.113\.7, is not in the list/);
  world.isStale = true;
  assert.is(codeOf(await send(kit, file, shown.hash)), '403 REAUTHENTICATION_REQUIRED');
  world.isStale = false;
  const body = { file, hash: shown.hash };
  assert.is(codeOf(await kit.call('POST', `${PATH}/import`, { role: 'operator', body })), '403 FORBIDDEN');
  assert.is((await send(kit, file, shown.hash)).status, 200);
  assert.equal(((await exported(kit)).parts.settings as { ip_whitelist: unknown }).ip_whitelist, []);
});

importsAreTakenBack(test);

test.run();
