import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newRecurrence, recurrenceFaults, recurrenceOf, ruleOf } from './recurrence.ts';
import { localText, startsText } from './texts.ts';

const test = suite('when something recurs');

const NOW = new Date('2026-01-15T12:00:00.000Z');
const kept = {
  timezone: 'Europe/Berlin',
  rrule: 'DTSTART;TZID=Europe/Berlin:20260113T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU',
  days_after: 3,
};

test('days after a rule are read beside it, kept beside it, and told', () => {
  const back = recurrenceOf(kept, NOW);
  assert.equal([back.repeats, back.daysAfter, ruleOf(back)], ['monthly', 3, kept.rrule]);
  assert.is(startsText(back), 'The second Tuesday of the month at 22:00, plus 3 days');
  assert.is(startsText({ ...back, daysAfter: 1 }), 'The second Tuesday of the month at 22:00, plus 1 day');
  assert.is(startsText({ ...back, daysAfter: 0 }), 'The second Tuesday of the month at 22:00');
});

test('what has no days after its rule starts by the rule', () => {
  assert.is(recurrenceOf({ timezone: 'UTC', rrule: kept.rrule }, NOW).daysAfter, 0);
});

test('a day of the month that each month has is filled in, another one stays a rule', () => {
  const on = (day: string) => `DTSTART;TZID=UTC:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=${day}`;
  for (const [day, told] of [
    ['1', 'Day 1 of the month at 07:00'],
    ['28', 'Day 28 of the month at 07:00'],
    ['-1', 'The last day of the month at 07:00'],
  ] as const) {
    const back = recurrenceOf({ timezone: 'UTC', rrule: on(day) }, NOW);
    assert.equal(
      [back.repeats, back.monthDay, ruleOf(back), startsText(back)],
      ['monthday', day, on(day), told],
    );
  }
  for (const day of ['29', '31', '0', '1,15'])
    assert.is(recurrenceOf({ timezone: 'UTC', rrule: on(day) }, NOW).repeats, 'rule', day);
});

test('days after a rule are whole and fewer than a month', () => {
  const fresh = newRecurrence(NOW, 'UTC');
  const faulty = [null, -1, 1.5, 28].map((daysAfter) => recurrenceFaults({ ...fresh, daysAfter }));
  assert.equal(
    faulty.map((faults) => Object.keys(faults)),
    Array(4).fill(['daysAfter']),
  );
  assert.equal(recurrenceFaults({ ...fresh, daysAfter: 27 }), {});
});

test('a local start is told as the clocks of its zone show it, whatever the reader’s', () => {
  assert.is(localText('2026-03-29T23:30:00'), 'Sun, 29 Mar 2026 at 23:30');
  assert.is(localText('2026-03-29T00:30:00'), 'Sun, 29 Mar 2026 at 00:30');
});

test.run();
