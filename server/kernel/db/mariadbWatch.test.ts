// needs: mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { Cable } from '#test/support/cable.ts';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { databaseFailureOf } from './failure.ts';
import { connectMariadb } from './mariadb.ts';
import { failure } from './testing/support.ts';
import { createRunTx } from './tx.ts';

const log = pino({ level: 'silent' });
const test = suite<{ fresh: FreshDatabase; cable: Cable; knex: Knex }>('MariaDB that is gone without a word');

test.before.each(async (context) => {
  context.fresh = await freshDatabase('mariadb');
  const url = new URL(context.fresh.address.url ?? '');
  context.cable = await Cable.open({ host: url.hostname, port: Number(url.port) });
  url.port = String(context.cable.port);
  context.knex = connectMariadb(url.href, log, { readonly: false, watchEveryMs: 100 });
});
test.after.each(async ({ fresh, cable, knex }) => {
  await cable.close();
  await knex.destroy();
  await fresh.cleanup();
});

test('a statement fails as lost when the server stops to answer, and so do idle connections', async ({
  cable,
  knex,
}) => {
  await Promise.all([knex.raw('select sleep(0.1)'), knex.raw('select sleep(0.1)')]);
  cable.stall();
  const lost = await failure(knex.raw('select 1'));
  assert.is(databaseFailureOf(lost), 'lost');
  cable.mend();
  const [[row]] = (await knex.raw('select 1 as one')) as [[{ one: number }]];
  assert.is(row.one, 1, 'a new connection is used, not the other dead one');
});

test('a statement on a connection that the server has forgotten fails, while the server answers', async ({
  cable,
  knex,
}) => {
  // No transaction: the server itself would end that.
  await knex.raw('select 1');
  cable.stall();
  cable.mend();
  const lost = await failure(knex.raw('select 1'));
  assert.is(databaseFailureOf(lost), 'lost');
});

test('a statement that takes long is left to its work', async ({ knex }) => {
  const [[row]] = (await knex.raw('select sleep(2) as done')) as [[{ done: number }]];
  assert.is(row.done, 0);
});

test('a transaction whose manager is gone gives its locks back within seconds', async ({
  fresh,
  cable,
  knex,
}) => {
  await knex.schema.createTable('test_rows', (t) => void t.integer('id').primary());
  await knex('test_rows').insert({ id: 1 });
  const trx = await knex.transaction();
  await trx('test_rows').where('id', 1).forUpdate();
  cable.stall();
  const changed = await createRunTx(
    fresh.db,
    log,
  )((tx) => tx.knex('test_rows').where('id', 1).update({ id: 2 }));
  assert.is(changed, 1);
  await failure(trx.raw('select 1'));
  await trx.rollback();
});

test('who waits for a connection in vain learns whether the server is gone, or all connections are at work', async ({
  fresh,
  cable,
}) => {
  const url = new URL(fresh.address.url ?? '');
  url.port = String(cable.port);
  // The watch comes too late here, as it does for those who began to wait with it.
  const options = { readonly: false, watchEveryMs: 60_000, acquireWithinMs: 500 };
  const knex = connectMariadb(url.href, log, options);
  try {
    const working = Array.from({ length: 10 }, () => failure(knex.raw('select sleep(60)')));
    const busy = await failure(knex.raw('select 1'));
    assert.is(databaseFailureOf(busy), 'busy', busy.message);
    cable.stall();
    const lost = await Promise.all([failure(knex.raw('select 1')), failure(knex.transaction())]);
    assert.equal(lost.map(databaseFailureOf), ['lost', 'lost']);
    cable.cut();
    await Promise.all(working);
  } finally {
    await knex.destroy();
  }
});

test.run();
