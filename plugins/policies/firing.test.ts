// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actors, newId } from '#sdk';
import { scriptFailed, testActor } from '#sdk/testing.ts';
import { PolicyModel, RunModel } from './models.ts';
import { cleanUp } from './service/upkeep.ts';
import { clocksAreSetBack } from './setBack.testing.ts';
import {
  addPolicy,
  audited,
  HOUR_MS,
  job,
  made,
  manager,
  MINUTE_MS,
  plansChanges,
  readPolicy,
  rowsOf,
  runsOf,
  setUp,
  tearDown,
  untilRunEnded,
  type Policy,
  type Run,
  type Schemas,
  type World,
} from './policies.testing.ts';

const test = suite<World>('runs of policies');
test.before.each((world) => setUp(world, 3));
test.after.each(tearDown);

const HASH = 'b'.repeat(64);
/** The id of the test kit's operator. */
const OPERATOR_ID = '00000000-0000-7000-8000-000000000008';
const SYSTEM = { actor: actors.system, address: null };
const EMPTY = '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945';
const sourceFailed = {
  code: 'SOURCE_FAILED',
  message: 'The repository does not answer.',
  retryable: false,
} as const;
const planChanged = { code: 'PLAN_CHANGED', message: 'The plan has changed.', retryable: false } as const;

const bodies = ({ kit }: World, index: number) =>
  kit.hosts[index]?.agent.started.map(({ body }) => body as { dry_run?: boolean; plan_hash?: string }) ?? [];
/** The hashes of the work that was really done on a host. */
const done = (world: World, index: number) =>
  bodies(world, index).flatMap(({ dry_run: isPlan, plan_hash: hash }) => (isPlan ? [] : [hash]));
const outlook = async ({ kit }: World, index: number) =>
  made<Schemas['HostOutlook']>(kit.call('GET', `/api/v1/hosts/${kit.hosts[index]?.id}/outlook`), 200);
const told = ({ state, reason }: Run): string => `${state} ${reason}`;

test('at its start a policy plans, and runs exactly that plan where there is something to do', async (world) => {
  const { kit } = world;
  const news: unknown[] = [];
  kit.ctx.live.onTold(({ kind, data }) => void (kind === 'policy.updated' && news.push(data)));
  const policy = await addPolicy(kit, { waves: [{ count: 1 }, { count: 5 }, { count: 5 }] });
  plansChanges(kit, 0, HASH);
  kit.hosts[1]?.agent.endings.push({ status: 'failed', error: sourceFailed });
  plansChanges(kit, 2, EMPTY);
  const run = await untilRunEnded(kit, policy.id);
  assert.equal([told(run), run.cause, run.run_job_state], ['completed JOB_ENDED', 'schedule', 'completed']);
  assert.equal([run.starts_at, run.local_start], ['2026-01-15T12:01:00.000Z', '2026-01-15T12:01:00']);
  assert.equal([done(world, 0), done(world, 1), done(world, 2)], [[HASH], [], []]);
  const { created_by: by, hosts_total: total, wave_states: waves } = await job(kit, run.run_job_id);
  assert.equal([by, total, waves.length], [{ id: null, username: 'policy Nightly' }, 1, 1]);
  assert.is((await audited(kit, 'job.created')).at(-1)?.by, 'policy Nightly');
  assert.ok(
    news.some((one) => (one as { run_id: string }).run_id === run.id),
    'pages hear of it',
  );
  const seen = await Promise.all([0, 1, 2].map((index) => outlook(world, index)));
  assert.equal(
    seen.map(({ runs: [one] }) => [one?.outcome, one?.reason]),
    [
      ['nothing_to_do', 'NOTHING_TO_DO'],
      ['not_planned', 'SOURCE_FAILED'],
      ['nothing_to_do', null],
    ],
  );
  assert.match(seen[1]?.runs[0]?.message ?? '', /The repository does not answer/);
  assert.equal(seen[0]?.policies[0]?.next_start_at, '2026-01-16T12:01:00.000Z');
  assert.is((await readPolicy(kit, policy.id)).last_run?.id, run.id);
});

