// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostByHost } from '../hostByHost.ts';
import type { HostQuestion } from '../events.ts';
import {
  caller,
  closeWorld,
  codeOf,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('a look at a job before it is made');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const look = ({ manager, world }: OneManager, spec: object = {}, more: object = {}) =>
  manager.patching.service.preview(request(world.fleet.hostIds, spec, more), caller());

test('tells what each gate says, also where another one decides; nothing is written', async (one) => {
  const { manager, world } = one;
  const until = new Date(world.clock.now().getTime() + MINUTE_MS);
  const asked: HostQuestion[] = [];
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': hostByHost((host) => {
      asked.push(host);
      const holds = [{ kind: 'window', id: null, name: 'Night' }] as const;
      return { verdict: 'wait', state: 'waiting_window', reason: 'X', until, holds };
    }),
  });
  manager.ctx.hooks.add('second', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      hostId === one.hostId ? { verdict: 'skip', reason: 'Y', message: 'No.' } : { verdict: 'go' },
    ),
  });
  manager.patching.service.declareReasons('windows', { X: 'It is day.' });
  manager.patching.service.declareReasons('second', { Y: 'Never.' });
  const { holds, hostsTotal, hostsFree } = await look(one, { dryRun: true });
  assert.equal([hostsTotal, hostsFree], [3, 0]);
  const told = holds.map(({ kind, name, effect, hostsTotal: hosts }) => [kind, name, effect, hosts]);
  assert.equal(told, [
    ['window', 'Night', 'wait', 3],
    ['other', null, 'skip', 1],
  ]);
  assert.equal(
    holds.map(({ reason, message }) => [reason, message]),
    [
      ['X', 'It is day.'],
      ['Y', 'No.'],
    ],
  );
  assert.equal(holds[0]?.until, until);
  assert.ok(asked.every(({ previewAt, spec }) => previewAt !== undefined && !spec.dryRun));
  const page = { sort: '-created_at', cursor: null, limit: 50 } as const;
  assert.is((await manager.patching.service.list({}, page, 'all')).total, 0);
});

test('hosts that get no work, that do not answer or have no space are told, and share a line by their reason', async (one) => {
  const [first, second, third] = one.world.fleet.infos;
  Object.assign(first ?? {}, { maintenanceMode: true, rebootRequired: true });
  Object.assign(second ?? {}, { isUnreachable: true, problems: ['DISK_LOW'], rebootRequired: false });
  Object.assign(third ?? {}, { duplicateIdentity: true });
  const { holds, hostsFree, refusal, ...more } = await look(one, { reboot: 'if_required' });
  assert.equal(
    holds.map(({ kind, effect, reason, hosts }) => [kind, effect, reason, hosts.map(({ fqdn }) => fqdn)]),
    [
      ['host', 'skip', 'MAINTENANCE_MODE', [first?.fqdn]],
      ['host', 'warn', 'HOST_UNREACHABLE', [second?.fqdn]],
      ['host', 'warn', 'DISK_LOW', [second?.fqdn]],
      ['host', 'fail', 'DUPLICATE_IDENTITY', [third?.fqdn]],
    ],
  );
  assert.is(hostsFree, 0, 'a host that does not answer cannot start');
  Object.assign(second ?? {}, { isUnreachable: false });
  assert.is((await look(one)).hostsFree, 1, 'another warning holds nobody back');
  assert.is(refusal?.code, 'DUPLICATE_IDENTITY');
  assert.equal([more.reboot, more.hostsRebootRequired, more.hostsRebootUnknown], ['if_required', 1, 1]);
});

test('an unwell host with the same tag holds the others, and is not named; a host at work is told', async (one) => {
  const { world, manager } = one;
  const [first, second] = world.fleet.infos;
  for (const info of [first, second]) Object.assign(info ?? {}, { tags: ['anti_affinity=db'] });
  world.fleet.unreachable.add(second?.id ?? '');
  const { holds } = await look(one);
  assert.equal(
    holds.map(({ kind, name, reason, message, hostsTotal }) => [kind, name, reason, message, hostsTotal]),
    [['tag', 'anti_affinity=db', 'TAG_UNHEALTHY', '', 1]],
  );
  world.fleet.unreachable.clear();
  const { job } = await manager.patching.service.create(request([one.hostId]), caller());
  await settled();
  const { knex } = manager.ctx.db;
  await knex('patching_job_hosts').where('job_id', job.id).update({ active_host_id: one.hostId });
  const { holds: busy } = await look(one);
  assert.equal(
    busy.map(({ kind, effect, reason, hosts }) => [kind, effect, reason, hosts.map(({ hostId }) => hostId)]),
    [['host', 'wait', 'HOST_BUSY', [one.hostId]]],
  );
});

test('a request that names nothing to do is refused as the job would be', async (one) => {
  const { manager } = one;
  assert.is(await codeOf(manager.patching.service.preview(request([]), caller())), 'TARGET_EMPTY');
  assert.is(await codeOf(look(one, { packages: [{ name: 'jq' }] })), 'VALIDATION_FAILED');
});

test('a fleet of thousands is asked about in portions, and told in few lines', async () => {
  const one = {} as OneManager;
  await startOneManager(1_200)(one);
  const sizes: number[] = [];
  one.manager.ctx.hooks.add('windows', {
    'patching.beforeHost': async ({ hosts }) => {
      sizes.push(hosts.length);
      return new Map(
        hosts.map(({ hostId }) => [hostId, { verdict: 'wait', state: 'waiting_window', reason: 'X' }]),
      );
    },
  });
  one.manager.patching.service.declareReasons('windows', { X: 'It is day.' });
  const { holds, hosts } = await look(one);
  assert.equal(sizes, [500, 500, 200]);
  assert.equal([holds.length, holds[0]?.hostsTotal, holds[0]?.hosts.length, hosts.length], [1, 1_200, 5, 20]);
  await closeWorld(one);
});

test.run();
