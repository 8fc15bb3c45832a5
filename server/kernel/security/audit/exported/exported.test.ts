// databases: sqlite, mariadb
// What is true of exported rows on both databases.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase } from '#test/support/databases.ts';
import { createTestApp } from '#server/testing.ts';
import { findsWhatWasDone } from '../testing/exportAttacks.ts';
import { ROWS, type World, check, exported, faultsOf, verified, writeRows } from '../testing/exportWorld.ts';

const test = suite<World>(`exports of the audit log on ${dialect}`);
test.before(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await createTestApp({ features: [], databaseUrl: world.place.address.url });
  world.dir = mkdtempSync(join(tmpdir(), 'fleetmend-export-'));
  await writeRows(world);
  world.lines = (await exported(world)).split('\n');
});
test.after(async ({ app, place, dir }) => {
  await app.stop();
  await place.cleanup();
  rmSync(dir, { recursive: true });
});

test('a whole export is one JSON document that fits the public key, and says how far checkpoints hold it', async (world) => {
  const document = JSON.parse(world.lines.join('\n')) as {
    rows: { row_id: number }[];
    checkpoints: unknown[];
  };
  assert.equal([document.rows.length, document.checkpoints.length], [ROWS, 3]);
  assert.equal(await check(world, world.lines), {
    verdict: 'intact',
    rowsChecked: ROWS,
    fromRow: 1,
    toRow: ROWS,
    coveredRow: ROWS,
    exportedAt: world.app.clock.now().toISOString(),
    errors: [],
  });
});

test('a range of time is whole too: all rows from its first to its last', async (world) => {
  const start = Date.parse('2026-01-15T12:00:00Z');
  const hour = 3_600_000;
  const text = await exported(world, {
    from: new Date(start + hour / 2),
    to: new Date(start + hour * 1.5),
  });
  const { verdict, fromRow, toRow, coveredRow } = await verified(world, text);
  assert.equal([verdict, fromRow, toRow, coveredRow], ['intact', 101, 200, 200]);
  const ofNothing = await verified(world, await exported(world, { from: new Date(start + 99 * hour) }));
  assert.equal([ofNothing.verdict, ofNothing.rowsChecked], ['unverifiable', 0]);
});

test('what filters have thinned out says that it cannot be verified', async (world) => {
  const text = await exported(world, { action: 'host.deleted' });
  const report = await verified(world, text);
  assert.equal(
    [report.verdict, report.rowsChecked, faultsOf(report)],
    ['unverifiable', 50, [['unverifiable', null]]],
  );
  const pretended = await verified(world, text.replace('"verifiable":false', '"verifiable":true'));
  assert.is(pretended.verdict, 'damaged');
  assert.ok(pretended.errors.some(({ fault }) => fault === 'seal_forged'));
  const edited = await verified(world, text.replace('10.0.0.5', '10.0.0.6'));
  assert.equal([edited.verdict, faultsOf(edited).at(-1)], ['damaged', ['edited', 5]]);
});

test('the key of another manager fits nothing, and the report names both', async (world) => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const report = await verified(world, world.lines.join('\n'), pem);
  assert.equal([report.verdict, faultsOf(report)], ['damaged', [['other_key', null]]]);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('hex');
  assert.match(report.errors[0]?.message ?? '', new RegExp(`${world.app.ctx.audit.publicKey().id}.*${id}`));
  const renamed = world.lines.join('\n').replace(/"key_id":"\w+"/, `"key_id":"${id}"`);
  const forged = await verified(world, renamed, pem);
  assert.equal(
    faultsOf(forged).map(([fault]) => fault),
    ['checkpoint_forged', 'checkpoint_forged', 'checkpoint_forged', 'seal_forged'],
  );
});

test('what is no export is told from one that is damaged', async (world) => {
  for (const text of [
    '',
    '{}',
    'row_id,at\r\n1,2\r\n',
    JSON.stringify(JSON.parse(world.lines.join('\n')), null, 1),
  ])
    await verified(world, text).then(
      () => assert.unreachable(text.slice(0, 20)),
      (error: Error) => assert.is(error.constructor.name, 'NoExport'),
    );
});

// Checks of a file do not depend on the database that its rows came from.
if (dialect === 'sqlite') findsWhatWasDone(test);

test('a log that was changed before it was exported is not healed by the export', async (world) => {
  const rows = () => world.app.ctx.db.knex('kernel_audit');
  const row = (await rows().where('row_id', 120).first()) as { text: string; hash: string };
  const changed = async (values: object): Promise<unknown> => {
    await rows().where('row_id', 120).update(values);
    const text = await exported(world);
    JSON.parse(text);
    const faults = faultsOf(await verified(world, text));
    await rows().where('row_id', 120).update(row);
    return faults;
  };
  assert.equal(await changed({ text: row.text.replace('10.0.0.5', '10.0.0.6') }), [['edited', 120]]);
  assert.equal(await changed({ text: '"gone' }), [['edited', 120]]);
  assert.equal(await changed({ text: `${row.text}\n` }), [['edited', 120]]);
  assert.equal(await changed({ hash: '0'.repeat(64) }), [['edited', 120]]);
  await rows().where('row_id', 1).delete();
  assert.equal(faultsOf(await verified(world, await exported(world))), [['cut', 1]]);
});

test.run();
