/** Calendars written by hand from the zones' published changes of clocks; nothing in them is computed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { occurrencesAndNext, occurrencesOf, requireStarts } from './occurrences.ts';
import { RecurrenceRefused } from './rule.ts';

const test = suite('when something recurs');

interface Asked {
  timezone: string;
  rule: string;
  from: string;
  limit?: number;
  durationSecs?: number;
  daysAfter?: number;
}

const openings = ({ timezone, rule, from, limit = 3, durationSecs = 3_600, daysAfter }: Asked) =>
  occurrencesOf(
    { timezone, rrule: rule, startsAt: null, durationSecs, daysAfter },
    { fromMs: Date.parse(from), limit, least: limit },
  ).map(({ startMs, endMs, localStart, clockChange }) => [
    new Date(startMs).toISOString().replace('.000', ''),
    (endMs - startMs) / 1_000,
    localStart,
    clockChange,
  ]);

const daily = (time: string): string => `DTSTART:20260101T${time}\nRRULE:FREQ=DAILY`;

const CALENDARS: Record<string, Asked & { are: unknown[] }> = {
  'Berlin, spring: 02:30 does not exist on 29 March 2026, and is 03:30': {
    timezone: 'Europe/Berlin',
    rule: daily('023000'),
    from: '2026-03-28T00:00:00Z',
    are: [
      ['2026-03-28T01:30:00Z', 3_600, '2026-03-28T02:30:00', null],
      ['2026-03-29T01:30:00Z', 3_600, '2026-03-29T03:30:00', 'skipped'],
      ['2026-03-30T00:30:00Z', 3_600, '2026-03-30T02:30:00', null],
    ],
  },
  'Berlin, autumn: 02:30 is there twice on 25 October 2026, and the first counts': {
    timezone: 'Europe/Berlin',
    rule: daily('023000'),
    from: '2026-10-24T00:00:00Z',
    are: [
      ['2026-10-24T00:30:00Z', 3_600, '2026-10-24T02:30:00', null],
      ['2026-10-25T00:30:00Z', 3_600, '2026-10-25T02:30:00', 'repeated'],
      ['2026-10-26T01:30:00Z', 3_600, '2026-10-26T02:30:00', null],
    ],
  },
  'New York, spring: 02:15 does not exist on 8 March 2026, and is 03:15': {
    timezone: 'America/New_York',
    rule: daily('021500'),
    from: '2026-03-07T05:00:00Z',
    are: [
      ['2026-03-07T07:15:00Z', 3_600, '2026-03-07T02:15:00', null],
      ['2026-03-08T07:15:00Z', 3_600, '2026-03-08T03:15:00', 'skipped'],
      ['2026-03-09T06:15:00Z', 3_600, '2026-03-09T02:15:00', null],
    ],
  },
  'New York, autumn: 01:30 is there twice on 1 November 2026, and the first counts': {
    timezone: 'America/New_York',
    rule: daily('013000'),
    from: '2026-10-31T05:00:00Z',
    are: [
      ['2026-10-31T05:30:00Z', 3_600, '2026-10-31T01:30:00', null],
      ['2026-11-01T05:30:00Z', 3_600, '2026-11-01T01:30:00', 'repeated'],
      ['2026-11-02T06:30:00Z', 3_600, '2026-11-02T01:30:00', null],
    ],
  },
  'Lord Howe, spring: half an hour is missing on 4 October 2026, so 02:15 is 02:45': {
    timezone: 'Australia/Lord_Howe',
    rule: daily('021500'),
    from: '2026-10-02T12:00:00Z',
    are: [
      ['2026-10-02T15:45:00Z', 3_600, '2026-10-03T02:15:00', null],
      ['2026-10-03T15:45:00Z', 3_600, '2026-10-04T02:45:00', 'skipped'],
      ['2026-10-04T15:15:00Z', 3_600, '2026-10-05T02:15:00', null],
    ],
  },
  'Lord Howe, autumn: 01:45 is there twice on 5 April 2026, and the first counts': {
    timezone: 'Australia/Lord_Howe',
    rule: daily('014500'),
    from: '2026-04-03T12:00:00Z',
    are: [
      ['2026-04-03T14:45:00Z', 3_600, '2026-04-04T01:45:00', null],
      ['2026-04-04T14:45:00Z', 3_600, '2026-04-05T01:45:00', 'repeated'],
      ['2026-04-05T15:15:00Z', 3_600, '2026-04-06T01:45:00', null],
    ],
  },
  'a duration is elapsed time: three hours over the missing one end at 05:00': {
    timezone: 'Europe/Berlin',
    rule: daily('010000'),
    from: '2026-03-29T00:00:00Z',
    durationSecs: 10_800,
    limit: 1,
    are: [['2026-03-29T00:00:00Z', 10_800, '2026-03-29T01:00:00', null]],
  },
  'the second Tuesday of each month, over the year': {
    timezone: 'America/New_York',
    rule: 'DTSTART;TZID=America/New_York:20260113T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU',
    from: '2026-10-01T00:00:00Z',
    are: [
      ['2026-10-14T02:00:00Z', 3_600, '2026-10-13T22:00:00', null],
      ['2026-11-11T03:00:00Z', 3_600, '2026-11-10T22:00:00', null],
      ['2026-12-09T03:00:00Z', 3_600, '2026-12-08T22:00:00', null],
    ],
  },
  'three days after the second Tuesday, which is another week than the second Friday': {
    timezone: 'Europe/Berlin',
    rule: 'DTSTART:20260101T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU',
    from: '2026-08-14T20:00:00Z',
    daysAfter: 3,
    durationSecs: 0,
    are: [
      ['2026-09-11T20:00:00Z', 0, '2026-09-11T22:00:00', null],
      ['2026-10-16T20:00:00Z', 0, '2026-10-16T22:00:00', null],
      ['2026-11-13T21:00:00Z', 0, '2026-11-13T22:00:00', null],
    ],
  },
  'days after the rule may lead into a missing hour, and over the end of a month': {
    timezone: 'Europe/Berlin',
    rule: 'DTSTART:20260101T023000\nRRULE:FREQ=WEEKLY;BYDAY=TH',
    from: '2026-03-22T12:00:00Z',
    daysAfter: 3,
    limit: 2,
    durationSecs: 0,
    are: [
      ['2026-03-29T01:30:00Z', 0, '2026-03-29T03:30:00', 'skipped'],
      ['2026-04-05T00:30:00Z', 0, '2026-04-05T02:30:00', null],
    ],
  },
  'without a duration the start itself is over': {
    timezone: 'UTC',
    rule: daily('120000'),
    from: '2026-05-05T12:00:00Z',
    limit: 1,
    durationSecs: 0,
    are: [['2026-05-06T12:00:00Z', 0, '2026-05-06T12:00:00', null]],
  },
  'the last working day of each month': {
    timezone: 'UTC',
    rule: 'DTSTART:20260101T200000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    from: '2026-01-15T00:00:00Z',
    are: [
      ['2026-01-30T20:00:00Z', 3_600, '2026-01-30T20:00:00', null],
      ['2026-02-27T20:00:00Z', 3_600, '2026-02-27T20:00:00', null],
      ['2026-03-31T20:00:00Z', 3_600, '2026-03-31T20:00:00', null],
    ],
  },
  'the running one comes first, until its end': {
    timezone: 'UTC',
    rule: daily('120000'),
    from: '2026-05-05T12:59:59Z',
    limit: 1,
    are: [['2026-05-05T12:00:00Z', 3_600, '2026-05-05T12:00:00', null]],
  },
  'at its end it is over': {
    timezone: 'UTC',
    rule: daily('120000'),
    from: '2026-05-05T13:00:00Z',
    limit: 1,
    are: [['2026-05-06T12:00:00Z', 3_600, '2026-05-06T12:00:00', null]],
  },
  'what is further than it is looked ahead is found all the same': {
    timezone: 'UTC',
    rule: 'DTSTART:20260901T010000Z\nRRULE:FREQ=DAILY;COUNT=9',
    from: '2026-01-01T00:00:00Z',
    limit: 2,
    are: [
      ['2026-09-01T01:00:00Z', 3_600, '2026-09-01T01:00:00', null],
      ['2026-09-02T01:00:00Z', 3_600, '2026-09-02T01:00:00', null],
    ],
  },
  'a leap day is found years ahead': {
    timezone: 'Europe/Berlin',
    rule: 'DTSTART:20240229T030000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    from: '2025-01-01T00:00:00Z',
    limit: 1,
    are: [['2028-02-29T02:00:00Z', 3_600, '2028-02-29T03:00:00', null]],
  },
  'UNTIL in UTC is held against the instant: the last start is at it': {
    timezone: 'America/New_York',
    rule: 'DTSTART:20260701T220000\nRRULE:FREQ=DAILY;UNTIL=20260703T020000Z',
    from: '2026-06-01T00:00:00Z',
    are: [
      ['2026-07-02T02:00:00Z', 3_600, '2026-07-01T22:00:00', null],
      ['2026-07-03T02:00:00Z', 3_600, '2026-07-02T22:00:00', null],
    ],
  },
  'UNTIL in UTC, a second before a start, leaves that start out': {
    timezone: 'America/New_York',
    rule: 'DTSTART:20260701T220000\nRRULE:FREQ=DAILY;UNTIL=20260703T015959Z',
    from: '2026-06-01T00:00:00Z',
    are: [['2026-07-02T02:00:00Z', 3_600, '2026-07-01T22:00:00', null]],
  },
  'UNTIL as a day takes that day along': {
    timezone: 'Europe/Berlin',
    rule: 'DTSTART:20260701T220000\nRRULE:FREQ=DAILY;UNTIL=20260702',
    from: '2026-06-01T00:00:00Z',
    are: [
      ['2026-07-01T20:00:00Z', 3_600, '2026-07-01T22:00:00', null],
      ['2026-07-02T20:00:00Z', 3_600, '2026-07-02T22:00:00', null],
    ],
  },
  'COUNT counts from DTSTART, missing hours included': {
    timezone: 'Europe/Berlin',
    rule: 'DTSTART:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3',
    from: '2026-03-29T00:00:00Z',
    are: [
      ['2026-03-29T01:30:00Z', 3_600, '2026-03-29T03:30:00', 'skipped'],
      ['2026-03-30T00:30:00Z', 3_600, '2026-03-30T02:30:00', null],
    ],
  },
};

for (const [title, { are, ...asked }] of Object.entries(CALENDARS))
  test(title, () => assert.equal(openings(asked), are));

test('a rule of which the start after the next takes too long to find has its next one all the same', () => {
  const rule = 'DTSTART:20260101T020000\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=28;BYDAY=SA';
  const found = openings({ timezone: 'UTC', rule, from: '2025-12-01T00:00:00Z', limit: 2 });
  assert.equal(found[0]?.[0], '2026-02-28T02:00:00Z');
});

test('a dense rule is looked ahead as far as is wanted, and no further', () => {
  const hourly = 'DTSTART:19700101T000000\nRRULE:FREQ=HOURLY';
  const asked = { timezone: 'UTC', rule: hourly, from: '2026-01-01T00:30:00Z', limit: 64 };
  // The look-ahead of a dense rule ends by time, which a busy machine may use up once, but not each time.
  let found = openings(asked);
  for (let again = 0; found.length < 64 && again < 10; again++) found = openings(asked);
  assert.is(found.length, 64);
  assert.equal(found[63]?.[0], '2026-01-03T15:00:00Z');
});

/** Rules that are refused, and a part of the reason given. */
const REFUSED: Record<string, [rule: string, why: RegExp]> = {
  'each second': ['FREQ=SECONDLY', /FREQ must be/],
  'each minute': ['FREQ=MINUTELY;INTERVAL=5', /FREQ must be/],
  'no frequency': ['BYDAY=MO', /FREQ must be/],
  'an unknown part': ['FREQ=DAILY;X-SLEEP=1', /X-SLEEP of the rule is unknown/],
  'a part of every object': ['FREQ=DAILY;constructor=1', /constructor of the rule is unknown/],
  'another calendar': ['FREQ=DAILY;RSCALE=CHINESE', /RSCALE of the rule is unknown/],
  'a part twice': ['FREQ=DAILY;FREQ=HOURLY', /stands twice/],
  'an interval of ages': ['FREQ=DAILY;INTERVAL=1000000', /INTERVAL of the rule makes no sense/],
  'an interval of nothing': ['FREQ=DAILY;INTERVAL=0', /INTERVAL must be/],
  'a count without end': ['FREQ=HOURLY;COUNT=401', /COUNT must be/],
  'a count over decades, which a later day could not evaluate': [
    'FREQ=DAILY;BYDAY=SU;COUNT=300',
    /say by UNTIL/,
  ],
  'too many starts a day': [`FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40`, /starts a day/],
  'too many starts an hour': ['FREQ=HOURLY;BYMINUTE=0,10,20,30,40', /starts a day/],
  'the 30th of February': ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /never yields/],
  'the 30th of February, by the hour': ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30', /never yields/],
  'the ninth of one Monday a week': ['FREQ=WEEKLY;BYDAY=MO;BYSETPOS=9', /never yields/],
  'hours that never come round': ['FREQ=HOURLY;INTERVAL=24;BYHOUR=5', /never yields/],
  'an hour that is none': ['FREQ=DAILY;BYHOUR=24', /BYHOUR must be from 0 to 23/],
  'the 32nd among other days': ['FREQ=MONTHLY;BYMONTHDAY=1,32', /BYMONTHDAY must be from 1 to 31/],
  'the zeroth Monday': ['FREQ=MONTHLY;BYDAY=0MO', /BYDAY must be from 1/],
  'an end before the start': ['FREQ=DAILY;UNTIL=20250101T000000Z', /never yields/],
  'an end that is no day': ['FREQ=DAILY;UNTIL=20260231', /UNTIL is no date/],
};

