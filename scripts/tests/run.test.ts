import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '../../test/support/wait.ts';
import { head, task } from './tests.testing.ts';
import { cpuMeter } from './cpu.ts';
import { runTask } from './process.ts';
import { resultLine, summary } from './report.ts';
import { parseHeader } from './tasks.ts';
import type { Missing, Task, TaskResult } from './types.ts';

const root = path.resolve(import.meta.dirname, '../..');
const missing: Missing = { need: 'lab', reason: 'not root', enable: 'sudo npm test' };

function runScript(script: string, changes: Partial<Task> = {}): Promise<TaskResult> {
  return runTask(task(script, changes), { root, env: process.env, signal: new AbortController().signal });
}

function counts({ passed, failed, skipped }: TaskResult): [number, number, number] {
  return [passed, failed, skipped];
}

/** Whether the process is gone, or dead and not yet reaped by its new parent. */
function hasEnded(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

const test = suite('test runner');

test('passed, failed and skipped tests are counted, and the output is kept', async () => {
  const result = await runScript(
    "test('a', () => {}); test('b', () => assert.is(1, 2)); test.skip('c', () => {}); test.run();",
  );
  assert.equal(counts(result), [1, 1, 1]);
  assert.match(resultLine(result), 'Expected values to be strictly equal');
});

test('a suite without run() is a failure although it exits 0', async () => {
  const result = await runScript("test('a', () => {});");
  assert.equal(counts(result), [0, 1, 0]);
  assert.match(result.problem ?? '', 'it ran no tests');
});

test('a suite without tests is a failure', async () => {
  assert.equal(counts(await runScript('test.run();')), [0, 1, 0]);
});

test('a hook that throws is a failure although uvu exits 0', async () => {
  const result = await runScript(
    "test.before(() => { throw new Error('x') }); test('a', () => {}); test.run();",
  );
  assert.equal(counts(result), [0, 1, 0]);
  assert.match(result.problem ?? '', 'hook threw');
});

/** Runs the body as the runner starts a suite. */
function runPreloaded(body: string) {
  const preload = ['--import', path.join(root, 'scripts/tests/preload.mjs')];
  const argv = [process.execPath, ...preload, '--input-type=module', '-e', `${head} ${body}`];
  return runScript('', { argv });
}

test('the error of a hook is shown', async () => {
  const result = await runPreloaded(
    "test.before(() => { throw new Error('no database') }); test('a', () => {}); test.run();",
  );
  assert.equal(counts(result), [0, 1, 0]);
  assert.match(resultLine(result), 'no database');
});

test('an error with details of its own is shown, and the tests after it run', async () => {
  const error = "Object.assign(new Error('refused'), { details: { path: '/var' } })";
  const result = await runPreloaded(`test('a', () => { throw ${error} }); test('b', () => {}); test.run();`);
  assert.equal(counts(result), [1, 1, 0]);
  assert.match(resultLine(result), 'refused');
  assert.match(resultLine(result), '"path": "/var"');
});

test('a crash is a failure, also after the last test', async () => {
  assert.equal(counts(await runScript("throw new Error('boom');")), [0, 1, 0]);
  const late = await runScript(
    "test('a', () => {}); test.run(); setTimeout(() => { throw new Error('late') }, 300);",
  );
  assert.equal(counts(late), [1, 1, 0]);
});

test('a suite over its time limit is killed with everything it started', async () => {
  const child =
    "import { spawn } from 'node:child_process'; const c = spawn('sleep', ['1000']); console.log('child', c.pid);";
  const kill = (timeLimitMs: number): Promise<TaskResult> =>
    runScript(`${child} setInterval(() => {}, 1000);`, { timeLimitMs });
  const pidOf = ({ output }: TaskResult): number => Number(/child (\d+)/.exec(output)?.[1]);
  let result = await kill(1500);
  // On a busy machine the child had not begun: tries again with more time.
  if (!(pidOf(result) > 0)) result = await kill(15_000);
  assert.equal(counts(result), [0, 1, 0]);
  assert.match(result.problem ?? '', 'killed');
  const pid = pidOf(result);
  assert.ok(pid > 0);
  await waitFor(() => hasEnded(pid), { what: 'the end of its child' });
});

test('a check counts as one test, by its exit code', async () => {
  assert.equal(counts(await runScript('', { kind: 'check' })), [1, 0, 0]);
  assert.equal(counts(await runScript('process.exit(2)', { kind: 'check' })), [0, 1, 0]);
});

test('what was skipped is named with its remedy, and counts as failed where skips are not allowed', () => {
  const figures = { passed: 3, failed: 0, skipped: 0, durationMs: 5, cpuMs: 5 };
  const result: TaskResult = { task: task(''), ...figures, output: '' };
  const input = {
    results: [result],
    skips: [{ name: 'y.lab.test.ts', missing }],
    leftOut: [],
    kept: {},
    totalMs: 1000,
  };
  const lenient = summary({ ...input, noSkip: false });
  assert.match(lenient.text, 'skipped y.lab.test.ts: not root; to enable: sudo npm test');
  assert.ok(lenient.text.endsWith('\n3 passed, 0 failed, 1 skipped'));
  const strict = summary({ ...input, noSkip: true });
  assert.is(strict.failed, 1);
  assert.ok(strict.text.endsWith('\n3 passed, 1 failed'));
  const allowed = { ...missing, need: 'history', reason: 'a shallow clone', isAllowed: true } as const;
  const named = summary({ ...input, skips: [{ name: 'z.test.ts', missing: allowed }], noSkip: true });
  assert.is(named.failed, 0);
  assert.match(named.text, '\nskipped z.test.ts: a shallow clone; to enable: ');
  assert.ok(named.text.endsWith('\n3 passed, 0 failed, 1 skipped'));
});

test('a suite declares needs, tier and time limit at its head; unknown words are refused', () => {
  const text =
    '// tier: night\n// needs: lab, faketime\n// wants: mariadb\n// images: el9-t0, deb12sd\n// time-limit: 300\n';
  const images = ['el9-t0', 'deb12sd'];
  assert.equal(parseHeader(text, 'x'), {
    needs: ['lab', 'faketime'],
    wants: ['mariadb'],
    images,
    timeLimitMs: 300_000,
    tier: 'night',
    databases: [],
    connections: [],
  });
  assert.equal(parseHeader('', 'x'), {
    needs: [],
    wants: [],
    images: null,
    timeLimitMs: 120_000,
    tier: 'day',
    databases: [],
    connections: [],
  });
  assert.throws(() => parseHeader('// needs: marriage', 'x'), /unknown need "marriage"/);
  assert.throws(() => parseHeader('// time-limit: soon', 'x'), /number of seconds/);
  assert.throws(() => parseHeader('// tier: noon', 'x'), /unknown tier "noon"/);
});

test('a suite names the databases that it runs on, each perhaps for the night', () => {
  const { databases } = parseHeader('// databases: sqlite, mariadb (night)', 'x');
  assert.equal(databases, [
    { word: 'sqlite', tier: null },
    { word: 'mariadb', tier: 'night' },
  ]);
  assert.throws(() => parseHeader('// databases: sqlite, postgres', 'x'), /unknown database "postgres"/);
  assert.throws(() => parseHeader('// databases: mariadb (noon)', 'x'), /unknown tier "noon"/);
});

const burn =
  'const end = Date.now() + 10_000; while (process.cpuUsage().user < 400_000 && Date.now() < end);';

test('the processor time of a suite and of what it started is measured', async () => {
  const nested = `spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]);`;
  const { cpuMs, passed } = await runScript(
    `import { spawnSync } from 'node:child_process'; test('a', () => { ${nested} }); test.run();`,
  );
  assert.is(passed, 1);
  assert.ok(cpuMs >= 400 && cpuMs < 5000, String(cpuMs));
});

test('the processor time of what a suite leaves running is measured too, where control groups can be made', async () => {
  const meter = cpuMeter();
  await meter?.remove();
  const source = `${burn} console.log('burnt'); setInterval(() => {}, 1000);`;
  const { cpuMs, passed } = await runScript(`
    import { once } from 'node:events'; import { spawn } from 'node:child_process';
    test('a', async () => {
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(source)}]);
      await once(child.stdout, 'data');
      child.stdout.destroy(); child.stderr.destroy(); child.stdin.destroy(); child.unref();
    });
    test.run();`);
  assert.is(passed, 1);
  assert.ok(meter ? cpuMs >= 400 && cpuMs < 5000 : cpuMs > 0, String(cpuMs));
});

test('a suite that a signal ended is told so', async () => {
  const { problem } = await runScript("process.kill(process.pid, 'SIGSEGV');");
  assert.is(problem, 'ended by SIGSEGV');
});

test.run();
