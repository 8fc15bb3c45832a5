import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { Journal } from './journal.ts';
import { newRecord } from './record.ts';
import type { JobRecord } from './record.ts';
import { FakeClock } from '../testing/fakeDeps.ts';

const test = suite('journal');

const EVERYTHING = { fromSeq: 1, limit: 10_000, maxBytes: 10_000_000 };
const DAY_MS = 24 * 3_600_000;

function setup(dir = mkdtempSync(join(tmpdir(), 'fleetmend-journal-'))) {
  const clock = new FakeClock();
  const reported: string[] = [];
  const options = {
    dir,
    clock,
    keepJobs: 3,
    keepJobsMs: 90 * DAY_MS,
    onProblem: (text: string) => reported.push(text),
  };
  const journal = new Journal(options);
  const create = async (): Promise<JobRecord> => {
    const jobId = uuidv7();
    const record = newRecord({
      jobId,
      request: { operation: 'refresh' },
      idempotencyKey: null,
      createdAt: clock.now(),
    });
    await journal.create(record);
    return record;
  };
  const finish = async (record: JobRecord): Promise<void> => {
    record.status = 'running';
    await journal.enterStatus(record);
    record.status = 'completed';
    record.completedAt = clock.now().toISOString();
    await journal.enterStatus(record);
  };
  const file = (record: JobRecord, name: string): string => join(dir, record.jobId, name);
  const cleanUp = async (): Promise<void> => {
    await journal.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, clock, journal, reported, create, finish, file, cleanUp, reopen: () => setup(dir) };
}

test('files are private, and what was stored is there again', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  await t.journal.writeFile(record.jobId, 'saved', { a: 1 });
  assert.is(statSync(join(t.dir, record.jobId)).mode & 0o777, 0o700);
  assert.is(statSync(t.file(record, 'job.json')).mode & 0o777, 0o600);
  assert.is(statSync(t.file(record, 'log.jsonl')).mode & 0o777, 0o600);
  await t.journal.close();
  const again = t.reopen();
  const [unfinished] = await again.journal.load();
  assert.equal(unfinished, record);
  assert.equal(await again.journal.readFile(record.jobId, 'saved'), { a: 1 });
  await again.cleanUp();
});

test('a last line that was cut short is taken off, and seq goes on without a gap', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  const log = t.journal.log(record.jobId);
  for (const text of ['one', 'two']) log?.append({ kind: 'log', stream: 'agent', text }, t.clock.now());
  await t.journal.close();
  appendFileSync(t.file(record, 'log.jsonl'), '{"seq":3,"kind":"log","te');
  const again = t.reopen();
  await again.journal.load();
  again.journal.log(record.jobId)?.append({ kind: 'log', stream: 'agent', text: 'three' }, t.clock.now());
  const events = await again.journal.events(record.jobId, EVERYTHING);
  assert.equal(
    events.map((event) => [event.seq, event.kind === 'log' && event.text]),
    [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ],
  );
  await again.cleanUp();
});

