import * as assert from 'uvu/assert';
import { ForeignKeyViolationError, UniqueViolationError } from 'objection';
import { v7 } from 'uuid';
import { clockSkewMs, fromTs, insertChunked, isUniqueViolation, ts } from '../database.ts';
import { systemClock } from '../../clock.ts';
import { excessOf } from '../excess.ts';
import { BaseModel, insertModels, patchModels, rowWith } from '../model.ts';
import { failure, Item, item, type Suite } from './support.ts';

/** Values come back as they were written. */
export function storesTypes(test: Suite): void {
  test('a model reads back what it wrote, to the millisecond', async ({ fresh }) => {
    const knex = fresh.db.knex;
    const createdAt = new Date('2030-03-31T01:30:00.123Z');
    const tags = [{ 'key a': 'ä€😀', n: 1 }, null];
    const written = item('first', { isHeld: true, tags, createdAt, sizeBytes: 2 ** 52 });
    await Item.query(knex).insert(written);
    const read = await Item.query(knex).findById(written.id ?? '');
    assert.equal({ ...read }, { ...written });
    assert.instance(read?.createdAt, Date);
  });

  test('what has more rows than it may have is found, wherever the reading was cut into slices', async ({
    fresh: { db },
  }) => {
    const items = ['a', 'b', 'c'].map((name) => item(name, { id: name.padEnd(36, '0') }));
    await insertModels(Item, db.knex, items);
    const notes = { a: 2, b: 4, c: 3 };
    const rows = Object.entries(notes).flatMap(([name, count]) =>
      Array.from({ length: count }, () => ({ item_id: name.padEnd(36, '0') })),
    );
    await db.knex.batchInsert('test_children', rows);
    const over = (most: number, slice: number) =>
      excessOf(db.reader, { table: 'test_children', column: 'item_id', most }, slice).then((ids) =>
        ids.map((id) => id[0]).join(''),
      );
    for (const slice of [1, 2, 3, 5, 8, 9, 100])
      assert.equal(
        [await over(1, slice), await over(2, slice), await over(3, slice), await over(4, slice)],
        ['abc', 'bc', 'b', ''],
        `slices of ${slice}`,
      );
  });

  test('times around the change to summer time keep their distance and their order', async ({ fresh }) => {
    const times = ['2030-03-31T00:59:59.999Z', '2030-03-31T01:00:00.000Z', '2030-03-31T02:30:00.001Z'];
    const rows = times.map((time, index) => item(`t${index}`, { createdAt: new Date(time) }));
    await insertModels(Item, fresh.db.knex, rows);
    const read = await Item.query(fresh.db.knex).orderBy('created_at');
    assert.equal(
      read.map((row) => row.createdAt.toISOString()),
      times,
    );
    const after = ts(new Date(times[1] ?? ''));
    assert.is((await Item.query(fresh.db.knex).where('created_at', '>', after)).length, 1);
    assert.is((await Item.query(fresh.db.knex).where('created_at', '<=', after)).length, 2);
    const raw = await fresh.db.knex('test_items').orderBy('created_at').first('created_at');
    assert.is(fromTs(raw.created_at)?.toISOString(), times[0]);
  });

  test('a partial update changes only what it names', async ({ fresh }) => {
    const row = item('patched', { tags: ['a'], isHeld: true });
    await Item.query(fresh.db.knex).insert(row);
    await Item.query(fresh.db.knex)
      .patch({ seenAt: new Date(5_000), isHeld: false })
      .where({ id: row.id });
    const read = await Item.query(fresh.db.knex).findById(row.id ?? '');
    assert.equal({ ...read }, { ...row, seenAt: new Date(5_000), isHeld: false });
  });

  test('rows that are patched in a hot spot are as any others, and are counted', async ({ fresh }) => {
    const knex = fresh.db.knex;
    const rows = ['one', 'two'].map((name) => item(name, { tags: ['a'], isHeld: true }));
    await insertModels(Item, knex, rows);
    const set = { seenAt: new Date(5_123), isHeld: false, tags: ['b', 'ä'], sizeBytes: undefined };
    const where = { id: rows[0]?.id ?? '', name: 'one' };
    assert.is(await patchModels(Item, knex, { where, set }), 1);
    assert.is(await patchModels(Item, knex, { where, set }), 1, 'also when nothing is new');
    assert.is(await patchModels(Item, knex, { where: { ...where, name: 'two' }, set }), 0);
    const read = await Item.query(knex).orderBy('name');
    const { sizeBytes: _none, ...changed } = set;
    assert.equal(
      read.map((row) => ({ ...row })),
      [{ ...rows[0], ...changed }, { ...rows[1] }],
    );
  });

  test('a row with other values shares what it still holds, however much that is', async ({ fresh }) => {
    const knex = fresh.db.knex;
    await insertModels(Item, knex, [item('one', { tags: ['a', 'b'], isHeld: true })]);
    const [read] = (await Item.query(knex)) as [Item];
    const next = rowWith(read, { name: 'two', isHeld: false }, { seenAt: new Date(5_000) });
    assert.instance(next, Item);
    assert.equal({ ...next }, { ...read, name: 'two', isHeld: false, seenAt: new Date(5_000) });
    assert.is(next.tags, read.tags);
    assert.equal([read.name, read.isHeld, read.seenAt], ['one', true, null]);
  });

  test('values of one column are read as such, and rows by the same statement are still rows', async ({
    fresh,
  }) => {
    const knex = fresh.db.knex;
    await insertModels(Item, knex, [item('one'), item('two')]);
    const names = () => knex('test_items').orderBy('name');
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await names().pluck('name'), ['one', 'two']);
      assert.equal(
        (await names().select('name')).map((row) => ({ ...row })),
        [{ name: 'one' }, { name: 'two' }],
      );
    }
    assert.equal(await names().select('name', 'id').pluck('name'), ['one', 'two']);
    const ids = (await names().select('id')).map(({ id }) => id as string);
    assert.equal(await names().select('name').pluck('id'), ids, 'also where the column is not the first');
  });

  test('names are compared exactly', async ({ fresh }) => {
    await insertModels(Item, fresh.db.knex, [item('name'), item('Name'), item('nâme')]);
    assert.is((await Item.query(fresh.db.knex).where('name', 'NAME')).length, 0);
    assert.is((await Item.query(fresh.db.knex).where('name', 'Name')).length, 1);
  });

  test('two thousand rows go in at once', async ({ fresh }) => {
    const rows = Array.from({ length: 2_000 }, (_, index) => item(`row ${index}`));
    await insertModels(Item, fresh.db.knex, rows);
    await insertChunked(
      fresh.db.knex,
      'test_children',
      rows.map((row) => ({ item_id: row.id, ratio: 0.5 })),
    );
    const [count] = await fresh.db.knex('test_children').count({ n: '*' }).sum({ ratio: 'ratio' });
    assert.equal({ ...count }, { n: 2_000, ratio: 1_000 });
  });

  test('bytes come back as they were', async ({ fresh }) => {
    const row = item('bytes');
    await Item.query(fresh.db.knex).insert(row);
    const bytes = Buffer.from([0, 255, 39, 92, 0]);
    await fresh.db.knex('test_children').insert({ item_id: row.id, bytes, note: "a 'quoted' \\ text" });
    const read = await fresh.db.knex('test_children').first('bytes', 'note');
    assert.ok(bytes.equals(read.bytes));
    assert.is(read.note, "a 'quoted' \\ text");
  });

  test('an update counts the rows it matched, also when they stay as they were', async ({ fresh }) => {
    await Item.query(fresh.db.knex).insert(item('same'));
    assert.is(await Item.query(fresh.db.knex).patch({ name: 'same' }).where({ name: 'same' }), 1);
    assert.is(await Item.query(fresh.db.knex).patch({ name: 'same' }).where({ name: 'other' }), 0);
  });

  test('the database tells the time', async ({ fresh }) => {
    assert.ok(Math.abs(await clockSkewMs(fresh.db, systemClock)) < 30_000);
  });
}

/** The errors of both databases are told apart alike. */
export function reportsErrors(test: Suite): void {
  test('a violated unique key is told apart', async ({ fresh }) => {
    await Item.query(fresh.db.knex).insert(item('twice'));
    const error = await failure(Item.query(fresh.db.knex).insert(item('twice')));
    assert.instance(error, UniqueViolationError);
    assert.ok(isUniqueViolation(error));
    const plain = await failure(
      fresh.db.knex('test_items').insert({ id: v7(), name: 'twice', created_at: new Date(), size_bytes: 0 }),
    );
    assert.ok(isUniqueViolation(plain));
  });

  test('a violated foreign key is told apart', async ({ fresh }) => {
    class Child extends BaseModel {
      static override tableName = 'test_children';
      declare itemId: string;
    }
    const error = await failure(Child.query(fresh.db.knex).insert({ itemId: v7() }));
    assert.instance(error, ForeignKeyViolationError);
    assert.not.ok(isUniqueViolation(error));
  });

  test('values do not get into error messages', async ({ fresh }) => {
    const error = await failure(fresh.db.knex('no_such_table').where({ token: 'very-secret' }));
    assert.not.match(error.message, 'very-secret');
  });
}
