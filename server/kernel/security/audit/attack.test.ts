// databases: sqlite, mariadb
// time-limit: 240
// Attacks by somebody who can write the whole database, a hundred times each at random places.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { seeded } from '#test/support/random.ts';
import { createFakeClock } from '../../clock.ts';
import { insertChunked } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { createRunTx } from '../../db/tx.ts';
import { systemActor } from '../actor.ts';
import { createSecrets, loadMasterKey } from '../secrets.ts';
import { createAudit } from './audit.ts';
import { checkAudit, type AuditCheck } from './check.ts';
import { task, type CheckInput } from './checkTask.ts';
import { createCheckpoints } from './checkpoints.ts';
import { auditMigrations } from './migrations.ts';
import { auditHash, type AuditRow, type AuditText } from './rows.ts';

interface World {
  place: FreshDatabase;
  dir: string;
  /** The rows as they were written. */
  rows: AuditRow[];
  check(): Promise<AuditCheck>;
}

const ROWS = 250;
const SIGNED = [100, 200, 250];
const TIMES = 100;
const log = pino({ level: 'silent' });

const test = suite<World>(`attacks on the audit log on ${dialect}`);
test.before(async (world) => {
  world.place = await freshDatabase(dialect);
  world.dir = mkdtempSync(join(tmpdir(), 'fleetmend-attacks-'));
  await fill(world);
});
test.after.each((world) => restore(world));
test.after(async ({ place, dir }) => {
  await place.cleanup();
  rmSync(dir, { recursive: true });
});

async function fill(world: World): Promise<void> {
  const { db } = world.place;
  await migrate(db, auditMigrations, log);
  const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const runTx = createRunTx(db, log);
  const secrets = createSecrets(loadMasterKey(world.dir, 'ab'.repeat(32)));
  const checkpoints = createCheckpoints({
    dataDir: world.dir,
    secrets,
    db,
    runTx,
    clock,
    log,
    instanceId: 'm-1',
  });
  const audit = createAudit(clock, { note: () => undefined });
  for (let from = 1; from <= ROWS; from += 50) {
    await runTx(async (tx) => {
      for (let row = from; row < from + 50; row++)
        audit.record(tx, {
          actor: systemActor,
          address: '10.0.0.5',
          action: 'host.updated',
          resource: { kind: 'host', id: `h-${row}`, name: 'web' },
        });
    });
    if (SIGNED.includes(from + 49)) await checkpoints.write();
  }
  world.rows = await db.knex<AuditRow>('kernel_audit').orderBy('row_id');
  // Checks in this thread: only the judgement is tested, and a thread for each of hundreds of checks would take
  // minutes.
  const run = (_module: URL, input: unknown) =>
    task({ knex: db.reader } as never, input as CheckInput) as AsyncGenerator<never>;
  world.check = () => checkAudit({ db, runTx, secrets, checkpoints, reading: { run } });
}

/** Restores everything as it was, from a row on. */
async function restore({ place, rows }: World, from = 1): Promise<void> {
  await replaceFrom(place, from, rows.slice(from - 1));
  await setHead(place, rows.at(-1));
  await place.db.knex('kernel_audit_checkpoints').update({ row_count: ROWS });
}

async function replaceFrom({ db }: FreshDatabase, from: number, rows: readonly AuditRow[]): Promise<void> {
  await db.knex('kernel_audit').where('row_id', '>=', from).delete();
  await insertChunked(db.knex, 'kernel_audit', rows);
}

const setHead = ({ db }: FreshDatabase, row: AuditRow | undefined): Promise<unknown> =>
  db.knex('kernel_audit_head').update({ row_id: row?.row_id ?? 0, hash: row?.hash ?? '' });

const faultsOf = ({ errors }: AuditCheck) => errors.map(({ fault, rowId }) => [fault, rowId]);

/** A hundred random rows, neither the first nor the last two, the same in each run. */
function places(seed: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: TIMES }, () => 2 + Math.floor(random() * (ROWS - 4)));
}

