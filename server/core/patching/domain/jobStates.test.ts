import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { validate, version } from 'uuid';
import { dispatchKey } from './dispatchKey.ts';
import {
  ACTIVE_STATES,
  ENDED_STATES,
  JOB_HOST_STATES,
  JOB_HOST_TRANSITIONS,
  mayChangeHost,
  WAITING_STATES,
} from './jobHostStates.ts';
import { JOB_STATES, JOB_TRANSITIONS, jobOutcome, jobStateAfter, mayChangeJob } from './jobStates.ts';

const test = suite('states of jobs and hosts');

test('the states are whole: each one is waiting, active or ended, is reached, and can be left if it has not ended', () => {
  assert.equal([...WAITING_STATES, ...ACTIVE_STATES, ...ENDED_STATES].sort(), [...JOB_HOST_STATES].sort());
  for (const state of JOB_HOST_STATES) {
    assert.ok(
      state === 'pending' || JOB_HOST_TRANSITIONS.some(({ to }) => to === state),
      `${state} is reached`,
    );
    assert.ok(
      (ENDED_STATES as readonly string[]).includes(state) ||
        JOB_HOST_TRANSITIONS.some(({ from }) => from === state),
      `${state} is left`,
    );
  }
  for (const state of JOB_STATES) {
    assert.ok(
      ['pending', 'scheduled'].includes(state) || JOB_TRANSITIONS.some(({ to }) => to === state),
      `${state} is reached`,
    );
  }
});

test('transitions that are not in the table are none', () => {
  assert.not(mayChangeHost('completed', 'pending'));
  assert.not(mayChangeHost('pending', 'running'));
  assert.not(mayChangeHost('rolled_back', 'pending'));
  assert.not(mayChangeJob('completed', 'running'));
  assert.not(mayChangeJob('cancelling', 'running'));
});

test('how a job ended follows from its hosts', () => {
  assert.is(jobOutcome({ completed: 1, running: 1 }), null);
  assert.is(jobOutcome({ completed: 2 }), 'completed');
  assert.is(jobOutcome({ completed: 1, rolled_back: 1 }), 'partial');
  assert.is(jobOutcome({ completed: 1, skipped: 1 }), 'partial');
  assert.is(jobOutcome({ failed: 1, skipped: 1 }), 'failed');
  assert.is(jobOutcome({ completed: 1, cancelled: 1 }), 'cancelled');
});

test('the state of a job follows from its hosts', () => {
  const after = (
    state: (typeof JOB_STATES)[number],
    counts: object,
    percent: number | null = null,
    from: object | null = null,
  ) => jobStateAfter({ state, counts, failureBudget: percent === null ? null : { percent, from } });
  assert.is(after('pending', { pending: 2 }), 'pending');
  assert.is(after('scheduled', { pending: 2 }), 'scheduled');
  assert.is(after('pending', { pending: 1, dispatching: 1 }), 'running');
  assert.is(after('pending', { waiting_health_check: 2 }), 'waiting_health_check');
  assert.is(after('running', { waiting_health_check: 1, completed: 1 }), 'waiting_health_check');
  assert.is(after('waiting_health_check', { waiting_health_check: 1, waiting_window: 1 }), 'pending');
  assert.is(after('running', { retry_wait: 1, failed: 1 }, 50), 'running');
  assert.is(after('running', { pending: 1, failed: 1 }, 49), 'paused');
  assert.is(after('running', { pending: 9, failed: 1 }, 0), 'paused');
  assert.is(after('running', { pending: 8, failed: 2 }, 10, { pending: 9, failed: 1 }), 'paused', '1 of 9');
  assert.is(after('running', { pending: 8, failed: 2 }, 20, { pending: 9, failed: 1 }), 'running');
  assert.is(after('running', { pending: 1, failed: 2 }, 49, { pending: 2, failed: 1 }), 'paused', '1 of 2');
  assert.is(after('running', { pending: 1, failed: 2 }, 50, { pending: 2, failed: 1 }), 'running');
  assert.is(after('paused', { pending: 1, failed: 1 }), 'paused');
  assert.is(after('cancelling', { running: 1, cancelled: 1 }), 'cancelling');
  assert.is(after('cancelling', { completed: 1, cancelled: 1 }), 'cancelled');
});

test('a dispatch key is a UUID of all its parts, and always the same', () => {
  const parts = { jobId: 'j', hostId: 'h', attempt: 1, round: 1 };
  const key = dispatchKey(parts);
  assert.ok(validate(key));
  assert.is(version(key), 8);
  assert.is(dispatchKey({ ...parts }), key);
  const others = [
    { jobId: 'k' },
    { hostId: 'k' },
    { attempt: 2 },
    { round: 2 },
    { step: 'reboot' as const },
    { repetition: 1 },
  ];
  const keys = new Set([key, ...others.map((other) => dispatchKey({ ...parts, ...other }))]);
  assert.is(keys.size, others.length + 1);
});

test.run();
