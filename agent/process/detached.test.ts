import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDetached } from './detached.ts';
import { followDetached } from './follow.ts';
import type { FollowOptions } from './follow.ts';
import { giveUpStep, inspectStep } from './step.ts';

const test = suite('detached processes');

interface Lines {
  out: string[];
  err: string[];
  status: string[];
}

async function setup() {
  const dir = await mkdtemp(join(tmpdir(), 'fleetmend detached-'));
  const lines: Lines = { out: [], err: [], status: [] };
  const ends = { out: 0, err: 0, status: 0 };
  const options: FollowOptions = {
    dir,
    step: 'apply',
    offsets: { out: 0, err: 0, status: 0 },
    sameBoot: true,
    timeLimitMs: 60_000,
    onLine: (stream, line) => {
      lines[stream].push(line.text);
      ends[stream] = line.endOffset;
    },
    signal: new AbortController().signal,
  };
  const start = (script: string, env: Record<string, string> = {}): Promise<void> =>
    startDetached({
      argv: ['/bin/sh', '-c', script],
      env,
      dir,
      step: 'apply',
      unitName: 'x',
      systemd: false,
    });
  return { dir, lines, ends, options, start, done: () => rm(dir, { recursive: true }) };
}

test('gives output, status lines, exit code and environment', async () => {
  const t = await setup();
  await t.start(`echo "$WORD"; echo bad >&2; echo pm:1 >&3; printf 'no end'; exit 100`, {
    WORD: `it's "so" $HOME`,
  });
  const result = await followDetached(t.options);
  assert.equal(t.lines, { out: [`it's "so" $HOME`, 'no end'], err: ['bad'], status: ['pm:1'] });
  assert.is(result.exitCode, 100);
  assert.is(result.lost, false);
  assert.match(result.outputTail, 'bad');
  assert.is((await stat(join(t.dir, 'apply.out'))).mode & 0o777, 0o600);
  await t.done();
});

test('hears of the end at once, and hands over output before it', async () => {
  const startedAt = Date.now();
  for (let step = 0; step < 8; step += 1) {
    const t = await setup();
    await t.start('sleep 0.1');
    await followDetached(t.options);
    await t.done();
  }
  assert.ok(Date.now() - startedAt < 3000, 'not at the next look, which comes twice a second');
  const t = await setup();
  const onLine: FollowOptions['onLine'] = () => void writeFile(join(t.dir, 'seen'), '');
  await t.start(`echo early; until [ -e '${t.dir}/seen' ]; do sleep 0.02; done`);
  assert.is((await followDetached({ ...t.options, onLine })).exitCode, 0);
  await t.done();
});

test('gives the package manager the usual umask and no input', async () => {
  const t = await setup();
  await t.start('umask; cat; pwd');
  await followDetached(t.options);
  assert.equal(t.lines.out, ['0022', '/']);
  await t.done();
});

test('runs a step once, however often it is started', async () => {
  const t = await setup();
  await t.start(`echo ran >> '${t.dir}/count'; sleep 0.2`);
  await t.start(`echo ran >> '${t.dir}/count'; sleep 0.2`);
  await followDetached(t.options);
  await t.start(`echo ran >> '${t.dir}/count'; sleep 0.2`);
  await followDetached({ ...t.options, offsets: t.ends });
  assert.is(await readFile(join(t.dir, 'count'), 'utf8'), 'ran\n');
  await t.done();
});