test('what changes nothing is no failure, and what cannot be planned at all says why', async ({ kit }) => {
  const [first = ''] = kit.hosts.map(({ id }) => id);
  const { id } = await addPolicy(kit, { target: { host_ids: [first] } });
  const run = async (): Promise<Run> => {
    await made<Run>(kit.call('POST', `/api/v1/policies/${id}/run`, { role: 'operator' }), 202);
    return untilRunEnded(kit, id);
  };
  plansChanges(kit, 0, EMPTY);
  assert.is(told(await run()), 'completed NOTHING_TO_DO');
  kit.hosts[0]?.agent.endings.push({ status: 'failed', error: sourceFailed });
  const failed = await run();
  assert.equal([told(failed), failed.run_job_id], ['failed PLAN_FAILED', null]);
  assert.match(failed.message, /One host could not be planned and is skipped \(SOURCE_FAILED 1\)/);
});

test('a target that holds nobody is a run without hosts; a host that has left keeps nobody from its turn', async ({
  kit,
}) => {
  const group = await made<Schemas['Group']>(
    kit.call('POST', '/api/v1/groups', { body: { name: 'web', host_ids: [kit.hosts[0]?.id] } }),
  );
  const { id } = await addPolicy(kit, { target: { group_ids: [group.id] } });
  await kit.call('DELETE', `/api/v1/groups/${group.id}/hosts/${kit.hosts[0]?.id}`);
  assert.is(told(await untilRunEnded(kit, id)), 'skipped NO_HOST');
  const tagged = await addPolicy(kit, { target: { tags: ['nobody'] } });
  await made<Run>(kit.call('POST', `/api/v1/policies/${tagged.id}/run`, { role: 'operator' }), 202);
  assert.is(told(await untilRunEnded(kit, tagged.id)), 'skipped NO_HOST');
});

test('two runs never overlap: the later start is left out and names the job at work', async (world) => {
  const { kit } = world;
  const rrule = 'DTSTART:20260115T120100\nRRULE:FREQ=HOURLY';
  const { id } = await addPolicy(kit, { rrule });
  plansChanges(kit, 0, HASH);
  kit.hosts[0]?.agent.endings.push({ hold: true });
  await kit.until(async () => (await rowsOf(kit, id))[0]?.state === 'running');
  await kit.clock.advance(HOUR_MS);
  await kit.until(async () => (await rowsOf(kit, id)).length === 2);
  const [later, first] = await runsOf(kit, id);
  assert.equal([first?.state, later?.state, later?.reason], ['running', 'skipped', 'RUN_OVERLAPS']);
  assert.ok(later?.message.includes(first?.run_job_id ?? '-'), later?.message);
  kit.hosts[0]?.agent.end();
  await kit.until(async () => (await rowsOf(kit, id))[1]?.state === 'completed');
  assert.is(done(world, 0).length, 1);
});

test('a manager that was away makes up for the latest start once, or says that it was missed', async (world) => {
  const rrule = 'DTSTART:20260115T120100\nRRULE:FREQ=HOURLY';
  const { kit: before } = world;
  const catching = await addPolicy(before, { name: 'Catching', rrule, catch_up: true, max_late_secs: 3_600 });
  const other = await addPolicy(before, { name: 'Other', rrule });
  await before.stop();
  await before.clock.advance(2.5 * HOUR_MS);
  world.kit = await manager(world.place, { beside: before });
  const { kit } = world;
  await kit.until(async () => (await rowsOf(kit, catching.id))[0]?.endedAt != null);
  const list = async (id: string) =>
    (await runsOf(kit, id)).map((run) => [run.local_start, run.cause, run.reason]);
  assert.equal(await list(catching.id), [
    ['2026-01-15T14:01:00', 'catch_up', 'PLAN_FAILED'],
    ['2026-01-15T12:01:00', 'schedule', 'START_MISSED'],
  ]);
  assert.equal(await list(other.id), [['2026-01-15T12:01:00', 'schedule', 'START_MISSED']]);
  for (const { id } of [catching, other])
    assert.is((await readPolicy(kit, id)).next_start_at, '2026-01-15T15:01:00.000Z');
});

