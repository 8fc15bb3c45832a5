// databases: sqlite, mariadb
// What is true of reading the log on both databases.
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { plansOf } from '#test/support/scans.ts';
import { createFakeClock, type FakeClock } from '../../clock.ts';
import { migrate } from '../../db/migrate.ts';
import { createRunTx } from '../../db/tx.ts';
import { type Actor, machineActor, systemActor } from '../actor.ts';
import { createAudit, type AuditEntry } from './audit.ts';
import { auditMigrations } from './migrations.ts';
import { countAudit, listAudit, type AuditQuery } from './read.ts';
import { auditHash } from './rows.ts';

interface World {
  fresh: FreshDatabase;
  clock: FakeClock;
  record(...entries: AuditEntry[]): Promise<void>;
  /** Ids of the rows of a page. */
  ids(query: AuditQuery): Promise<number[]>;
}

const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });
const olga: Actor = { ...systemActor, kind: 'user', id: 'u-1', name: 'Olga', role: 'admin' };
const paul: Actor = { ...olga, id: 'u-2', name: 'Paul' };
const entry = (actor: Actor, action: AuditEntry['action'], id: string): AuditEntry => ({
  actor,
  address: null,
  action,
  resource: { kind: 'host', id, name: id },
  after: { note: 'ä' },
});

const test = suite<World>(`reading the audit log on ${dialect}`);
test.before.each(async (world) => {
  world.fresh = await freshDatabase(dialect);
  await migrate(world.fresh.db, auditMigrations, log);
  world.clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const audit = createAudit(world.clock, { note: () => undefined });
  const runTx = createRunTx(world.fresh.db, log);
  world.record = (...entries) =>
    runTx(async (tx) => {
      for (const one of entries) audit.record(tx, one);
    });
  world.ids = async (query) => (await listAudit(world.fresh.db.reader, query)).rows.map(({ rowId }) => rowId);
});
test.after.each(({ fresh }) => fresh.cleanup());

test('pages follow each other without a gap while rows are added, in both orders', async (world) => {
  const { reader } = world.fresh.db;
  const rows = Array.from({ length: 7 }, (_, index) => entry(olga, 'host.updated', `h-${index}`));
  await world.record(...rows);
  const first = await listAudit(reader, { limit: 3 });
  assert.equal(
    first.rows.map(({ rowId }) => rowId),
    [7, 6, 5],
  );
  await world.record(entry(olga, 'host.updated', 'h-new'));
  const second = await listAudit(reader, { limit: 3, cursor: first.nextCursor ?? '' });
  assert.equal(
    second.rows.map(({ rowId }) => rowId),
    [4, 3, 2],
  );
  const third = await listAudit(reader, { limit: 3, cursor: second.nextCursor ?? '' });
  assert.equal([third.rows.map(({ rowId }) => rowId), third.nextCursor], [[1], null]);
  const oldest = await listAudit(reader, { limit: 4, order: 'oldest' });
  assert.equal(
    oldest.rows.map(({ rowId }) => rowId),
    [1, 2, 3, 4],
  );
  assert.equal(await world.ids({ order: 'oldest', cursor: oldest.nextCursor ?? '' }), [5, 6, 7, 8]);
  assert.equal((await listAudit(reader, { limit: 8 })).nextCursor, null);
  assert.is((await listAudit(reader, { limit: 1_000_000 })).rows.length, 8);
  for (const cursor of ['', 'x', Buffer.from('r-1').toString('base64url')])
    await listAudit(reader, { cursor }).then(
      () => assert.unreachable(cursor),
      (error: { code: string }) => assert.is(error.code, 'VALIDATION_FAILED'),
    );
});

test('filters by actor, action and resource hold together, and the count is of them', async (world) => {
  await world.record(
    entry(olga, 'host.created', 'h-1'),
    entry(paul, 'host.updated', 'h-1'),
    entry(olga, 'host.updated', 'h-2'),
    entry(systemActor, 'host.updated', 'h-1'),
    entry(machineActor('root'), 'audit.verified', 'none'),
  );
  assert.equal(await world.ids({ actor: 'u-1' }), [3, 1]);
  assert.equal(await world.ids({ actor: 'system' }), [4]);
  assert.equal(await world.ids({ actor: 'machine' }), [5]);
  assert.equal(await world.ids({ action: 'host.updated' }), [4, 3, 2]);
  assert.equal(await world.ids({ resource: 'h-1' }), [4, 2, 1]);
  const both = { action: 'host.updated', resource: 'h-1' };
  assert.equal(await world.ids({ ...both, actor: 'u-2' }), [2]);
  assert.equal(await world.ids({ actor: 'U-1' }), [], 'compared exactly');
  assert.is(await countAudit(world.fresh.db.reader, { ...both, limit: 1 }), 2);
});

test('no count without a filter, or by one filter or by times, reads the rows themselves', async (world) => {
  if (dialect !== 'sqlite') return;
  await world.record(entry(olga, 'host.created', 'h-1'));
  const { db } = world.fresh;
  const from = world.clock.now();
  const alone: AuditQuery[] = [{}, { from }, { from, to: new Date(from.getTime() + HOUR_MS) }];
  for (const query of [...alone, { actor: 'u-1' }, { action: 'host.created' }, { resource: 'h-1' }]) {
    let counted = 0;
    const plans = await plansOf(db, async () => (counted = await countAudit(db.reader, query)));
    assert.is(counted, 1);
    for (const { sql, steps } of plans)
      for (const step of steps) assert.match(step, 'USING COVERING INDEX', `${sql}: ${step}`);
  }
});

