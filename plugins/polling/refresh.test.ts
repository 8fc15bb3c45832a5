// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { jobData } from '../../server/core/agents/agentAnswers.testing.ts';
import { type FakeAgent, refusal, success } from '../../server/core/agents/fakeAgent.testing.ts';
import { by } from '../../server/core/agents/agents.testing.ts';
import { waitFor } from '../../test/support/wait.ts';
import { scansOf } from '../../test/support/scans.ts';
import { createRefreshes, deleteOldRefreshes } from './refresh.ts';
import { hostWithAgent, setUp, tearDown, type World } from './polling.testing.ts';

const test = suite<World>('refreshes of lists');
test.before.each(setUp);
test.after.each(tearDown);

const jobId = jobData.job_id;

/** The agent's side of a refresh. */
function refreshing(agent: FakeAgent, statuses: string[]): { keys: string[] } {
  const seen = { keys: [] as string[] };
  agent.routes['POST /api/v1/patches/refresh'] = (req, res) => {
    seen.keys.push(String(req.headers['idempotency-key']));
    success(res, { job_id: jobId, status: 'pending', operation: 'refresh' }, {}, 202);
  };
  agent.routes[`GET /api/v1/jobs/${jobId}`] = (_req, res) =>
    success(res, { ...jobData, status: statuses.shift() ?? 'completed' });
  return seen;
}

async function until({ app }: World, done: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt;) {
    if (await done()) return;
    await app.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it never came');
}

test('a refresh starts once per wish, follows the job of the agent, and polls when it has ended', async (world) => {
  const { app } = world;
  const { hostId, agent } = await hostWithAgent(world);
  await world.sweeper.drain();
  const { keys } = refreshing(agent, ['pending', 'running', 'running']);
  agent.calls.length = 0;
  const path = `/api/v1/hosts/${hostId}/refresh`;
  const headers = { 'idempotency-key': uuid() };
  const first = await app.call('POST', path, { headers, role: 'operator' });
  assert.equal(
    [first.status, first.body],
    [202, { host_id: hostId, status: 'started', agent_job_id: jobId }],
  );
  assert.is(((await app.call('POST', path)).body as { status: string }).status, 'already_running');
  assert.is(
    ((await app.call('POST', path, { headers, role: 'operator' })).body as { agent_job_id: string })
      .agent_job_id,
    jobId,
  );
  await until(world, () => agent.calls.includes('GET /api/v1/patches'));
  assert.is(keys.length, 1);
  assert.ok(agent.calls.filter((call) => call.startsWith('GET /api/v1/jobs/')).length >= 4);
  const audit = (await app.ctx.db.reader('kernel_audit').where('action', 'host.refreshed')) as unknown[];
  assert.is(audit.length, 1);
  await until(
    world,
    async () => (await app.ctx.db.reader('polling_refreshes').where('running', 1)).length === 0,
  );
  const row = (await app.ctx.db.reader('polling_refreshes').first()) as { outcome: string };
  assert.is(row.outcome, 'COMPLETED');
});

test('an agent that may not refresh is polled all the same; one that is away answers 502', async (world) => {
  const { app } = world;
  const { hostId, agent } = await hostWithAgent(world);
  agent.routes['POST /api/v1/patches/refresh'] = (_req, res) => refusal(res, 403, 'NOT_PRIVILEGED');
  const path = `/api/v1/hosts/${hostId}/refresh`;
  const refused = await app.call('POST', path);
  assert.equal([refused.status, (refused.body as { agent_job_id: unknown }).agent_job_id], [202, null]);
  await until(world, () => agent.calls.includes('GET /api/v1/patches'));
  await agent.stop();
  await until(
    world,
    async () => (await app.ctx.db.reader('polling_refreshes').where('running', 1)).length === 0,
  );
  const away = await app.call('POST', path);
  assert.equal(
    [away.status, (away.body as { error: { code: string } }).error.code],
    [502, 'HOST_UNREACHABLE'],
  );
  assert.is((await app.call('POST', `/api/v1/hosts/${uuid()}/refresh`)).status, 404);
  assert.is((await app.call('POST', path, { role: 'reporter' })).status, 403);
  await app.ctx.tx((tx) => app.ctx.core.hosts.flagDuplicate(tx, hostId, by));
  const twin = await app.call('POST', path);
  assert.equal(
    [twin.status, (twin.body as { error: { code: string } }).error.code],
    [409, 'DUPLICATE_IDENTITY'],
  );
});

