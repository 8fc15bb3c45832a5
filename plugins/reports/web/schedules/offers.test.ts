import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isMoving, offersOf, outcomeOf } from './offers.ts';
import type { Run, Schedule } from './read.ts';

const test = suite('web: what is offered of a schedule of reports');

const run = (state: Run['state'], ...mails: Run['mails'][number]['state'][]): Run => ({
  starts_at: '2026-01-15T12:05:00.000Z',
  state,
  message: '',
  ended_at: null,
  mails: mails.map((own, index) => ({ recipient: `${index}@example.org`, state: own, answer: null })),
});
const schedule = (enabled: boolean, last: Run | null) => ({ enabled, last_run: last }) as Schedule;
const offered = (of: Schedule, isMailOn = true) =>
  offersOf(of, isMailOn).map(({ act, whyNot }) => (whyNot === null ? act : `(${act})`));

test('a run is offered unless one is being made or mail is off, and pause or resume by its state', () => {
  assert.equal(offered(schedule(true, null)), ['show', 'run', 'edit', 'pause', 'delete']);
  assert.equal(offered(schedule(false, run('failed'))), ['show', 'run', 'edit', 'resume', 'delete']);
  assert.is(offered(schedule(true, run('making')))[1], '(run)');
  assert.is(offered(schedule(true, null), false)[1], '(run)');
});

test('the outcome is that of the mails, and the worst of them counts', () => {
  assert.is(outcomeOf(run('making')), 'making');
  assert.is(outcomeOf(run('failed', 'sent')), 'failed');
  assert.is(outcomeOf(run('mailed')), 'mailed');
  assert.is(outcomeOf(run('mailed', 'sent', 'sent')), 'delivered');
  assert.is(outcomeOf(run('mailed', 'sent', 'waiting')), 'underWay');
  assert.is(outcomeOf(run('mailed', 'sent', 'dead')), 'partly');
  assert.is(outcomeOf(run('mailed', 'dropped', 'waiting')), 'partly');
  assert.is(outcomeOf(run('mailed', 'dropped', 'dead')), 'undelivered');
});

test('a run is looked at again while it is made or a mail waits', () => {
  const moving = [
    null,
    run('making'),
    run('mailed', 'sent', 'waiting'),
    run('mailed', 'sent'),
    run('failed'),
  ];
  assert.equal(
    moving.map((last) => isMoving(schedule(true, last))),
    [false, true, true, false, false],
  );
});

test.run();
