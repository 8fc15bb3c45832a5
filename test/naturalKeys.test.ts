// databases: sqlite, mariadb (night)
/**
 * What tools rely on that keep things as their files say: a name is given once, and a call can ask what it would do.
 * test/contractWalk.test.ts asks this of all operations of the contract, one by one.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPluginTest, type PluginTest, type TestAnswer } from '#sdk/testing.ts';
import { core, plugins } from '#server/plugins.ts';
import { freshDatabase, dialect, type FreshDatabase } from './support/databases.ts';
import { FEATURES, kindsOf, made, NAME, type Kind } from './support/namedThings.ts';
import { changedBy } from './support/walk/trials.ts';

interface World {
  fresh: FreshDatabase;
  kit: PluginTest;
  kinds: Kind[];
}

/** The same name in other letters. */
const SAME = 'GRÖßE FINE １';

const test = suite<World>('names as keys');
test.before.each(async (world) => {
  world.fresh = await freshDatabase(dialect);
  world.kit = await createPluginTest({
    plugins: [...core, ...plugins].filter(({ name }) => FEATURES.includes(name)),
    databaseUrl: world.fresh.address.url,
    hosts: 2,
  });
  world.kinds = await kindsOf(world.kit);
});
test.after.each(async ({ kit, fresh }) => {
  await kit.stop();
  await fresh.cleanup();
});

const told = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { error?: { code: string } } | null)?.error?.code ?? ''}`.trim();
const idIn = ({ body }: TestAnswer): unknown =>
  (body as { error: { details?: { id?: string } } }).error.details?.id;

test('a name is given once, whatever its letters, and is free once its thing has another or is gone', async ({
  kit,
  kinds,
}) => {
  for (const { path, body } of kinds) {
    const { id } = await made(kit, path, body);
    const again = (more: object = {}) => kit.call('POST', path, { body: { ...body, name: SAME }, ...more });
    const taken = await again();
    assert.equal([told(taken), idIn(taken)], ['409 NAME_TAKEN', id], path);
    const kept = await again({ headers: { 'If-None-Match': '*' } });
    assert.equal([told(kept), idIn(kept)], ['412 PRECONDITION_FAILED', id], path);
    const other = await made(kit, path, { ...body, name: 'Another' });
    const renamed = await kit.call('PUT', `${path}/${other.id}`, { body: { name: SAME } });
    assert.equal([told(renamed), idIn(renamed)], ['409 NAME_TAKEN', id], path);
    // A change of an approval rule waits for a second person, and its deletion too.
    if (path.endsWith('approval-rules')) continue;
    assert.is(told(await kit.call('PUT', `${path}/${id}`, { body: { name: SAME } })), '200', path);
    assert.is(told(await kit.call('DELETE', `${path}/${id}`)), '204', path);
    assert.is(told(await again({ headers: { 'If-None-Match': '*' } })), '201', path);
  }
});

test('another host, another group and another freeze of a group may have the same', async ({ kit }) => {
  const window = { name: NAME, timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 };
  for (const { id } of kit.hosts) {
    await made(kit, `/api/v1/hosts/${id}/maintenance-windows`, window);
    await made(kit, `/api/v1/hosts/${id}/health-checks`, {
      name: NAME,
      kind: 'service',
      service_name: 'ssh',
    });
    const group = await made(kit, '/api/v1/groups', { name: id, host_ids: [id] });
    await made(kit, `/api/v1/groups/${group.id}/maintenance-windows`, window);
    await made(kit, '/api/v1/freezes', { ...window, group_id: group.id });
  }
  await made(kit, '/api/v1/freezes', window);
});

test('of eight calls at once that want a name one gets it', async ({ kit, kinds }) => {
  for (const { path, body } of kinds) {
    const calls = Array.from({ length: 8 }, (_, index) =>
      kit.call('POST', path, { body: { ...body, name: index % 2 === 0 ? NAME : SAME } }),
    );
    const answers = (await Promise.all(calls)).map(told).sort();
    assert.equal(answers, ['201', ...Array<string>(7).fill('409 NAME_TAKEN')], path);
  }
});

test('a call that asks what it would do is answered like the call, uses no key up, and tells nobody', async ({
  kit,
  kinds,
}) => {
  const heard: string[] = [];
  kit.ctx.live.onTold(({ kind }) => void heard.push(kind));
  for (const event of ['hosts.hostUpdated', 'settings.changed'] as const)
    kit.ctx.events.on(event, () => void heard.push(event));
  for (const { path, body } of kinds) {
    const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-0000000000aa' };
    const trial = (method: string, more: { at?: string; body?: object; headers?: Record<string, string> }) =>
      kit.call(method, `${path}${more.at ?? ''}?validate_only=true`, more);
    heard.splice(0);
    const first = await changedBy(kit, async () =>
      assert.is(told(await trial('POST', { body, headers })), '201', path),
    );
    assert.equal([first, heard], [[], []], path);
    // The key is still free, for another call too.
    const done = await kit.call('POST', path, { body: { ...body, name: 'Other words' }, headers });
    assert.is(told(done), '201', path);
    const { id } = done.body as { id: string };
    heard.splice(0);
    const later = await changedBy(kit, async () => {
      assert.ok((await trial('PUT', { at: `/${id}`, body: { name: 'Yet another' } })).status < 300, path);
      assert.ok((await trial('DELETE', { at: `/${id}` })).status < 300, path);
      assert.is(
        told(await trial('POST', { body: { ...body, name: 'OTHER words' } })),
        '409 NAME_TAKEN',
        path,
      );
    });
    assert.equal([later, heard], [[], []], path);
  }
});

test('a window that was only tried out opens when the stored one does', async ({ kit }) => {
  const path = `/api/v1/hosts/${kit.hosts[0]?.id}/maintenance-windows`;
  const at = (day: string) => `2090-01-${day}T00:00:00.000Z`;
  const body = { name: NAME, timezone: 'UTC', starts_at: at('01'), duration_secs: 60 };
  const { id } = await made(kit, path, body);
  const put = async (query: string, startsAt: string) => {
    const { body: shown } = await kit.call('PUT', `${path}/${id}${query}`, { body: { starts_at: startsAt } });
    return (shown as { next_start_at: string }).next_start_at;
  };
  assert.is(await put('?validate_only=true', at('05')), at('05'));
  assert.is(await put('', at('09')), at('09'));
});

test('what does work or reaches agents cannot be asked what it would do', async ({ kit }) => {
  const job = { operation: 'patch', target: { host_ids: kit.hosts.map(({ id }) => id) } };
  const asked = await kit.call('POST', '/api/v1/jobs?validate_only=true', { body: job });
  assert.is(told(asked), '400 VALIDATION_FAILED');
});

test.run();
