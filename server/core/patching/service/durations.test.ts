// databases: sqlite, mariadb
import { v7 as uuid } from 'uuid';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plansOf } from '#test/support/scans.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import type { PackageChange } from '../models.ts';
import { planWith, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('past durations of hosts');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

interface Run {
  minutes: number;
  host?: number;
  operation?: JobOperation;
  /** Default: one package. */
  changes?: PackageChange[];
  /** Columns of the host's row that differ from a good run. */
  but?: object;
}

/** Inserts ended runs, each a minute after the one before. */
async function past({ world, manager }: OneManager, runs: readonly Run[]): Promise<void> {
  const { knex } = world.db;
  for (const { minutes, host = 0, operation = 'patch', changes = [upgrade('jq')], but = {} } of runs) {
    const id = world.fleet.hostIds[host] ?? '';
    const spec = operation === 'patch' || operation === 'reboot' ? {} : { packages: [{ name: 'jq' }] };
    if (operation !== 'reboot') world.fleet.agent(id).endings.push({ changes });
    const { job } = await manager.patching.service.create(request([id], spec, { operation }), caller());
    await world.runUntilEnded(manager, job.id, MINUTE_MS);
    const endedMs = world.clock.now().getTime();
    const times = { started_at: ts(endedMs - minutes * MINUTE_MS), completed_at: ts(endedMs) };
    await knex('patching_job_hosts')
      .where('job_id', job.id)
      .update({ ...times, ...but });
    await world.clock.advance(MINUTE_MS);
  }
}

const told = async ({ world, manager }: OneManager): Promise<unknown[]> => {
  const found = await manager.patching.service.pastDurations(world.fleet.hostIds);
  return world.fleet.hostIds.map((id) => {
    const one = found.get(id);
    return one ? [one.p95Ms / MINUTE_MS, one.runs] : null;
  });
};

test('nothing is told while nothing is known; then a host has its own figure, and the others have the fleet’s', async (all) => {
  assert.equal(await told(all), [null, null, null]);
  await past(all, [{ minutes: 4 }, { minutes: 6 }, { minutes: 30, host: 1 }]);
  assert.equal(await told(all), [
    [6, 2],
    [30, 1],
    [30, 0],
  ]);
});

test('of the latest twenty runs of a host the slowest is left out, and older ones are forgotten', async (all) => {
  const runs = Array.from({ length: 20 }, (_, index) => ({ minutes: index + 1 }));
  await past(all, [{ minutes: 500 }, { minutes: 500 }, ...runs.toReversed()]);
  assert.equal((await told(all))[0], [19, 20]);
});

test('what says nothing of the work is left out: retries, failures, held restarts, idle runs, plans, other operations', async (all) => {
  const { manager, hostId, agent } = all;
  await past(all, [
    { minutes: 7 },
    { minutes: 9, operation: 'install' },
    { minutes: 99, but: { attempt: 2 } },
    { minutes: 99, but: { round: 2 } },
    { minutes: 99, but: { state: 'failed' } },
    { minutes: 99, but: { gated_by: 'windows' } },
    { minutes: 99, changes: [] },
    { minutes: 99, but: { reason: 'UNVERIFIED' } },
    { minutes: 99, operation: 'hold' },
    { minutes: 99, operation: 'reboot' },
  ]);
  agent.endings.push({ plan: planWith('a'.repeat(64)) });
  const { job } = await manager.patching.service.create(request([hostId], { dryRun: true }), caller());
  await settled();
  const long = { started_at: ts(0) };
  await all.world.db.knex('patching_job_hosts').where('job_id', job.id).update(long);
  assert.equal(await told(all), [
    [9, 2],
    [9, 0],
    [9, 0],
  ]);
});

test('a run counts from its start to the end of its restart', async (all) => {
  const { world, manager, hostId, agent } = all;
  agent.reboots = 'silently';
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId], { reboot: 'always' }), caller());
  await settled();
  await world.clock.advance(3 * MINUTE_MS);
  agent.end({ changes: [upgrade('linux')] });
  await settled();
  await world.clock.advance(4 * MINUTE_MS);
  agent.comeBack();
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const [own] = (await told(all)) as [[number, number]];
  assert.ok(own[0] >= 7 && own[0] < 7.5, `${own[0]} minutes`);
});

test('more hosts than one statement takes are asked for at once', async (all) => {
  await past(all, [{ minutes: 4 }]);
  const ids = [...Array.from({ length: 1_200 }, () => uuid()), all.hostId];
  const found = await all.manager.patching.service.pastDurations(ids);
  assert.is(found.size, 1_201);
  assert.equal(found.get(all.hostId), { p95Ms: 4 * MINUTE_MS, runs: 1 });
  assert.equal(found.get(ids[0] ?? ''), { p95Ms: 4 * MINUTE_MS, runs: 0 });
});

test('of a host with years of runs only the latest are read', async ({ world, manager }) => {
  if (world.db.dialect !== 'sqlite') return;
  const plans = await plansOf(world.db, () => manager.patching.service.pastDurations(world.fleet.hostIds));
  const steps = plans.filter(({ sql }) => sql.includes('union all')).flatMap(({ steps: all }) => all);
  // Sorting would need all runs of the host; an index gives them in order, and the reading stops at the twentieth.
  assert.equal(
    steps.filter((step) => step.includes('TEMP B-TREE')),
    [],
  );
  const runs = steps.filter((step) => step.startsWith('SEARCH runs'));
  assert.is(runs.length, world.fleet.hostIds.length);
  for (const step of runs) assert.match(step, 'patching_job_hosts_latest (host_id=? AND state=?');
});

test('the figure of the fleet reads one job after the other, the latest first, until it has enough', async (all) => {
  const { world } = all;
  if (world.db.dialect !== 'sqlite') return;
  await past(all, [{ minutes: 4 }, { minutes: 6 }]);
  const plans = await plansOf(world.db, async () => assert.equal((await told(all))[2], [6, 0]));
  const ofJobs = plans.filter(({ sql }) => sql.includes('`runs`.`job_id` ') && !sql.includes('union all'));
  assert.ok(ofJobs.length > 0);
  for (const { sql } of ofJobs) assert.match(sql, '`runs`.`job_id` = ?');
});

test.run();