test('a crash between record and history loses no event of a status', async () => {
  for (const status of ['running', 'completed']) {
    const t = setup();
    await t.journal.load();
    const record = await t.create();
    if (status === 'completed') await t.finish(record);
    else {
      record.status = 'running';
      await t.journal.enterStatus(record);
    }
    await t.journal.close();
    const lines = readFileSync(t.file(record, 'log.jsonl'), 'utf8').trim().split('\n');
    writeFileSync(
      t.file(record, 'log.jsonl'),
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const again = t.reopen();
    await again.journal.load();
    const events = await again.journal.events(record.jobId, EVERYTHING);
    assert.is(events.length, lines.length);
    const last = events.at(-1);
    assert.is(last?.kind === 'status' && last.status, status);
    assert.is(last?.seq, lines.length);
    await again.cleanUp();
  }
});

test('damaged, foreign and half-made job directories never stop the start', async () => {
  const t = setup();
  await t.journal.load();
  const good = await t.create();
  const damaged = await t.create();
  const foreign = await t.create();
  await t.journal.close();
  writeFileSync(t.file(damaged, 'job.json'), '{"version":1,"jobId":');
  writeFileSync(t.file(foreign, 'job.json'), JSON.stringify({ ...foreign, version: 2 }));
  const unborn = uuidv7();
  mkdirSync(join(t.dir, unborn));
  writeFileSync(join(t.dir, 'stray'), 'x');
  const again = t.reopen();
  const unfinished = await again.journal.load();
  assert.equal(
    unfinished.map(({ jobId }) => jobId),
    [good.jobId],
  );
  assert.is(again.reported.length, 2);
  assert.is(again.journal.problems().length, 2);
  assert.not(readdirSync(t.dir).includes(unborn));
  await again.journal.close();
  const third = t.reopen();
  await third.journal.load();
  assert.is(third.journal.problems().length, 2);
  await third.cleanUp();
});

test('keeps the newest finished jobs, and none that are too old', async () => {
  const t = setup();
  await t.journal.load();
  const waiting = await t.create();
  const records: JobRecord[] = [];
  for (let count = 0; count < 5; count += 1) {
    t.clock.advance(1000);
    const record = await t.create();
    await t.finish(record);
    records.push(record);
  }
  assert.equal(await t.journal.prune(), [records[1]?.jobId, records[0]?.jobId]);
  t.clock.advance(91 * DAY_MS);
  assert.is((await t.journal.prune()).length, 3);
  assert.equal(
    t.journal.summaries().map(({ jobId }) => jobId),
    [waiting.jobId],
  );
  assert.equal(readdirSync(t.dir), [waiting.jobId]);
  await t.cleanUp();
});

test('finds any seq in a long history', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  const log = t.journal.log(record.jobId);
  for (let seq = 1; seq <= 3000; seq += 1) {
    log?.append(
      { kind: 'log', stream: 'stdout', text: `${seq} ${'x'.repeat((seq * 37) % 900)}` },
      t.clock.now(),
    );
    if (seq % 7 === 0) log?.mark({ step: 'apply', stream: 'status', endOffset: seq });
  }
  for (const fromSeq of [1, 2, 63, 64, 1499, 1500, 2999, 3000]) {
    const [first] = await t.journal.events(record.jobId, { fromSeq, limit: 1, maxBytes: 1000 });
    assert.is(first?.seq, fromSeq);
  }
  assert.equal(await t.journal.events(record.jobId, { fromSeq: 3001, limit: 1, maxBytes: 1000 }), []);
  await t.cleanUp();
});

test('what gathers while the disk is busy is told as it is written, in pieces that a reader can take', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  const told: { seq: number; chars: number; storedBytes: number }[] = [];
  t.journal.subscribe((_jobId, events) => {
    const chars = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
    told.push({
      seq: events.at(-1)?.seq ?? 0,
      chars,
      storedBytes: statSync(t.file(record, 'log.jsonl')).size,
    });
  });
  const log = t.journal.log(record.jobId);
  // More than the megabyte that a client may have unsent.
  for (let line = 0; line < 3000; line += 1)
    log?.append({ kind: 'log', stream: 'stdout', text: 'x'.repeat(1000) }, t.clock.now());
  await log?.flush();
  assert.is(told.at(-1)?.seq, 3000);
  for (const { seq, chars, storedBytes } of told) {
    assert.ok(chars < 256 * 1024, `${chars} characters at once`);
    assert.ok(storedBytes > seq * 1000, `event ${seq} is told and not stored`);
  }
  await t.cleanUp();
});

test('the log of one job is bounded, its other events still come', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  const log = t.journal.log(record.jobId);
  for (let line = 0; line < 1000; line += 1) {
    log?.append({ kind: 'log', stream: 'stdout', text: 'x'.repeat(16_000) }, t.clock.now());
    if (line % 50 === 0) await log?.flush();
  }
  await t.finish(record);
  assert.ok(statSync(t.file(record, 'log.jsonl')).size < 10 * 1024 * 1024);
  const events = await t.journal.events(record.jobId, { ...EVERYTHING, maxBytes: 1e9 });
  assert.ok(events.every((event, index) => event.seq === index + 1));
  assert.is(events.filter((event) => event.kind === 'log' && event.stream === 'agent').length, 1);
  assert.is(events.at(-1)?.kind, 'status');
  await t.cleanUp();
});

test('lines that the full log drops leave no other trace than how far was read', async () => {
  const t = setup();
  await t.journal.load();
  const record = await t.create();
  const log = t.journal.log(record.jobId);
  const take = (text: string, endOffset: number) =>
    log?.append({ kind: 'log', stream: 'stdout', text }, t.clock.now(), {
      step: 'apply',
      stream: 'out',
      endOffset,
    });
  for (let line = 1; line <= 600; line += 1) {
    take('x'.repeat(16_000), line);
    await log?.room();
    if (line % 50 === 0) await log?.flush();
  }
  for (let line = 601; line <= 100_000; line += 1) take('Answer y or n:', line);
  await log?.flush();
  assert.ok(statSync(t.file(record, 'log.jsonl')).size < 9 * 1024 * 1024);
  await t.journal.close();
  const again = t.reopen();
  await again.journal.load();
  assert.is(again.journal.log(record.jobId)?.offsets('apply').out, 100_000);
  await again.cleanUp();
});

test.run();
