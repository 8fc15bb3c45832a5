import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobHost, JobState } from './state.ts';
import { offers } from './offers.ts';

const test = suite('what a job offers');

const CHANGES = [{ name: 'zip', arch: 'amd64', from: '1', to: '2' }];

function state(job: Partial<JobState['job']>, ...hosts: Partial<JobHost>[]): JobState {
  const rows = hosts.map((host, index) => ({ host_id: String(index), changes: [], ...host }) as JobHost);
  return {
    job: { operation: 'patch', dry_run: false, reason: null, ...job } as JobState['job'],
    hosts: new Map(rows.map((host) => [host.host_id, host])),
    plans: new Map(),
  };
}

test('a paused job goes on, is ended or cancelled, and its failed hosts can be tried again', () => {
  const failed = state(
    { state: 'paused', reason: 'FAILURE_BUDGET_USED' },
    { state: 'failed' },
    { state: 'pending' },
  );
  assert.equal(offers(failed), ['resume', 'retry', 'end', 'cancel']);
  const undone = state(
    { state: 'paused', reason: 'FAILURE_BUDGET_USED' },
    { state: 'rolled_back', changes: CHANGES },
  );
  assert.equal(offers(undone), ['resume', 'end', 'cancel']);
});

test('a job that is being ended can only be cancelled', () => {
  assert.equal(offers(state({ state: 'paused', reason: 'ENDING' }, { state: 'failed' })), ['cancel']);
});

test('a job at work can only be cancelled', () => {
  for (const now of ['pending', 'scheduled', 'running', 'waiting_health_check', 'cancelling'] as const)
    assert.equal(offers(state({ state: now }, { state: 'failed', changes: CHANGES })), ['cancel']);
});

test('an ended job offers to try what failed again and to undo what it changed; a plan and a rollback undo nothing', () => {
  const done = { state: 'completed', changes: CHANGES } as const;
  assert.equal(offers(state({ state: 'partial' }, done, { state: 'skipped' })), ['retry', 'rollback']);
  assert.equal(offers(state({ state: 'completed' }, done)), ['rollback']);
  assert.equal(offers(state({ state: 'completed', dry_run: true }, done)), []);
  assert.equal(offers(state({ state: 'completed', operation: 'rollback' }, done)), []);
});

test.run();
