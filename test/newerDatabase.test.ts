// tier: night
// needs: mariadb
// time-limit: 240
// An upgrade with several managers where one of them was forgotten: it still runs while a newer version migrates.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from './support/databases.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite<{ fresh: FreshDatabase; manager: ManagerProcess }>('a database that becomes newer');

test.before(async (context) => {
  context.fresh = await freshDatabase('mariadb');
  const env = { DATABASE_URL: context.fresh.address.url ?? '' };
  context.manager = await createManager({ port: 0, env });
  await context.manager.start();
});
test.after(async ({ fresh, manager }) => {
  await manager.kill();
  await fresh.cleanup();
});

const noted = (name: string, kind: string) => ({
  name,
  kind,
  version: '0.999.0',
  started_at: new Date(),
  finished_at: null,
});

test('a manager stops when a newer version has migrated, and not because of a plugin that another one has', async ({
  fresh,
  manager,
}) => {
  const migrations = fresh.db.knex('kernel_migrations');
  await migrations.clone().insert(noted('plugin-of-another/001_create_things', 'stop'));
  await migrations.clone().insert(noted('hosts/999_from_the_future', 'stop'));
  assert.is(await manager.ended(), 1);
  const told = manager.output.split('\n').filter((line) => line.includes('a newer version has migrated'));
  assert.is(told.length, 1, manager.warnings);
  assert.equal((JSON.parse(told[0] ?? '') as { migrations: string[] }).migrations, [
    'hosts/999_from_the_future',
  ]);
  // It has ended in good order: its listener was closed before, and nothing failed.
  assert.not.match(manager.output, /did not stop in time|stopped with an error/);
});

test.run();
