import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { eventually, startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';
import type { WireEvent } from '../testing/fakeAgent.ts';

const test = suite('stream');
test.after.each(stopFakeAgents);

async function setup(overrides: Parameters<typeof startFakeAgent>[0] = {}) {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const t = await startFakeAgent({ backend, ...overrides });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const start = async () =>
    String((await t.call('POST', '/api/v1/patches', { body: {} })).json.data?.['job_id']);
  return { ...t, backend, held, release: () => release(), start };
}

/** Whether the events are in order, without gaps or duplicates. */
const isWhole = (events: readonly WireEvent[], from = 1): boolean =>
  events.every(({ seq }, index) => seq === from + index);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => 1 + index);
const LINES = 7_500;
const ended = (events: readonly WireEvent[]): boolean => events.some(({ status }) => status === 'completed');

test('replays from from_seq and goes on live, without gap or double', async () => {
  const t = await setup();
  t.backend.onTransaction = async (env) => {
    for (let line = 1; line <= 700; line += 1) env.log('stdout', `early ${line}`);
    await t.held;
    for (let line = 1; line <= 700; line += 1) {
      env.log('stdout', `late ${line}`);
      if (line % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const jobId = await t.start();
  await t.until(jobId, 'running');
  const all = await t.stream(`?job_id=${jobId}&from_seq=0`);
  const tail = await t.stream(`?job_id=${jobId}&from_seq=600`);
  t.release();
  await eventually(() => ended(all.events) && ended(tail.events), 'the end of the job');
  assert.ok(all.events.length > 1400);
  assert.ok(isWhole(all.events) && isWhole(tail.events, 600));
  assert.is(tail.events.length, all.events.length - 599);
  assert.is(all.events[0]?.['status'], 'running');
  assert.is(all.events.at(-1)?.['status'], 'completed');
  const late = await t.stream(`?job_id=${jobId}&from_seq=1`);
  await eventually(() => ended(late.events), 'the replay');
  assert.is(JSON.stringify(late.events), JSON.stringify(all.events));
  await t.cleanUp();
});

test('without job_id all jobs from now on', async () => {
  const t = await setup();
  const { events } = await t.stream('');
  const jobId = await t.start();
  await eventually(() => ended(events), 'the end of the job');
  assert.ok(events.every((event) => event['job_id'] === jobId));
  assert.ok(isWhole(events));
  await t.cleanUp();
});

test('the history survives a restart of the agent, and goes on with the next seq', async () => {
  const t = await setup();
  t.backend.onTransaction = async (env) => {
    env.log('agent', 'before');
    await t.held;
  };
  const jobId = await t.start();
  const first = await t.stream(`?job_id=${jobId}&from_seq=1`);
  await eventually(() => first.events.some(({ text }) => text === 'before'), 'the line');
  const stopped = t.stop();
  t.release();
  await stopped;
  t.backend.onTransaction = async (env) => env.log('agent', 'after');
  const again = await startFakeAgent({ backend: t.backend, dataDir: t.deps.dataDir });
  await again.finished(jobId);
  const second = await again.stream(`?job_id=${jobId}&from_seq=${first.events.length + 1}`);
  await eventually(() => ended(second.events), 'the end of the job');
  assert.ok(isWhole([...first.events, ...second.events]));
  await again.cleanUp();
});

test('a client that does not read is closed with 1013, and others are not held up', async () => {
  const t = await setup({ settings: { refreshAfterMs: 0, streamBufferBytes: 1024 * 1024 } });
  let isBehind = (_line: number): boolean => false;
  t.backend.onTransaction = async (env) => {
    await t.held;
    // More than the kernel buffers for a client that does not read, and as much as a job's log takes (8 MiB).
    for (let line = 0; line < LINES; line += 1) {
      env.log('stdout', 'x'.repeat(1000));
      if (line % 20 === 0) await eventually(() => !isBehind(line), 'the reading of the quick client');
    }
  };
  const jobId = await t.start();
  await t.until(jobId, 'running');
  const slow = await t.stream(`?job_id=${jobId}&from_seq=0`);
  const quick = await t.stream(`?job_id=${jobId}&from_seq=0`);
  // It reads in this process, and is as late as the machine is busy: without this it would be a slow client, too.
  isBehind = (line) => quick.events.length < line - 300;
  let closeCode = 0;
  slow.socket.on('close', (code) => (closeCode = code));
  slow.socket.pause();
  t.release();
  await eventually(() => ended(quick.events), 'the end of the job');
  slow.socket.resume();
  await eventually(() => closeCode !== 0, 'the close');
  assert.is(closeCode, 1013);
  const seen = slow.events.length;
  const resumed = await t.stream(`?job_id=${jobId}&from_seq=${seen + 1}`);
  await eventually(() => ended(resumed.events), 'the rest');
  assert.ok(isWhole([...slow.events, ...resumed.events]) && isWhole(quick.events));
  assert.is(slow.events.length + resumed.events.length, quick.events.length);
  await t.cleanUp();
});

test('a peer that is no longer authorized loses its open stream', async () => {
  let authorized = true;
  const t = await setup({ authorize: () => authorized });
  const { socket } = await t.stream('');
  let closed = false;
  socket.on('close', () => (closed = true));
  authorized = false;
  t.agent.recheckPeers();
  await eventually(() => closed, 'the close');
  await t.cleanUp();
});

test('bad upgrades are refused with the status of a call', async () => {
  const t = await setup();
  const statusOf = (query: string): Promise<string> =>
    t.stream(query).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  assert.is(await statusOf('?job_id=7'), '400');
  assert.is(await statusOf('?from_seq=1'), '400');
  assert.is(await statusOf('?job_id=01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01'), '404');
  assert.is(await statusOf('?from_seq=-1&job_id=01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01'), '400');
  assert.is(await statusOf('?x=1'), '400');
  await t.cleanUp();
});

test('the log pages by seq', async () => {
  const t = await setup();
  t.backend.onTransaction = async (env) => {
    for (let line = 1; line <= 1200; line += 1) {
      env.log('stdout', `line ${line}`);
      if (line % 10 === 0) env.progress(line / 15, `at ${line}`);
    }
  };
  const jobId = await t.start();
  const detail = await t.finished(jobId);
  const last = detail['logs'] as { text: string }[];
  assert.is(last.length, 1000);
  assert.is(last.at(-1)?.text, 'changed 1');
  const texts: string[] = [];
  let afterSeq = 0;
  for (;;) {
    const { data } = (await t.call('GET', `/api/v1/jobs/${jobId}/logs?after_seq=${afterSeq}&limit=333`)).json;
    const logs = data?.['logs'] as { text: string }[];
    if (logs.length === 0) break;
    texts.push(...logs.map(({ text }) => text));
    afterSeq = Number(data?.['next_seq']);
  }
  const wanted = [...upTo(1200).map((line) => `line ${line}`), 'changed 1'];
  assert.is(texts.join('\n'), wanted.join('\n'));
  await t.cleanUp();
});

test.run();
