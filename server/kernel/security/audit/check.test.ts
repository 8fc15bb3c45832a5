// databases: sqlite, mariadb
// The check in a thread of its own, and the checkpoints that a manager writes, on both databases.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createTestApp, testActor, type TestApp } from '#server/testing.ts';

interface World {
  place: FreshDatabase;
  app: TestApp;
}

const ROWS = 250;

const test = suite<World>(`integrity check of the audit on ${dialect}`);
test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await createTestApp({ features: [], databaseUrl: world.place.address.url });
  await write(world, ROWS);
  await world.app.clock.advance(60_000);
  const file = join(world.app.ctx.config.dataDir, 'audit-checkpoints.jsonl');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"rows":250,'));
});
test.after.each(async ({ app, place }) => {
  await app.stop();
  await place.cleanup();
});

/** Waits until `done`: checkpoints are written in the background. */
async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (
    const giveUpAt = Date.now() + 20_000;
    !(await done());
    await new Promise((resolve) => setTimeout(resolve, 5))
  )
    if (Date.now() > giveUpAt) throw new Error('it never came');
}

async function write({ app: { ctx } }: World, rows: number): Promise<void> {
  for (let left = rows; left > 0; left -= 10)
    await ctx.tx(async (tx) => {
      for (let i = 0; i < Math.min(10, left); i++)
        ctx.audit.record(tx, {
          actor: testActor('admin'),
          address: '10.0.0.5',
          action: 'host.updated',
          resource: { kind: 'host', id: `h-${left - i}`, name: 'web' },
        });
    });
}

const faults = async ({ app }: World) =>
  (await app.ctx.audit.check()).errors.map(({ rowId, fault }) => [rowId, fault]);

test('an untouched chain is intact, and covered by a checkpoint', async ({ app }) => {
  assert.equal(await app.ctx.audit.check(), {
    intact: true,
    rowsChecked: 250,
    errors: [],
    coveredRows: 250,
    archivedRows: 0,
  });
});

const fileOf = ({ app }: World) => join(app.ctx.config.dataDir, 'audit-checkpoints.jsonl');
const linesOf = (world: World) => readFileSync(fileOf(world), 'utf8').trimEnd().split('\n');

const signedRows = (world: World): number[] =>
  linesOf(world).map((line) => (JSON.parse(line) as { rows: number }).rows);

test('a hundred rows make a checkpoint, and so does a minute; nothing new makes none', async (world) => {
  const before = linesOf(world).length;
  await world.app.clock.advance(180_000);
  assert.is(linesOf(world).length, before);
  await write(world, 10);
  assert.is(linesOf(world).length, before);
  await until(async () => {
    await world.app.clock.advance(60_000);
    return linesOf(world).length > before;
  });
  assert.is(signedRows(world).at(-1), 260);
  await write(world, 200);
  await until(() => (signedRows(world).at(-1) ?? 0) >= 350);
});

test('a check while checkpoints are being written finds nothing wrong', async (world) => {
  for (let round = 0; round < 8; round++) {
    await write(world, 100);
    assert.equal(await faults(world), []);
  }
});

test('key and file are for their owner alone, and the key is sealed', ({ app }) => {
  const key = join(app.ctx.config.dataDir, 'audit-checkpoints.key');
  assert.match(readFileSync(key, 'utf8'), /^v1\./);
  assert.equal(
    [key, fileOf({ app } as World)].map((file) => statSync(file).mode & 0o777),
    [0o600, 0o600],
  );
});

test.run();
