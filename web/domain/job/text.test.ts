import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import {
  endedFrom,
  endedOf,
  isEnded,
  jobDoes,
  jobTitle,
  jobWishes,
  progressParts,
  progressText,
} from './text.ts';

type Job = Schemas['Job'];
const test = suite('job text');

const PLAIN: Partial<Job> = {
  name: null,
  operation: 'patch',
  mode: 'all',
  packages: [],
  exclude: [],
  state: 'running',
  reboot: 'never',
  rollback_on_failure: false,
  strict_sources: false,
  dry_run: false,
  max_parallel: 50,
  failure_budget_percent: null,
  waves: [],
  respect_windows: true,
  health_gate: { pre: true, post: false, soak_secs: 0, pre_timeout_secs: 3600 },
};
const job = (parts: Partial<Job>): Job => ({ ...PLAIN, ...parts }) as Job;

const STATES: readonly Schemas['JobHostState'][] = [
  ...(['pending', 'waiting_window', 'waiting_health_check', 'dispatching', 'running', 'retry_wait'] as const),
  ...(['rebooting', 'verifying', 'completed', 'failed', 'timedout', 'rolling_back'] as const),
  ...(['rolled_back', 'rollback_failed', 'cancelled', 'skipped'] as const),
];
const counts = (parts: Partial<Schemas['JobCounts']>): Schemas['JobCounts'] =>
  ({ ...Object.fromEntries(STATES.map((state) => [state, 0])), ...parts }) as Schemas['JobCounts'];

test('what a job does is told in words', () => {
  assert.is(jobDoes(job({ mode: 'security' })), 'Patch: security patches');
  assert.is(jobDoes(job({ mode: 'all' })), 'Patch: all packages');
  assert.is(jobDoes(job({ operation: 'reboot' })), 'Reboot');
  const zip = { name: 'zip', version: '1' };
  assert.is(jobDoes(job({ mode: 'selected', packages: [zip] })), 'Patch: zip');
  assert.is(jobDoes(job({ operation: 'remove', packages: [zip, zip] })), 'Remove: 2 packages');
});

test('what else was asked for is told: packages by name, what is left out, restarts, the way back', () => {
  assert.equal(jobWishes(job({})), []);
  const packages = Array.from({ length: 10 }, (_, at) => ({ name: `p${at}` }));
  const wishes: Partial<Job> = {
    packages,
    exclude: ['a\u200bb'],
    reboot: 'if_required',
    rollback_on_failure: true,
    strict_sources: true,
  };
  assert.equal(jobWishes(job(wishes)), [
    'p0, p1, p2, p3, p4, p5, p6, p7 and 2 more',
    'without a⟨U+200B⟩b',
    'reboots hosts that require it',
    'failed hosts are rolled back',
    'skips hosts with an unreachable repository',
  ]);
  assert.equal(jobWishes(job({ operation: 'reboot', reboot: 'always' })), []);
});

test('a plan tells what its run is made with: restarts, pace, gates', () => {
  const plan: Partial<Job> = {
    dry_run: true,
    reboot: 'always',
    max_parallel: 7,
    failure_budget_percent: 30,
    waves: [{ percent: 10 }, { count: 5 }] as Job['waves'],
    respect_windows: false,
    health_gate: { pre: false, post: true, soak_secs: 60, pre_timeout_secs: 3600 },
  };
  assert.equal(jobWishes(job(plan)), [
    'reboots every host',
    '7 hosts in parallel',
    'pauses when more than 30 % of a wave fail',
    'in waves: 10 %, 5, rest',
    'ignores maintenance windows',
    'no health checks before',
    'with health checks after',
    'soak time 60 s',
  ]);
});

test('a job is called by its name, or else by what it does; a hostile name is harmless', () => {
  assert.is(jobTitle(job({ name: 'Patch night' })), 'Patch night');
  assert.is(jobTitle(job({})), 'Patch: all packages');
  assert.is(jobTitle(job({ name: '\u202eevil\u001b[31m' })), '⟨U+202E⟩evil');
  const packages = [{ name: 'a\u200bb', version: '1' }];
  assert.is(jobDoes(job({ operation: 'install', packages })), 'Install: a⟨U+200B⟩b');
});

test('a job has ended in four states and no other', () => {
  const ended = (['completed', 'partial', 'failed', 'cancelled'] as const).filter((state) =>
    isEnded({ state }),
  );
  assert.is(ended.length, 4);
  for (const state of [
    'pending',
    'scheduled',
    'running',
    'paused',
    'cancelling',
    'waiting_health_check',
  ] as const)
    assert.is(isEnded({ state }), false, state);
});

const at = (parts: Partial<Schemas['JobCounts']>, total: number, more: Partial<Job> = {}): Job =>
  job({ counts: counts(parts), hosts_total: total, ...more });

test('every state of a host is in exactly one part of the bar, and the parts add up', () => {
  for (const state of STATES) {
    const parts = progressParts(at({ [state]: 3 }, 3));
    assert.is(
      parts.reduce((sum, { count }) => sum + count, 0),
      3,
      state,
    );
    assert.ok(parts.filter(({ count }) => count === 3).length === 1, state);
  }
  const waiting = (state: Schemas['JobHostState']): number =>
    progressParts(at({ [state]: 1 }, 1)).at(-1)?.count ?? 0;
  assert.equal(
    STATES.filter((state) => waiting(state) === 1),
    ['pending', 'waiting_window', 'waiting_health_check', 'retry_wait'],
  );
});

test('only hosts whose work is done count as done; what became of the others is named', () => {
  assert.is(progressText(at({ running: 2, pending: 1 }, 3)), '0 of 3 hosts completed');
  assert.is(progressText(at({ completed: 1 }, 1)), '1 of 1 host completed');
  assert.is(progressText(at({ cancelled: 3 }, 3)), '0 of 3 hosts completed, 3 cancelled');
  const mixed = { completed: 3, failed: 1, timedout: 1, rolled_back: 1, skipped: 1, running: 3 };
  assert.is(progressText(at(mixed, 10)), '3 of 10 hosts completed, 1 rolled back, 2 failed, 1 skipped');
  assert.is(endedOf(at(mixed, 10)), 7);
});

test('a plan counts what is planned, in words and colours of its own; a rollback what is back', () => {
  const plan = at({ completed: 4, failed: 1, running: 2 }, 8, { dry_run: true });
  assert.is(progressText(plan), '4 of 8 hosts planned, 1 without a plan');
  assert.is(
    progressParts(plan).some(({ tone }) => tone === 'ok' || tone === 'bad'),
    false,
  );
  assert.is(progressText(at({ completed: 2 }, 2, { operation: 'rollback' })), '2 of 2 hosts rolled back');
});

test('a span of the address becomes a point of time; anything else is none', () => {
  const now = new Date('2026-01-15T08:30:00.000Z');
  assert.is(endedFrom('24h', now)?.toISOString(), '2026-01-14T08:30:00.000Z');
  assert.is(endedFrom('7d', now)?.toISOString(), '2026-01-08T08:30:00.000Z');
  for (const other of [null, '', 'toString', '25h']) assert.is(endedFrom(other, now), null);
});

test.run();
