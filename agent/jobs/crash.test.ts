import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFileSync } from 'node:fs';
import { childHost, ended, killAll, logsOf, startChild, until } from '../testing/killable.ts';

const test = suite('crash');

const LINES = 60;
/** Counts its runs, writes LINES lines over about a second, then makes the change. */
const SCRIPT = `
echo run >> "$0.runs"
i=0
while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i"; echo "note $i" >&2; echo $i >&3; sleep 0.02; done
echo jq:amd64=1.1 > "$0"`;

// A test that fails must leave no agent behind.
test.after.each(killAll);

const setup = (script = SCRIPT) => childHost(script);

const hasLine = (line: number) => (job: Record<string, unknown>) =>
  logsOf(job).some(({ text }) => text === `line ${line}`);

/** Checks that each line is there once and in order, on both streams. */
function assertWhole(job: Record<string, unknown>): void {
  const texts = (stream: string): string[] =>
    logsOf(job).flatMap((line) => (line.stream === stream ? [line.text] : []));
  const wanted = (word: string): string[] =>
    Array.from({ length: LINES }, (_, index) => `${word} ${index + 1}`);
  assert.is(texts('stdout').join('\n'), wanted('line').join('\n'));
  assert.is(texts('stderr').join('\n'), wanted('note').join('\n'));
  const seqs = logsOf(job).map(({ seq }) => seq);
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
  assert.ok(logsOf(job).some(({ text }) => text === 'line 1'));
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