test('hosts whose plan had changed are planned and run once again, the others are not', async (world) => {
  const { kit } = world;
  const { id } = await addPolicy(kit, { target: { host_ids: kit.hosts.slice(0, 2).map((host) => host.id) } });
  plansChanges(kit, 0, HASH);
  plansChanges(kit, 1, HASH);
  kit.hosts[1]?.agent.endings.push({ status: 'failed', error: planChanged });
  plansChanges(kit, 1, 'c'.repeat(64));
  const run = await untilRunEnded(kit, id);
  assert.equal([told(run), run.run_job_state], ['completed JOB_ENDED', 'completed']);
  assert.equal([done(world, 0), done(world, 1)], [[HASH], [HASH, 'c'.repeat(64)]]);
  assert.equal((await job(kit, run.rerun_job_id)).from_plan_job_id, run.replan_job_id);
});

test('a host that hangs while it is planned does not keep the others waiting for ever', async (world) => {
  const { kit } = world;
  const { id } = await addPolicy(kit);
  plansChanges(kit, 0, HASH);
  kit.hosts[1]?.agent.endings.push({ hold: true });
  plansChanges(kit, 2, HASH);
  await kit.until(async () => (await rowsOf(kit, id))[0]?.planJobId != null);
  await kit.clock.advance(25 * MINUTE_MS);
  assert.equal([done(world, 0), done(world, 2)], [[], []], 'there is time still');
  await kit.until(() => done(world, 0).length === 1 && done(world, 2).length === 1);
  const [run] = await runsOf(kit, id);
  const lateMs = kit.clock.now().getTime() - Date.parse(run?.starts_at ?? '');
  assert.ok(lateMs > 30 * MINUTE_MS && lateMs < 40 * MINUTE_MS, `${lateMs / MINUTE_MS} minutes`);
});

test('a policy that is deleted leaves its job at work alone', async (world) => {
  const { kit } = world;
  const { id } = await addPolicy(kit);
  plansChanges(kit, 0, HASH);
  kit.hosts[0]?.agent.endings.push({ hold: true });
  await kit.until(async () => (await rowsOf(kit, id))[0]?.state === 'running');
  const [run] = await runsOf(kit, id);
  assert.is((await kit.call('DELETE', `/api/v1/policies/${id}`)).status, 204);
  await kit.clock.advance(MINUTE_MS);
  assert.is((await job(kit, run?.run_job_id ?? null)).state, 'running');
  kit.hosts[0]?.agent.end();
  await kit.until(async () => (await job(kit, run?.run_job_id ?? null)).state === 'completed');
});

test('a job whose run a person has stopped is not planned once again', async (world) => {
  const { kit } = world;
  const { id } = await addPolicy(kit, { failure_budget_percent: 0, max_parallel: 1 });
  plansChanges(kit, 0, HASH);
  plansChanges(kit, 1, HASH);
  plansChanges(kit, 2, HASH);
  kit.hosts[0]?.agent.endings.push({ status: 'failed', error: planChanged });
  kit.hosts[1]?.agent.endings.push({ status: 'failed', error: scriptFailed });
  await kit.until(async () => {
    const jobId = (await rowsOf(kit, id))[0]?.runJobId;
    return jobId != null && (await job(kit, jobId)).state === 'paused';
  });
  const jobId = (await runsOf(kit, id))[0]?.run_job_id;
  assert.is((await kit.call('POST', `/api/v1/jobs/${jobId}/end`, { role: 'operator' })).status, 202);
  const run = await untilRunEnded(kit, id);
  assert.equal([told(run), run.replan_job_id], ['completed JOB_ENDED', null]);
});

test('a policy goes on without its author, within the hosts that he could see', async (world) => {
  const { kit } = world;
  const [first = '', second = ''] = kit.hosts.map(({ id }) => id);
  const { id } = await addPolicy(kit, { target: { host_ids: [first, second] } });
  await PolicyModel.query(kit.ctx.db.knex)
    .findById(id)
    .patch({ scope: { hosts: { hostIds: [second] } } });
  const account = { id: OPERATOR_ID, username: 'test-operator' };
  await kit.ctx.tx((tx) =>
    kit.ctx.steps.join(tx, 'identity.accountRemoved', { account, by: SYSTEM } as never),
  );
  plansChanges(kit, 1, HASH);
  const run = await untilRunEnded(kit, id);
  assert.equal([told(run), done(world, 0), done(world, 1)], ['completed JOB_ENDED', [], [HASH]]);
  const policy = await readPolicy(kit, id);
  assert.equal([policy.created_by, policy.sees_all_hosts], [{ id: null, username: 'test-operator' }, false]);
});

