import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { absoluteTime, durationText, parseTime, relativeTime, utcTime } from './time.ts';

const test = suite('time');
const now = new Date('2026-03-29T12:00:00.000Z');
const ago = (secs: number): string => relativeTime(new Date(now.getTime() - secs * 1000), now);

test('an age is told in the largest unit that fits', () => {
  assert.is(ago(3), 'just now');
  assert.is(ago(60), '1 minute ago');
  assert.is(ago(59 * 60), '1 hour ago');
  assert.is(ago(5 * 3_600), '5 hours ago');
  assert.is(ago(24 * 3_600), 'yesterday');
  assert.is(ago(-7_200), 'in 2 hours');
  assert.is(relativeTime(new Date(now.getTime() - 5 * 3_600_000), now, 'narrow'), '5h ago');
});

test('from 18 hours on an age is told by the days of the calendar, and from a month on so that rows differ', () => {
  const noon = new Date(2026, 10, 30, 12);
  const told = (month: number, day: number, hour = 12) =>
    relativeTime(new Date(2026, month, day, hour), noon);
  assert.is(told(10, 29, 13), 'yesterday', 'after 23 hours');
  assert.is(told(10, 29, 1), 'yesterday', 'after 35 hours');
  assert.is(told(10, 28, 23), '2 days ago', 'after 37 hours');
  assert.is(told(10, 29, 21), '15 hours ago');
  assert.is(told(11, 11, 23), 'in 11 days');
  assert.is(told(10, 3, 4), '27 days ago');
  assert.is(told(9, 31), '30 days ago');
  assert.is(told(9, 30), '4 weeks ago');
  assert.is(told(9, 19), '6 weeks ago');
  assert.is(told(8, 15), '2 months ago');
  assert.is(told(-2, 30), '12 months ago');
  assert.is(told(-26, 30), '3 years ago');
  const late = new Date(2026, 10, 30, 23, 30);
  assert.is(relativeTime(new Date(2026, 10, 30, 4), late), '19 hours ago', 'the same day');
});

test('a moment is told in the reader’s zone, over a change to summer time too', () => {
  assert.is(absoluteTime(new Date('2026-03-29T00:59:00Z'), 'Europe/Berlin'), '29 Mar 2026, 01:59 CET');
  assert.is(absoluteTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin'), '29 Mar 2026, 03:00 CEST');
});

test('UTC is exact', () => {
  assert.is(utcTime(now), '2026-03-29 12:00:00 UTC');
});

test('a duration has at most two units', () => {
  assert.is(durationText(0.4), '0 s');
  assert.is(durationText(200), '3 min 20 s');
  assert.is(durationText(7_500), '2 h 5 min');
  assert.is(durationText(86_400 * 3 + 4 * 3_600), '3 d 4 h');
});

test('what is no time is none', () => {
  assert.is(parseTime(null), null);
  assert.is(parseTime('soon'), null);
  assert.is(parseTime('2026-03-29T12:00:00.000Z')?.getTime(), now.getTime());
});

test.run();
