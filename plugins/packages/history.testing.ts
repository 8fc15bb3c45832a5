import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { testActor } from '#sdk/testing.ts';
import type { PluginWorld } from '../../test/support/pluginManager.ts';
import { get, installed, readAll, rows, tell, type Schemas } from './packages.testing.ts';
import { cleanUp } from './service/cleanUp.ts';

/** What was installed, updated and removed on hosts, and for how long that is kept. */
export function historyIsKept(test: Test<PluginWorld>): void {
  test('an update becomes history, held once for the hosts that went the same way', async (world) => {
    const { kit } = world;
    const [one, , three] = kit.hosts;
    if (!one || !three) throw new Error('no hosts');
    for (const host of [one, three]) tell(host, installed('bash=5.2-1', 'openssl=3.0.15-1', 'jq=1.7'));
    await readAll(kit);
    assert.equal([await rows(world, 'packages_diffs'), await rows(world, 'packages_changes')], [1, 2]);
    const all = await get<Schemas['HostPackageChangeList']>(world, `/hosts/${one.id}/packages/changes`);
    assert.equal(
      all.changes[0]?.changes.map((c) => [c.kind, c.name, c.from_version, c.to_version]),
      [
        ['installed', 'jq', null, '1.7'],
        ['updated', 'openssl', '3.0.9-1', '3.0.15-1'],
        ['removed', 'zlib', '1.2', null],
      ],
    );
    const ofOne = await get<Schemas['HostPackageChangeList']>(
      world,
      `/hosts/${one.id}/packages/changes?name=openssl`,
    );
    assert.equal([ofOne.total, ofOne.changes[0]?.changes_total], [1, 1]);
    await cleanUp(kit.ctx);
    // The list that two hosts had is gone; the packages that the third host shared with it stay.
    assert.is(await rows(world, 'packages_lists'), 2);
    const still = await get<Schemas['HostPackageList']>(world, `/hosts/${kit.hosts[1]?.id}/packages`);
    assert.equal(
      still.packages.map(({ name }) => name),
      ['bash', 'openssl', 'zlib'],
    );
  });

  test('a host whose packages change without end fills no history, and that is a problem of it', async (world) => {
    const { kit } = world;
    const [one] = kit.hosts;
    if (!one) throw new Error('no host');
    const becomes = async (version: string): Promise<void> => {
      tell(one, installed(...Array.from({ length: 6_000 }, (_, at) => `p${at}=${version}`)));
      await readAll(kit);
    };
    const totals = async () => {
      const path = `/hosts/${one.id}/packages/changes`;
      const { changes } = await get<Schemas['HostPackageChangeList']>(world, path);
      return changes.map((change) => [change.changes_total, change.changes.length]);
    };
    const problems = async () =>
      (await get<Schemas['Host']>(world, `/hosts/${one.id}`)).problems.map(({ code, message }) => [
        code,
        /: (\d+) changes/.exec(message)?.[1],
      ]);
    await becomes('1');
    assert.equal([await totals(), await problems()], [[[6_003, 100]], []]);
    for (const version of ['2', '3']) await becomes(version);
    assert.equal((await totals()).slice(0, 2), [
      [6_000, 0],
      [6_000, 100],
    ]);
    const recorded = await kit.ctx.db.knex('packages_changes').sum({ entries: 'entries' }).first();
    assert.is(Number((recorded as { entries: number }).entries), 10_000);
    assert.equal(await problems(), [['PACKAGE_CHANGES_CUT', '8003']]);
    const list = await get<Schemas['HostPackageList']>(world, `/hosts/${one.id}/packages?limit=1`);
    assert.equal([list.total, list.packages[0]?.version], [6_000, '3'], 'the list itself is whole');
    const at = new Date(kit.clock.now().getTime() - 2 * 86_400_000);
    await kit.ctx.db.knex('packages_changes').update({ at });
    await becomes('4');
    assert.equal([(await totals())[0], await problems()], [[6_000, 100], []], 'the next day has room');
  });

  test('history is kept as long as the setting says, from its next tidying on', async (world) => {
    const { kit } = world;
    const [one] = kit.hosts;
    if (!one) throw new Error('no host');
    tell(one, installed('bash=5.2-1', 'openssl=3.0.15-1', 'jq=1.7'));
    await readAll(kit);
    const at = new Date(kit.clock.now().getTime() - 10 * 86_400_000);
    await kit.ctx.db.knex('packages_changes').update({ at });
    await cleanUp(kit.ctx);
    assert.is(await rows(world, 'packages_changes'), 1);
    const by = { actor: { ...testActor('admin'), authenticatedAt: kit.clock.now() }, address: null };
    const sections = { package_retention: { changes_days: 7 } };
    await kit.ctx.tx((tx) => kit.ctx.settings.update(tx, { sections, ifMatch: null, by }));
    await cleanUp(kit.ctx);
    assert.equal([await rows(world, 'packages_changes'), await rows(world, 'packages_diffs')], [0, 0]);
  });

  test('what is on offer changes the list and is no history', async (world) => {
    const { kit } = world;
    const [, two] = kit.hosts;
    if (!two) throw new Error('no host');
    tell(two, installed('bash=5.2-1<5.2-2', 'openssl=3.0.15-1!', 'zlib=1.2'));
    await readAll(kit);
    assert.is(await rows(world, 'packages_changes'), 0);
    const pending = await get<Schemas['HostPackageList']>(world, `/hosts/${two.id}/packages?pending=true`);
    assert.equal(
      pending.packages.map((one) => [one.name, one.available_version]),
      [['bash', '5.2-2']],
    );
  });
}
