// needs: mariadb
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { startMariadb } from '#scripts/tests/services.ts';
import { freshDatabase, testMariadbUrl } from '#test/support/databases.ts';
import type { FreshDatabase } from '#test/support/databases.ts';
import { failure } from './testing/support.ts';
import { mariadbPool, type Database } from './database.ts';
import { openDatabase } from './open.ts';
import { createRunTx, type Tx } from './tx.ts';

const log = pino({ level: 'silent' });
const test = suite<{ fresh: FreshDatabase }>('MariaDB alone');

test.before.each(async (context) => {
  context.fresh = await freshDatabase('mariadb');
  await context.fresh.db.knex.schema.createTable('test_rows', (t) => {
    t.integer('id').primary();
    t.integer('n').notNullable();
    t.string('name', 5);
  });
  await context.fresh.db.knex('test_rows').insert([
    { id: 1, n: 0 },
    { id: 2, n: 0 },
  ]);
});
test.after.each(({ fresh }) => fresh.cleanup());

test('the victim of a deadlock runs again as a whole, and its first effects are forgotten', async ({
  fresh,
}) => {
  const runTx = createRunTx(fresh.db, log);
  const bothHold = barrier(2);
  let runs = 0;
  let effects = 0;
  const add = (order: [number, number]) =>
    runTx(async (tx) => {
      runs++;
      tx.afterCommit(() => void effects++);
      await tx.knex('test_rows').where({ id: order[0] }).increment('n', 1);
      await bothHold();
      await tx.knex('test_rows').where({ id: order[1] }).increment('n', 1);
    });
  await Promise.all([add([1, 2]), add([2, 1])]);
  assert.is(runs, 3);
  assert.is(effects, 2);
  assert.equal(
    (await fresh.db.knex('test_rows').orderBy('id')).map((row) => row.n),
    [2, 2],
  );
});

/** The error of a transaction that does `work`, and how often it ran. */
async function runsOf(
  db: Database,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ message: string; runs: number }> {
  let runs = 0;
  const { message } = await failure(
    createRunTx(
      db,
      log,
    )(async (tx) => {
      runs++;
      await work(tx);
    }),
  );
  return { message, runs };
}

test('a key that is there for good is told after three runs: the first ones may have lost a race', async ({
  fresh,
}) => {
  const { message, runs } = await runsOf(fresh.db, (tx) => tx.knex('test_rows').insert({ id: 1, n: 0 }));
  assert.match(message, 'Duplicate entry');
  assert.is(runs, 3);
});

test('any other error is not tried again', async ({ fresh }) => {
  const row = { id: 4, n: 0, name: 'too long' };
  const { message, runs } = await runsOf(fresh.db, (tx) => tx.knex('test_rows').insert(row));
  assert.match(message, 'too long');
  assert.is(runs, 1);
});

test('every session is strict, in UTC, and reads what is committed', async ({ fresh }) => {
  const [rows] = await fresh.db.knex.raw(
    'select @@time_zone as zone, @@tx_isolation as isolation, @@sql_mode as mode',
  );
  assert.is(rows[0].zone, '+00:00');
  assert.is(rows[0].isolation, 'READ-COMMITTED');
  assert.match(rows[0].mode, 'STRICT_ALL_TABLES');
  assert.match(
    (await failure(fresh.db.knex('test_rows').insert({ id: 3, n: 0, name: 'too long' }))).message,
    'too long',
  );
});

/** What some servers run at the beginning of each session whose user may not administer the server. */
const ODD_SESSION = [
  'SET NAMES latin1',
  'SET autocommit = 0, completion_type = 1, sql_safe_updates = 1, sql_select_limit = 1',
  'SET SESSION TRANSACTION READ ONLY',
].join('; ');

