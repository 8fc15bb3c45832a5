// databases: sqlite, mariadb (night)
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSearch, type SearchAnswer, type SearchSource } from '../../kernel/boot/search.ts';
import { systemActor } from '../../kernel/security/actor.ts';
import type { components } from '#generated/manager.ts';
import { exposurePlugin } from '#plugins/exposure/plugin.ts';
import { policiesPlugin } from '#plugins/policies/plugin.ts';
import { usersPlugin } from '#plugins/users/plugin.ts';
import { freshPlace, openManager } from '#test/support/pluginManager.ts';
import { searchFeature } from './plugin.ts';
import { createSearch } from './service.ts';

type Results = components['schemas']['SearchResults'];

const test = suite('search over everything');

const log = pino({ level: 'silent' });
const question = { text: 'x', limit: 6, actor: systemActor, scope: 'all' } as const;
const { signal } = new AbortController();
const item = (name: string) => ({ id: name, name, about: '', pagePath: `/${name}` });
const source = (kind: string, find: SearchSource['find']): SearchSource => ({
  kind,
  permission: 'authenticated',
  find,
});
const never = (): Promise<SearchAnswer> => new Promise(() => undefined);

test('a kind that is slow or fails is named, and the others are answered', async () => {
  let wasEnded = false;
  const search = createSearch(log, 20);
  const found = await search(
    [
      source('host', async () => ({ items: [item('a')], total: 101 })),
      source('cve', (_question, ending) => {
        ending.addEventListener('abort', () => (wasEnded = true));
        return never();
      }),
      source('job', () => {
        throw new Error('broken');
      }),
    ],
    question,
    signal,
  );
  assert.equal(found.groups, [{ kind: 'host', items: [item('a')], total: 100, isExact: false }]);
  assert.equal(found.missing, [
    { kind: 'cve', reason: 'too_slow' },
    { kind: 'job', reason: 'failed' },
  ]);
  assert.ok(wasEnded);
});

