import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { systemActor } from '../security/actor.ts';
import type { AuditText } from '../security/audit/rows.ts';
import { texts, text } from '../security/settings/fields.ts';
import { singleSection } from '../security/settings/section.ts';
import type { AnyFeature } from './feature.ts';

interface World {
  place: FreshDatabase;
}

const test = suite<World>('gates that are switched off');
const config = { secretKey: 'ab'.repeat(32) };
const names = singleSection('gate_names', texts({ maxItems: 9, item: text('', { maxLength: 9 }) }));

const bySettings: AnyFeature = {
  name: 'by-settings',
  settings: [names],
  gate: { by: 'names', enabled: async ({ settings }) => (await settings.get(names)).value.length },
  setup: () => ({ routes: {} }),
};

const byRows: AnyFeature = {
  name: 'by-rows',
  migrations: [
    {
      name: 'by-rows/001_create',
      kind: 'compatible',
      up: (knex) => knex.schema.createTable('by_rows_things', (t) => void t.integer('id').primary()),
    },
    { name: 'by-rows/002_later', kind: 'compatible', up: () => Promise.resolve() },
  ],
  gate: { by: 'things', enabled: async ({ reader }) => (await reader('by_rows_things')).length },
  setup: () => ({ routes: {} }),
};

test.before.each(async (world) => {
  world.place = await freshDatabase('sqlite');
});
test.after.each(({ place }) => place.cleanup());

async function withApp<T>(
  { place }: World,
  features: { on?: AnyFeature[]; off?: AnyFeature[]; allowUngated?: string[] },
  work: (app: TestApp) => Promise<T>,
): Promise<T> {
  const { on = [], off = [], allowUngated = [] } = features;
  const app = await createTestApp({
    features: on,
    off,
    databaseFile: place.address.file ?? '',
    config: { ...config, allowUngated },
  });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

const starts = (world: World, features: Parameters<typeof withApp>[1]): Promise<string> =>
  withApp(world, features, async () => 'started').catch((error: Error) => error.message);

const auditedIn = ({ ctx }: TestApp) =>
  ctx.db.reader<{ text: string }>('kernel_audit').then((rows) =>
    rows
      .map((row) => JSON.parse(row.text) as AuditText)
      .filter(({ action }) => action === 'plugin.left_ungated')
      .map(({ actor, resource, after }) => [actor.kind, resource.kind, resource.id, after]),
  );

test('a gate with nothing to hold back by may be switched off, also one that was never on', async (world) => {
  assert.is(await starts(world, { off: [bySettings, byRows] }), 'started');
  await withApp(world, { on: [bySettings, byRows] }, async () => undefined);
  assert.is(await starts(world, { off: [bySettings, byRows] }), 'started');
});

test('a gate that has something to hold back by keeps the manager from starting without it', async (world) => {
  await withApp(world, { on: [bySettings, byRows] }, async ({ ctx }) => {
    const by = { actor: systemActor, address: null };
    await ctx.tx((tx) =>
      ctx.settings.update(tx, { sections: { gate_names: ['a', 'b'] }, ifMatch: null, by }),
    );
  });
  const refused = await starts(world, { on: [byRows], off: [bySettings] });
  assert.match(refused, /^by-settings, gate: .*names \(2\).*allow_ungated$/);
  assert.is(await starts(world, { on: [bySettings], off: [byRows] }), 'started');
  await withApp(world, { on: [bySettings, byRows] }, async ({ ctx }) => {
    await ctx.db.knex('by_rows_things').insert({ id: 1 });
  });
  assert.match(await starts(world, { on: [bySettings], off: [byRows] }), /^by-rows, gate: .*things \(1\)/);
});

test('the configuration may leave a named gate open, and each start says so in the audit log', async (world) => {
  await withApp(world, { on: [byRows] }, async ({ ctx }) => {
    await ctx.db.knex('by_rows_things').insert({ id: 1 });
  });
  assert.match(await starts(world, { off: [byRows], allowUngated: ['by-settings'] }), /^by-rows, gate/);
  await withApp(world, { off: [byRows], allowUngated: ['by-rows'] }, async (app) => {
    assert.equal(await auditedIn(app), [['system', 'plugin', 'by-rows', { enabled: 1 }]]);
  });
  await withApp(world, { on: [byRows], allowUngated: ['by-rows'] }, async (app) => {
    assert.is((await auditedIn(app)).length, 1, 'a gate that is on is left open by nobody');
  });
});

test('a gate that cannot say what it has keeps the manager from starting', async (world) => {
  await withApp(world, { on: [byRows] }, async ({ ctx }) => {
    await ctx.db.knex.schema.dropTable('by_rows_things');
  });
  assert.match(await starts(world, { off: [byRows], allowUngated: ['by-rows'] }), /^by-rows, gate: /);
});

test.run();