test('a refresh whose manager was killed is taken over, under the same key', async (world) => {
  const { app } = world;
  const { hostId, agent } = await hostWithAgent(world);
  const { keys } = refreshing(agent, []);
  const id = uuid();
  await app.ctx.db.knex('polling_refreshes').insert({
    id,
    host_id: hostId,
    running: 1,
    started_at: new Date(),
    owner: 'killed',
    lease_until: Date.now() - 1,
  });
  const successor = createRefreshes({ ...app.ctx, instanceId: 'successor' }, () => undefined);
  await successor.adoptAbandoned();
  await until(
    world,
    async () => (await app.ctx.db.reader('polling_refreshes').where('running', 1)).length === 0,
  );
  await successor.adoptAbandoned();
  assert.equal(keys, [id]);
  await successor.stop();
});

test('a manager that stops, or is started again after it was killed, leaves its refreshes to whoever comes first', async (world) => {
  const { app } = world;
  const { hostId, agent } = await hostWithAgent(world);
  const { keys } = refreshing(agent, ['running']);
  const { db } = app.ctx;
  const make = (instanceId: string) => createRefreshes({ ...app.ctx, instanceId }, () => undefined);
  const ask = (of: ReturnType<typeof make>) =>
    of.refresh({
      hostId,
      idempotencyKey: null,
      scope: 'all' as const,
      actor: by.actor,
      address: '127.0.0.1',
    });
  const [first, second] = [make('first'), make('second')];
  await ask(first);
  await second.adoptAbandoned();
  assert.is(((await db.reader('polling_refreshes').first()) as { owner: string }).owner, 'first');
  await first.stop();
  await second.adoptAbandoned();
  const row = (await db.reader('polling_refreshes').first()) as { id: string; owner: string };
  assert.is(row.owner, 'second');
  await waitFor(() => keys.length === 2);
  assert.equal(keys, [row.id, row.id], 'the agent knows it by the same key');
  await make('second').start();
  const { owner, lease_until: leaseUntil } = (await db.reader('polling_refreshes').first()) as {
    owner: null;
    lease_until: number;
  };
  assert.equal([owner, Number(leaseUntil) <= (await db.now()).getTime()], [null, true]);
  await second.stop();
});

test('the refreshes of a host go with it, those of others stay', async (world) => {
  const { app } = world;
  const { hostId } = await hostWithAgent(world);
  const row = { running: null, started_at: new Date(), lease_until: 0 };
  const rows = [hostId, uuid()].map((host_id) => ({ ...row, id: uuid(), host_id }));
  await app.ctx.db.knex('polling_refreshes').insert(rows);
  assert.is((await app.call('DELETE', `/api/v1/hosts/${hostId}`)).status, 204);
  const left = (await app.ctx.db.reader('polling_refreshes').select('id')) as { id: string }[];
  assert.equal(left, [{ id: rows[1]?.id }]);
});

test('refreshes that ended long ago are deleted, in batches; those that run or are recent stay', async ({
  app,
}) => {
  const { db, tx, clock } = app.ctx;
  const dayMs = 86_400_000;
  const daysAgo = (days: number) => clock.now().getTime() - days * dayMs;
  const row = (days: number, running: number | null = null) => ({
    id: uuid(),
    host_id: uuid(),
    running,
    agent_job_id: null,
    outcome: running ? null : 'COMPLETED',
    started_at: db.dialect === 'sqlite' ? daysAgo(days) : new Date(daysAgo(days)),
    lease_until: 0,
  });
  const kept = [row(88), row(0), row(90, 1)];
  const old = Array.from({ length: 1_001 }, () => row(90));
  for (let at = 0; at < old.length; at += 200)
    await db.knex('polling_refreshes').insert(old.slice(at, at + 200));
  await db.knex('polling_refreshes').insert(kept);
  const left: number[] = [];
  const counted: typeof tx = async (work, options) => {
    const result = await tx(work, options);
    left.push((await db.reader('polling_refreshes')).length);
    return result;
  };
  // A later time than that of the app, whose own run finds nothing yet.
  const later = { ...clock, now: () => new Date(clock.now().getTime() + 2 * dayMs) };
  await deleteOldRefreshes({ db, tx: counted, clock: later });
  assert.equal(left, [504, 4, 3]);
  const ids = (await db.reader<{ id: string }>('polling_refreshes').orderBy('id')).map(({ id }) => id);
  assert.equal(ids, kept.map(({ id }) => id).toSorted());
  if (db.dialect === 'sqlite')
    assert.equal(await scansOf(db, ['polling_refreshes'], () => deleteOldRefreshes(app.ctx)), []);
});

test.run();