test('what the server sets for its sessions changes nothing: no character ends the text that it stands in', async ({
  fresh,
}) => {
  const admin = fresh.db.knex;
  const url = new URL(fresh.address.url ?? '');
  const schema = url.pathname.slice(1);
  [url.username, url.password] = [schema, 'plain'];
  await admin.raw(`create user ${schema}@'%' identified by 'plain'`);
  await admin.raw(`grant all on ${schema}.* to ${schema}@'%'`);
  await admin.raw('set global init_connect = ?', [ODD_SESSION]);
  const db = await openDatabase({ url: url.href, log });
  try {
    // In latin1 the driver would write the last eight bits of ħ, which are those of a quotation mark.
    const rows = () => db.knex('test_rows').orderBy('id').pluck('name');
    await db.knex('test_rows').where({ name: null }).update({ name: 'ħŁ😀' });
    assert.equal(await rows(), ['ħŁ😀', 'ħŁ😀']);
    assert.equal(await admin('test_rows').orderBy('id').pluck('name'), ['ħŁ😀', 'ħŁ😀'], 'it is committed');
    await db.knex('test_rows').delete();
    assert.equal(await rows(), []);
  } finally {
    await db.close();
    await admin.raw("set global init_connect = ''");
    await admin.raw(`drop user ${schema}@'%'`);
  }
});

test('text of a table that names no collation is compared exactly too', async ({ fresh }) => {
  await fresh.db.knex('test_rows').where({ id: 1 }).update({ name: 'Abc' });
  assert.is((await fresh.db.knex('test_rows').where({ name: 'abc' })).length, 0);
});

test('an address without a database, and a wrong password, are told', async () => {
  const url = new URL(testMariadbUrl());
  url.pathname = '/';
  assert.match((await failure(openDatabase({ url: url.href, log }))).message, 'names no database');
  url.password = 'wrong';
  url.pathname = '/x';
  const error = await failure(openDatabase({ url: url.href, log }));
  assert.match(error.message, 'Access denied');
  assert.match(
    error.message,
    `${url.username}@${url.host}/x`,
    'which database, of the several that there may be',
  );
  assert.not.match(error.message, 'wrong');
});

test('a parameter of the address that would be ignored is refused: the connection would be plain', async () => {
  const url = new URL(testMariadbUrl());
  url.pathname = '/x';
  for (const query of ['ssl=true', 'tls=yes', 'TLS=true']) {
    url.search = query;
    const { message } = await failure(openDatabase({ url: url.href, log }));
    assert.match(message, `not this ${query.split('=')[0]}`);
  }
  url.search = 'tls_ca=/no/such.pem';
  assert.match((await failure(openDatabase({ url: url.href, log }))).message, '/no/such.pem');
});

/** Resolves for all once `count` callers have arrived, and at once for those that come later. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (++arrived >= count) open();
    return opened;
  };
}

test('a fresh server, whose anonymous users stand in the way, is told with the cause, and opens once they are gone', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const programs = { server: '/usr/sbin/mariadbd', installer: '/usr/bin/mariadb-install-db' };
  const { env, service } = await startMariadb({ root, ...programs, isFresh: true });
  try {
    const options = { url: env['TEST_MARIADB_URL'] ?? '', log };
    const { message } = await failure(openDatabase(options));
    assert.match(message, /Access denied for user 'fleetmend'@'localhost'.*anonymous users/);
    assert.not.match(message, ':fleetmend@');
    const remove = "delete from mysql.global_priv where user = ''; flush privileges";
    spawnSync('mariadb', ['-uroot', '-S', env['TEST_MARIADB_SOCKET'] ?? '', '-e', remove]);
    await (await openDatabase(options)).close();
  } finally {
    await service.stop();
  }
});

test('transactions leave connections for what is read beside them', async ({ fresh: { db } }) => {
  const runTx = createRunTx(db, log);
  const readings = Array.from({ length: 2 * mariadbPool.connections }, () =>
    runTx(async (tx) => {
      await tx.knex.raw('select 1');
      return (await db.now()).getTime();
    }),
  );
  assert.is((await Promise.all(readings)).length, 2 * mariadbPool.connections);
});

test.run();
