import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { requestLike, wishesOfJob } from './likeJob.ts';
import { fieldOf, momentOf } from './moments.ts';
import { NO_WISHES, OPERATIONS, readWishes, requestOf } from './wishes.ts';

const test = suite('what a new job is asked for');

const JOB = {
  operation: 'patch',
  mode: 'selected',
  packages: [{ name: 'zip' }, { name: 'jq' }],
  exclude: ['linux'],
  purge: false,
  autoremove: false,
  reboot: 'if_required',
  rollback_on_failure: true,
  strict_sources: true,
  max_parallel: 7,
  name: 'Patch night',
  waves: [{ count: 1, soak_secs: 600 }, { percent: 10 }],
  failure_budget_percent: 5,
  health_gate: { pre: true, post: true, soak_secs: 600, pre_timeout_secs: 1_800 },
} as unknown as Schemas['Job'];

test('a new plan of a job asks for all that the job asked for', () => {
  const read = readWishes(new URLSearchParams(wishesOfJob(JOB).map(([name, value]) => [name, value])));
  assert.equal(read, {
    operation: 'patch',
    mode: 'selected',
    connection: 'dial',
    packages: 'zip jq',
    exclude: 'linux',
    purge: false,
    autoremove: false,
    reboot: 'if_required',
    rollback: true,
    strict: true,
    parallel: 7,
    waves: [{ count: 1, soak_secs: 600 }, { percent: 10 }],
    budget: 5,
    name: 'Patch night',
    checks: { before: true, after: true, soakSecs: 600, waitSecs: 1_800 },
  });
  const unchecked = { pre: false, post: false, soak_secs: 0, pre_timeout_secs: 3_600 };
  const free = wishesOfJob({ ...JOB, health_gate: unchecked });
  const { checks } = readWishes(new URLSearchParams(free.map(([name, value]) => [name, value])));
  assert.equal(checks, { before: false, after: false, soakSecs: null, waitSecs: null });
  for (const mode of ['all', 'security'] as const) {
    const again = wishesOfJob({ ...JOB, mode, packages: [] });
    assert.is(readWishes(new URLSearchParams(again.map(([name, value]) => [name, value]))).mode, mode);
  }
});

test('an address that names packages means these; one that means nothing changes nothing', () => {
  assert.is(readWishes(new URLSearchParams('package=zip')).mode, 'selected');
  assert.is(readWishes(new URLSearchParams('package=zip&operation=hold')).operation, 'hold');
  const odd = 'operation=rollback&mode=toString&reboot=yes&parallel=1.5';
  assert.equal(readWishes(new URLSearchParams(odd)), NO_WISHES);
});

test('what can be planned is planned, with the wishes of its run; the rest starts, at its time', () => {
  const at = new Date('2026-01-15T08:30:00.000Z');
  const wishes = { ...NO_WISHES, reboot: 'always', rollback: true, strict: true } as const;
  assert.equal(requestOf(wishes, { host_ids: ['h'] }, at), {
    operation: 'patch',
    target: { host_ids: ['h'] },
    mode: 'security',
    dry_run: true,
    reboot: 'always',
    rollback_on_failure: true,
    strict_sources: true,
  });
  for (const operation of OPERATIONS) {
    const { dry_run: isPlan, schedule_at: start } = requestOf(
      { ...wishes, operation },
      { host_ids: ['h'] },
      at,
    );
    const planned = ['patch', 'install', 'update', 'remove', 'agent_update'].includes(operation);
    assert.equal([isPlan ?? false, start ?? null], [planned, planned ? null : at.toISOString()], operation);
  }
  assert.equal(
    requestOf(readWishes(new URLSearchParams('operation=connection&connection=listen')), { host_ids: ['h'] }),
    { operation: 'connection', connection: 'listen', target: { host_ids: ['h'] } },
  );
  assert.equal(
    requestOf(
      { ...NO_WISHES, operation: 'agent_update', strict: true, reboot: 'always' },
      { host_ids: ['h'] },
    ),
    {
      operation: 'agent_update',
      target: { host_ids: ['h'] },
      dry_run: true,
      rollback_on_failure: false,
    },
    'an update of agents asks no sources and restarts no host',
  );
  assert.equal(requestOf({ ...NO_WISHES, operation: 'reboot' }, { host_ids: ['h'] }), {
    operation: 'reboot',
    target: { host_ids: ['h'] },
  });
});

test('packages are named once, with their versions where versions count; what an operation does not take is left out', () => {
  const packages = 'zip=1.2, jq\nzip=1.3';
  const of = (operation: 'install' | 'hold' | 'reboot'): unknown =>
    requestOf({ ...NO_WISHES, operation, packages, exclude: 'linux' }, { host_ids: ['h'] }).packages;
  assert.equal(of('install'), [{ name: 'zip', version: '1.3' }, { name: 'jq' }]);
  assert.equal(of('hold'), [{ name: 'zip=1.2' }, { name: 'jq' }, { name: 'zip=1.3' }]);
  assert.is(of('reboot'), undefined);
  const removal = requestOf(
    { ...NO_WISHES, operation: 'remove', packages: 'zip', purge: true, exclude: 'x' },
    { host_ids: ['h'] },
  );
  assert.equal(
    [removal.purge, removal.autoremove, removal.exclude, removal.mode],
    [true, false, undefined, undefined],
  );
  const patch = requestOf(
    { ...NO_WISHES, exclude: 'linux, docker', parallel: 5, name: ' Night ' },
    { host_ids: ['h'] },
  );
  assert.equal([patch.exclude, patch.max_parallel, patch.name], [['linux', 'docker'], 5, 'Night']);
});

test('health checks are asked for only where something else than usual is meant, and of work that they are about', () => {
  const checks = { before: true, after: true, soakSecs: 600, waitSecs: 1_800 };
  const gateOf = (more: object) => requestOf({ ...NO_WISHES, ...more }, { host_ids: ['h'] }).health_gate;
  assert.is(gateOf({}), undefined);
  assert.equal(gateOf({ checks }), { post: true, soak_secs: 600, pre_timeout_secs: 1_800 });
  assert.equal(gateOf({ checks: { ...checks, before: false, after: false } }), { pre: false });
  assert.is(gateOf({ operation: 'hold', packages: 'zip', checks }), undefined);
});

test('a plan without some hosts asks for the same of the others', () => {
  assert.equal(requestLike(JOB, ['b']), {
    operation: 'patch',
    reboot: 'if_required',
    dry_run: true,
    target: { host_ids: ['b'] },
    name: 'Patch night',
    mode: 'selected',
    packages: [{ name: 'zip' }, { name: 'jq' }],
    exclude: ['linux'],
    max_parallel: 7,
    rollback_on_failure: true,
    strict_sources: true,
    health_gate: JOB.health_gate,
    waves: [{ count: 1, soak_secs: 600 }],
    failure_budget_percent: 5,
  });
});

test('a moment is typed in the zone of the browser, and shown in it again', () => {
  assert.is(momentOf(''), null);
  assert.is(momentOf('tomorrow'), null);
  const at = new Date('2026-07-15T08:30:00.000Z');
  assert.equal(momentOf(fieldOf(at)), at);
});

test.run();