test('who sees all hosts and changes anything but the target lets the policy of a limited person reach no other host', async ({
  kit,
}) => {
  const [first = '', second = ''] = kit.hosts.map(({ id }) => id);
  const target = { host_ids: [first, second] };
  const { id } = await addPolicy(kit, { target, paused: true });
  await PolicyModel.query(kit.ctx.db.knex)
    .findById(id)
    .patch({ scope: { hosts: { hostIds: [second] } } });
  const seesAll = async (body: object) => {
    const { status } = await kit.call('PUT', `/api/v1/policies/${id}`, { body });
    return [status, (await readPolicy(kit, id)).sees_all_hosts];
  };
  assert.equal(await seesAll({ name: 'Renamed', target }), [200, false]);
  assert.equal(await seesAll({ target: { host_ids: [first] } }), [200, true], 'named by who sees it');
});

test('records are kept for 400 days and 500 of a policy, those of runs at work in any case', async ({
  kit,
}) => {
  const { id } = await addPolicy(kit, { paused: true });
  await kit.until(async () => (await rowsOf(kit, id)).length === 1);
  const [row] = await rowsOf(kit, id);
  const now = kit.clock.now().getTime();
  const copies = Array.from({ length: 520 }, (_, index) => ({
    ...row?.toJSON(),
    id: newId(),
    localStart: `2025-01-01T${String(index).padStart(8, '0')}`,
    createdAt: new Date(now - (index < 10 ? 401 * 24 * HOUR_MS : index * MINUTE_MS)),
    ...(index === 0 ? { state: 'running' as const } : {}),
  }));
  for (const copy of copies) await RunModel.query(kit.ctx.db.knex).insert(copy);
  await cleanUp(kit.ctx);
  const kept = await rowsOf(kit, id);
  assert.is(kept.filter(({ state }) => state !== 'running').length, 500);
  assert.is(kept.at(-1)?.state, 'running', 'which is the oldest');
  const old = kept[3]?.id ?? '';
  await RunModel.query(kit.ctx.db.knex)
    .findById(old)
    .patch({ createdAt: new Date(now - 60 * 24 * HOUR_MS) });
  const isKept = async () => (await rowsOf(kit, id)).some((one) => one.id === old);
  await cleanUp(kit.ctx);
  assert.is(await isKept(), true);
  const sections = { policy_retention: { runs_days: 30 } };
  const by = { actor: { ...testActor('admin'), authenticatedAt: kit.clock.now() }, address: null };
  await kit.ctx.tx((tx) => kit.ctx.settings.update(tx, { sections, ifMatch: null, by }));
  await cleanUp(kit.ctx);
  assert.is(await isKept(), false, 'the setting says how long');
});

test('two managers start each of many policies once', async (world) => {
  const other = await manager(world.place, { beside: world.kit });
  try {
    const { kit } = world;
    const policies: Policy[] = [];
    for (let count = 0; count < 12; count++)
      policies.push(
        await addPolicy(kit, { name: `P${count}`, target: { host_ids: [kit.hosts[count % 3]?.id] } }),
      );
    const rows = () => Promise.all(policies.map(({ id }) => rowsOf(kit, id)));
    await kit.until(async () => (await rows()).every(([run]) => run?.endedAt != null));
    const runs = await Promise.all(policies.map(({ id }) => runsOf(kit, id)));
    assert.equal(
      runs.map((found) => found.length),
      policies.map(() => 1),
    );
    const { jobs } = await made<Schemas['JobList']>(kit.call('GET', '/api/v1/jobs'), 200);
    assert.equal(
      new Set(jobs.map(({ id }) => id)),
      new Set(runs.map(([run]) => run?.plan_job_id)),
      'a plan of each, and nothing else',
    );
  } finally {
    await other.stop();
  }
});

clocksAreSetBack(test);

test.run();