for (const [title, [rule, why]] of Object.entries(REFUSED))
  test(`${title} is refused within a second of work`, () => {
    const times = { timezone: 'Europe/Berlin', startsAt: null, durationSecs: 3_600 };
    const began = process.cpuUsage();
    assert.throws(
      () => requireStarts({ ...times, rrule: `DTSTART:20260101T020000\nRRULE:${rule}` }),
      (error: unknown) => error instanceof RecurrenceRefused && why.test(error.message),
    );
    const { user, system } = process.cpuUsage(began);
    assert.ok((user + system) / 1_000 < 1_000, `${(user + system) / 1_000} ms`);
  });

test('what is no rule with a local start in its zone is refused', () => {
  const zone = 'Europe/Berlin';
  for (const [rrule, why] of [
    ['RRULE:FREQ=DAILY', /one line DTSTART/],
    ['DTSTART:20260101T020000', /one line DTSTART/],
    ['DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY', /one line DTSTART/],
    ['DTSTART:20260101T020000\nRRULE:FREQ=DAILY\nEXDATE:20260102T020000', /one line DTSTART/],
    ['DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY', /local time/],
    ['DTSTART;TZID=America/New_York:20260101T020000\nRRULE:FREQ=DAILY', /DTSTART is in America/],
    ['DTSTART:20260230T020000\nRRULE:FREQ=DAILY', /DTSTART is no date/],
    ['DTSTART:00010101T020000\nRRULE:FREQ=DAILY', /between 1970 and 2199/],
  ] as const)
    assert.throws(
      () => requireStarts({ timezone: zone, rrule, startsAt: null, durationSecs: 60 }),
      (error: unknown) => error instanceof RecurrenceRefused && why.test(error.message),
      rrule,
    );
  assert.throws(() =>
    requireStarts({ timezone: 'Mars/Olympus', rrule: null, startsAt: null, durationSecs: 60 }),
  );
});

