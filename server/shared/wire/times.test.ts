import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { timeOf } from './times.ts';

const test = suite('times that texts name');

test('a time in the years 0 to 9999 is read, with its offset', () => {
  const read = (text: string): string | undefined => timeOf(text)?.toISOString();
  assert.is(read('2026-01-15T06:00:00.250+01:00'), '2026-01-15T05:00:00.250Z');
  assert.is(read('Thu, 15 Jan 2026 06:00:00 GMT'), '2026-01-15T06:00:00.000Z');
  assert.is(read('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z');
  assert.is(read('0000-01-01T00:00:00Z'), '0000-01-01T00:00:00.000Z');
});

test('what no row and no answer can hold is no time', () => {
  for (const text of [
    '',
    'soon',
    '2026-19-39T29:59:59Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00+01',
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
    'Sat, 01 Jan 275760 00:00:00 GMT',
  ])
    assert.is(timeOf(text), null, text);
});

test.run();
