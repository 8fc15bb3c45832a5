import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestApp } from '../testing.ts';
import { systemActor } from './actor.ts';
import { auditHash, GENESIS_HASH, type AuditText } from './audit.ts';

const test = suite('audit');
const entry = (action: string, after?: unknown) => ({
  actor: systemActor,
  address: null,
  action,
  resource: { kind: 'thing', id: '1' },
  after,
});

test('rows form a chain that can be computed again from the stored text', async () => {
  const app = await createTestApp({ features: [] });
  const { ctx } = app;
  await ctx.tx(async (tx) => {
    ctx.audit.record(tx, entry('thing.made', { password: 'hunter2', note: 'Ünïcode' }));
    ctx.audit.record(tx, entry('thing.changed'));
  });
  await ctx.tx(async (tx) => ctx.audit.record(tx, entry('thing.gone')));
  const rows = await ctx.db
    .reader<{ row_id: number; text: string; hash: string }>('kernel_audit')
    .orderBy('row_id');
  let previous = GENESIS_HASH;
  for (const row of rows) {
    const text = JSON.parse(row.text) as AuditText;
    assert.is(text.prev_hash, previous);
    assert.is(auditHash(row.text), row.hash);
    previous = row.hash;
  }
  assert.equal(
    rows.map(({ row_id }) => row_id),
    [1, 2, 3],
  );
  assert.not.match(rows.map(({ text }) => text).join(''), /hunter2/);
  await app.stop();
});

test('a mutation whose audit row cannot be written fails whole', async () => {
  const app = await createTestApp({ features: [] });
  const { ctx } = app;
  await ctx.tx(({ knex }) => knex('kernel_audit_head').delete());
  const change = ctx.tx(async (tx) => {
    await tx.knex('kernel_settings').insert({ name: 'x', value: '{}', version: 1 });
    ctx.audit.record(tx, entry('setting.changed'));
  });
  await change.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /head row is missing/),
  );
  assert.equal(await ctx.db.reader('kernel_settings'), []);
  await app.stop();
});

test('transactions that run into each other leave one unbroken chain', async () => {
  const app = await createTestApp({ features: [] });
  const { ctx } = app;
  await Promise.all(
    Array.from({ length: 25 }, (_, i) => ctx.tx(async (tx) => ctx.audit.record(tx, entry('thing.made', i)))),
  );
  const rows = await ctx.db
    .reader<{ row_id: number; text: string; hash: string }>('kernel_audit')
    .orderBy('row_id');
  const broken = rows.filter(
    (row, i) => (JSON.parse(row.text) as AuditText).prev_hash !== (rows[i - 1]?.hash ?? GENESIS_HASH),
  );
  assert.equal([rows.length, broken.length], [25, 0]);
  await app.stop();
});

test.run();
