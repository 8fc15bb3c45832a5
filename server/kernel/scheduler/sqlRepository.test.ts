import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { freshDatabase } from '../../../test/support/databases.ts';
import type { FreshDatabase } from '../../../test/support/databases.ts';
import { failure } from '../db/testing/support.ts';
import { migrate } from '../db/migrate.ts';
import { schedulerMigrations } from './migrations.ts';
import { SqlJobRepository } from './sqlRepository.ts';

interface Context {
  fresh: FreshDatabase;
  a: SqlJobRepository;
  b: SqlJobRepository;
}

const test = suite<Context>('job repository on SQL');
const start = new Date('2030-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);

test.before.each(async (context) => {
  context.fresh = await freshDatabase('sqlite');
  await migrate(context.fresh.db, schedulerMigrations, pino({ level: 'silent' }));
  context.a = new SqlJobRepository(context.fresh.db, { instanceId: 'a', name: 'a:1' });
  context.b = new SqlJobRepository(context.fresh.db, { instanceId: 'b', name: 'b:1' });
});
test.after.each(({ fresh }) => fresh.cleanup());

async function put({ a }: Context, name: string, nextRunAt = start) {
  return a.saveJob({ name, type: 'normal', priority: 0, nextRunAt, data: { payload: '1' } }, undefined);
}

test('a job is claimed when it is due, by one, and by another only after the deadline', async (context) => {
  const { a, b } = context;
  await put(context, 'test.job', later(1_000));
  assert.is(await a.getNextJobToRun('test.job', later(999), later(-60_000), start), undefined);
  assert.is(await a.getNextJobToRun('test.other', later(1_000), later(-60_000), start), undefined);
  const mine = await a.getNextJobToRun('test.job', later(1_000), later(-60_000), start);
  assert.equal(mine?.lockedAt, start);
  assert.is(await b.getNextJobToRun('test.job', later(2_000), later(-1), start), undefined);
  const taken = await b.getNextJobToRun('test.job', later(2_000), start, later(60_000));
  assert.is(taken?._id, mine?._id);
});

test('a run that lost its lock can neither write nor take away the job of its successor', async (context) => {
  const { a, b } = context;
  await put(context, 'test.job');
  const lost = await a.getNextJobToRun('test.job', start, later(-1), start);
  await b.getNextJobToRun('test.job', start, start, later(60_000));
  assert.ok(lost);
  const error = await failure(a.saveJobState({ ...lost, nextRunAt: null, lockedAt: undefined }));
  assert.is(error.name, 'JobGoneError');
  assert.is(await a.removeJobs({ id: String(lost._id) }), 0);
  assert.equal((await b.getJobById(String(lost._id)))?.lockedAt, later(60_000));
});

test('the jobs that are due longest come first', async (context) => {
  await put(context, 'test.job', later(20));
  const first = await put(context, 'test.job', later(10));
  assert.is((await context.a.getNextJobToRun('test.job', later(50), start, start))?._id, first._id);
});

test('names that are asked about at once share one query, and those with something to claim get it', async (context) => {
  const { a, fresh } = context;
  const claim = (name: string, ago = -1) => a.getNextJobToRun(name, start, later(ago), later(5));
  await put(context, 'test.locked', later(-100));
  await a.getNextJobToRun('test.locked', start, later(-1), later(-100));
  await put(context, 'test.due');
  await put(context, 'test.later', later(1));
  let queries = 0;
  fresh.db.reader.on('query', () => (queries += 1));
  const idle = Array.from({ length: 20 }, (_, index) => `test.idle${index}`);
  const claimed = await Promise.all(
    [...idle, 'test.later', 'test.due', 'test.locked'].map((name) => claim(name)),
  );
  assert.equal(
    claimed.flatMap((job) => job?.name ?? []),
    ['test.due', 'test.locked'],
  );
  assert.is(queries, 3, 'one for all, and one for each that has something');
  assert.is(await claim('test.idle0'), undefined);
  assert.is(queries, 4, 'one alone is not asked about twice');
});

test('queries and the overview tell the states', async (context) => {
  const { a } = context;
  await put(context, 'test.one', new Date(Date.now() + 60_000));
  await put(context, 'test.two', new Date(Date.now() - 60_000));
  await put(context, 'test.two', new Date(Date.now() + 60_000));
  assert.equal(await a.getDistinctJobNames(), ['test.one', 'test.two']);
  assert.is(await a.getQueueSize(), 1);
  assert.is((await a.queryJobs({ name: 'test.two', state: 'scheduled' })).total, 1);
  assert.is((await a.queryJobs({ limit: 2 })).jobs.length, 2);
  const overview = await a.getJobsOverview();
  assert.is(overview.find((entry) => entry.name === 'test.two')?.queued, 1);
  assert.is(await a.disableJobs({ name: 'test.two' }), 2);
  assert.is(await a.getNextJobToRun('test.two', new Date(), start, start), undefined);
});

test('nothing chosen is never everything', async (context) => {
  await put(context, 'test.job');
  assert.is(await context.a.removeJobs({}), 0);
  assert.is(await context.a.disableJobs({ ids: [] }), 0);
  assert.is((await context.a.queryJobs()).total, 1);
});

test.run();
