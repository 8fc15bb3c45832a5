import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endOf, firstDay, lastDay, problemsOf, usualDay } from './draft.ts';

const now = new Date(2026, 10, 25, 3, 0, 0);

test('an exception ends with a day from tomorrow on, within a year', () => {
  assert.equal([firstDay(now), usualDay(now), lastDay(now)], ['2026-11-26', '2026-12-25', '2027-11-25']);
  assert.equal(endOf('2026-11-26', now), new Date(2026, 10, 26, 23, 59, 59));
  for (const day of ['2026-11-25', '2027-11-26', '', '26-11-26', 'tomorrow'])
    assert.is(endOf(day, now), null, day);
});

test('each field that is missing or cannot be says so', () => {
  const good = { host: 'web-1', package: 'linux-image', reason: 'Certified until June.', end: '2026-12-24' };
  assert.equal(problemsOf(good, now), {});
  const bad = { host: ' ', package: 'two words', reason: ' ', end: '2020-01-01' };
  assert.equal(Object.keys(problemsOf(bad, now)), ['host', 'package', 'reason', 'end']);
});

test.run();