test('what hangs is not asked at every key, and again once it has answered', async () => {
  const waiting: ((answer: SearchAnswer) => void)[] = [];
  const slow = source('cve', () => new Promise((resolve) => waiting.push(resolve)));
  const search = createSearch(log, 5);
  for (let key = 0; key < 6; key++) await search([slow], question, signal);
  assert.is(waiting.length, 4);
  for (const answer of waiting) answer({ items: [], total: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  await search([slow], question, signal);
  assert.is(waiting.length, 5);
});

test('a kind belongs to one feature, and those of installed plugins begin with their name', () => {
  const of = (kind: string) => [source(kind, never)];
  assertSearch('acme-notes', of('acme-notes-note'), of('host'));
  assert.throws(() => assertSearch('acme-notes', of('note'), []), /does not begin with acme-notes-/);
  assert.throws(() => assertSearch('acme-notes', of('host'), of('host')), /is another feature's/);
});

test('things of all kinds are found by what people type, whatever that is', async () => {
  const plugins = [usersPlugin, policiesPlugin, exposurePlugin, searchFeature];
  const place = await freshPlace();
  const kit = await openManager(place, { plugins });
  try {
    const host = await kit.addHost('web-1.example.org');
    await kit.addHost('cobweb-1.example.org');
    await kit.addHost('100%_web.example.org');
    await kit.ctx.db.knex('exposure_cves').insert(
      ['CVE-2024-6387', 'CVE-2024-6409', 'CVE-2023-1'].map((cve, at) => ({
        id: `0190f3a1-5b7c-7c3e-9c1d-2f6a1e8b4d1${at}`,
        cve,
        hosts_open: at,
        severity_rank: 0,
        exploited: 0,
        priority: 0,
        packages: '[]',
        search_text: cve,
      })),
    );
    const job = await kit.createJob({
      name: 'Nightly web',
      operation: 'patch',
      target: { host_ids: [host.id] },
    });
    const find = async (text: string, more = '', role: 'admin' | 'reporter' = 'admin') => {
      const path = `/api/v1/search?search=${encodeURIComponent(text)}${more}`;
      const { status, body } = await kit.call('GET', path, { role });
      assert.is(status, 200, JSON.stringify(body));
      const { groups, missing } = body as Results;
      assert.equal(missing, []);
      return Object.fromEntries(groups.map(({ kind, items, total }) => [kind, { items, total }]));
    };
    const names = async (text: string, kind: string) =>
      (await find(text))[kind]?.items.map((one) => one.name);

    // Names that begin with the text come before names that only contain it.
    assert.equal(await names('WEB', 'host'), [
      'web-1.example.org',
      '100%_web.example.org',
      'cobweb-1.example.org',
    ]);
    const limited = (await find(' web ', '&limit=1'))['host'];
    assert.equal([limited?.items.length, limited?.total], [1, 3]);
    assert.is(limited?.items[0]?.page_path, `/hosts/${host.id}`);
    // Characters with a meaning in SQL are plain text.
    for (const text of ['%', '_', '100%_'])
      assert.equal(await names(text, 'host'), ['100%_web.example.org'], text);
    for (const text of ["'; drop table hosts_hosts; --", '\\', '\0', '💥'.repeat(100), '.*', '[a-z]'])
      for (const [kind, { items }] of Object.entries(await find(text))) assert.equal(items, [], kind);

    assert.equal(await names('cve-2024', 'cve'), ['CVE-2024-6387', 'CVE-2024-6409']);
    assert.equal(await names('2024-64', 'cve'), ['CVE-2024-6409']);
    assert.equal(await names('6387', 'cve'), []);
    assert.is((await find('2024-64'))['cve']?.items[0]?.about, 'open on 1 host');
    assert.equal(await names('night patch', 'job'), ['Nightly web']);
    assert.equal(await names(job.id.slice(0, 13), 'job'), ['Nightly web']);
    // What people call the operation, in any alphabet's capitals; the state; and the name that is typed before others.
    for (const name of ['Das Web von İZMİR', 'web'])
      await kit.createJob({ name, operation: 'patch', target: { host_ids: [host.id] } });
    assert.equal(await names('İZMİR PATCH', 'job'), ['Das Web von İZMİR']);
    await kit.ctx.db.knex('patching_jobs').where('id', job.id).update('state', 'waiting_health_check');
    assert.equal(await names('nightly health', 'job'), ['Nightly web']);
    assert.equal(await names('WEB', 'job'), ['web', 'Das Web von İZMİR', 'Nightly web']);

    const asked: string[] = [];
    let rows = 0;
    const { reader } = kit.ctx.db;
    const note = (got: unknown[], { sql }: { sql: string }) => {
      // The dispatcher reads jobs meanwhile.
      if (!/instr\(|lower\(|hosts_groups|by `created_at` desc/.test(sql)) return;
      asked.push(/from (?:\(select .* from )?`?(\w+)/.exec(sql)?.[1] ?? sql);
      rows += got.length;
    };
    reader.on('query-response', note);
    await find('nothing-is-called-so');
    reader.off('query-response', note);
    const tables = ['hosts_hosts', 'hosts_groups', 'patching_jobs', 'policies_policies', 'identity_users'];
    tables.push('users_service_accounts', 'users_tokens');
    assert.equal(asked.sort(), tables.sort(), 'one statement a kind');
    assert.is(rows, 0, 'none of which reads what it does not show');

    const seen = Object.keys(await find('web', '', 'reporter'));
    assert.equal(
      seen.sort(),
      ['cve', 'group', 'host', 'job', 'policy'],
      'no people, and no packages: these are off',
    );
    for (const path of [
      '',
      '?search=',
      `?search=${'x'.repeat(201)}`,
      '?search=x&limit=21',
      '?search=x&kind=host',
    ])
      assert.is((await kit.call('GET', `/api/v1/search${path}`)).status, 400, path);
    assert.is((await kit.call('GET', '/api/v1/search?search=x', { role: null })).status, 401);
  } finally {
    await kit.stop();
    await place.cleanup();
  }
});

test.run();
