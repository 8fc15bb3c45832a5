import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAKE_BOOT_ID } from '../testing/fakeDeps.ts';
import type { ChildOptions } from '../testing/child.ts';

const test = suite('crash');

const CHILD = fileURLToPath(new URL('../testing/child.ts', import.meta.url));
const LINES = 60;
/** Only a defect takes this long, however busy the machine is. */
const PATIENCE_MS = 60_000;
/** Counts its runs, writes LINES lines over about a second, then makes the change. */
const SCRIPT = `
echo run >> "$0.runs"
i=0
while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i"; echo "note $i" >&2; echo $i >&3; sleep 0.02; done
echo jq:amd64=1.1 > "$0"`;

interface Child {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: unknown): Promise<Record<string, unknown>>;
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
}

const kills = new Set<() => void>();

// A test that fails must leave no agent behind.
test.after.each(() => {
  for (const kill of kills) kill();
  kills.clear();
});

function startChild(options: ChildOptions): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  kills.add(() => child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve) => {
    child.stdout.once('data', (data: Buffer) => {
      const base = `http://127.0.0.1:${String(data).trim()}`;
      const call = async (path: string, init: RequestInit): Promise<Record<string, unknown>> =>
        ((await (await fetch(base + path, init)).json()) as { data: Record<string, unknown> }).data;
      const headers = { 'content-type': 'application/json' };
      resolve({
        get: (path) => call(path, {}),
        post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body), headers }),
        async kill() {
          child.kill('SIGKILL');
          await gone;
        },
      });
    });
  });
}

function setup(script = SCRIPT) {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-crash-'));
  const dbFile = join(dir, 'db');
  writeFileSync(dbFile, 'jq:amd64=1.0\n');
  const options: ChildOptions = {
    dataDir: join(dir, 'data'),
    dbFile,
    script: script.replaceAll('"$0', `"${dbFile}`),
    bootId: FAKE_BOOT_ID,
    packages: { 'jq:amd64': { version: '1.0', available: '1.1' } },
  };
  const runs = (): number => readFileSync(`${dbFile}.runs`, 'utf8').trim().split('\n').length;
  // A transaction that still runs may write its last file at this moment.
  const cleanUp = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  return { options, runs, cleanUp };
}

async function until(child: Child, jobId: unknown, check: (job: Record<string, unknown>) => boolean) {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ;) {
    const job = await child.get(`/api/v1/jobs/${jobId}`);
    if (check(job)) return job;
    if (Date.now() > giveUpAt) throw new Error(`in vain, the job is ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const logs = (job: Record<string, unknown>) => job['logs'] as { seq: number; stream: string; text: string }[];
const ended = (job: Record<string, unknown>): boolean => job['completed_at'] !== null;
const hasLine = (line: number) => (job: Record<string, unknown>) =>
  logs(job).some(({ text }) => text === `line ${line}`);

/** Checks that each line is there once and in order, on both streams. */
function assertWhole(job: Record<string, unknown>): void {
  const texts = (stream: string): string[] =>
    logs(job).flatMap((line) => (line.stream === stream ? [line.text] : []));
  const wanted = (word: string): string[] =>
    Array.from({ length: LINES }, (_, index) => `${word} ${index + 1}`);
  assert.is(texts('stdout').join('\n'), wanted('line').join('\n'));
  assert.is(texts('stderr').join('\n'), wanted('note').join('\n'));
  const seqs = logs(job).map(({ seq }) => seq);
  assert.ok(seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0)));
}

test('an agent killed again and again in the middle: one run, every line once, the job completes', async () => {
  const t = setup();
  let child = await startChild(t.options);
  const { job_id: jobId } = await child.post('/api/v1/patches', {});
  for (const line of [3, 20, 40]) {
    await until(child, jobId, hasLine(line));
    await child.kill();
    child = await startChild(t.options);
  }
  const job = await until(child, jobId, ended);
  assert.is(job['status'], 'completed');
  assert.equal(job['changes'], [{ name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' }]);
  assertWhole(job);
  assert.is(t.runs(), 1);
  await child.kill();
  t.cleanUp();
});

test('a transaction that ended while no agent ran is judged by the versions', async () => {
  const t = setup();
  const first = await startChild(t.options);
  const { job_id: jobId } = await first.post('/api/v1/patches', {});
  await until(first, jobId, hasLine(5));
  await first.kill();
  while (readFileSync(t.options.dbFile, 'utf8') !== 'jq:amd64=1.1\n')
    await new Promise((resolve) => setTimeout(resolve, 50));
  const second = await startChild(t.options);
  const job = await until(second, jobId, ended);
  assert.is(job['status'], 'completed');
  assertWhole(job);
  assert.is(t.runs(), 1);
  await second.kill();
  t.cleanUp();
});

test('a transaction whose process is gone without an exit code ends INTERRUPTED, is not run again, and its damage shows', async () => {
  const t = setup(`echo run >> "$0.runs"; echo begun; kill -9 $PPID; sleep 0.1; kill -9 $$`);
  const first = await startChild(t.options);
  const { job_id: jobId } = await first.post('/api/v1/patches', {});
  const job = await until(first, jobId, ended);
  assert.is(job['status'], 'failed');
  assert.is((job['error'] as { code: string; retryable: boolean }).code, 'INTERRUPTED');
  assert.is((job['error'] as { retryable: boolean }).retryable, true);
  assert.is(t.runs(), 1);
  const health = await first.get('/health');
  assert.equal(health['problems'], [{ code: 'REPAIR_FAILED', message: 'lab-x is half installed' }]);
  await first.kill();
  t.cleanUp();
});

test('under another boot id a running transaction is lost at once', async () => {
  // It runs until its directory is removed: on a busy machine it must not end before the next agent looks.
  const t = setup('echo run >> "$0.runs"; echo line 1; echo line 2; while [ -e "$0" ]; do sleep 0.05; done');
  const first = await startChild(t.options);
  const { job_id: jobId } = await first.post('/api/v1/patches', {});
  await until(first, jobId, hasLine(2));
  await first.kill();
  const second = await startChild({ ...t.options, bootId: '00000000-0000-4000-8000-000000000002' });
  const job = await until(second, jobId, ended);
  assert.is(job['status'], 'failed');
  assert.is((job['error'] as { code: string }).code, 'INTERRUPTED');
  assert.ok(logs(job).some(({ text }) => text === 'line 1'));
  assert.is(t.runs(), 1);
  await second.kill();
  t.cleanUp();
});

test('killed right after the 202, the job still runs, once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const t = setup(`echo run >> "$0.runs"; echo jq:amd64=1.1 > "$0"`);
    const first = await startChild(t.options);
    const { job_id: jobId } = await first.post('/api/v1/patches', {});
    await new Promise((resolve) => setTimeout(resolve, round * 8));
    await first.kill();
    const second = await startChild(t.options);
    const job = await until(second, jobId, ended);
    assert.is(job['status'], 'completed', `round ${round}`);
    assert.is(t.runs(), 1, `round ${round}`);
    await second.kill();
    t.cleanUp();
  }
});

test.run();
