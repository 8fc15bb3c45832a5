import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HOUR_MS, hourOf, MAX_POINTS, spanOf, thin } from './domain.ts';

const test = suite('fleet history');
const now = new Date('2026-01-15T12:34:56Z');

test('without words it is the last seven days, by the hour', () => {
  const span = spanOf({}, now);
  assert.is(span?.stepSecs, 3_600);
  assert.is(span && span.to.getTime() - span.from.getTime(), 7 * 24 * HOUR_MS);
  assert.is(spanOf({ from: '2026-01-15T13:00:00Z' }, now), null);
});

test('the step grows until the points fit, and is whole hours', () => {
  const span = spanOf({ from: '2025-01-15T00:00:00Z', to: '2026-01-15T00:00:00Z' }, now);
  assert.is(span?.stepSecs, 9 * 3_600);
  assert.is(spanOf({ stepSecs: 5_000 }, now)?.stepSecs, 7_200);
});

test('each step shows its last snapshot, and steps without one show nothing', () => {
  const from = new Date('2026-01-14T00:00:00Z');
  const at = (hour: number) => ({ hour: new Date(from.getTime() + hour * HOUR_MS) });
  const points = thin([0, 1, 2, 3, 8].map(at), { from, to: now, stepSecs: 2 * 3_600 });
  assert.equal(
    points.map(({ hour }) => (hour.getTime() - from.getTime()) / HOUR_MS),
    [1, 3, 8],
  );
  const many = Array.from({ length: 3 * MAX_POINTS }, (_, hour) => at(hour));
  assert.ok(thin(many, { from, to: now, stepSecs: 3_600 }).length <= MAX_POINTS);
});

test('an hour begins at its full hour', () => {
  assert.is(hourOf(now).toISOString(), '2026-01-15T12:00:00.000Z');
});

test.run();
