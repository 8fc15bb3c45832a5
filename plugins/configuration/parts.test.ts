// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '../../test/support/databases.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import {
  call,
  changesOf,
  exported,
  imported,
  must,
  partOf,
  PATH,
  plan,
  problemsOf,
  type Schemas,
} from './configuration.testing.ts';
import { furnish, setUp, tearDown, WEEKLY, type World } from './parts.testing.ts';

const test = suite<World>(`export of all parts from SQLite, import on ${dialect}`);
/** Tests of the first manager alone, which run on one database only. */
const ofOne: (...given: Parameters<typeof test>) => void = (...given) => {
  if (dialect === 'sqlite') test(...given);
};

test.before.each(setUp);
test.after.each(tearDown);

test('an export of one manager makes another equal, but for what only people can give', async ({
  from,
  to,
}) => {
  await furnish(from);
  const file = await exported(from);
  const text = JSON.stringify(file);
  assert.is(JSON.stringify(await exported(from)), text);
  assert.not.match(text, /tell-nobody|hush|whsec_|sealed/);
  assert.equal(Object.keys(file.parts).sort(), [
    'freezes',
    'group_health_checks',
    'groups',
    'health_checks',
    'notifications',
    'policies',
    'report_schedules',
    'settings',
    'windows',
  ]);
  const own = await plan(from, file, true);
  assert.equal([changesOf(own), problemsOf(own)], [[], []], 'an own export shows no difference');
  assert.equal(
    ['windows', 'policies', 'report_schedules'].map((name) => partOf(own, name).unchanged),
    [3, 2, 2],
  );

  const shown = await imported(to, file);
  assert.equal(
    changesOf(shown).filter((line) => !line.startsWith('groups')),
    [
      'windows added Web: Night',
      'windows added h001.example.org: Evening',
      'windows added h001.example.org: Night',
      'freezes added The whole fleet: Year',
      'freezes added Prod: Year',
      'notifications added Webhook Chat',
      'notifications added Rule Web team',
      'health_checks added h002.example.org: nginx',
      'health_checks added h002.example.org: page',
      'group_health_checks added Web: page',
      'policies added Filtered',
      'policies added Prod',
      'report_schedules added All',
      'report_schedules added Web monthly',
    ],
  );
  assert.equal(problemsOf(shown).length, 1);
  assert.match(problemsOf(shown)[0] ?? '', /^Webhook Chat: Imported as disabled/);
  const { webhooks } = await must<{ webhooks: Schemas['Webhook'][] }>(to, 'GET', '/api/v1/webhooks');
  assert.equal([webhooks[0]?.enabled, webhooks[0]?.url], [false, 'https://chat.example.org/']);
  // A second import of the same file changes nothing, and never enables the webhook.
  const again = await imported(to, file, true);
  assert.equal(changesOf(again), []);
  assert.match(problemsOf(again)[0] ?? '', /stays disabled/);
  await must(to, 'PUT', `/api/v1/webhooks/${webhooks[0]?.id ?? ''}`, {
    enabled: true,
    url: 'https://chat.example.org/hooks/tell-nobody',
  });
  assert.equal(await exported(to), file);
});

ofOne(
  'a change is shown by its field, and what the file lacks goes only where all is to be equal',
  async ({ from }) => {
    await furnish(from);
    const file = await exported(from);
    const parts = structuredClone(file.parts);
    parts.windows = (parts.windows ?? []).slice(1);
    parts.windows[0] = { ...one(parts.windows[0]), enabled: false };
    parts.policies = (parts.policies ?? []).filter(({ name }) => name === 'Prod');
    parts.policies[0] = { ...one(parts.policies[0]), paused: false };
    parts.report_schedules = (parts.report_schedules ?? []).filter(({ name }) => name === 'All');
    parts.report_schedules[0] = { ...one(parts.report_schedules[0]), recipients: ['b@example.org'] };
    parts.health_checks = [];
    parts.group_health_checks = [];
    parts.freezes = [];
    parts.notifications = { webhooks: [], rules: [] };
    const less = { version: 1, parts };
    const kept = await imported(from, less);
    assert.equal(
      kept.parts.flatMap(({ changes }) =>
        changes.flatMap(({ kind, fields }) =>
          fields.map((field) => [kind, field.name, field.before, field.after]),
        ),
      ),
      [
        ['changed', 'enabled', 'true', 'false'],
        ['changed', 'paused', 'true', 'false'],
        ['changed', 'recipients', '["a@example.org"]', '["b@example.org"]'],
      ],
    );
    const shown = await imported(from, less, true);
    assert.equal(
      changesOf(shown)
        .map((line) => line.split(' ').slice(0, 2).join(' '))
        .sort(),
      [
        'freezes removed',
        'freezes removed',
        'group_health_checks removed',
        'health_checks removed',
        'health_checks removed',
        'notifications removed',
        'notifications removed',
        'policies removed',
        'report_schedules removed',
        'windows removed',
      ],
    );
    assert.equal((await exported(from)).parts, parts);
  },
);

