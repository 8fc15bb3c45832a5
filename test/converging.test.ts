// tier: night
// time-limit: 600
/** Tools that send the same again and again, for a day of the clock. By day test/contractWalk.test.ts sends each PUT twice. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { core, plugins } from '#server/plugins.ts';
import { FEATURES, kindsOf, made, NAME, type Kind } from './support/namedThings.ts';

const HALF_HOUR_MS = 1_800_000;

const test = suite('tools that converge');

/** Finds each thing by its name, as a tool does that keeps no ids, sends what it wants, and notes the versions. */
async function converge(kit: PluginTest, kinds: readonly Kind[], seen: Map<string, Set<number>>) {
  const note = (path: string, { edit_version: version }: { edit_version: number }) =>
    void seen.set(path, (seen.get(path) ?? new Set<number>()).add(version));
  for (const { path, list, items, body, fixed = [] } of kinds) {
    const { body: listed } = await kit.call('GET', list);
    const found = (listed as Record<string, { id: string; name: string }[]>)[items] ?? [];
    const { id = '' } = found.find(({ name }) => name === NAME) ?? {};
    const wanted = Object.fromEntries(Object.entries(body).filter(([name]) => !fixed.includes(name)));
    const answer = await kit.call('PUT', `${path}/${id}`, { body: wanted });
    assert.ok(answer.status < 300, path);
    note(path, answer.body as { edit_version: number });
  }
  const path = `/api/v1/hosts/${kit.hosts[0]?.id}`;
  note(path, (await kit.call('PUT', path, { body: TAGS })).body as { edit_version: number });
  const settings = await kit.call('PUT', '/api/v1/settings', { body: { smtp: { enabled: false } } });
  const tag = JSON.parse(settings.headers.get('etag') ?? '') as string;
  note('settings', { edit_version: Number(tag) });
}

const TAGS = { tags: ['env=prod'], annotations: { owner: 'team-db' } };

test('two that want the same every half hour for a day write no audit row and raise no version', async () => {
  const kit = await createPluginTest({
    plugins: [...core, ...plugins].filter(({ name }) => FEATURES.includes(name)),
    hosts: 2,
  });
  try {
    const kinds = await kindsOf(kit);
    await kit.call('PUT', `/api/v1/hosts/${kit.hosts[0]?.id}`, { body: TAGS });
    for (const { path, body } of kinds) await made(kit, path, body);
    const byPeople = async () => {
      const rows = await kit.ctx.db.reader('kernel_audit').whereNot('actor_kind', 'system').select('row_id');
      return rows.length;
    };
    const before = await byPeople();
    const seen = new Map<string, Set<number>>();
    for (let round = 0; round < 48; round += 1) {
      await Promise.all([converge(kit, kinds, seen), converge(kit, kinds, seen)]);
      await kit.clock.advance(HALF_HOUR_MS);
    }
    const raised = [...seen].filter(([, versions]) => versions.size !== 1).map(([path]) => path);
    assert.equal([(await byPeople()) - before, raised, seen.size], [0, [], kinds.length + 2]);
  } finally {
    await kit.stop();
  }
});

test.run();
