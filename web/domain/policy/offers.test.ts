import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { offersOf, preparedStart, startToSkip, type PolicyFacts } from './offers.ts';
import type { Policy, PolicyRun } from './read.ts';

const test = suite('what a policy offers');

const usual: PolicyFacts = {
  isPaused: false,
  hasStart: true,
  isSkipped: false,
  hasRun: false,
  mayEdit: true,
  mayRun: true,
};

const CASES: Record<string, [more: Partial<PolicyFacts>, offered: string, why: Record<string, string>]> = {
  'one that waits for its start': [{}, 'run skip pause edit delete', {}],
  'one whose next start is left out': [{ isSkipped: true }, 'run unskip pause edit delete', {}],
  'a paused one: nothing to skip, and run now all the same': [
    { isPaused: true },
    'run resume edit delete',
    { skip: 'paused' },
  ],
  'one that is paused while its next start is left out': [
    { isPaused: true, isSkipped: true },
    'run unskip resume edit delete',
    {},
  ],
  'one at work: two runs never overlap': [{ hasRun: true }, 'skip pause edit delete', { run: 'run-active' }],
  'one whose rule has ended': [{ hasStart: false }, 'run pause edit delete', { skip: 'no-start' }],
  'who may run jobs and not change policies': [
    { mayEdit: false },
    'run',
    { skip: 'no-right', pause: 'no-right', edit: 'no-right', delete: 'no-right' },
  ],
  'who may only look': [
    { mayEdit: false, mayRun: false },
    '',
    { run: 'no-right', skip: 'no-right', pause: 'no-right', edit: 'no-right', delete: 'no-right' },
  ],
};

for (const [title, [more, offered, why]] of Object.entries(CASES))
  test(title, () => {
    const offers = offersOf({ ...usual, ...more });
    const able = offers.filter(({ whyNot }) => whyNot === null).map(({ act }) => act);
    assert.is(able.join(' '), offered);
    const not = offers.filter(({ whyNot }) => whyNot !== null).map(({ act, whyNot }) => [act, whyNot]);
    assert.equal(Object.fromEntries(not), why);
  });

const NOW = new Date('2026-01-15T12:00:00.000Z');
const SOON = '2026-01-16T21:00:00.000Z';
const LATER = '2026-02-13T21:00:00.000Z';
const withRun = (run: Partial<PolicyRun> | null) =>
  ({ next_start_at: LATER, active_run: run }) as unknown as Policy;

test('the next start is the one that is prepared, and not one that has begun or that a person began', () => {
  assert.is(startToSkip(withRun(null), NOW), LATER);
  const prepared = withRun({ state: 'waiting_approval', cause: 'schedule', starts_at: SOON });
  assert.equal([startToSkip(prepared, NOW), preparedStart(prepared, NOW)], [SOON, SOON]);
  for (const run of [
    { state: 'running', cause: 'schedule', starts_at: SOON },
    { state: 'planning', cause: 'schedule', starts_at: NOW.toISOString() },
    { state: 'planning', cause: 'person', starts_at: SOON },
  ] as const)
    assert.is(startToSkip(withRun(run), NOW), LATER);
});

test.run();
