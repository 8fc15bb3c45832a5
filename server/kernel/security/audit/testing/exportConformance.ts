import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '../../../../../test/support/databases.ts';
import { seeded } from '../../../../../test/support/random.ts';
import { waitFor } from '../../../../../test/support/wait.ts';
import { createTestApp, testActor, type TestApp } from '../../../../testing.ts';
import type { Dialect } from '../../../db/database.ts';
import { verifyExport, type FileReport } from '../exported/verify.ts';

interface World {
  place: FreshDatabase;
  app: TestApp;
  dir: string;
  /** Lines of an export of the whole log: 250 rows with checkpoints at 100, 200 and 250. */
  lines: string[];
}

const ROWS = 250;
const TIMES = 100;
/** Line of the first row in a whole export: after the head, the checkpoints and the line that begins the rows. */
const FIRST_ROW_LINE = 6;

/** What is true of exported rows on both databases. */
export function auditExportConformance(kind: Dialect): void {
  const test = suite<World>(`exports of the audit log on ${kind}`);
  test.before(async (world) => {
    world.place = await freshDatabase(kind);
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
  tellsWhatIsThere(test);
  // Checks of a file do not depend on the database that its rows came from.
  if (kind === 'sqlite') findsWhatWasDone(test);
  showsWhatTheDatabaseHas(test);
  test.run();
}

type Suite = ReturnType<typeof suite<World>>;

/** Writes the rows in hundreds, each with its checkpoint, an hour apart. */
async function writeRows({ app }: World): Promise<void> {
  const file = join(app.ctx.config.dataDir, 'audit-checkpoints.jsonl');
  const isSigned = (rows: number) =>
    existsSync(file) && readFileSync(file, 'utf8').includes(`"rows":${rows},`);
  for (let row = 1; row <= ROWS; row++) {
    await app.ctx.tx(async (tx) =>
      app.ctx.audit.record(tx, {
        actor: testActor('admin'),
        address: '10.0.0.5',
        action: row % 5 === 0 ? 'host.deleted' : 'host.updated',
        resource: { kind: 'host', id: `h-${row}`, name: 'wéb\n"1"' },
        after: { row },
      }),
    );
    if (row % 100 !== 0 && row !== ROWS) continue;
    if (row === ROWS) await app.clock.advance(60_000);
    await waitFor(() => isSigned(row), {
      timeoutMs: 20_000,
      everyMs: 5,
      what: `the checkpoint of row ${row}`,
    });
    await app.clock.advance(3_600_000);
  }
}

type Filters = Parameters<TestApp['ctx']['audit']['export']>[0];

async function exported({ app }: World, filters: Filters = {}): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of (await app.ctx.audit.export(filters)).json()) pieces.push(piece);
  return pieces.join('');
}

async function verified(
  { app, dir }: World,
  text: string,
  key = app.ctx.audit.publicKey().pem,
): Promise<FileReport> {
  const file = join(dir, 'export.json');
  writeFileSync(file, text);
  return verifyExport(file, key);
}

const check = (world: World, lines: readonly string[]): Promise<FileReport> =>
  verified(world, lines.join('\n'));
const faultsOf = ({ errors }: FileReport) => errors.map(({ fault, rowId }) => [fault, rowId]);
/** Index of a row in the lines of the whole export. */
const at = (row: number): number => FIRST_ROW_LINE - 1 + row - 1;
const bare = (line: string | undefined): string => (line ?? '').replace(/,$/, '');

/** A hundred random rows, neither the first nor the last, the same in each run. */
function places(seed: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: TIMES }, () => 2 + Math.floor(random() * (ROWS - 3)));
}

function tellsWhatIsThere(test: Suite): void {
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
}

/**
 * Changes a row and makes each row from there on anew, with hashes that fit, as an attacker with the whole file would.
 */
function rebuilt(lines: readonly string[], from: number): string[] {
  const out = [...lines];
  let prev = (JSON.parse(bare(lines[at(from - 1)])) as { hash: string }).hash;
  for (let row = from; row <= ROWS; row++) {
    const { hash: _old, ...content } = JSON.parse(bare(lines[at(row)])) as Record<string, unknown>;
    const next = { ...content, prev_hash: prev, ...(row === from ? { address: '10.9.9.9' } : {}) };
    prev = createHash('sha256')
      .update(canonicalize(next) as string)
      .digest('hex');
    out[at(row)] = `${JSON.stringify({ ...next, hash: prev })}${row === ROWS ? '' : ','}`;
  }
  return out;
}

