import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#sdk';
import { codeOf } from '../../test/support/pluginManager.ts';
import { exported, must, plan, send } from './configuration.testing.ts';
import { actions, furnish, RULE, type World } from './imports.testing.ts';

/** Changes a group and a setting. */
const EDITS = {
  version: 1,
  parts: {
    groups: [{ name: 'Web', description: 'else', rule: RULE }],
    settings: { polling: { health_poll_interval_secs: 30 } },
  },
};

/** Imports that are not done, or not in part: the state has changed since the plan that somebody saw. */
export function importsAreTakenBack(test: Test<World>): void {
  test('a state that has changed since, another file and another choice are refused, and nothing is imported', async ({
    kit,
  }) => {
    await furnish(kit);
    const { hash } = await plan(kit, EDITS);
    assert.is(codeOf(await send(kit, EDITS, hash, true)), '409 CONFIGURATION_CHANGED');
    assert.is(codeOf(await send(kit, { ...EDITS, parts: {} }, hash)), '409 CONFIGURATION_CHANGED');
    await must(kit, 'PUT', '/api/v1/settings', { polling: { health_poll_interval_secs: 31 } });
    assert.is(codeOf(await send(kit, EDITS, hash)), '409 CONFIGURATION_CHANGED');
    assert.is((await exported(kit)).parts.groups?.[1]?.description, 'of the shop');
  });

  test('what changes between the last look and the locks takes all of the import back', async ({ kit }) => {
    await furnish(kit);
    const { hash } = await plan(kit, EDITS);
    const before = JSON.stringify(await exported(kit));
    const acts = (await actions(kit)).length;
    const { reader } = kit.ctx.db;
    const [web] = (await reader('hosts_groups').where('name', 'Web').select('id', 'edit_version')) as {
      id: string;
    }[];
    const raise = (by: number) =>
      kit.ctx.tx((tx) => tx.knex('hosts_groups').where('id', web?.id).increment('edit_version', by));
    // Once the last part is planned, somebody else edits what the first part planned.
    const parts = kit.ctx.configuration.all();
    const settings = parts.find(({ name }) => name === 'settings');
    const own = settings?.plan;
    if (!settings || !own) throw new Error('no part of the settings');
    settings.plan = async (...args) => {
      const planned = await own.apply(settings, args);
      await raise(1);
      return planned;
    };
    assert.is(codeOf(await send(kit, EDITS, hash)), '409 CONFIGURATION_CHANGED');
    settings.plan = own;
    assert.is(JSON.stringify(await exported(kit)), before);
    assert.is((await actions(kit)).length, acts);
  });

  test('a group that something has come to rest on since the last look takes all of the import back', async ({
    kit,
  }) => {
    await furnish(kit);
    const file = { version: 1, parts: { groups: [] } };
    const { hash, parts } = await plan(kit, file, true);
    assert.equal(parts[0]?.changes.map(({ kind, name }) => `${kind} ${name}`).sort(), [
      'removed Databases',
      'removed Web',
    ]);
    kit.ctx.steps.add('settings', {
      'hosts.groupDeleted': async (_tx, { group }) => {
        if (group.name === 'Web') throw new AppError('GROUP_IN_USE');
      },
    });
    assert.is(codeOf(await send(kit, file, hash, true)), '409 CONFIGURATION_CHANGED');
    assert.equal(
      (await exported(kit)).parts.groups?.map(({ name }) => name),
      ['Databases', 'Web'],
    );
  });
}
