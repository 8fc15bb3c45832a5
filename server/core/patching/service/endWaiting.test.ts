// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scriptFailed } from '../testing/fakeAgents.ts';
import { caller, closeWorld, createWorld, request, type TestWorld, wireJob } from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const HOSTS = 250;

const test = suite<{ world: TestWorld }>('ends of many waiting hosts');
test.before.each(async (context) => {
  context.world = await createWorld(HOSTS);
});
test.after.each(closeWorld);

/** Counts the statements that write hosts' rows. */
function writes({ db }: TestWorld): { count: number } {
  const seen = { count: 0 };
  db.knex.on('query', ({ sql }: { sql: string }) => {
    if (/^update .patching_job_hosts/.test(sql)) seen.count += 1;
  });
  return seen;
}

/** The audit actions, and the number of events of hosts' ends. */
async function written({ db }: TestWorld): Promise<{ audit: string[]; hostEvents: number }> {
  const audit = await db.reader<{ action: string; row_id: number }>('kernel_audit').orderBy('row_id');
  const events = await db.reader<{ kind: string; data: unknown }>('patching_job_events');
  const ends = events.filter(({ kind, data }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return kind === 'job.host.updated' && /"state":\s*"(cancelled|skipped)"/.test(text);
  });
  return { audit: audit.map(({ action }) => action), hostEvents: ends.length };
}

test('a cancel and a retry of 250 hosts write them by three statements each, and hosts that never started are not read again', async ({
  world,
}) => {
  const manager = await world.manager();
  const { service } = manager.patching;
  const attempts: number[] = [];
  manager.ctx.events.on('patching.hostFinished', ({ attempt }) => void attempts.push(attempt));
  const scheduleAt = new Date('2030-02-01T00:00:00Z');
  const spec = { maxParallel: 1 };
  const { job } = await service.create(request(world.fleet.hostIds, spec, { scheduleAt }), caller());
  await settled();
  const seen = writes(world);
  await service.cancel(job.id, caller());
  assert.is(seen.count, 3);
  await settled();
  assert.equal([attempts.length, new Set(attempts)], [250, new Set([0])], 'nothing was begun on them');
  // The gate never answers, so only the writes of the retry are counted.
  manager.ctx.hooks.add('a-gate', { 'patching.beforeHost': () => new Promise(() => undefined) });
  const { hosts } = await service.retry(job.id, null, caller());
  assert.is(seen.count, 6);
  assert.equal([hosts[0]?.state, hosts[0]?.round, hosts[0]?.version], ['pending', 2, 3]);
  assert.is((await wireJob(manager, job.id)).counts.pending, 250);
});

test('a cancel of many hosts is no long transaction: a hundred hosts each', async ({ world }) => {
  const manager = await world.manager();
  const scheduleAt = new Date('2030-02-01T00:00:00Z');
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, {}, { scheduleAt }),
    caller(),
  );
  await settled();
  const { job: cancelled } = await manager.patching.service.cancel(job.id, caller());
  await settled();
  assert.equal([cancelled.state, cancelled.counts.cancelled], ['cancelled', 250]);
  const events = await manager.patching.service.eventsAfter(job.id, 0, 500);
  assert.equal(
    events.flatMap(({ kind, data }) => (kind === 'job.updated' ? [data.counts.cancelled] : [])),
    [0, 100, 200, 250],
    'one update of the job a batch',
  );
  assert.equal(await written(world), {
    audit: ['job.created', 'job.cancel_requested', 'job.cancel_started', 'job.cancelled'],
    hostEvents: 250,
  });
});

for (const when of ['before', 'after'] as const) {
  test(`a cancel whose manager is killed ${when} its second batch is finished by the sweep, each host once`, async ({
    world,
  }) => {
    const first = await world.manager();
    const scheduleAt = new Date('2030-02-01T00:00:00Z');
    const { job } = await first.patching.service.create(
      request(world.fleet.hostIds, {}, { scheduleAt }),
      caller(),
    );
    first.killAt('patching.endHosts', when);
    void first.patching.service.cancel(job.id, caller());
    await settled();
    assert.ok(first.dead);
    const second = await world.manager();
    const half = await wireJob(second, job.id);
    assert.equal([half.state, half.counts.cancelled], ['cancelling', when === 'before' ? 100 : 200]);
    await second.patching.sweep();
    const whole = await wireJob(second, job.id);
    assert.equal([whole.state, whole.counts.cancelled], ['cancelled', 250]);
    assert.equal(await written(world), {
      audit: ['job.created', 'job.cancel_requested', 'job.cancel_started', 'job.cancelled'],
      hostEvents: 250,
    });
  });
}

test('an end whose manager is killed between its batches is finished by the sweep', async ({ world }) => {
  const first = await world.manager();
  world.fleet.agent(world.fleet.hostIds[0]).endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await first.patching.service.create(
    request(world.fleet.hostIds, { maxParallel: 1, failureBudgetPercent: 0 }),
    caller(),
  );
  await settled();
  first.killAt('patching.endHosts', 'before');
  void first.patching.service.end(job.id, caller());
  await settled();
  const second = await world.manager();
  const half = await wireJob(second, job.id);
  assert.equal([half.state, half.reason, half.counts.skipped], ['paused', 'ENDING', 100]);
  await second.patching.sweep();
  const whole = await wireJob(second, job.id);
  assert.equal([whole.state, whole.reason, whole.counts.skipped], ['failed', null, 249]);
});

test.run();
