// tier: night
/** Steps that write without end, as a script does that asks in a loop where nobody answers. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startDetached } from './detached.ts';
import { followDetached } from './follow.ts';
import type { FollowOptions } from './follow.ts';

const test = suite('floods of output');
const mebibyte = 1024 * 1024;

async function follow(script: string, more: Partial<FollowOptions> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'fleetmend-flood-'));
  const start = {
    argv: ['/bin/sh', '-c', script],
    env: {},
    dir,
    step: 'apply',
    unitName: 'x',
    systemd: false,
  };
  await startDetached(start);
  const emptied: number[] = [];
  let lines = 0;
  const result = await followDetached({
    dir,
    step: 'apply',
    offsets: { out: 0, err: 0, status: 0 },
    sameBoot: true,
    timeLimitMs: 60_000,
    onLine: () => (lines += 1),
    onEmptied: (_, bytes) => emptied.push(bytes),
    signal: new AbortController().signal,
    ...more,
  });
  const sizes = (await readdir(dir)).map(async (name) => (await stat(join(dir, name))).size);
  const usedBytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  await rm(dir, { recursive: true });
  return { result, emptied, lines, usedBytes };
}

test('what a step has written is thrown away before it fills the disk, and its last words are kept', async () => {
  const part = `yes 'Answer y or n:' | head -c ${65 * mebibyte}; sleep 2`;
  const { result, emptied, lines, usedBytes } = await follow(`${part}; ${part}; echo the reason >&2; exit 3`);
  assert.is(result.exitCode, 3);
  assert.match(result.outputTail, 'the reason');
  assert.match(result.outputTail, /Answer y or n:\n/);
  assert.ok(emptied.length >= 1, 'the caller is told');
  assert.ok(lines > 10_000);
  assert.ok(usedBytes < 70 * mebibyte, `${usedBytes} bytes`);
});

test('of a long line without an end only its ends are judged, and what follows on the other stream begins a line', async () => {
  const { result } = await follow("head -c 50000 /dev/zero | tr '\\0' A; echo 'E: it failed' >&2");
  const [long = '', last] = result.outputTail.split('\n');
  assert.is(last, 'E: it failed');
  assert.match(long, /^A{2000} … A{2000}$/);
});

test('a step that writes faster than anybody reads is still ended at its time limit', async () => {
  const limit = {
    timeLimitMs: 1500,
    onTimeLimit: async (wrapper: number) => {
      process.kill(-wrapper, 'SIGKILL');
      return { ended: true, nextMs: 60_000 };
    },
  };
  const { result } = await follow('exec yes', limit);
  assert.is(result.timeLimitHit, true);
});

test.run();