/** Makes each look at the clock find it 60 ms later, as a very slow machine would. */
function slowly<T>(work: () => T): T {
  const { now } = performance;
  let at = 0;
  performance.now = () => (at += 60);
  try {
    return work();
  } finally {
    performance.now = now;
  }
}

test('it is told when the first one starts that is not listed, however few are listed', () => {
  const after = (rule: string, limit: number): [number, string | null] => {
    const times = { timezone: 'UTC', rrule: rule, startsAt: null, durationSecs: 3_600 };
    const { found, nextStartMs } = occurrencesAndNext(times, { fromMs: Date.parse('2025-12-30'), limit });
    return [found.length, nextStartMs === null ? null : new Date(nextStartMs).toISOString().slice(0, 10)];
  };
  assert.equal(after(daily('010000'), 3), [3, '2026-01-04']);
  assert.equal(
    slowly(() => after(daily('010000'), 64)),
    [8, '2026-01-09'],
  );
  assert.equal(after(`${daily('010000')};UNTIL=20260103T010000`, 3), [3, null]);
  assert.equal(after(`${daily('010000')};COUNT=5`, 3), [3, '2026-01-04']);
  assert.equal(after(`${daily('010000')};COUNT=3`, 3), [3, null]);
  const yearly = 'DTSTART:20260101T010000\nRRULE:FREQ=YEARLY';
  assert.equal(after(yearly, 64)[1]?.slice(5), '01-01', 'beyond what is looked ahead');
});

test.run();
