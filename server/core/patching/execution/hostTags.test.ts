// databases: sqlite, mariadb
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobRequest, NamedSpec } from '../domain/jobSpec.ts';
import { TagClaimModel } from '../models.ts';
import { scriptFailed, upgrade, type FakeAgent } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('tags that keep hosts apart');
test.before.each(startOneManager(4));
test.after.each(closeWorld);

const agent = ({ world }: OneManager, host: number): FakeAgent =>
  world.fleet.agent(world.fleet.hostIds[host - 1]);

function tag({ world }: OneManager, host: number, ...tags: string[]): void {
  const info = world.fleet.infos[host - 1];
  if (info) info.tags = tags;
}

async function start(
  { world, manager }: OneManager,
  hosts: number[],
  spec: NamedSpec = {},
  more: Partial<JobRequest> = {},
): Promise<string> {
  const ids = hosts.map((host) => world.fleet.hostIds[host - 1] ?? '');
  const { job } = await manager.patching.service.create(request(ids, spec, more), caller());
  await settled();
  return job.id;
}

/** The states of the job's hosts, sorted by fqdn: “completed”, “pending TAG_TAKEN”. */
async function standing({ manager }: OneManager, id: string): Promise<string[]> {
  const { hosts = [] } = await wireJob(manager, id);
  return hosts.map(({ state, reason }) => (reason?.startsWith('TAG') ? `${state} ${reason}` : state));
}

async function messageOf({ manager }: OneManager, id: string, host: number): Promise<string> {
  const { hosts = [] } = await wireJob(manager, id);
  return hosts.find(({ fqdn }) => fqdn.startsWith(`h00${host}`))?.message ?? '';
}

const claims = async ({ world }: OneManager): Promise<string[]> =>
  (await TagClaimModel.query(world.db.reader).orderBy('tag')).map(
    (claim) => `${claim.tag} ${claim.fqdn.slice(0, 4)}`,
  );

test('hosts that share an anti-affinity tag are worked on one after the other, and the one that waits says for whom', async (context) => {
  tag(context, 1, 'anti_affinity=db');
  tag(context, 2, 'web', 'anti_affinity=db');
  tag(context, 3, 'anti_affinity=mail', 'anti_affinity=');
  tag(context, 4, 'anti_affinity=');
  for (const host of [1, 2]) agent(context, host).endings.push({ hold: true });
  const id = await start(context, [1, 2, 3, 4]);
  assert.equal(await standing(context, id), ['running', 'pending TAG_TAKEN', 'completed', 'completed']);
  assert.is(
    await messageOf(context, id, 2),
    'h001.example.org holds the tag anti_affinity=db until its work has ended: hosts with this tag are never down together.',
  );
  assert.equal(await claims(context), ['anti_affinity=db h001']);
  agent(context, 1).end();
  await settled();
  assert.equal(await standing(context, id), ['completed', 'running', 'completed', 'completed'], 'at once');
  const other = await start(context, [1]);
  assert.equal(await standing(context, other), ['pending TAG_TAKEN']);
  agent(context, 2).end();
  await settled();
  assert.equal([(await wireJob(context.manager, id)).state, await claims(context)], ['completed', []]);
  assert.is((await wireJob(context.manager, other)).state, 'completed', 'at once, in another job too');
});

test('the tag holds across jobs, through the restart, and is free again when the host has failed', async (context) => {
  const { world, manager } = context;
  for (const host of [1, 2]) tag(context, host, 'anti_affinity=db');
  agent(context, 1).reboots = 'silently';
  const first = await start(context, [1], { reboot: 'always' });
  await world.clock.advance(10_000);
  await settled();
  const second = await start(context, [2]);
  assert.equal(
    [await standing(context, first), await standing(context, second)],
    [['rebooting'], ['pending TAG_TAKEN']],
  );
  await world.clock.advance(MINUTE_MS);
  await manager.patching.sweep();
  await settled();
  assert.is(agent(context, 2).started.length, 0);
  assert.is((await world.runUntilEnded(manager, first, 20 * MINUTE_MS)).counts.timedout, 1);
  assert.is((await world.runUntilEnded(manager, second, MINUTE_MS)).state, 'completed');
});

test('jobs that want each other’s groups take all tags of a host or none, so that neither waits for ever', async (context) => {
  const { world, manager } = context;
  tag(context, 1, 'anti_affinity=a', 'anti_affinity=b');
  tag(context, 2, 'anti_affinity=b', 'anti_affinity=c');
  tag(context, 3, 'anti_affinity=c', 'anti_affinity=a');
  for (const host of [1, 2, 3]) agent(context, host).endings.push({ hold: true }, { hold: true });
  const jobs = [await start(context, [1, 2, 3]), await start(context, [3, 2, 1]), await start(context, [2])];
  for (let round = 0; round < 7; round++) {
    const busy = [1, 2, 3].filter((host) =>
      [...agent(context, host).jobs.values()].some(({ detail }) => detail.status === 'running'),
    );
    assert.ok(busy.length === 1 || round === 6, `one at a time, not ${busy.join()}`);
    for (const host of busy) agent(context, host).end();
    await settled();
    await manager.patching.sweep();
    await settled();
  }
  for (const id of jobs) assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).state, 'completed');
  assert.equal(await claims(context), []);
});