test('times are inclusive at the start and exclusive at the end, also where a clock went back', async (world) => {
  const from = world.clock.now();
  const at = (hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
  for (let hour = 0; hour < 8; hour++) {
    await world.record(entry(olga, 'host.updated', `h-${hour}`));
    await world.clock.advance(HOUR_MS);
  }
  assert.equal(await world.ids({ from: at(3), to: at(5) }), [5, 4]);
  assert.equal(await world.ids({ from: at(6) }), [8, 7]);
  assert.equal(await world.ids({ to: at(2), order: 'oldest' }), [1, 2]);
  assert.equal(await world.ids({ from: at(20) }), []);
  assert.is(await countAudit(world.fresh.db.reader, { from: at(3), to: at(5) }), 2);
  // Another manager, 5 s behind, wrote row 5 just after row 4 and with an earlier time.
  const earlier = new Date(at(3).getTime() - 5_000);
  await world.fresh.db.knex('kernel_audit').where('row_id', 5).update({ at: earlier });
  assert.equal(await world.ids({ from: at(2), to: at(4) }), [5, 4, 3]);
  assert.equal(await world.ids({ from: at(3), to: at(4) }), [4]);
});

test('rows that a clock ahead has dated into the future hide none that were written after it was set back', async (world) => {
  const { db } = world.fresh;
  const fromMs = world.clock.now().getTime();
  const at = (hours: number): Date => new Date(fromMs + hours * HOUR_MS);
  // By their ids: the clock was 50 hours ahead for the fifth and sixth row, and got there again at the eleventh.
  const hours = [0, 1, 2, 3, 54, 55, 5, 6, 7, 8, 54.5, 55.5, 60];
  const rows = hours.map(() => entry(olga, 'host.updated', 'h-1'));
  const dated = async (count: number): Promise<void> => {
    for (const [index, hour] of hours.slice(0, count).entries())
      await db
        .knex('kernel_audit')
        .where('row_id', index + 1)
        .update({ at: at(hour) });
  };
  const within = (count: number, from: number, to: number): number[] =>
    hours.flatMap((hour, index) => (index < count && hour >= from && hour < to ? [index + 1] : [])).reverse();
  const range = (from: number, to: number): AuditQuery => ({ from: at(from), to: at(to) });
  await world.record(...rows.slice(0, 10));
  await dated(10);
  for (const [from, to] of [
    [0, 9],
    [4, 9],
    [0, 40],
    [6, 53],
  ] as const) {
    const expected = within(10, from, to);
    assert.equal(await world.ids(range(from, to)), expected, `${from} to ${to}, still behind`);
    assert.is(await countAudit(db.reader, { ...range(from, to), actor: 'u-1' }), expected.length);
  }
  await world.record(...rows.slice(10));
  await dated(hours.length);
  for (const [from, to] of [
    [0, 9],
    [4, 52.9],
    [0, 53.5],
    [0, 54.2],
  ] as const)
    assert.equal(
      await world.ids(range(from, to)),
      within(hours.length, from, to),
      `${from} to ${to}, there again`,
    );
});

test('a count by a filter and by times is exact, and reads the rows themselves only near its ends', async (world) => {
  const { db } = world.fresh;
  const fromMs = world.clock.now().getTime();
  const at = (hours: number): Date => new Date(fromMs + hours * HOUR_MS);
  // Half hours of the rows by their ids: the third and fourth were written by managers whose clocks differ.
  const halfHours = [0, 1, 3, 2, 6, 8, 10, 11, 14, 20];
  for (const [index] of halfHours.entries())
    await world.record(entry(index % 3 === 1 ? paul : olga, 'host.updated', 'h-1'));
  for (const [index, half] of halfHours.entries())
    await db
      .knex('kernel_audit')
      .where('row_id', index + 1)
      .update({ at: at(half / 2) });
  const byOlga = halfHours.filter((_, index) => index % 3 !== 1);
  for (let from = 0; from <= 11; from += 0.5)
    for (let to = from; to <= 11; to += 0.5)
      assert.is(
        await countAudit(db.reader, { actor: 'u-1', from: at(from), to: at(to) }),
        byOlga.filter((half) => half / 2 >= from && half / 2 < to).length,
        `from ${from} to ${to}`,
      );
  assert.is(await countAudit(db.reader, { actor: 'u-1', from: at(2) }), 4);
  assert.is(await countAudit(db.reader, { actor: 'u-1', to: at(5) }), 4);
  if (dialect !== 'sqlite') return;
  const plans = await plansOf(db, () => countAudit(db.reader, { actor: 'u-1', from: at(1), to: at(9) }));
  const middle = plans.filter(({ sql }) => sql.includes('count(*)') && !sql.includes('`at`'));
  assert.is(middle.length, 1);
  assert.match(middle[0]?.steps[0] ?? '', 'USING COVERING INDEX');
});

test('a row is what was hashed, and one that was edited out of form is shown as such', async (world) => {
  await world.record(entry(olga, 'host.created', 'h-1'), entry(olga, 'host.updated', 'h-2'));
  const edit = (text: string) => world.fresh.db.knex('kernel_audit').where('row_id', 2).update({ text });
  await edit('{"actor":{}}');
  assert.is((await listAudit(world.fresh.db.reader, {})).rows[0]?.content, null);
  await edit('gone');
  const { rows } = await listAudit(world.fresh.db.reader, {});
  const [edited, sound] = rows;
  assert.equal([edited?.text, edited?.content], ['gone', null]);
  assert.is(sound?.hash, auditHash(sound?.text ?? ''));
  assert.equal(sound?.content?.resource, { kind: 'host', id: 'h-1', name: 'h-1' });
  assert.equal(sound?.content?.after, { note: 'ä' });
  assert.is(sound?.at.toISOString(), '2026-01-15T12:00:00.000Z');
});

test.run();
