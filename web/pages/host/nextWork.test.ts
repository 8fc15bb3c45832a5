import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { nextWorkOf } from './nextWork.ts';

const test = suite('host: what patches it next');

type Outlook = Schemas['HostOutlook'];
const WINDOW = { startsAt: '2026-12-08T01:00:00Z', endsAt: '2026-12-08T05:00:00Z' };
const outlook = (...policies: Partial<Outlook['policies'][number]>[]): Outlook =>
  ({
    next_window_start_at: WINDOW.startsAt,
    next_window_end_at: WINDOW.endsAt,
    policies: policies.map((one) => ({ id: 'p', name: 'Night', state: 'active', skips_next: false, ...one })),
  }) as unknown as Outlook;
const job = (parts: Partial<Schemas['Job']>): Schemas['Job'] =>
  ({ id: 'j', name: 'Kernel', dry_run: false, state: 'running', ...parts }) as unknown as Schemas['Job'];

test('the run that comes first is named with the window that it meets', () => {
  const early = { next_start_at: '2026-12-07T22:00:00Z', respect_windows: true, waits_for_window: true };
  assert.equal(nextWorkOf(outlook(early), []), {
    name: 'Night',
    href: '/policies/p',
    startsAt: early.next_start_at,
    window: WINDOW,
  });
  const late = { ...early, next_start_at: '2026-12-11T22:00:00Z' };
  assert.is(nextWorkOf(outlook(late), [])?.window, 'later', 'the known window is before it');
  assert.is(nextWorkOf(outlook({ ...early, respect_windows: false }), [])?.window, null);
  const scheduled = job({ state: 'scheduled', schedule_at: '2026-12-01T00:00:00Z' });
  assert.is(nextWorkOf(outlook(early), [scheduled])?.name, 'Kernel');
  assert.is(nextWorkOf(null, [scheduled])?.name, 'Kernel');
});

test('what waits for the window already comes first; what will not run is not named', () => {
  const early = { next_start_at: '2026-12-07T22:00:00Z', respect_windows: true, waits_for_window: true };
  const waiting = job({ host_state: 'waiting_window' });
  assert.equal(
    [nextWorkOf(outlook(early), [waiting])?.name, nextWorkOf(outlook(early), [waiting])?.startsAt],
    ['Kernel', null],
  );
  const none = outlook(
    { ...early, state: 'paused' },
    { ...early, skips_next: true },
    { ...early, next_start_at: null },
  );
  assert.is(nextWorkOf(none, [job({}), job({ state: 'scheduled', dry_run: true })]), null);
});

test.run();
