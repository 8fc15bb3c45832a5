import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError, newId, type Context } from '#sdk';
import { PolicyModel, RunModel } from './models.ts';
import {
  addPolicy,
  job,
  made,
  MINUTE_MS,
  plansChanges,
  rowsOf,
  setUp,
  tearDown,
  untilRunEnded,
  type Schemas,
  type World,
} from './policies.testing.ts';
import { judgePlan } from './service/plan.ts';
import { createSweeper } from './service/sweeper.ts';

const test = suite<World>('policies that start at the same time');
test.before.each((world) => setUp(world, 2));
test.after.each(tearDown);

const HASH = 'b'.repeat(64);
/** More than the sweeper takes by one query. */
const MANY = 150;

/** The hashes of the work that was done on a host, apart from plans. */
const done = ({ kit }: World, index: number) =>
  (kit.hosts[index]?.agent.started ?? []).flatMap(({ body }) => {
    const { dry_run: isPlan, plan_hash: hash } = (body ?? {}) as { dry_run?: boolean; plan_hash?: string };
    return isPlan || hash === undefined ? [] : [hash];
  });

/** Begins work at a host that goes on until the agent is told to end it. */
async function keepBusy({ kit }: World, index: number): Promise<void> {
  kit.hosts[index]?.agent.endings.push({ hold: true });
  const body = { operation: 'refresh' as const, target: { host_ids: [kit.hosts[index]?.id ?? ''] } };
  const { id } = await kit.createJob(body);
  await kit.until(async () => (await job(kit, id)).counts.running === 1);
}

test('a plan waits for hosts at which another job is at work, as of a policy with the same start', async (world) => {
  const { kit } = world;
  await keepBusy(world, 0);
  const { id } = await addPolicy(kit);
  plansChanges(kit, 0, HASH);
  plansChanges(kit, 1, HASH);
  await kit.until(async () => (await rowsOf(kit, id))[0]?.planJobId != null);
  await kit.clock.advance(8 * MINUTE_MS);
  assert.is((await rowsOf(kit, id))[0]?.state, 'planning');
  kit.hosts[0]?.agent.end();
  await untilRunEnded(kit, id, MINUTE_MS);
  assert.equal([done(world, 0), done(world, 1)], [[HASH], [HASH]]);
});

test('hosts that have a plan wait ten minutes for those that are busy; the run says so', async (world) => {
  const { kit } = world;
  await keepBusy(world, 0);
  const { id } = await addPolicy(kit);
  plansChanges(kit, 1, HASH);
  await untilRunEnded(kit, id, 13 * MINUTE_MS);
  assert.equal([done(world, 0), done(world, 1)], [[], [HASH]]);
  const outlook = await made<Schemas['HostOutlook']>(
    kit.call('GET', `/api/v1/hosts/${kit.hosts[0]?.id}/outlook`),
    200,
  );
  assert.equal([outlook.runs[0]?.outcome, outlook.runs[0]?.reason], ['not_planned', 'HOST_BUSY']);
});

test('hosts that wait only for their turn are no busy ones: their plans are waited for', async (world) => {
  const { kit } = world;
  await keepBusy(world, 0);
  const { id } = await addPolicy(kit);
  await kit.until(async () => (await rowsOf(kit, id))[0]?.planJobId != null);
  await kit.clock.advance(8 * MINUTE_MS);
  const { patching: real } = kit.ctx.core;
  const states = async (reason: string | null): Promise<string | undefined> => {
    const plansOf = async (jobId: string) =>
      (await real.plansOf(jobId)).map((plan) => (plan.state === 'pending' ? { ...plan, reason } : plan));
    const patching = { ...real, plansOf };
    const core = { value: { ...kit.ctx.core, patching } };
    const ctx = Object.create(kit.ctx, { core }) as Context;
    const [run] = await RunModel.query(kit.ctx.db.reader).where('policy_id', id);
    if (!run) throw new Error('there is no run');
    await judgePlan(ctx, run, new Date(run.createdAt.getTime() + 11 * MINUTE_MS));
    return (await rowsOf(kit, id))[0]?.state;
  };
  assert.is(await states(null), 'planning');
  assert.is.not(await states('HOST_BUSY'), 'planning');
});

test('of very many policies with one start each is decided about before any makes a job', async ({ kit }) => {
  const { id: first } = await addPolicy(kit);
  const policy = await PolicyModel.query(kit.ctx.db.reader).findById(first);
  const now = kit.clock.now();
  const due = { nextStartAt: now, nextLocalStart: '2026-01-15T12:00:00', dueAt: now };
  await kit.ctx.tx(async ({ knex }) => {
    for (const id of Array.from({ length: MANY }, newId))
      await PolicyModel.query(knex).insert({ ...policy?.$toJson(), ...due, id, nameKey: id });
  });
  const begun: number[] = [];
  const create = async (): Promise<string> => {
    begun.push(await RunModel.query(kit.ctx.db.reader).resultSize());
    throw new AppError('TARGET_EMPTY');
  };
  const patching = { ...kit.ctx.core.patching, create };
  const core = { value: { ...kit.ctx.core, patching } };
  const ctx = Object.create(kit.ctx, { core, useIfOn: { value: () => null } }) as Context;
  await createSweeper(ctx).run();
  assert.is(begun[0], MANY);
});

test.run();
