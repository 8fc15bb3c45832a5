import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCommand } from './command.ts';

const test = suite('commands');

test('gives exit code and both outputs', async () => {
  const result = await runCommand(['/bin/sh', '-c', 'echo out; echo err >&2; exit 3'], { timeoutMs: 60_000 });
  assert.is(result.exitCode, 3);
  assert.is(result.stdout, 'out\n');
  assert.is(result.stderr, 'err\n');
});

test('passes on PATH, locale and what is asked for, and nothing of its own environment', async () => {
  process.env['FLEETMEND_SECRET'] = 'x';
  const result = await runCommand(['env'], { timeoutMs: 60_000, env: { A: '1' } });
  const names = result.stdout.split('\n').map((line) => line.split('=')[0]);
  assert.ok(names.includes('A'));
  assert.match(result.stdout, 'LC_ALL=C');
  assert.not(names.includes('FLEETMEND_SECRET'));
});

test('has no input', async () => {
  const result = await runCommand(['cat'], { timeoutMs: 60_000 });
  assert.is(result.exitCode, 0);
  assert.is(result.stdout, '');
});

test('does not wait for a daemon that keeps the output open', async () => {
  const startedAt = Date.now();
  const result = await runCommand(['/bin/sh', '-c', 'sleep 20 & echo done'], { timeoutMs: 60_000 });
  assert.is(result.exitCode, 0);
  assert.is(result.stdout, 'done\n');
  assert.ok(Date.now() - startedAt < 15_000);
});

test('kills the whole group at the time limit', async () => {
  const result = await runCommand(['/bin/sh', '-c', 'echo begun; sleep 30; echo never'], { timeoutMs: 2000 });
  assert.is(result.timedOut, true);
  assert.is(result.exitCode, null);
  assert.is(result.stdout, 'begun\n');
});

test('caps the output and says so', async () => {
  const result = await runCommand(['head', '-c', '100000', '/dev/zero'], {
    timeoutMs: 60_000,
    maxOutputBytes: 1000,
  });
  assert.is(result.stdout.length, 1000);
  assert.is(result.truncated, true);
  assert.is(result.exitCode, 0);
});

test('rejects with the reason of an abort', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('gone')), 50);
  try {
    await runCommand(['sleep', '30'], { timeoutMs: 20_000, signal: controller.signal });
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'gone');
  }
});

test('rejects when the program does not exist', async () => {
  try {
    await runCommand(['/nonexistent/program'], { timeoutMs: 60_000 });
    assert.unreachable();
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'ENOENT');
  }
});

test.run();
