import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as assert from 'uvu/assert';
import { seeded } from '#test/support/random.ts';
import { ROWS, type ExportSuite, at, bare, check, exported, faultsOf } from './exportWorld.ts';

const TIMES = 100;

/** A hundred random rows, neither the first nor the last, the same in each run. */
function places(seed: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: TIMES }, () => 2 + Math.floor(random() * (ROWS - 3)));
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

/** What is told of an export file in which somebody changed something. */
export function findsWhatWasDone(test: ExportSuite): void {
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
