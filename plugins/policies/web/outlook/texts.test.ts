import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '#web/core/schema.ts';
import { aheadText } from './texts.ts';

const test = suite('web: what is ahead of a host');
const policy = {
  state: 'active',
  skips_next: false,
  waits_for_window: true,
  next_start_at: '2026-12-11T21:00:00.000Z',
  next_local_start: '2026-12-11T22:00:00',
  timezone: 'Europe/Berlin',
} as Schemas['OutlookPolicy'];
const START = 'Starts on Fri, 11 Dec 2026 at 22:00, Europe/Berlin';

test('a host waits for the window that comes after the start, and of one that is over before, no more is said than is known', () => {
  assert.is(
    aheadText(policy, '2026-12-13T01:00:00.000Z'),
    `${START}. This host then waits for its maintenance window.`,
  );
  assert.is(
    aheadText(policy, '2026-12-08T21:00:00.000Z'),
    `${START}, or once a maintenance window of this host is open after that.`,
  );
  assert.is(aheadText({ ...policy, waits_for_window: false }, null), `${START}.`);
});

test.run();
