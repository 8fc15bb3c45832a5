// databases: sqlite, mariadb
// An older copy of the database is put back beside the manager's checkpoints.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import { thinned } from './checkpointFile.ts';
import { beginLog, endLog, faultsOf, rowAt, type LogWorld } from './testing/logWorld.ts';

const test = suite<LogWorld>(`the audit log after a restore on ${dialect}`);
test.before.each((world) => beginLog(world, dialect));
test.after.each(endLog);

test('a copy that was put back is no cut log once somebody has said so, and what is signed later counts', async (world) => {
  await world.grow(100);
  await world.grow(50);
  const putBack = await world.copied();
  await world.grow(100);
  assert.ok((await world.check()).intact);
  await putBack();
  assert.equal(faultsOf(await world.check())[0], ['cut', 151]);
  const restored = await world.accept();
  assert.equal([restored?.keptRows, restored?.lost.rows], [150, 250]);
  const check = await world.check();
  assert.equal([check.intact, check.rowsChecked, check.coveredRows], [true, 151, 151]);
  const last = await rowAt(world, 151);
  assert.equal(JSON.parse(last.text), {
    ...(JSON.parse(last.text) as object),
    action: 'audit.restored',
    actor: { kind: 'machine', id: null, name: 'root' },
    after: { rows: 150, reason: 'The disk died.' },
  });
  await world.grow(60);
  assert.ok((await world.check()).intact);
  await world.place.db.knex('kernel_audit').where('row_id', '>', 180).delete();
  await world.place.db
    .knex('kernel_audit_head')
    .update({ row_id: 180, hash: (await rowAt(world, 180)).hash });
  assert.equal(faultsOf(await world.check())[0], ['cut', 181], 'a tail that is cut off later is told');
});

test('a manager that went on upon the copy can say so later; its own checkpoints up to there stay', async (world) => {
  await world.grow(100);
  const putBack = await world.copied();
  await world.grow(100);
  await world.grow(50);
  await putBack();
  await world.grow(70);
  await world.grow(50);
  assert.equal(faultsOf(await world.check()), [
    ['edited', 200],
    ...Array.from({ length: 30 }, (_, at) => ['cut', 221 + at]),
  ]);
  const restored = await world.accept();
  assert.equal([restored?.keptRows, restored?.lost.rows], [170, 250]);
  assert.ok((await world.check()).intact);
  const early = { text: (await rowAt(world, 60)).text.replace('"web"', '"wab"') };
  await world.place.db.knex('kernel_audit').where('row_id', 60).update(early);
  assert.equal(faultsOf(await world.check())[0]?.[1], 60, 'rows before it are checked as before');
});

test('where all checkpoints fit there is nothing to say, and a statement of somebody else counts for nothing', async (world) => {
  await world.grow(100);
  const putBack = await world.copied();
  assert.is(await world.accept(), null);
  assert.ok((await world.check()).intact);
  await world.grow(100);
  await putBack();
  const file = join(world.dir, 'audit-checkpoints.jsonl');
  const own = readFileSync(file, 'utf8');
  const forged = { v: 1, kind: 'restore', manager: world.dir, at: '2026-01-15T12:00:00.000Z', rows: 100 };
  writeFileSync(file, `${own}${JSON.stringify({ ...forged, reason: 'x', signature: 'AAAA' })}\n`);
  const faults = faultsOf(await world.check()).map(([fault]) => fault);
  assert.ok(faults.includes('checkpoints_damaged') && faults.includes('cut'), faults.join());
});

test('checkpoints of rows that were archived do not look like those of a lost copy', async (world) => {
  await world.grow(100);
  await world.grow(50);
  assert.equal((await world.archive()).toRow, 150);
  assert.is(await world.accept(), null);
  await world.grow(49);
  const putBack = await world.copied();
  await world.grow(100);
  await putBack();
  const restored = await world.accept();
  assert.equal([restored?.keptRows, restored?.lost.rows], [200, 300]);
  assert.ok((await world.check()).intact);
});

test('a copy from before an archive has its rows again, and is no cut log once somebody has said so', async (world) => {
  await world.grow(100);
  const putBack = await world.copied();
  await world.grow(50);
  await world.archive();
  await world.grow(20);
  await putBack();
  const restored = await world.accept();
  assert.equal([restored?.keptRows, restored?.lost.rows], [100, 171]);
  const { intact, rowsChecked, archivedRows } = await world.check();
  assert.equal([intact, rowsChecked, archivedRows], [true, 101, 0]);
});

test('a file of checkpoints that is made shorter keeps what was said, before what was signed after it', () => {
  const at = (time: string, rest: string): string => `{"at":"2026-01-${time}Z",${rest}}`;
  const said = at('01T12:00', '"kind":"restore","rows":5');
  const days = [at('01T10:00', '"rows":9'), said, at('01T15:00', '"rows":7'), at('02T10:00', '"rows":8')];
  const newer = ['a', 'b', 'c', 'd', ''];
  assert.is(thinned([...days, ...newer]), [said, ...days.slice(2), ...newer].join('\n'));
});

test.run();
