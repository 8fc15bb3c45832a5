// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scriptFailed } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  codeOf,
  KEY,
  type OneManager,
  request,
  startOneManager,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('lists of jobs');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('jobs and their hosts are listed page by page, in every order', async ({ world, manager }) => {
  const { service } = manager.patching;
  const ids: string[] = [];
  for (const name of ['b', null, 'a', 'b']) {
    ids.push(
      (
        await service.create(
          request(world.fleet.hostIds, {}, { name, scheduleAt: new Date('2031-01-01') }),
          caller(),
        )
      ).job.id,
    );
    await world.clock.advance(1_000);
  }
  for (const sort of [
    'created_at',
    '-created_at',
    'name',
    '-name',
    'started_at',
    '-completed_at',
    'state',
    '-state',
  ]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await service.list({ state: ['scheduled'] }, { sort, cursor, limit: 1 }, 'all');
      assert.is(page.total, 4);
      seen.push(...page.rows.map(({ job }) => job.id));
      cursor = page.nextCursor;
    } while (cursor);
    assert.equal([...seen].sort(), [...ids].sort(), `each job once by ${sort}`);
    if (sort === '-created_at') assert.equal(seen, [...ids].reverse());
  }
  const page = await service.listHosts(
    { jobId: ids[0] ?? '', state: ['pending'] },
    { sort: '-fqdn', cursor: null, limit: 2 },
    'all',
  );
  assert.equal([page.rows.map(({ fqdn }) => fqdn[3]), page.total], [['3', '2'], 3]);
  assert.is(
    await codeOf(service.list({}, { sort: 'name', cursor: 'bm9uc2Vuc2U', limit: 1 }, 'all')),
    'VALIDATION_FAILED',
  );
  assert.is((await service.list({ hostId: KEY }, { sort: 'name', cursor: null, limit: 1 }, 'all')).total, 0);
});

test('the jobs of one host tell how that host stands in each of them, whatever the others did', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await service.create(request([first, second]), caller());
  await settled();
  const statesOf = async (hostId?: string) => {
    const page = { sort: 'name', cursor: null, limit: 5 };
    const { rows } = await service.list(hostId === undefined ? {} : { hostId }, page, 'all');
    return rows.map((row) => [row.job.id, row.job.state, row.hostState]);
  };
  assert.equal(await statesOf(first), [[job.id, 'partial', 'failed']]);
  assert.equal(await statesOf(second), [[job.id, 'partial', 'completed']]);
  assert.equal(await statesOf(), [[job.id, 'partial', undefined]]);
});

test('figures of the fleet count jobs at work, and those that stopped', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ status: 'failed', error: scriptFailed }, { hold: true });
  await service.create(request([first]), caller());
  await settled();
  await service.create(request([first]), caller());
  await settled();
  assert.equal(await service.figures('all'), {
    jobsActive: 1,
    jobsStopped: 1,
    jobs: {
      running: 1,
      scheduled: 0,
      pending: 0,
      waiting_health_check: 0,
      cancelling: 0,
      paused: 0,
      failed: 1,
      partial: 0,
    },
    plansWaiting: 0,
  });
  const failedFrom = async (completedFrom: Date): Promise<number> =>
    (
      await service.list(
        { state: ['failed'], completedFrom },
        { sort: 'name', cursor: null, limit: 1 },
        'all',
      )
    ).total;
  const now = world.clock.now().getTime();
  assert.is(await failedFrom(new Date(now - 60_000)), 1);
  assert.is(await failedFrom(new Date(now + 60_000)), 0);
});

test.run();
