// databases: sqlite, mariadb
// What the integrity check finds, on both databases.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import { seeded } from '#test/support/random.ts';
import type { AuditError } from './check.ts';
import { auditHash, type AuditRow, type AuditText } from './rows.ts';
import { beginLog, endLog, rowAt, type LogWorld } from './testing/logWorld.ts';

const ROWS = 250;

const test = suite<LogWorld>(`findings of the check of the audit on ${dialect}`);
test.before.each(async (world) => {
  await beginLog(world, dialect);
  for (const rows of [100, 100, 50]) await world.grow(rows);
});
test.after.each(endLog);

const rowsOf = ({ place }: LogWorld) => place.db.knex<AuditRow>('kernel_audit');
const faults = async (world: LogWorld) =>
  (await world.check()).errors.map(({ rowId, fault }) => [rowId, fault]);
const only = async (world: LogWorld): Promise<AuditError | undefined> => {
  const { errors } = await world.check();
  return errors.length === 1 ? errors[0] : undefined;
};
/** Random places in the middle of the chain, the same in each run. */
const places = (count: number): number[] => {
  const random = seeded(9);
  return Array.from({ length: count }, () => 2 + Math.floor(random() * (ROWS - 3)));
};
const edit = ({ text }: AuditRow): string => text.replace('"host.updated"', '"host.deleted"');

/** Computes every hash anew from a row on, as an attacker with the whole database would. */
async function rebuild(world: LogWorld, from: number, change: (text: AuditText) => AuditText): Promise<void> {
  let prev = (await rowAt(world, from - 1)).hash;
  for (const row of await rowsOf(world).where('row_id', '>=', from).orderBy('row_id')) {
    const text = JSON.parse(row.text) as AuditText;
    const next = canonicalize({
      ...(Number(row.row_id) === from ? change(text) : text),
      prev_hash: prev,
    }) as string;
    prev = auditHash(next);
    await rowsOf(world).where('row_id', row.row_id).update({ text: next, hash: prev });
  }
  await world.place.db.knex('kernel_audit_head').update({ hash: prev });
}

test('a row whose text, hash or columns were edited is named, wherever it is', async (world) => {
  for (const id of [1, ...places(1), ROWS]) {
    const row = await rowAt(world, id);
    const { text, hash } = row;
    const set = (values: object) => rowsOf(world).where('row_id', id).update(values);
    await set({ text: edit(row) });
    const edited = await only(world);
    assert.equal([edited?.rowId, edited?.fault, edited?.expectedHash], [id, 'edited', hash]);
    await set({ text: edit(row), hash: auditHash(edit(row)) });
    assert.equal(await faults(world), [[id, 'edited']], `${id}, with its hash`);
    await set({ text, hash: auditHash('x') });
    assert.equal(await faults(world), [[id, 'edited']], `${id}, the hash alone`);
    await set({ hash, resource_id: 'h-other' });
    assert.equal(await faults(world), [[id, 'edited']], `${id}, a column`);
    await set({ text: 'no JSON', hash: auditHash('no JSON'), resource_id: row.resource_id });
    assert.equal((await faults(world)).at(-1), [id, 'edited'], `${id}, no JSON`);
    await set({ text });
    await set({ hash });
  }
  assert.equal(await faults(world), []);
});

test('rows that were deleted are each named', async (world) => {
  for (const id of [1, ...places(1)]) {
    const rows = await rowsOf(world)
      .whereIn('row_id', [id, id + 1])
      .orderBy('row_id');
    await rowsOf(world)
      .whereIn('row_id', [id, id + 1])
      .delete();
    const { errors, rowsChecked } = await world.check();
    assert.is(rowsChecked, 248);
    assert.equal(
      errors.map(({ rowId, fault, expectedHash, actualHash }) => [rowId, fault, expectedHash, actualHash]),
      [
        [id, 'deleted', '', ''],
        [id + 1, 'deleted', rows[1]?.hash, ''],
      ],
    );
    await rowsOf(world).insert(rows);
  }
});

test('two rows that changed places are named', async (world) => {
  for (const id of places(3)) {
    const move = (from: number, to: number) => rowsOf(world).where('row_id', from).update({ row_id: to });
    const swap = async () => {
      await move(id, 9_999);
      await move(id + 1, id);
      await move(9_999, id + 1);
    };
    await swap();
    const found = await faults(world);
    assert.equal(
      found.filter(([, fault]) => fault === 'reordered'),
      [
        [id, 'reordered'],
        [id + 1, 'reordered'],
      ],
    );
    await swap();
  }
});

test('a head that is gone is an error with an empty actual hash', async (world) => {
  await world.place.db.knex('kernel_audit_head').delete();
  const { hash } = await rowAt(world, ROWS);
  assert.equal((await world.check()).errors, [
    { rowId: 250, fault: 'head_missing', expectedHash: hash, actualHash: '' },
  ]);
});

test('a tail that was cut off, and a head that was put back, are found', async (world) => {
  const head = world.place.db.knex('kernel_audit_head');
  const last = await rowAt(world, ROWS);
  const before = await rowAt(world, ROWS - 1);
  await rowsOf(world).where('row_id', ROWS).delete();
  const cut = { rowId: 250, fault: 'cut', expectedHash: last.hash, actualHash: '' };
  assert.equal((await world.check()).errors, [cut]);
  await head.clone().update({ row_id: ROWS - 1, hash: before.hash });
  assert.equal((await world.check()).errors, [cut], 'the head put back as well');
  await rowsOf(world).insert(last);
  assert.equal(await faults(world), [[250, 'beyond_head']]);
});

const fileOf = ({ dir }: LogWorld) => join(dir, 'audit-checkpoints.jsonl');
const signedRows = (world: LogWorld): number[] =>
  readFileSync(fileOf(world), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { rows: number }).rows);

test('a chain that was made anew from an edited row on contradicts the checkpoint', async (world) => {
  const [id] = places(1) as [number];
  await rebuild(world, id, (text) => ({ ...text, address: '10.9.9.9' }));
  const contradicted = signedRows(world).filter((row) => row >= id);
  assert.is(contradicted.at(-1), ROWS);
  assert.equal(
    await faults(world),
    contradicted.map((row) => [row, 'edited']),
  );
});

test('a checkpoint that was forged, changed or taken away is told, and half a line is not one', async (world) => {
  const whole = readFileSync(fileOf(world), 'utf8');
  appendFileSync(fileOf(world), '{"v":1,"rows":25');
  assert.equal(await faults(world), []);
  writeFileSync(fileOf(world), whole.replace(/"rows":\d+/, '"rows":1'));
  assert.equal((await faults(world)).at(-1)?.[1], 'checkpoints_damaged');
  writeFileSync(fileOf(world), '');
  assert.equal(await faults(world), [[250, 'checkpoints_damaged']]);
});

test.run();
