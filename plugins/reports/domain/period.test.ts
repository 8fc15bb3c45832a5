import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { periodBefore } from './period.ts';

const test = suite('what a scheduled report is about');

const of = (
  period: 'last_week' | 'last_month' | 'last_days',
  at: string,
  timezone: string,
  periodDays = null as number | null,
) => {
  const { from, to } = periodBefore({ period, periodDays, timezone }, new Date(at));
  return [from.toISOString(), to.toISOString()];
};

test('weeks and months are those of the zone, also where clocks change within them', () => {
  // Sunday evening in New York is Monday in Berlin.
  assert.equal(of('last_week', '2026-03-30T00:30:00Z', 'Europe/Berlin'), [
    '2026-03-22T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  assert.equal(of('last_week', '2026-03-30T00:30:00Z', 'America/New_York'), [
    '2026-03-16T04:00:00.000Z',
    '2026-03-23T04:00:00.000Z',
  ]);
  assert.equal(of('last_month', '2026-01-01T06:00:00Z', 'Europe/Berlin'), [
    '2025-11-30T23:00:00.000Z',
    '2025-12-31T23:00:00.000Z',
  ]);
  assert.equal(of('last_days', '2026-01-31T06:00:00Z', 'Asia/Tokyo', 7), [
    '2026-01-24T06:00:00.000Z',
    '2026-01-31T06:00:00.000Z',
  ]);
});

test.run();
