import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { result, task } from './tests.testing.ts';
import { LabImages } from './images.ts';
import { runAgain, runPool } from './pool.ts';
import { summary } from './report.ts';
import type { Task, TaskResult } from './types.ts';

const test = suite('which suites the test runner starts, and when');

test('a failed suite runs once more alone, and is named when it passes then', async () => {
  const first = [result('a', 0), result('b', 1), result('c', 1)];
  const again: string[] = [];
  const final = await runAgain(first, ({ task: { name } }) => {
    again.push(name);
    return Promise.resolve(result(name, name === 'c' ? 1 : 0));
  });
  assert.equal(again, ['b', 'c']);
  const { text, failed } = summary({
    results: final,
    skips: [],
    leftOut: [],
    kept: {},
    noSkip: true,
    totalMs: 1,
  });
  assert.is(failed, 1);
  assert.match(text, 'UNSTABLE b');
  assert.not.match(text, 'UNSTABLE c');
});

test('nothing runs again when a check failed too, or too much', async () => {
  const never = (): Promise<TaskResult> => Promise.reject(new Error('run again'));
  const many = ['1', '2', '3', '4', '5', '6'].map((name) => result(name, 1));
  assert.equal(await runAgain(many, never), many);
  const mixed = [result('a', 1, 'check'), result('b', 1)];
  assert.equal(await runAgain(mixed, never), mixed);
});

/** Runs tasks that each take one turn of the event loop; returns, for each start, which kinds ran at once. */
async function togetherIn(tasks: Task[]): Promise<string[]> {
  const running = new Set<string>();
  const seen: string[] = [];
  const runOne = async ({ name }: Task): Promise<TaskResult> => {
    running.add(name);
    const kinds = [...running].map((one) => one.replace(/\d+/, ''));
    seen.push(kinds.toSorted().join(' '));
    await new Promise((resolve) => setImmediate(resolve));
    running.delete(name);
    return result(name, 0);
  };
  const { signal } = new AbortController();
  const results = await runPool(tasks, { processors: 2, runOne, signal });
  assert.equal(results.map((one) => one.task.name).toSorted(), tasks.map(({ name }) => name).toSorted());
  return seen;
}

const many = (kind: string, count: number, fields: Partial<Task> = {}): Task[] =>
  Array.from({ length: count }, (_, n) => task('', { name: `${kind}${n}`, ...fields }));

test('twice as many suites run as there are processors, of those over the lab two at most', async () => {
  const seen = await togetherIn([...many('lab', 6, { needs: ['lab'] }), ...many('other', 6)]);
  assert.ok(seen.includes('lab lab other other'), seen.join());
  assert.ok(
    seen.every((one) => one.split(' ').length <= 4 && !one.includes('lab lab lab')),
    seen.join(),
  );
  const without = await togetherIn(many('other', 8));
  assert.ok(without.includes('other other other other'), without.join());
});

/** Runs all tasks that can be started and returns the order of their starts; `meanwhile` may add notes to it. */
async function orderOf(
  tasks: Task[],
  images: LabImages,
  meanwhile: (name: string, note: (what: string) => void) => void,
): Promise<string[]> {
  const begun: string[] = [];
  const runOne = async ({ name }: Task): Promise<TaskResult> => {
    begun.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    meanwhile(name, (what) => begun.push(what));
    return result(name, 0);
  };
  const { signal } = new AbortController();
  await runPool(tasks, { processors: 1, runOne, signal, gate: images.gate });
  return begun;
}

test('a lab suite starts when the images are built that it uses, the other suites run meanwhile', async () => {
  const lab = (name: string, images: string[] | null): Task => task('', { name, needs: ['lab'], images });
  const tasks = [
    lab('every', null),
    lab('el9', ['repo-rpm', 'el9']),
    lab('deb', ['deb']),
    task('', { name: 'a' }),
  ];
  const images = new LabImages();
  assert.ok(images.take('ready deb'));
  assert.not.ok(images.take('building deb ...'));
  const begun = await orderOf(tasks, images, (name, note) => {
    const later = (what: string, act: () => void): void => void setTimeout(() => (note(what), act()), 20);
    if (name === 'deb') images.take('ready el9');
    if (name === 'a') later('repo-rpm is built', () => images.take('ready repo-rpm'));
    if (name === 'el9') later('all are built', () => images.end(true));
  });
  assert.equal(begun, ['deb', 'a', 'repo-rpm is built', 'el9', 'all are built', 'every']);
});

test('a lab suite whose image could not be built does not run, and the pool does not wait for it', async () => {
  const lost = task('', { name: 'el9', needs: ['lab'], images: ['el9'] });
  const images = new LabImages();
  const begun = await orderOf([lost, task('', { name: 'a' })], images, () => images.end(false));
  assert.equal(begun, ['a']);
  assert.is(images.gate.state(lost), 'gone');
});

test('nothing more is begun after an interruption', async () => {
  const interruption = new AbortController();
  const begun: string[] = [];
  const runOne = ({ name }: Task): Promise<TaskResult> => {
    begun.push(name);
    interruption.abort();
    return Promise.resolve(result(name, 0));
  };
  const tasks = [task('', { name: 'a' }), task('', { name: 'b' })];
  assert.equal(await runPool(tasks, { processors: 1, runOne, signal: interruption.signal }), []);
  assert.equal(begun, ['a']);
});

test.run();
