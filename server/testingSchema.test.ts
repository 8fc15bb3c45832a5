import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Migration } from './kernel/db/migrate.ts';
import type { AnyFeature } from './kernel/boot/loader.ts';
import { freshDatabase } from '../test/support/databases.ts';
import { agentsFeature } from './core/agents/plugin.ts';
import { hostsFeature } from './core/hosts/plugin.ts';
import { identityFeature } from './core/identity/plugin.ts';
import { createTestApp, type TestAppOptions } from './testing.ts';
import { copySchema } from './testingSchema.ts';

const test = suite('the schema that test apps begin with');

/** A feature without routes, whose only table has the column `column`. */
function shelves(column: string): AnyFeature {
  const create: Migration = {
    name: 'shelves/001_create_books',
    kind: 'compatible',
    up: (knex) => knex.schema.createTable('shelves_books', (table) => void table.string(column)),
  };
  return { name: 'shelves', migrations: [create], setup: () => ({ routes: {} }) } as never;
}

async function columnsOf(feature: AnyFeature, write: boolean): Promise<{ names: string[]; rows: number }> {
  const app = await createTestApp({ features: [feature] });
  try {
    const { knex } = app.ctx.db;
    const names = Object.keys(await knex('shelves_books').columnInfo());
    const rows = await knex('shelves_books').select('*');
    if (write) await knex('shelves_books').insert({ [names[0] ?? '']: 'x' });
    return { names, rows: rows.length };
  } finally {
    await app.stop();
  }
}

test('two features of one name have each its own, and no app sees what another wrote', async () => {
  const [titles, pages] = [shelves('title'), shelves('pages')];
  assert.equal(await columnsOf(titles, true), { names: ['title'], rows: 0 });
  assert.equal(await columnsOf(pages, true), { names: ['pages'], rows: 0 });
  assert.equal(await columnsOf(titles, false), { names: ['title'], rows: 0 });
});

test('a feature with the name and the migrations of one that ships has its own schema', async () => {
  const like = (column: string): AnyFeature => {
    const [first] = hostsFeature.migrations ?? [];
    const up: Migration['up'] = (knex) =>
      knex.schema.createTable('hosts_things', (table) => void table.string(column));
    const migrations = [{ name: first?.name ?? '', kind: 'compatible', up }];
    return { name: 'hosts', migrations, setup: () => ({ routes: {} }) } as never;
  };
  const columnsOf = async (feature: AnyFeature): Promise<string[]> => {
    const place = await freshDatabase('sqlite');
    await copySchema(place.address.file ?? '', [feature], []);
    const columns = await place.db.knex('hosts_things').columnInfo();
    await place.cleanup();
    return Object.keys(columns);
  };
  assert.equal(await columnsOf(like('one')), ['one']);
  assert.equal(await columnsOf(like('other')), ['other']);
});

test('an empty file that is open elsewhere gets the very same, and one with tables stays as it is', async () => {
  const place = await freshDatabase('sqlite');
  const config = { secretKey: 'ab'.repeat(32) };
  const schemaOf = async (options: Partial<TestAppOptions>): Promise<unknown> => {
    const app = await createTestApp({
      features: [identityFeature, agentsFeature, hostsFeature],
      config,
      ...options,
    });
    try {
      const { knex } = app.ctx.db;
      const parts = await knex('sqlite_master').select('type', 'name', 'sql').orderBy(['type', 'name']);
      const migrations = await knex('kernel_migrations').select('name').orderBy('name');
      return { parts, migrations };
    } finally {
      await app.stop();
    }
  };
  const databaseFile = place.address.file ?? '';
  const made = await schemaOf({});
  assert.equal(await schemaOf({ databaseFile }), made);
  assert.equal(await schemaOf({ databaseFile }), made);
  await place.cleanup();
});

test('a migration that fails is told by the boot', async () => {
  const failing = {
    ...shelves('title'),
    migrations: [{ name: 'shelves/001_fail', kind: 'stop', up: fail }],
  } as AnyFeature;
  const told = await createTestApp({ features: [failing] }).then(
    () => 'it began',
    (error: Error) => error.message,
  );
  assert.match(told, /^kernel.*migrat.*no such luck/s);
});

async function fail(): Promise<void> {
  throw new Error('no such luck');
}

test.run();