test('hosts of a quorum are patched together and restart one by one, the next when the former is back', async (context) => {
  const { world, manager } = context;
  for (const host of [1, 2, 3]) tag(context, host, 'quorum=etcd');
  for (const host of [1, 2, 3]) agent(context, host).reboots = 'silently';
  const id = await start(context, [1, 2, 3], { reboot: 'always' });
  for (const host of [1, 2, 3]) {
    await world.clock.advance(40_000);
    await settled();
    const restarts = [1, 2, 3].map(
      (one) => agent(context, one).started.filter(({ operationId }) => operationId === 'rebootSystem').length,
    );
    assert.equal(
      restarts,
      [1, 2, 3].map((one) => Number(one <= host)),
    );
    if (host === 1) {
      assert.equal(await standing(context, id), ['rebooting', 'rebooting TAG_TAKEN', 'rebooting TAG_TAKEN']);
      assert.match(
        await messageOf(context, id, 2),
        /h001\.example\.org holds the tag quorum=etcd .* restart one after/,
      );
    }
    agent(context, host).comeBack();
    await world.clock.advance(12_000);
    await settled();
  }
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).state, 'completed');
  assert.equal(await claims(context), []);
});

test('a member that is not well keeps the others from going down; it may itself be worked on, and a rollback waits for nobody', async (context) => {
  const { world, manager } = context;
  for (const host of [1, 2]) tag(context, host, 'anti_affinity=db');
  for (const host of [3, 4]) tag(context, host, 'quorum=etcd');
  const [first = '', , third = ''] = world.fleet.hostIds;
  agent(context, 2).endings.push({ changes: [upgrade('jq')] });
  const before = await start(context, [2]);
  world.fleet.unreachable.add(first).add(third);
  const id = await start(context, [1, 2, 3, 4], { reboot: 'always' });
  await world.clock.advance(10_000);
  await settled();
  assert.equal(await standing(context, id), [
    'completed',
    'pending TAG_UNHEALTHY',
    'completed',
    'rebooting TAG_UNHEALTHY',
  ]);
  assert.is(
    await messageOf(context, id, 2),
    'h001.example.org does not answer and has the tag anti_affinity=db too: until it is well, no other host with this tag goes down.',
  );
  const { job } = await manager.patching.service.rollback(before, {}, caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  world.fleet.unreachable.clear();
  assert.is((await world.runUntilEnded(manager, id, 2 * MINUTE_MS)).state, 'completed');
});

test('work that takes no host down needs no tag, and neither does a plan', async (context) => {
  for (const host of [1, 2]) tag(context, host, 'anti_affinity=db', 'quorum=etcd');
  for (const host of [1, 2]) agent(context, host).endings.push({ hold: true }, { hold: true });
  const plan = await start(context, [1, 2], { dryRun: true });
  assert.equal(await standing(context, plan), ['running', 'running']);
  for (const host of [1, 2]) agent(context, host).end();
  await settled();
  const holds = await start(context, [1, 2], { packages: [{ name: 'jq' }] }, { operation: 'hold' });
  assert.equal([await standing(context, holds), await claims(context)], [['running', 'running'], []]);
});

test('a job of restarts goes through a quorum one by one', async (context) => {
  for (const host of [1, 2]) tag(context, host, 'quorum=etcd');
  agent(context, 1).reboots = 'silently';
  const id = await start(context, [1, 2], {}, { operation: 'reboot' });
  await context.world.clock.advance(10_000);
  await settled();
  assert.equal(await standing(context, id), ['rebooting', 'pending TAG_TAKEN']);
});

test('a manager that is killed keeps its tags taken until another one ends the work; what nobody holds the sweep frees', async (context) => {
  const { world, manager } = context;
  for (const host of [1, 2]) tag(context, host, 'anti_affinity=db');
  agent(context, 1).endings.push({ hold: true });
  const id = await start(context, [1, 2]);
  manager.kill();
  const second = { ...context, manager: await world.manager() };
  await second.manager.patching.start();
  await world.clock.advance(31_000);
  await second.manager.patching.sweep();
  await settled();
  assert.equal(await standing(second, id), ['running', 'pending TAG_TAKEN']);
  agent(context, 1).end({ status: 'failed', error: scriptFailed });
  await settled();
  assert.is((await world.runUntilEnded(second.manager, id, MINUTE_MS)).counts.completed, 1);
  await second.manager.ctx.tx(async (tx) => {
    const at = world.clock.now();
    await TagClaimModel.query(tx.knex).insert({
      tag: 'anti_affinity=db',
      rowId: id,
      fqdn: 'gone.example.org',
      at,
    });
  });
  const late = await start(second, [2]);
  assert.equal(await standing(second, late), ['pending TAG_TAKEN']);
  await second.manager.patching.sweep();
  await settled();
  assert.is((await wireJob(second.manager, late)).state, 'completed');
});

test('two managers that start hosts of one group at the same moment start one', async (context) => {
  const { world, manager } = context;
  const second = { ...context, manager: await world.manager() };
  for (const host of [1, 2, 3, 4]) tag(context, host, 'anti_affinity=x', `anti_affinity=${host % 2}`);
  for (const host of [1, 2, 3, 4]) agent(context, host).endings.push({ hold: true });
  const scheduleAt = new Date(world.clock.now().getTime() + MINUTE_MS);
  const jobs = await Promise.all([
    start(context, [1, 3], {}, { scheduleAt }),
    start(second, [2, 4], {}, { scheduleAt }),
  ]);
  await world.clock.advance(MINUTE_MS - 1);
  await settled();
  await world.clock.advance(1);
  await Promise.all([manager.patching.sweep(), second.manager.patching.sweep()]);
  await settled();
  for (let left = 4; left > 0; left--) {
    const busy = [1, 2, 3, 4].filter((host) =>
      [...agent(context, host).jobs.values()].some(({ detail }) => detail.status === 'running'),
    );
    assert.is(busy.length, 1, `${left} are left`);
    agent(context, busy[0] ?? 0).end();
    await settled();
    await Promise.all([manager.patching.sweep(), second.manager.patching.sweep()]);
    await settled();
  }
  for (const id of jobs) assert.is((await wireJob(manager, id)).state, 'completed');
});

test.run();