test('goes on at the stored offset, so that no line is lost or doubled', async () => {
  const t = await setup();
  const controller = new AbortController();
  const rest = `until [ -e '${t.dir}/go' ]; do sleep 0.05; done; echo line 6`;
  await t.start(`for i in 1 2 3 4 5; do echo line $i; done; ${rest}`);
  const onLine: FollowOptions['onLine'] = (stream, line) => {
    t.options.onLine(stream, line);
    if (t.lines.out.length === 3) controller.abort(new Error('stopped'));
  };
  await followDetached({ ...t.options, onLine, signal: controller.signal }).then(
    () => assert.unreachable(),
    () => {},
  );
  await writeFile(join(t.dir, 'go'), '');
  await followDetached({ ...t.options, offsets: t.ends });
  assert.equal(t.lines.out, ['line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'line 6']);
  await t.done();
});

test('is over when the process ends, not when its daemons do', async () => {
  const t = await setup();
  const startedAt = Date.now();
  await t.start('sleep 20 & echo done');
  const result = await followDetached(t.options);
  assert.is(result.exitCode, 0);
  assert.ok(Date.now() - startedAt < 15_000);
  await t.done();
});

test('a command whose wrapper was killed is followed to its end, and its exit code is lost', async () => {
  const t = await setup();
  await t.start('echo begun; kill -9 $PPID; sleep 0.5; echo orphan');
  const result = await followDetached(t.options);
  assert.is(result.lost, true);
  assert.is(result.exitCode, null);
  assert.equal(t.lines.out, ['begun', 'orphan']);
  await t.done();
});

test('a command that outlived its wrapper is named at the time limit, and its daemons are not waited for', async () => {
  const t = await setup();
  const pids: number[] = [];
  const startedAt = Date.now();
  await t.start(`echo $$; sleep 20 & kill -9 $PPID; until [ -e '${t.dir}/asked' ]; do sleep 0.05; done`);
  const wrapper = Number(await eventualText(join(t.dir, 'apply.pid')));
  while (await isRunning(t.dir, wrapper)) await new Promise((resolve) => setTimeout(resolve, 10));
  const onTimeLimit = async (pid: number) => {
    pids.push(pid);
    await writeFile(join(t.dir, 'asked'), '');
    return { ended: false, nextMs: 60_000 };
  };
  const result = await followDetached({ ...t.options, timeLimitMs: 0, onTimeLimit });
  assert.is(result.lost, true);
  assert.equal(pids.map(String), t.lines.out);
  assert.ok(Date.now() - startedAt < 15_000);
  await t.done();
});

/** The first word of a file, once the file exists. */
async function eventualText(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.split(' ')[0] ?? '';
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function isRunning(dir: string, pid: number): Promise<boolean> {
  const state = await inspectStep(dir, 'apply');
  return state.state === 'running' && state.process.pid === pid;
}

test('a wrapper that was killed together with its command is lost at once', async () => {
  const t = await setup();
  await t.start('echo begun; kill -9 $PPID $$');
  const result = await followDetached(t.options);
  assert.is(result.lost, true);
  assert.equal(t.lines.out, ['begun']);
  await t.done();
});

test('a pid that now belongs to another process is gone', async () => {
  const t = await setup();
  await writeFile(join(t.dir, 'apply.pid'), `${process.pid} 1 boot\n`);
  assert.equal(await inspectStep(t.dir, 'apply'), { state: 'gone' });
  await t.done();
});

test('a step that was given up never begins, however late pid 1 gets round to it; one that has begun is followed', async () => {
  const t = await setup();
  const given = await followDetached({ ...t.options, startGraceMs: 20 }).catch((error: unknown) => error);
  assert.match(String(given), 'could not be started');
  await t.start(`touch '${t.dir}/ran'; echo late`);
  // The wrapper ends at once, without making any of its other files.
  const late = await followDetached({ ...t.options, startGraceMs: 500 });
  assert.is(late.lost, true);
  assert.equal(t.lines.out, []);
  assert.is(await stat(join(t.dir, 'ran')).catch(() => null), null);
  await t.done();
  const u = await setup();
  await u.start('echo begun');
  await eventualText(join(u.dir, 'apply.pid'));
  assert.is(await giveUpStep(u.dir, 'apply'), false);
  assert.is((await followDetached(u.options)).exitCode, 0);
  await u.done();
});

test('after a reboot an unfinished step is lost at once, a finished one is not', async () => {
  const t = await setup();
  const startTime = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ')[19];
  await writeFile(join(t.dir, 'apply.pid'), `${process.pid} ${startTime} boot\n`);
  assert.is((await inspectStep(t.dir, 'apply')).state, 'running');
  assert.is((await followDetached({ ...t.options, sameBoot: false })).lost, true);
  await writeFile(join(t.dir, 'apply.exit'), '0\n       \n');
  assert.is((await followDetached({ ...t.options, sameBoot: false })).exitCode, 0);
  await t.done();
});

test('an empty exit file after a power cut counts as none', async () => {
  const t = await setup();
  await writeFile(join(t.dir, 'apply.exit'), '');
  assert.is((await inspectStep(t.dir, 'apply')).state, 'absent');
  await t.done();
});

test('at the time limit the caller is told the pid, and nothing is signalled', async () => {
  const t = await setup();
  const pids: number[] = [];
  await t.start(`until [ -e '${t.dir}/told' ]; do sleep 0.05; done; echo finished`);
  const onTimeLimit = async (pid: number) => {
    pids.push(pid);
    await writeFile(join(t.dir, 'told'), '');
    return { ended: true, nextMs: 60_000 };
  };
  const result = await followDetached({ ...t.options, timeLimitMs: 100, onTimeLimit });
  assert.is(result.timeLimitHit, true);
  assert.is(result.exitCode, 0);
  assert.is(pids.length, 1);
  assert.is(String(pids[0]), (await readFile(join(t.dir, 'apply.pid'), 'utf8')).split(' ')[0]);
  assert.equal(t.lines.out, ['finished']);
  await t.done();
});

test('says so when a step never began', async () => {
  const t = await setup();
  await followDetached({ ...t.options, startGraceMs: 0 }).then(
    () => assert.unreachable(),
    (error: Error) => {
      assert.match(error.message, 'could not be started');
    },
  );
  await t.done();
});

test('passwords and tokens in the addresses that a package manager prints reach neither lines nor tail', async () => {
  const t = await setup();
  const said = [
    'Status code: 401 for http://me:s3cret@host:8080/x/repodata/repomd.xml (IP: 10.0.0.1) - https://me:s3@cret@host/x',
    '(baseurl: "https://updates.example.org/x/?s3cret0123456789s3cret")',
    'mirrors https://m.example.org/list?repo=el-9&arch=x86_64 and https://m.example.org/x?a=b&access_token=s3cret',
  ];
  await t.start(said.map((line) => `echo '${line}'`).join('; '));
  const { outputTail } = await followDetached(t.options);
  for (const text of [t.lines.out.join('\n'), outputTail]) {
    assert.not.match(text, /s3|me:/);
    assert.match(
      text,
      /401 for http:\/\/host:8080\/x\/repodata\/repomd\.xml \(IP: 10\.0\.0\.1\) - https:\/\/host\/x/,
    );
    assert.match(text, 'https://m.example.org/list?repo=el-9&arch=x86_64 and https://m.example.org/x?…');
  }
  await t.done();
});

test('shows carriage returns as a terminal would, and cuts endless lines', async () => {
  const t = await setup();
  await t.start(`printf '5%%\\r10%%\\r100%%\\n'; head -c 300000 /dev/zero | tr '\\0' x; echo; echo next`);
  await followDetached(t.options);
  assert.is(t.lines.out[0], '100%');
  assert.is(t.lines.out[1]?.length, 16_384);
  assert.is(t.lines.out[2], 'next');
  await t.done();
});

test('what failed before a restart of the host counts as cut off by it; what had ended well does not', async () => {
  for (const [exitCode, lost] of [
    [100, true],
    [0, false],
  ] as const) {
    const t = await setup();
    await t.start(`exit ${exitCode}`);
    await followDetached(t.options);
    const result = await followDetached({ ...t.options, sameBoot: false });
    assert.equal([result.exitCode, result.lost], [exitCode, lost]);
    await t.done();
  }
});

test.run();
