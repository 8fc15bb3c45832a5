import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repository, result, task } from './tests.testing.ts';
import { chooseDay, chooseWithin } from './choice.ts';
import { readOptions } from './options.ts';
import { runPool } from './pool.ts';
import { summary } from './report.ts';
import type { Task } from './types.ts';

const test = suite('which suites a run chooses');

const named = (tasks: readonly Task[]): string[] => tasks.map(({ name }) => name);
const night = (name: string): Task => task('', { name, tier: 'night', file: 'server/a.test.ts' });
const day = (name: string): Task => task('', { name });

test('the day leaves out the night, and begins with the longest', () => {
  const records = { short: { ms: 10, cpuMs: 1 }, long: { ms: 50, cpuMs: 1 } };
  const { chosen, leftOut } = chooseDay([day('short'), night('exhaustive'), day('long')], records);
  assert.equal([named(chosen), named(leftOut)], [['long', 'short'], ['exhaustive']]);
});

test('what takes rare tools is left out of every run that nobody asks for it', () => {
  const { folder } = repository({ 'server/a.test.ts': '' });
  try {
    const rare = task('', { name: 'rare', tier: 'rare', file: 'server/a.test.ts' });
    const asked = { tasks: [day('day'), rare], records: {}, budgetMs: 3_600_000, lanes: 2 };
    for (const { chosen, leftOut } of [chooseDay(asked.tasks, {}), chooseWithin(folder, asked)])
      assert.equal([named(chosen), named(leftOut)], [['day'], ['rare']]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the room that the day leaves goes to what may have changed, then to what ran longest ago', () => {
  const { folder, git } = repository({ 'server/a.test.ts': '' });
  try {
    const ran = (on: string, commit = git('rev-parse', 'HEAD')) => {
      const opened: string[] = [];
      return { ms: 40, cpuMs: 1, opened, green: { day: on, commit } };
    };
    const records = {
      day: { ms: 100, cpuMs: 1 },
      recent: ran('2026-11-20'),
      old: ran('2026-11-01'),
      older: ran('2026-10-01'),
      unknown: ran('2026-11-25', 'f00f00f00f00'),
      never: { ms: 40, cpuMs: 1 },
    };
    const tasks = [day('day'), ...['recent', 'old', 'older', 'unknown', 'never'].map(night)];
    const within = (budgetMs: number): string[][] => {
      const { chosen, leftOut } = chooseWithin(folder, { tasks, records, budgetMs, lanes: 2 });
      return [named(chosen), named(leftOut)];
    };
    assert.equal(within(20), [['day'], ['recent', 'old', 'older', 'unknown', 'never']]);
    assert.equal(within(110), [
      ['day', 'never', 'unknown', 'older'],
      ['recent', 'old'],
    ]);
    assert.equal(within(150), [['day', 'never', 'unknown', 'older', 'old', 'recent'], []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a suite that would end after the budget is not begun', async () => {
  const { signal } = new AbortController();
  const begun: string[] = [];
  await runPool([day('a'), night('b'), day('c')], {
    processors: 1,
    runOne: ({ name }) => {
      begun.push(name);
      return Promise.resolve(result(name, 0));
    },
    signal,
    isLate: ({ tier }) => tier === 'night',
  });
  assert.equal(begun, ['a', 'c']);
});

test('what was left out is named at the end, with how to run it; so is a suite that became twice as dear', () => {
  const results = [result('a', 0), result('b', 0)].map((one, index) => ({
    ...one,
    cpuMs: index ? 9_000 : 20_000,
  }));
  const kept = { a: { ms: 1, cpuMs: 50_000 }, b: { ms: 1, cpuMs: 5_000 } };
  const { text } = summary({ results, skips: [], leftOut: [night('n')], kept, noSkip: true, totalMs: 1 });
  assert.match(text, 'left out: n\n');
  assert.match(text, 'npm test -- --all');
  assert.match(text, 'DEARER b: 9.0 s of processor time, 2.6 s by its kept share');
  assert.not.match(text, 'DEARER a');
});

test('the command line: a base for --changed, patterns, and what cannot be told apart', () => {
  const read = (...args: string[]) => readOptions(args);
  const of = (...args: string[]): unknown => {
    const options = read(...args);
    return 'answer' in options ? options.answer.split('\n')[0] : [options.changedSince, options.patterns];
  };
  assert.equal(of('--changed'), ['HEAD', []]);
  assert.equal(of('--changed', 'main~2', 'web'), ['main~2', ['web']]);
  assert.equal(of('--changed', '--list'), ['HEAD', []]);
  assert.equal(of('web', 'agent'), [null, ['web', 'agent']]);
  assert.equal(of('--all', '--changed'), '--all, --changed and --minutes exclude each other');
  assert.equal(of('--all', '--keep'), '--keep runs nothing and stands alone');
  assert.equal(of('--minutes', 'soon'), '--minutes needs a number of minutes');
  assert.match(String(of('--bogus')), "Unknown option '--bogus'");
});

test.run();
