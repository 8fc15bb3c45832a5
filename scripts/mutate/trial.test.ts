import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { task } from '../tests/tests.testing.ts';
import type { Task, TaskResult } from '../tests/types.ts';
import { findMutants } from './mutants.ts';
import { tryMutant } from './trial.ts';
import type { Bench } from './trial.ts';

const [mutant] = findMutants('x.ts', 'save(a);');
if (!mutant) throw new Error('no fault');
const suites = ['a', 'b', 'c'].map((name) => task('', { name }));

/** What ran, such as `a` without the fault and `a!` with it; `red` says which of these fail, and how often. */
function fakeBench(
  red: Record<string, number>,
  durationsMs: Record<string, number[]> = {},
): Bench & { ran: string[]; limitsMs: number[] } {
  const left = { ...red };
  const ran: string[] = [];
  const limitsMs: number[] = [];
  const run = async (
    { name }: Task,
    options: { mutant: unknown; timeLimitMs: number },
  ): Promise<TaskResult> => {
    const what = options.mutant ? `${name}!` : name;
    ran.push(what);
    limitsMs.push(options.timeLimitMs);
    left[what] = (left[what] ?? 0) - 1;
    const failed = left[what] >= 0 ? 1 : 0;
    const durationMs = durationsMs[what]?.shift() ?? 2_000;
    return { task: task(''), passed: 1, failed, skipped: 0, durationMs, cpuMs: 1, output: '' };
  };
  const { signal } = new AbortController();
  return {
    run,
    control: (_, measure) => measure(),
    hash: ({ name }) => `hash of ${name}`,
    signal,
    ran,
    limitsMs,
  };
}

const test = suite('trial of a fault');

test('it ends at the first suite that is red twice; each was green before without the fault', async () => {
  const bench = fakeBench({ 'b!': 2 });
  const outcome = await tryMutant(mutant, suites, { bench });
  assert.equal([outcome?.verdict, outcome?.by], ['caught', 'b']);
  assert.equal(bench.ran, ['a', 'a!', 'b', 'b!', 'b!']);
  assert.equal(outcome?.green, { a: 'hash of a' });
});

test('a suite that is red only once catches nothing', async () => {
  const outcome = await tryMutant(mutant, suites, { bench: fakeBench({ 'a!': 1 }) });
  assert.is(outcome?.verdict, 'survived');
});

test('a suite that is red without the fault catches nothing and does not run with it', async () => {
  const bench = fakeBench({ a: 2, 'a!': 2 });
  assert.is((await tryMutant(mutant, suites, { bench }))?.verdict, 'survived');
  assert.not.ok(bench.ran.includes('a!'));
});

test('a suite that was unlucky without the fault gets a second try', async () => {
  const outcome = await tryMutant(mutant, suites, { bench: fakeBench({ a: 1, 'a!': 2 }) });
  assert.is(outcome?.by, 'a');
});

test('a suite that hangs has three times the time that it took without the fault, which is measured anew then', async () => {
  const bench = fakeBench({ 'a!': 2 }, { a: [2_000, 9_000], 'a!': [99_000, 99_000] });
  const outcome = await tryMutant(mutant, suites.slice(0, 1), { bench });
  assert.equal(bench.limitsMs, [40_000, 16_000, 40_000, 37_000]);
  assert.equal([outcome?.by, outcome?.hung], ['a', true]);
});

test('a suite that fails in time did not hang', async () => {
  assert.is((await tryMutant(mutant, suites, { bench: fakeBench({ 'a!': 2 }) }))?.hung, undefined);
});

test('a suite that stayed green before runs again only if it was edited', async () => {
  const bench = fakeBench({});
  const green = { a: 'hash of a', b: 'hash of an older b' };
  const before = { verdict: 'survived' as const, durationMs: 5, green, notRun: 0 };
  await tryMutant(mutant, suites, { bench, before });
  assert.equal(bench.ran, ['b', 'b!', 'c', 'c!']);
});

test('an interrupted trial has no outcome', async () => {
  const bench = { ...fakeBench({ 'a!': 2 }), signal: AbortSignal.abort() };
  assert.is(await tryMutant(mutant, suites, { bench }), null);
});

test.run();
