import * as assert from 'uvu/assert';
import { freshDatabase } from '#test/support/databases.ts';
import type { Dialect } from '../database.ts';
import { assertMigrated, columns, migrate, newerMigrations, type Migration } from '../migrate.ts';
import { tablesOf } from '../migrateTables.ts';
import { failure, migrations, type Suite } from './support.ts';

const later = (name: string, kindOf: Migration['kind']): Migration => ({
  name,
  kind: kindOf,
  up: () => Promise.resolve(),
});

/** Each migration is applied once, whoever starts and whatever fails. */
export function migratesForward(test: Suite, kind: Dialect): void {
  test('what was applied is not applied again', async ({ fresh, log }) => {
    assert.equal(await migrate(fresh.db, migrations, log), { applied: [] });
  });

  test('a database of a newer version is refused', async ({ fresh, log }) => {
    await migrate(fresh.db, [...migrations, later('test/003_rename', 'stop')], log, { version: '0.4.0' });
    const error = await failure(migrate(fresh.db, migrations, log, { version: '0.3.9' }));
    assert.match(
      error.message,
      /\(test\/003_rename\): version 0\.4\.0 has used it, and this is 0\.3\.9\. Start version 0\.4\.0 again, or/,
    );
    assert.not.match(error.message, 'disabled_plugins');
  });

  test('the version before runs on with what is compatible, new features too; one further back does not', async ({
    fresh,
    log,
    logged,
  }) => {
    const newer = [later('test/003_widen', 'compatible'), later('links/001_create', 'compatible')];
    await migrate(fresh.db, [...migrations, ...newer], log, { version: '0.4.0' });
    for (const version of ['0.3.9', '0.4.0', '0.4.1']) {
      const known = version === '0.3.9' ? migrations : [...migrations, ...newer.slice(1)];
      assert.equal(await migrate(fresh.db, known, log, { version }), { applied: [] });
      const told = logged.at(-1) as unknown as { migrations: string[]; versions: string[] };
      assert.equal([told.migrations.includes('test/003_widen'), told.versions], [true, ['0.4.0']]);
    }
    const names = async (version: string) => {
      const { runsOn, stops } = await newerMigrations(fresh.db, migrations, version);
      return [runsOn, stops].map((rows) => rows.map(({ name }) => name));
    };
    assert.equal(await names('0.3.9'), [['test/003_widen'], []]);
    assert.equal(await names('0.2.9'), [[], ['test/003_widen']]);
    for (const version of ['0.2.9', '1.0.0'])
      assert.match(
        (await failure(migrate(fresh.db, migrations, log, { version }))).message,
        `version 0.4.0 has used it, and this is ${version}`,
      );
  });

  test('before what needs a stop is run, whoever knows of others is asked; a refusal changes nothing', async ({
    fresh,
    log,
  }) => {
    const asked: string[][] = [];
    const options = {
      beforeStop(names: readonly string[]): Promise<void> {
        asked.push([...names]);
        return Promise.reject(new Error('others run'));
      },
    };
    const list = [...migrations, later('test/003_widen', 'compatible'), later('test/004_rename', 'stop')];
    assert.match((await failure(migrate(fresh.db, list, log, options))).message, 'others run');
    assert.equal(asked, [['test/004_rename']]);
    assert.is((await fresh.db.knex('kernel_migrations')).length, migrations.length);
    const empty = await freshDatabase(kind, { log });
    assert.is((await migrate(empty.db, list, log, options)).applied.length, list.length);
    await empty.cleanup();
    assert.is((await migrate(fresh.db, list.slice(0, -1), log, options)).applied.length, 1);
  });

  test('a database from before the first release is refused first, and nothing is made in it', async ({
    log,
  }) => {
    const old = await freshDatabase(kind, { log });
    const { knex } = old.db;
    await knex.schema.createTable('kernel_migrations', (t) => {
      columns.ascii(t, 'name', 200).notNullable().primary();
      columns.timestamp(t, 'finished_at');
    });
    await knex('kernel_migrations').insert({ name: 'kernel/001_create_audit', finished_at: new Date() });
    const before = await tablesOf(knex, kind);
    for (const refused of [migrate(old.db, migrations, log), assertMigrated(old.db, migrations, [])])
      assert.match((await failure(refused)).message, /before the first release.*export its configuration/);
    assert.equal(await tablesOf(knex, kind), before);
    await old.cleanup();
  });

  test('a database of a plugin that is gone is refused with other advice, and few of many names', async ({
    fresh,
    log,
  }) => {
    const made = (number: number): Migration => ({
      name: `gone/00${number}_make`,
      kind: 'compatible',
      up: () => Promise.resolve(),
    });
    await migrate(fresh.db, [...migrations, ...[1, 2, 3, 4, 5].map(made)], log);
    const error = await failure(migrate(fresh.db, migrations, log));
    assert.match(
      error.message,
      /\(gone\/00\d_make, gone\/00\d_make, gone\/00\d_make and 2 more\): .*disabled_plugins/,
    );
  });

  test('managers that start together apply each migration once', async ({ fresh, log }) => {
    let runs = 0;
    const third: Migration = {
      name: 'test/003_create_more',
      kind: 'compatible',
      async up(knex) {
        runs++;
        await knex.schema.createTable('test_more', (t) => void columns.id(t));
      },
    };
    const list = [...migrations, third];
    const others = await Promise.all([fresh.openAgain(), fresh.openAgain()]);
    const results = await Promise.all([fresh.db, ...others].map((db) => migrate(db, list, log)));
    assert.is(runs, 1);
    assert.equal(
      results.flatMap((result) => result.applied),
      ['test/003_create_more'],
    );
  });

  test('managers that start together on an empty database do not collide', async ({ log }) => {
    const empty = await freshDatabase(kind, { log });
    const others = await Promise.all([empty.openAgain(), empty.openAgain()]);
    const results = await Promise.all([empty.db, ...others].map((db) => migrate(db, migrations, log)));
    assert.is(results.flatMap((result) => result.applied).length, migrations.length);
    await empty.cleanup();
  });

  test('a migration that fails is named, and does not count as applied', async ({ fresh, log }) => {
    const bad: Migration = {
      name: 'test/003_fail',
      kind: 'compatible',
      up: () => Promise.reject(new Error('no such thing')),
    };
    const error = await failure(migrate(fresh.db, [...migrations, bad], log));
    assert.match(error.message, /"test\/003_fail" failed: no such thing/);
    const rows = await fresh.db
      .knex('kernel_migrations')
      .where({ name: bad.name })
      .whereNotNull('finished_at');
    assert.is(rows.length, 0);
    if (kind === 'mariadb') {
      const again = await failure(migrate(fresh.db, [...migrations, bad], log));
      assert.match(again.message, 'was cut off half way');
    }
  });

  test('a table that bears the name of no or of another feature is refused', async ({ fresh, log }) => {
    const making = (migration: string, table: string): Migration => ({
      name: migration,
      kind: 'compatible',
      up: (knex) => knex.schema.createTable(table, (t) => void columns.id(t)),
    });
    const other = making('test-more/001_create_rows', 'test_more_rows');
    const told = async (list: Migration[]) =>
      (await failure(migrate(fresh.db, [...migrations, ...list], log))).message;
    const first = await told([making('test/003_create_rows', 'rows')]);
    assert.match(first, /the table rows is not named test_…, so it is not of test$/);
    if (kind === 'mariadb') return;
    assert.match(
      await told([making('test/003_steal_rows', 'test_more_rows'), other]),
      /test_more_rows is not named/,
    );
    assert.equal(await migrate(fresh.db, [...migrations, other], log), {
      applied: ['test-more/001_create_rows'],
    });
  });

  test('a name that is listed twice or badly formed is refused', async ({ fresh, log }) => {
    const twice = await failure(migrate(fresh.db, [...migrations, ...migrations.slice(0, 1)], log));
    assert.match(twice.message, 'listed twice');
    const bad = await failure(
      migrate(fresh.db, [{ name: 'x', kind: 'compatible', up: async () => {} }], log),
    );
    assert.match(bad.message, 'is not named');
  });
}
