import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exactOf, periodOf } from './periods.ts';

const test = suite('web: periods of reports');
const days = (word: string, now: string): string => {
  const { from, to } = periodOf(word, new Date(now));
  return `${from.slice(0, 10)} ${to.slice(0, 10)}`;
};

test('months and quarters are whole, over the turn of the year too', () => {
  assert.is(days('last-month', '2026-03-31T23:59:59Z'), '2026-02-01 2026-03-01');
  assert.is(days('last-month', '2026-01-01T00:00:00Z'), '2025-12-01 2026-01-01');
  assert.is(days('last-quarter', '2026-02-15T00:00:00Z'), '2025-10-01 2026-01-01');
  assert.is(days('last-quarter', '2026-12-31T00:00:00Z'), '2026-07-01 2026-10-01');
  assert.is(days('last-quarter', '2026-04-01T00:00:00Z'), '2026-01-01 2026-04-01');
});

test('days end now, and an odd word is the first choice', () => {
  assert.equal(periodOf('7-days', new Date('2026-01-08T12:34:56Z')), {
    from: '2026-01-01T12:34:56.000Z',
    to: '2026-01-08T12:34:56.000Z',
  });
  assert.is(days('constructor-of-odd', '2026-03-31T00:00:00Z'), '2026-03-01 2026-03-31');
});

test('a period of an address is taken as it is, and what is none is nothing', () => {
  const of = (text: string) => exactOf(new URLSearchParams(text));
  assert.equal(of('from=2026-01-01T00:00:00.000Z&to=2026-01-08T00:00:00.000Z'), {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-08T00:00:00.000Z',
  });
  for (const odd of [
    '',
    'from=2026-01-01',
    'from=x&to=y',
    'from=2026-01-02&to=2026-01-01',
    'from=2026-01-01&to=2026-01-01',
  ])
    assert.is(of(odd), null, odd);
});

test.run();
