// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BeforeHostAnswer, Held } from '../events.ts';
import { hostByHost } from '../hostByHost.ts';
import {
  caller,
  closeWorld,
  type OneManager,
  request,
  startOneManager,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('what holds a job');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const FREEZE = {
  kind: 'freeze',
  id: '00000000-0000-7000-8000-0000000000f1',
  name: 'Turn of the year',
} as const;

const waits = (more: object): BeforeHostAnswer => ({
  verdict: 'wait',
  state: 'waiting_window',
  reason: 'NO_WINDOW',
  ...more,
});

test('what gates name is told once for all hosts that it holds, and nothing once it holds none', async ({
  world,
  manager,
  hostId,
}) => {
  const until = new Date(world.clock.now().getTime() + 600_000);
  let isFrozen = true;
  manager.ctx.hooks.add('a-gate', {
    'patching.beforeHost': hostByHost((host) => {
      if (!isFrozen) return { verdict: 'go' };
      return host.hostId === hostId ? waits({}) : waits({ until, holds: [FREEZE] });
    }),
  });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  const held = await wireJob(manager, job.id);
  assert.equal(held.waits_for, [
    { ...FREEZE, reason: 'NO_WINDOW', until: until.toISOString(), hosts_total: 2 },
    { kind: 'window', id: null, name: null, reason: 'NO_WINDOW', until: null, hosts_total: 1 },
  ]);
  assert.is(held.ended, false);
  isFrozen = false;
  const done = await world.runUntilEnded(manager, job.id);
  assert.equal([done.waits_for, done.ended], [[], true]);
});

test('a job that is to begin later waits for its time', async ({ world, manager, hostId }) => {
  const { service } = manager.patching;
  const scheduleAt = new Date(world.clock.now().getTime() + 3_600_000);
  const later = await service.create(request([hostId], {}, { scheduleAt }), caller());
  const schedule = { kind: 'schedule', id: null, name: null, reason: null, until: scheduleAt.toISOString() };
  assert.equal((await wireJob(manager, later.job.id)).waits_for, [{ ...schedule, hosts_total: 1 }]);
});

test('plugins name what else holds it, and one that fails leaves the rest', async ({ manager, hostId }) => {
  const approval: Held = {
    kind: 'approval',
    id: '00000000-0000-7000-8000-0000000000a1',
    name: 'prod',
    reason: 'APPROVAL_REQUIRED',
    until: null,
    hosts: 1,
  };
  let fails = false;
  manager.ctx.hooks.add('approvals', {
    'patching.holders': () =>
      fails ? Promise.reject(new Error('broken')) : Promise.resolve({ holders: [approval] }),
  });
  const { job } = await manager.patching.service.create(request([hostId], { dryRun: true }), caller());
  await settled();
  const { hosts, ...told } = approval;
  assert.equal((await wireJob(manager, job.id)).waits_for, [{ ...told, hosts_total: hosts }]);
  fails = true;
  assert.equal((await wireJob(manager, job.id)).waits_for, []);
});

test.run();
