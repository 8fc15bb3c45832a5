import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pack, type Entry } from './list.ts';

const test = suite('lists of packages');

const entry = (name: string): Entry => ({
  name,
  arch: 'all',
  version: '1',
  held: false,
  origin: null,
  available: null,
  source: null,
});
const segmentsOf = (names: readonly string[]): number => pack(names.map(entry), 'none').segments.length;
const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(6, '0')}`);

test('names that a host has chosen cut its list into no more than 16 entries each', () => {
  const before = numbered('a', 16);
  const alone = segmentsOf(before);
  const chosen = numbered('b', 16_000).filter((name) => segmentsOf([...before, name]) > alone);
  assert.ok(chosen.length > 320, `only ${chosen.length} names cut`);
  assert.ok(segmentsOf(chosen) <= chosen.length / 16 + 1, `${segmentsOf(chosen)} segments`);
});

test('a list whose names are any is cut into segments of about 48 entries', () => {
  const mean = 20_000 / segmentsOf(numbered('package-', 20_000));
  assert.ok(mean > 35 && mean < 65, `${mean}`);
});

test.run();