/** The row with `change`, and a hash that fits it; `prev` is the hash before it, where the chain is to fit as well. */
function forged(row: AuditRow, prev: string | null, change: Partial<AuditText>): AuditRow {
  const before = JSON.parse(row.text) as AuditText;
  const text = canonicalize({
    ...before,
    ...change,
    ...(prev === null ? {} : { prev_hash: prev }),
  }) as string;
  return { ...row, text, hash: auditHash(text) };
}

const rowsOf = ({ place }: World) => place.db.knex<AuditRow>('kernel_audit');

test('an untouched log is intact', async (world) => {
  const { intact, rowsChecked, coveredRows } = await world.check();
  assert.equal([intact, rowsChecked, coveredRows], [true, ROWS, ROWS]);
});

test('an edited row is reported, with its old hash or a new one', async (world) => {
  for (const [index, id] of places(21).entries()) {
    const row = world.rows[id - 1] as AuditRow;
    const { text, hash } = forged(row, null, { address: '10.9.9.9' });
    await rowsOf(world)
      .where('row_id', id)
      .update(index % 2 === 0 ? { text } : { text, hash });
    assert.equal(faultsOf(await world.check()), [['edited', id]]);
    await rowsOf(world).where('row_id', id).update({ text: row.text, hash: row.hash });
  }
});

test('a row that was deleted in the middle is reported', async (world) => {
  for (const id of places(22)) {
    await rowsOf(world).where('row_id', id).delete();
    assert.equal(faultsOf(await world.check()), [['deleted', id]]);
    await rowsOf(world).insert(world.rows[id - 1] as AuditRow);
  }
});

test('two rows that changed places are reported', async (world) => {
  for (const id of places(23)) {
    const [one, other] = [world.rows[id - 1], world.rows[id]] as [AuditRow, AuditRow];
    const swap = async (first: AuditRow, second: AuditRow): Promise<void> => {
      await rowsOf(world).where('row_id', id).update({ text: first.text, hash: first.hash });
      await rowsOf(world)
        .where('row_id', id + 1)
        .update({ text: second.text, hash: second.hash });
    };
    await swap(other, one);
    const found = faultsOf(await world.check()).filter(([fault]) => fault === 'reordered');
    assert.equal(found, [
      ['reordered', id],
      ['reordered', id + 1],
    ]);
    await swap(one, other);
  }
});

test('a tail that was cut off is reported row by row, also where the head was put back', async (world) => {
  const { place, rows } = world;
  for (const [index, id] of places(24).entries()) {
    await replaceFrom(place, id + 1, []);
    if (index % 2 === 0) await setHead(place, rows[id - 1]);
    const cut = faultsOf(await world.check());
    assert.equal([cut[0], cut.length], [['cut', id + 1], ROWS - id]);
    await restore(world, id);
  }
});

test('a copy that was put back is reported, with everything in the database as it was then', async (world) => {
  const { place, rows } = world;
  for (const id of places(25)) {
    await replaceFrom(place, id + 1, []);
    await setHead(place, rows[id - 1]);
    await place.db
      .knex('kernel_audit_checkpoints')
      .update({ row_count: SIGNED.findLast((rows) => rows <= id) ?? 0 });
    const cut = faultsOf(await world.check());
    assert.equal([cut[0], cut.length], [['cut', id + 1], ROWS - id]);
    await restore(world, id);
  }
});

test('a log that was made anew from a row on, whole with its head, contradicts each checkpoint since', async (world) => {
  const { place, rows } = world;
  for (const id of places(26)) {
    let prev = rows[id - 2]?.hash ?? '';
    const anew = rows.slice(id - 1).map((row) => {
      const next = forged(row, prev, row.row_id === id ? { address: '10.9.9.9' } : {});
      prev = next.hash;
      return next;
    });
    await replaceFrom(place, id, anew);
    await setHead(place, anew.at(-1));
    assert.equal(
      faultsOf(await world.check()),
      SIGNED.filter((signed) => signed >= id).map((signed) => ['edited', signed]),
    );
    await restore(world, id);
  }
});

test.run();
