import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lastOf, nearest, pathOf, scaleEnd, thinned, type ChartPoint } from './plot.ts';

const test = suite('fm-chart: plot');
const at = (hour: number, value: number | null): ChartPoint => ({
  at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
  values: { hosts: value },
});

test('a scale ends at a round figure, and one host is no mountain', () => {
  assert.equal([0, 1, 4, 5, 11, 41, 99, 101, 4_999].map(scaleEnd), [4, 4, 4, 5, 20, 50, 100, 200, 5_000]);
});

test('points stand by their time, and what nobody knows is a gap', () => {
  const points = [at(0, 0), at(1, 2), at(2, null), at(4, 4)];
  assert.is(pathOf(points, 'hosts', 4), 'M0.0 200.0L250.0 100.0M1000.0 0.0');
  assert.equal(
    [0, 0.3, 0.6, 0.9].map((place) => nearest(points, place)),
    [0, 1, 2, 3],
  );
});

test('a range keeps its last points, two at least', () => {
  const points = [at(0, 1), at(1, 1), at(2, 1), at(3, 1)];
  assert.is(lastOf(points, 7_200).length, 3);
  assert.is(lastOf(points, 60).length, 2);
  assert.is(lastOf(points, null).length, 4);
  assert.equal(lastOf([], 60), []);
});

test('a thinned list keeps its last', () => {
  assert.equal(thinned([1, 2, 3, 4, 5], 3), [1, 3, 5]);
  assert.equal(thinned([1, 2], 3), [1, 2]);
});

test.run();
