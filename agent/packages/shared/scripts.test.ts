import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startDetached } from '../../process/detached.ts';
import { followDetached } from '../../process/follow.ts';
import type { DetachedResult, LimitKeeper } from '../backend.ts';
import { scriptEnder, wholeEnder } from './scripts.ts';

const test = suite('time limits');

/** Scripts are recognised by their file names, like dpkg's. */
const scriptPath = /\/scripts\/\w+(?:\0|$)/;

/** A step that runs scripts, as a package manager does. `files` are the scripts; `body` calls them as "$S/name". */
async function setup(files: Record<string, string>, body: string) {
  const dir = await mkdtemp(join(tmpdir(), 'fleetmend-limit-'));
  const scripts = join(dir, 'scripts');
  await mkdir(scripts);
  for (const [name, text] of Object.entries(files))
    await writeFile(join(scripts, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const lines: string[] = [];
  const argv = ['/bin/sh', '-c', `S='${scripts}'\n${body}`];
  await startDetached({ argv, env: {}, dir, step: 'apply', unitName: 'x', systemd: false });
  const follow = (
    timeLimitMs: number,
    onTimeLimit: LimitKeeper,
    signal = new AbortController().signal,
  ): Promise<DetachedResult> =>
    followDetached({
      dir,
      step: 'apply',
      offsets: { out: 0, err: 0, status: 0 },
      sameBoot: true,
      timeLimitMs,
      onTimeLimit,
      onLine: (stream, { text }) => stream === 'out' && lines.push(text),
      signal,
    });
  return { dir, lines, follow, done: () => rm(dir, { recursive: true, force: true }) };
}

const none = (): void => {};

test('a short script is left alone, however long the transaction has run before', async () => {
  const t = await setup(
    { quick: 'sleep 1.2; echo quick ended' },
    'sleep 3; for i in 1 2 3; do "$S/quick"; done; echo all',
  );
  const result = await t.follow(2_000, scriptEnder(none, scriptPath));
  assert.is(result.exitCode, 0);
  assert.is(result.timeLimitHit, false);
  assert.equal(t.lines, ['quick ended', 'quick ended', 'quick ended', 'all']);
  await t.done();
});

test('a stuck script is ended with what it called, and the rest of the transaction goes on', async () => {
  const log: string[] = [];
  const t = await setup(
    // The inner script starts again and again; the outermost one exceeds the limit.
    { stuck: `while :; do "${'$'}{0%stuck}inner"; done`, inner: 'sleep 0.5' },
    '"$S/stuck"; echo "ended with $?"; sleep 1; echo others',
  );
  const result = await t.follow(
    2_000,
    scriptEnder((text) => log.push(text), scriptPath),
  );
  assert.is(result.timeLimitHit, true);
  assert.is(result.exitCode, 0);
  assert.equal(t.lines.slice(-2), ['ended with 143', 'others']);
  assert.match(log[0] ?? '', /^time limit: SIGTERM to maintainer script \d+$/);
  await t.done();
});

test('a restarted agent counts on from where the script began, and remembers that it was ended', async () => {
  const t = await setup({ stuck: 'sleep 600' }, 'echo begun; "$S/stuck"; sleep 3; echo later');
  const keeper = scriptEnder(none, scriptPath);
  const agent = new AbortController();
  setTimeout(() => agent.abort(new Error('restarted')), 1_500);
  await t.follow(2_500, keeper, agent.signal).catch(none);
  const startedAtMs = Date.now();
  const second = new AbortController();
  const asked = scriptEnder(() => setTimeout(() => second.abort(new Error('restarted')), 200), scriptPath);
  await t.follow(2_500, asked, second.signal).catch(none);
  assert.ok(Date.now() - startedAtMs < 2_400, 'the limit did not begin anew');
  const result = await t.follow(2_500, scriptEnder(none, scriptPath));
  assert.is(result.timeLimitHit, true);
  await t.done();
});

test('a step without scripts is ended whole, and its end is known', async () => {
  const t = await setup({}, 'sleep 600 | sleep 600; echo never');
  const result = await t.follow(500, wholeEnder(none));
  assert.equal([result.lost, result.timeLimitHit, result.exitCode], [false, true, 143]);
  assert.equal(t.lines, []);
  await t.done();
});

test('a step that outlived its wrapper is ended whole as well, also one that ignores SIGTERM', async () => {
  const t = await setup({}, 'trap "" TERM; kill -9 $PPID; echo alone; while :; do sleep 1; done');
  const result = await t.follow(500, wholeEnder(none));
  assert.equal([result.lost, result.timeLimitHit], [true, true]);
  assert.equal(t.lines, ['alone']);
  await t.done();
});

test.run();
