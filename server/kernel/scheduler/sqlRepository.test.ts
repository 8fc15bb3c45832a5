import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { freshDatabase } from '#test/support/databases.ts';
import type { FreshDatabase } from '#test/support/databases.ts';
import { failure } from '../db/testing/support.ts';
import { migrate } from '../db/migrate.ts';
import { schedulerMigrations } from './migrations.ts';
import { fromTs } from '../db/database.ts';
import { SqlJobRepository } from './sqlRepository.ts';
import { jobsTable, type JobRow } from './sqlRows.ts';

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
  const [row] = await context.fresh.db.knex<JobRow>(jobsTable);
  assert.is(Number(fromTs(row?.locked_at)), later(60_000).getTime());
});

test('the jobs that are due longest come first', async (context) => {
  await put(context, 'test.job', later(20));
  const first = await put(context, 'test.job', later(10));
  assert.is((await context.a.getNextJobToRun('test.job', later(50), start, start))?._id, first._id);
});

test('nothing chosen is never everything', async (context) => {
  const own = await put(context, 'test.job');
  assert.is(await context.a.removeJobs({}), 0);
  assert.is(await context.a.removeJobs({ id: String(own._id) }), 1);
});

test.run();