ofOne('a group that goes names what goes with it, and all of it goes in one import', async ({ from }) => {
  await furnish(from);
  const file = await exported(from);
  const { parts } = file;
  parts.groups = (parts.groups ?? []).filter(({ name }) => name !== 'Web');
  const first = await plan(from, file, true);
  assert.match(problemsOf(first).join('\n'), /^Web: It stays, because it is in use \(.*policy: Filtered/m);
  assert.match(problemsOf(first).join('\n'), /^Web: It stays, because it is in use \(.*report: Web monthly/m);
  const filtered = parts.policies?.find(({ name }) => name === 'Filtered');
  const policies = await must<{ policies: { id: string; name: string }[] }>(from, 'GET', '/api/v1/policies');
  const id = policies.policies.find(({ name }) => name === 'Filtered')?.id ?? '';
  await must(from, 'DELETE', `/api/v1/policies/${id}`);
  parts.policies = (parts.policies ?? []).filter((policy) => policy !== filtered);
  const { schedules } = await must<Schemas['ReportScheduleList']>(from, 'GET', '/api/v1/report-schedules');
  const monthly = one(schedules.find(({ name }) => name === 'Web monthly'));
  await must(from, 'DELETE', `/api/v1/report-schedules/${monthly.id}`);
  parts.report_schedules = (parts.report_schedules ?? []).filter(({ name }) => name !== monthly.name);
  const shown = await plan(from, file, true);
  const [gone] = partOf(shown, 'groups').changes;
  assert.equal([gone?.kind, gone?.name], ['removed', 'Web']);
  assert.equal(
    gone?.fields.filter(({ name }) => / that /.test(name)).map(({ name, before }) => [name, before]),
    [
      ['maintenance windows that go with it', '["Night"]'],
      ['rules of notifications that lose it', '["Web team"]'],
      ['health checks that go with it', '["page"]'],
    ],
  );
  // The rule and the window in the file are of a group that will not exist: both are reported, and the rule is left
  // out.
  assert.match(problemsOf(shown).join('\n'), /Rule Web team: Not known here: the group Web/);
  assert.match(problemsOf(shown).join('\n'), /Web: Night: Its group is not known here/);
  await imported(from, file, true);
  const now = (await exported(from)).parts;
  assert.equal(
    [now.groups?.map(({ name }) => name), now.windows?.map(({ group }) => group ?? null)],
    [['Prod'], [null, null]],
  );
});

test('what is not known here is told and left out', async ({ from, to }) => {
  await furnish(from);
  const { parts } = await exported(from);
  delete parts.groups;
  const elsewhere = { fqdn: 'gone.example.org', machine_id: null };
  const check = one(parts.health_checks?.[0]);
  parts.health_checks = [
    { ...check, host: elsewhere },
    { ...check, url: 'http://169.254.169.254/' },
  ].map((entry, index) =>
    index === 0
      ? entry
      : {
          host: entry.host,
          kind: 'http' as const,
          name: 'metadata',
          enabled: true,
          timeout_secs: 5,
          url: 'http://169.254.169.254/',
        },
  );
  const shown = await imported(to, { version: 1, parts });
  const told = problemsOf(shown).join('\n');
  for (const text of [
    'Web: Night: Its group is not known here',
    'gone.example.org: .*Its host is not known here',
    'Prod: Not known here: the group Prod. They are removed from its hosts',
    'Filtered: Skipped',
    'Rule Web team: Not known here: the group Web. .* would cover all hosts',
    'metadata: ',
    'Web monthly: Skipped: it covers the group Web, which does not exist here',
  ])
    assert.match(told, new RegExp(text));
  assert.equal(
    changesOf(shown).filter((line) => /policies|rule|checks|report/i.test(line)),
    ['policies added Prod', 'report_schedules added All'],
  );
});

test('a hostile file is refused with the place, or told, and never half imported', async ({ to }) => {
  const host = { fqdn: 'h001.example.org', machine_id: null };
  const window = { host, name: 'w', timezone: 'UTC', rrule: WEEKLY, duration_secs: 60, enabled: true };
  const at = '/body/file/parts';
  const refused = async (parts: object, path: string) => {
    const answer = await call(to, 'POST', `${PATH}/plan`, { file: { version: 1, parts } });
    assert.is(codeOf(answer), '400 VALIDATION_FAILED', JSON.stringify(parts).slice(0, 200));
    const { errors } = (answer.body as { error: { details: { errors: { path: string }[] } } }).error.details;
    assert.ok(
      errors.some((error) => error.path.startsWith(`${at}${path}`)),
      JSON.stringify(errors),
    );
  };
  const { host: _, ...nobodys } = window;
  await refused({ windows: [nobodys] }, '/windows/0');
  await refused({ windows: [{ ...window, group: 'x' }] }, '/windows/0');
  await refused({ windows: [{ ...window, starts_at: '2026-01-01T00:00:00.000Z' }] }, '/windows/0');
  await refused({ windows: { length: 1e9 } }, '/windows');
  await refused({ policies: [{ name: 'p' }] }, '/policies/0');
  await refused({ report_schedules: [{ name: 'p' }] }, '/report_schedules/0');
  await refused(
    { health_checks: [{ host, kind: 'http', name: 'x', enabled: true, timeout_secs: 5 }] },
    '/health_checks/0',
  );
  const hook = { name: 'x', enabled: true };
  for (const origin of [
    'javascript:alert(1)',
    'https://a:b@c.example',
    'https://c.example/path',
    'not a url',
  ])
    await refused({ notifications: { rules: [], webhooks: [{ ...hook, origin }] } }, '/notifications');
  await refused(
    { notifications: { rules: [], webhooks: [{ ...hook, origin: 'https://c.example', secret: 'whsec_x' }] } },
    '/notifications',
  );
  // Rules that never start, or cost too much to evaluate, and odd zones.
  const odd = [
    'RRULE:FREQ=SECONDLY',
    'DTSTART:20260101T000000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
    'nothing of a rule',
  ];
  const windows = odd.map((rrule, index) => ({ ...window, name: `w${index}`, rrule }));
  const shown = await plan(to, {
    version: 1,
    parts: { windows: [...windows, { ...window, timezone: 'Mars/Olympus' }], __proto__: 1, constructor: {} },
  });
  assert.equal(changesOf(shown), []);
  assert.equal(partOf(shown, 'windows').problems.length, 4);
  // Two of one name, in whatever letters.
  await refused({ windows: [window, { ...window, name: window.name.toUpperCase() }] }, '/windows/1/name');
  // Many rules to evaluate, within the time of a call.
  const many = Array.from({ length: 3_000 }, (_none, index) => ({
    ...window,
    name: `n${index}`,
    duration_secs: 60 + index,
    rrule: WEEKLY.replace('0118', `01${10 + (index % 18)}`),
  }));
  const began = process.cpuUsage();
  const wide = await plan(to, { version: 1, parts: { windows: many } });
  const { user, system } = process.cpuUsage(began);
  assert.is(partOf(wide, 'windows').changes.length, 3_000);
  assert.ok((user + system) / 1_000 < 10_000, `${(user + system) / 1_000} ms`);
  // A host may not have so many windows: none of them is stored.
  const answer = await call(to, 'POST', `${PATH}/import`, {
    file: { version: 1, parts: { windows: many } },
    hash: wide.hash,
  });
  assert.is(codeOf(answer), '409 CONFIGURATION_CHANGED');
  assert.equal((await exported(to)).parts.windows, []);
});

function one<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none');
  return value;
}

test.run();