function findsWhatWasDone(test: Suite): void {
  const changed = (lines: readonly string[], row: number, change: (line: string) => string): string[] =>
    lines.with(at(row), change(lines[at(row)] ?? ''));

  test('a row that was edited is named, a hundred times at random places', async (world) => {
    for (const row of places(1)) {
      const report = await check(
        world,
        changed(world.lines, row, (line) => line.replace('10.0.0.5', '10.0.0.6')),
      );
      assert.equal(faultsOf(report)[0], ['edited', row]);
      assert.is(report.errors[0]?.line, at(row) + 1);
    }
  });

  test('so is one whose hash was made to fit', async (world) => {
    for (const row of places(2)) {
      const fitting = changed(world.lines, row, (line) => {
        const { hash: _old, ...content } = JSON.parse(bare(line)) as Record<string, unknown>;
        const next = { ...content, address: '10.0.0.6' };
        const hash = createHash('sha256')
          .update(canonicalize(next) as string)
          .digest('hex');
        return `${JSON.stringify({ ...next, hash })},`;
      });
      const report = await check(world, fitting);
      assert.ok(
        faultsOf(report).some(([fault, id]) => fault === 'edited' && id === row),
        `row ${row}`,
      );
    }
  });

  test('a row that was taken out of the middle is named, a hundred times', async (world) => {
    for (const row of places(3))
      assert.equal(faultsOf(await check(world, world.lines.toSpliced(at(row), 1))), [['missing', row]]);
  });

  test('a tail and a beginning that were cut off are told, a hundred times', async (world) => {
    for (const row of places(4)) {
      const last = bare(world.lines[at(row)]);
      const tail = await check(world, [
        ...world.lines.slice(0, at(row)),
        last,
        ...world.lines.slice(at(ROWS) + 1),
      ]);
      assert.equal(faultsOf(tail).at(-1), ['cut', ROWS], `the tail behind ${row}`);
      const beginning = await check(world, world.lines.toSpliced(at(1), row - 1));
      assert.equal(faultsOf(beginning).at(-1), ['cut', 1], `what is before ${row}`);
      const torn = await check(world, world.lines.slice(0, at(row) + 1));
      assert.equal(faultsOf(torn), [['cut', null]]);
    }
  });

  test('rows that changed places are told, a hundred times', async (world) => {
    for (const row of places(5)) {
      const swapped = world.lines
        .with(at(row), world.lines[at(row + 1)] ?? '')
        .with(at(row + 1), world.lines[at(row)] ?? '');
      const lines = row + 1 === ROWS ? world.lines : swapped;
      const faults = faultsOf(await check(world, lines)).map(([fault]) => fault);
      assert.ok(faults.includes('reordered'), `row ${row}: ${faults.join()}`);
    }
  });

  test('a chain that was made anew from a row on contradicts the checkpoints and the end, a hundred times', async (world) => {
    for (const row of places(6)) {
      const faults = faultsOf(await check(world, rebuilt(world.lines, row)));
      const signed = [100, 200, 250]
        .filter((rows) => rows >= row)
        .map((rows) => ['contradicts_checkpoint', rows]);
      assert.equal(faults, [...signed, ['edited', ROWS]], `from row ${row}`);
    }
  });

  test('checkpoints and the end cannot be changed, left out, doubled or taken from another export', async (world) => {
    const { lines } = world;
    const faults = async (changed: readonly string[]) =>
      faultsOf(await check(world, changed)).map(([fault]) => fault);
    for (const index of [1, 2, 3]) {
      const without = lines.toSpliced(index, 1);
      assert.equal(await faults(without), ['checkpoints_missing'], `without line ${index + 1}`);
      const forged = lines.with(index, (lines[index] ?? '').replace(/"rows":\d/, '"rows":9'));
      assert.equal(await faults(forged), ['checkpoint_forged']);
    }
    assert.equal(await faults(lines.toSpliced(2, 0, lines[2] ?? '')), [
      'checkpoint_forged',
      'checkpoints_missing',
    ]);
    const end = lines.findIndex((line) => line.startsWith('],"seal"'));
    assert.equal(await faults(lines.with(end, '],"seal":null}')), ['seal_forged']);
    assert.equal(await faults(lines.with(end, (lines[end] ?? '').replace('"to_row":250', '"to_row":249'))), [
      'seal_forged',
    ]);
    assert.equal(await faults([...lines, '{"row_id":251}']), ['unreadable']);
    const part = (await exported(world, { to: new Date('2026-01-15T12:30:00Z') })).split('\n');
    const ofPart = part.find((line) => line.startsWith('],"seal"')) ?? '';
    assert.equal(await faults(lines.with(end, ofPart)), ['cut', 'checkpoints_missing']);
  });
}

function showsWhatTheDatabaseHas(test: Suite): void {
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
}
