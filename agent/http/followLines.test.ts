import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { checkLine } from '../testing/contract.ts';
import { eventually, startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';

const test = suite('lines of a job that is followed');
test.after.each(stopFakeAgents);

type Line = Record<string, unknown> & { kind: string; seq?: number; job?: Record<string, unknown> };

async function setup(overrides: Parameters<typeof startFakeAgent>[0] = {}) {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const t = await startFakeAgent({ backend, ...overrides });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const start = async () =>
    String((await t.call('POST', '/api/v1/patches', { body: {} })).json.data?.['job_id']);
  return { ...t, backend, held, release: () => release(), start };
}

/** Reads the lines as they come; `whole` is set once the response has ended properly. */
async function follow(baseUrl: string, jobId: string, fromSeq: number) {
  const read = { lines: [] as Line[], whole: false, broken: false, answer: null as IncomingMessage | null };
  const req = get(`${baseUrl}/api/v1/jobs/${jobId}/events?from_seq=${fromSeq}`);
  const [answer] = (await once(req, 'response')) as [IncomingMessage];
  assert.is(answer.statusCode, 200);
  assert.is(answer.headers['content-type'], 'application/x-ndjson');
  read.answer = answer;
  let rest = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => one !== '').map((one) => JSON.parse(one) as Line)) {
      checkLine(line);
      read.lines.push(line);
    }
  });
  answer.on('end', () => (read.whole = rest === '')).on('error', () => (read.broken = true));
  return read;
}

const seqs = (lines: readonly Line[]): (number | undefined)[] => lines.slice(0, -1).map(({ seq }) => seq);
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

test('what was missed, then what comes, and last the job as it has ended, without gap or double', async () => {
  const t = await setup();
  t.backend.onTransaction = async (env) => {
    for (let line = 1; line <= 700; line += 1) env.log('stdout', `early ${line}`);
    await t.held;
    for (let line = 1; line <= 700; line += 1) env.log('stdout', `late ${line}`);
  };
  const jobId = await t.start();
  await t.until(jobId, 'running');
  const all = await follow(t.baseUrl, jobId, 1);
  const tail = await follow(t.baseUrl, jobId, 600);
  await eventually(() => all.lines.length > 700, 'the history');
  t.release();
  await eventually(() => all.whole && tail.whole, 'the end of the answers');
  assert.ok(all.lines.length > 1400);
  assert.equal(seqs(all.lines), from(1, all.lines.length - 1));
  assert.equal(seqs(tail.lines), from(600, tail.lines.length - 1));
  assert.is(tail.lines.length, all.lines.length - 599);
  const last = all.lines.at(-1);
  assert.is(last?.kind, 'end');
  const { json } = await t.call('GET', `/api/v1/jobs/${jobId}`);
  assert.equal(last?.job, { ...json.data, logs: [] });
  await t.cleanUp();
});

test('a job that has ended is told at once, also to those who have seen all of it', async () => {
  const t = await setup();
  const jobId = await t.start();
  await t.finished(jobId);
  const all = await follow(t.baseUrl, jobId, 0);
  await eventually(() => all.whole, 'the answer');
  const none = await follow(t.baseUrl, jobId, all.lines.length);
  const beyond = await follow(t.baseUrl, jobId, 1_000_000);
  await eventually(() => none.whole && beyond.whole, 'the answers');
  assert.equal([none.lines.map(({ kind }) => kind), beyond.lines.length], [['end'], 1]);
  await t.cleanUp();
});

test('what is no job, or no number, is refused as any call', async () => {
  const t = await setup();
  const path = '/api/v1/jobs/01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01/events';
  assert.is((await t.call('GET', path)).json.error?.['code'], 'JOB_NOT_FOUND');
  assert.is((await t.call('GET', `${path}?from_seq=x`)).json.error?.['code'], 'VALIDATION_FAILED');
  assert.is((await t.call('GET', '/api/v1/jobs/7/events')).json.error?.['code'], 'INVALID_JOB_ID');
  await t.cleanUp();
});

test('who is no longer authorized loses the answer, and so does everybody when the agent stops', async () => {
  let authorized = true;
  const t = await setup({ authorize: () => authorized });
  t.backend.onTransaction = () => t.held;
  const jobId = await t.start();
  await t.until(jobId, 'running');
  const first = await follow(t.baseUrl, jobId, 1);
  t.agent.recheckPeers();
  authorized = false;
  assert.not(first.broken);
  t.agent.recheckPeers();
  await eventually(() => first.broken, 'the end of the first');
  authorized = true;
  const second = await follow(t.baseUrl, jobId, 1);
  const stopped = t.stop();
  await eventually(() => second.broken, 'the end of the second');
  t.release();
  await stopped;
  assert.not(second.lines.some(({ kind }) => kind === 'end'));
});

test('a client that does not read is broken off, and resumes', async () => {
  const t = await setup({ settings: { refreshAfterMs: 0, streamBufferBytes: 1024 * 1024 } });
  t.backend.onTransaction = async (env) => {
    await t.held;
    // More than the kernel buffers for a client that does not read: up to 10 MB on both sides of a connection.
    for (let line = 0; line < 16_000; line += 1) {
      env.log('stdout', 'x'.repeat(1000));
      if (line % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const jobId = await t.start();
  await t.until(jobId, 'running');
  const slow = await follow(t.baseUrl, jobId, 1);
  slow.answer?.pause();
  t.release();
  await t.finished(jobId);
  slow.answer?.resume();
  await eventually(() => slow.broken, 'the break');
  const seen = slow.lines.length;
  const resumed = await follow(t.baseUrl, jobId, seen + 1);
  await eventually(() => resumed.whole, 'the rest');
  assert.equal(seqs(resumed.lines), from(seen + 1, resumed.lines.length - 1));
  await t.cleanUp();
});

test.run();
