// needs: mariadb
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from '../test/support/databases.ts';
import { migrationsOf } from './kernel/boot/loader.ts';
import { migrate } from './kernel/db/migrate.ts';
import { tablesOf } from './kernel/db/migrateTables.ts';
import { core, plugins } from './plugins.ts';
import { restoreSchema } from './testingSchema.ts';
import { describeSchema } from './testingSchemaMariadb.ts';

const test = suite('the schema that test apps begin with on MariaDB');

const features = [...core, ...plugins];
const withoutTimes = (sql: string): string =>
  sql.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+/g, 'a time');

test('what is restored is what the migrations make, and a second manager finds it', async () => {
  const [restored, migrated] = [await freshDatabase('mariadb'), await freshDatabase('mariadb')];
  const again = await restored.openAgain();
  await Promise.all([restored.db, again].map((db) => restoreSchema(db, features, [])));
  assert.is(
    (await migrate(migrated.db, migrationsOf(features), pino({ level: 'silent' }))).applied.length > 25,
    true,
  );
  const [one, other] = [await describeSchema(restored.db), await describeSchema(migrated.db)];
  assert.is(withoutTimes(one), withoutTimes(other));
  await restored.db.knex('kernel_migrations').where('name', 'like', 'reports/%').del();
  await restoreSchema(restored.db, features, []);
  assert.is.not(withoutTimes(await describeSchema(restored.db)), withoutTimes(other));
  for (const place of [restored, migrated]) await place.cleanup();
});

test('no database is left over for what a test makes itself', async () => {
  const place = await freshDatabase('mariadb');
  const { knex } = place.db;
  const fail = (): Promise<void> => Promise.reject(new Error('no such luck'));
  const failing = { name: 'shelves', migrations: [{ name: 'shelves/001_fail', up: fail }] };
  await restoreSchema(place.db, [failing as never], []);
  assert.equal([...(await tablesOf(knex, 'mariadb'))], []);
  const own = new URL(place.address.url ?? '').pathname.slice(1);
  const names: string[] = await knex('information_schema.schemata').pluck('schema_name');
  assert.equal(
    names.filter((name) => name.startsWith(own)),
    [own],
  );
  await place.cleanup();
});

test.run();
