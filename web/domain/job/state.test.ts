import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LiveEvent } from '../../core/live.ts';
import { applyEvents, changed, hasFailed, retryable, type JobHost, type JobState } from './state.ts';

const test = suite('job state');
const ID = '01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30';
const T1 = '2026-01-15T08:30:01.000Z';
const T2 = '2026-01-15T08:30:02.000Z';

const host = (id: string, parts: Partial<JobHost> = {}): JobHost =>
  ({
    host_id: id,
    state: 'running',
    progress: 0,
    changes: [],
    plan: null,
    plan_hash: null,
    updated_at: T1,
    ...parts,
  }) as JobHost;

const state = (...hosts: JobHost[]): JobState => ({
  job: { id: ID, name: 'Night', state: 'running', wave_states: [] } as unknown as JobState['job'],
  hosts: new Map(hosts.map((one) => [one.host_id, one])),
  plans: new Map(),
});

const told = (of: JobHost, job_id = ID): LiveEvent =>
  ({ seq: 1, at: T1, kind: 'job.host.updated', data: { job_id, host: of } }) as LiveEvent;

test('events change the job and its hosts, in a new object and in the order of the hosts', () => {
  const before = state(host('a'), host('b'));
  const ended = {
    seq: 2,
    at: T2,
    kind: 'job.updated',
    data: { job_id: ID, state: 'completed' },
  } as LiveEvent;
  const after = applyEvents(before, [told(host('a', { state: 'completed', updated_at: T2 })), ended]);
  assert.is(after.job.state, 'completed');
  assert.is(after.job.name, 'Night');
  assert.equal([...after.hosts.keys()], ['a', 'b']);
  assert.is(after.hosts.get('a')?.state, 'completed');
  assert.is(before.hosts.get('a')?.state, 'running');
  assert.is(before.job.state, 'running');
});

test('the page of a plan counts what is left to approve by its hosts', () => {
  const plan = {
    kept_back: [],
    install: [],
    upgrade: [{ name: 'zip' }],
    downgrade: [],
    remove: [],
  } as unknown as JobHost['plan'];
  const before = state(host('a'), host('b'), host('c', { state: 'completed', plan, run_job_id: 'r' }));
  before.job = { ...before.job, dry_run: true, hosts_to_approve: 0 };
  const planned = { state: 'completed', plan, plan_hash: 'x', updated_at: T2 } as const;
  const after = applyEvents(before, [told(host('a', planned))]);
  assert.is(after.job.hosts_to_approve, 1);
});

test('an event that is older than what was read changes nothing back; one of the same moment counts', () => {
  const before = state(host('a', { progress: 50, updated_at: T2 }));
  assert.is(applyEvents(before, [told(host('a', { progress: 10 }))]).hosts.get('a')?.progress, 50);
  const same = told(host('a', { progress: 60, updated_at: T2 }));
  assert.is(applyEvents(before, [same]).hosts.get('a')?.progress, 60);
});

test('events of another job are not of this one', () => {
  const after = applyEvents(state(host('a')), [told(host('a', { progress: 9, updated_at: T2 }), 'other')]);
  assert.is(after.hosts.get('a')?.progress, 0);
});

test('hosts with the same plan hold it once', () => {
  const plan = (): NonNullable<JobHost['plan']> =>
    ({ upgrade: [{ name: 'zip' }], kept_back: [] as object[] }) as NonNullable<JobHost['plan']>;
  const after = applyEvents(state(host('a'), host('b'), host('c')), [
    told(host('a', { plan: plan(), plan_hash: 'h1' })),
    told(host('b', { plan: plan(), plan_hash: 'h1' })),
    told(host('c', { plan: plan(), plan_hash: 'h2' })),
  ]);
  const [a, b, c] = [...after.hosts.values()];
  assert.is(a?.plan, b?.plan);
  assert.is.not(a?.plan, c?.plan);
});

test('what can be retried, what has failed, and what a rollback would bring back', () => {
  const changes = [{ name: 'zip', arch: 'amd64', from: '1', to: '2' }];
  const ids = (hosts: JobHost[]): string[] => hosts.map(({ host_id: id }) => id);
  const all = [
    host('done', { state: 'completed', changes }),
    host('same', { state: 'completed' }),
    host('bad', { state: 'failed', changes }),
    host('late', { state: 'timedout' }),
    host('back', { state: 'rolled_back', changes }),
    host('stuck', { state: 'rollback_failed', changes }),
    host('left', { state: 'skipped' }),
    host('stopped', { state: 'cancelled' }),
  ];
  assert.equal(ids(retryable(all)), ['bad', 'late', 'left', 'stopped']);
  assert.equal(ids(all.filter(hasFailed)), ['bad', 'late', 'stuck']);
  assert.equal(ids(changed(all)), ['done', 'bad', 'stuck']);
});

test.run();
