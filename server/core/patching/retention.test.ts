import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { Context } from '../../kernel/boot/feature.ts';
import { ts } from '../../kernel/db/database.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
} from './testing/harness.ts';
import { cleanUp } from './retention.ts';

const DAY_MS = 86_400_000;
const HOSTS = 1_201;
const STEPS = 3;
const PARTS = ['patching_log_chunks', 'patching_job_events', 'patching_host_steps', 'patching_job_hosts'];
const ALL = [...PARTS, 'patching_jobs', 'patching_targets'];

const test = suite<OneManager>('deleting old jobs');
test.before.each(startOneManager(1));
test.after.each(closeWorld);

const rowsIn = async ({ reader }: Context['db']): Promise<number> => {
  const counts = await Promise.all(ALL.map((table) => reader(table).count({ rows: '*' })));
  return counts.reduce((sum, [count]) => sum + Number(count?.['rows']), 0);
};

/** Gives the job so many more hosts that have ended, each with steps and a log. */
async function addHosts({ knex }: Context['db'], jobId: string): Promise<void> {
  const host = (await knex('patching_job_hosts').where('job_id', jobId).first()) as Record<string, unknown>;
  const step = (await knex('patching_host_steps').where('job_id', jobId).first()) as Record<string, unknown>;
  const chunk = (await knex('patching_log_chunks').where('job_id', jobId).first()) as Record<string, unknown>;
  const ids = Array.from({ length: HOSTS }, () => uuid());
  const steps = ids.flatMap((id) =>
    Array.from({ length: STEPS }, (_, version) => ({ ...step, host_id: id, version })),
  );
  for (let at = 0; at < HOSTS; at += 200) {
    const some = ids.slice(at, at + 200);
    await knex('patching_job_hosts').insert(some.map((id) => ({ ...host, id, host_id: id })));
    await knex('patching_log_chunks').insert(some.map((id) => ({ ...chunk, host_id: id })));
  }
  for (let at = 0; at < steps.length; at += 200)
    await knex('patching_host_steps').insert(steps.slice(at, at + 200));
}

test('no transaction deletes the rows of all hosts of a large job', async ({ world, manager }) => {
  const { service } = manager.patching;
  const { reader, knex } = manager.ctx.db;
  const [hostId = ''] = world.fleet.hostIds;
  const ended = async (): Promise<string> => {
    world.fleet.agent(hostId).endings.push({ lines: ['one'] });
    const { job } = await service.create(request([hostId]), caller());
    await world.runUntilEnded(manager, job.id, MINUTE_MS);
    return job.id;
  };
  const [oldId, newId] = [await ended(), await ended()];
  await addHosts(manager.ctx.db, oldId);
  const longAgo = world.clock.now().getTime() - 731 * DAY_MS;
  await knex('patching_jobs')
    .where('id', oldId)
    .update({ completed_at: ts(longAgo) });
  const left = [await rowsIn(manager.ctx.db)];
  const tx: Context['tx'] = async (work, options) => {
    const result = await manager.ctx.tx(work, options);
    left.push(await rowsIn(manager.ctx.db));
    return result;
  };
  await cleanUp({ ...manager.ctx, tx });
  const gone = left.slice(1).map((rows, index) => (left[index] ?? 0) - rows);
  assert.ok(Math.max(...gone) <= 500 + STEPS, `at most a batch each time: ${gone.join(' ')}`);
  assert.is(await service.lastSeq(oldId, 'all'), null);
  for (const table of PARTS) {
    assert.equal(await reader(table).where('job_id', oldId), [], `${table} of the old job`);
    assert.ok((await reader(table).where('job_id', newId)).length > 0, `${table} of the new job`);
  }
  assert.is.not(await service.lastSeq(newId, 'all'), null);
});

test('logs and events go at their own times, and what is younger stays, in the same job and at the same host', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const { knex, reader } = manager.ctx.db;
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ lines: ['one'] });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const now = world.clock.now().getTime();
  const chunk = (await knex('patching_log_chunks').first()) as Record<string, unknown>;
  const event = (await knex('patching_job_events').first()) as Record<string, unknown>;
  await knex('patching_log_chunks').delete();
  await knex('patching_job_events').delete();
  // More than a batch, an hour apart: logs are kept for 30 days, events for 180.
  const at = (nth: number): Date => ts(now - nth * 3_600_000);
  const many = 6_000;
  for (let nth = 0; nth < many; nth += 100) {
    const some = Array.from({ length: 100 }, (_, index) => nth + index);
    await knex('patching_log_chunks').insert(some.map((n) => ({ ...chunk, first_seq: n, at: at(n) })));
    await knex('patching_job_events').insert(some.map((n) => ({ ...event, seq: n + 1, at: at(n) })));
  }
  await cleanUp(manager.ctx);
  const left = async (table: string): Promise<number> =>
    Number(((await reader(table).count({ rows: '*' }).first()) as { rows: number }).rows);
  assert.equal(
    [await left('patching_log_chunks'), await left('patching_job_events')],
    [30 * 24 + 1, 180 * 24 + 1],
  );
  assert.is(
    ((await reader('patching_log_chunks').max({ last: 'first_seq' }).first()) as { last: number }).last,
    30 * 24,
  );
});

test.run();
