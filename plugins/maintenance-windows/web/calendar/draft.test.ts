import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { instantOf, localAt } from '#web/domain/recurrence/zone.ts';
import {
  bodyOf,
  draftOf,
  endFaults,
  faultsOf,
  fieldOf,
  lastDayOf,
  newDraft,
  proposalOf,
  turnOfTheYear,
  untilOf,
  type Draft,
  type Entry,
} from './draft.ts';
import { gridDays, hrefOf, isOf, linesOf, monthOf, monthText, timeText, type Planned } from './month.ts';
import { timesText } from './texts.ts';

const test = suite('the form of a window');

const NOW = new Date('2026-01-15T12:00:00.000Z');
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...newDraft(NOW, 'Europe/Berlin', 'window'),
  repeats: 'weekly',
  time: '02:00',
  name: 'Night',
  ...more,
});
const entry = (more: Partial<Entry>): Entry => ({
  id: 'a',
  group_id: null,
  name: 'Night',
  timezone: 'Europe/Berlin',
  rrule: null,
  days_after: 0,
  starts_at: null,
  duration_secs: 7_200,
  enabled: true,
  next_start_at: null,
  next_end_at: null,
  edit_version: 1,
  created_at: NOW.toISOString(),
  updated_at: NOW.toISOString(),
  ...more,
});

const START = 'DTSTART;TZID=Europe/Berlin:20260118T020000\nRRULE:';
const USUAL: Record<string, [more: Partial<Draft>, rrule: string, words: string]> = {
  'each day': [{ repeats: 'daily' }, 'FREQ=DAILY', 'Every day at 02:00, for 2 h, Europe/Berlin'],
  'each week': [
    { repeats: 'weekly', days: ['SU', 'WE'] },
    'FREQ=WEEKLY;BYDAY=WE,SU',
    'Wednesday and Sunday at 02:00, for 2 h, Europe/Berlin',
  ],
  'each second Tuesday': [
    { repeats: 'monthly', nth: '2', weekday: 'TU' },
    'FREQ=MONTHLY;BYDAY=2TU',
    'The second Tuesday of the month at 02:00, for 2 h, Europe/Berlin',
  ],
  'each last Friday': [
    { repeats: 'monthly', nth: '-1', weekday: 'FR' },
    'FREQ=MONTHLY;BYDAY=-1FR',
    'The last Friday of the month at 02:00, for 2 h, Europe/Berlin',
  ],
};

for (const [title, [more, rrule, words]] of Object.entries(USUAL))
  test(`${title}: the rule, the way back and the words`, () => {
    const made = bodyOf(draft({ date: '2026-01-18', time: '02:00', ...more }), 'window');
    assert.is(made.rrule, START + rrule);
    const back = draftOf(entry({ rrule: START + rrule }), NOW);
    assert.is(bodyOf(back, 'window').rrule, START + rrule);
    assert.is(back.repeats, more.repeats);
    assert.is(timesText(entry({ rrule: START + rrule })), words);
  });

test('days after the rule come back and are told; a single window has none, whatever the field holds', () => {
  const patchTuesday = { repeats: 'monthly', nth: '2', weekday: 'TU', date: '2026-01-18' } as const;
  const made = bodyOf(draft({ ...patchTuesday, daysAfter: 3 }), 'window');
  assert.is(made.days_after, 3);
  const kept = entry({ rrule: made.rrule ?? null, days_after: 3 });
  assert.is(draftOf(kept, NOW).daysAfter, 3);
  assert.match(timesText(kept), /^The second Tuesday of the month at 02:00, plus 3 days, for 2 h/);
  const single = draft({ repeats: 'once', daysAfter: null });
  assert.equal([faultsOf(single, 'window'), bodyOf(single, 'window').days_after], [{}, undefined]);
});

test('a rule that the form has no fields for stays as it is', () => {
  const rrule = `${START}FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`;
  const back = draftOf(entry({ rrule }), NOW);
  assert.equal([back.repeats, bodyOf(back, 'window').rrule], ['rule', rrule]);
});

test('once: the instant follows from the clocks of the zone, in missing and doubled hours too', () => {
  const at = (local: string): string | undefined =>
    bodyOf(draft({ repeats: 'once', date: local.slice(0, 10), time: local.slice(11) }), 'window').starts_at;
  assert.is(at('2026-07-01T02:00'), '2026-07-01T00:00:00.000Z');
  assert.is(at('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
  assert.is(at('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.is(instantOf('nothing', 'UTC'), null);
  assert.is(localAt(new Date('2026-10-04T15:15:00Z'), 'Australia/Lord_Howe'), '2026-10-05T02:15');
});

test('a freeze holds from one day until another, and comes back as that', () => {
  const until = { date: '2026-12-20', time: '00:00', untilDate: '2027-01-06', untilTime: '00:00' };
  const body = bodyOf(draft({ repeats: 'once', ...until }), 'freeze');
  assert.equal([body.starts_at, body.duration_secs], ['2026-12-19T23:00:00.000Z', 17 * 86_400]);
  const { date, time, untilDate, untilTime } = draftOf(
    entry({ starts_at: body.starts_at ?? null, duration_secs: body.duration_secs }),
    NOW,
  );
  assert.equal({ date, time, untilDate, untilTime }, until);
});

test('a new window is on the night of new policies; a new freeze is the week from tomorrow, and its end follows its start', () => {
  const window = newDraft(NOW, 'Europe/Berlin', 'window');
  assert.is(proposalOf(window, 'window', null), '', 'a window has a group or a host');
  assert.is(proposalOf({ ...window, daysAfter: 3 }, 'window', 'Web'), 'Web, second Tuesday + 3 days');
  assert.match(bodyOf(window, 'window', 'Web').rrule ?? '', /T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU$/);
  assert.is(bodyOf(window, 'window', 'Web').name, 'Web');
  const fresh = newDraft(NOW, 'Europe/Berlin', 'freeze');
  assert.is(proposalOf(fresh, 'freeze', null), 'Freeze, 16 Jan 2026 to 22 Jan 2026');
  const later = { ...fresh, date: '2026-02-27' };
  assert.equal([untilOf(later), lastDayOf(later)], ['2026-03-06', '2026-03-05']);
  assert.is(bodyOf(later, 'freeze').duration_secs, 7 * 86_400);
  const set = { ...later, untilDate: '2026-02-28' };
  assert.is(proposalOf(set, 'freeze', 'Web'), 'Freeze of Web, 27 Feb 2026');
  assert.is(lastDayOf({ ...set, untilTime: '12:00' }), null);
  assert.equal(faultsOf({ ...set, name: '' }, 'freeze'), { name: 'Enter a name.' });
});

test('the turn of the year is the next one that has not begun', () => {
  const at = (date: string) => turnOfTheYear(new Date(date)).date;
  assert.equal(['2026-01-05T12:00', '2026-12-22T12:00', '2026-12-23T12:00'].map(at), [
    '2026-12-23',
    '2026-12-23',
    '2027-12-23',
  ]);
});

test('what is wrong is said at its field', () => {
  assert.equal(faultsOf(draft(), 'window'), {});
  const wrong = draft({ name: ' ', timezone: 'Mars/Olympus', days: [], time: '', durationSecs: 30 });
  const fields = ['name', 'timezone', 'days', 'time', 'durationSecs'];
  assert.equal(Object.keys(faultsOf(wrong, 'window')).sort(), fields.sort());
  const backwards = draft({ repeats: 'once', date: '2026-02-02', untilDate: '2026-02-01' });
  assert.equal(Object.keys(faultsOf(backwards, 'freeze')), ['untilDate']);
  assert.equal(endFaults(backwards, 'freeze'), faultsOf(backwards, 'freeze'));
  assert.equal([endFaults(backwards, 'window'), endFaults({ ...backwards, date: '' }, 'freeze')], [{}, {}]);
  assert.equal([proposalOf(backwards, 'freeze', null), lastDayOf(backwards)], ['', null]);
  assert.is(fieldOf('The time zone Mars is unknown.', draft()), 'timezone');
  assert.is(fieldOf('The rule never yields a start.', draft({ repeats: 'rule' })), 'rule');
});

test('a day holds what touches it; the same at the same time is one line with a count', () => {
  const opening = (kind: 'window' | 'freeze', from: string, to: string) => ({
    kind,
    id: 'a',
    name: kind,
    host_id: null,
    group_id: null,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
  });
  const night = opening('window', '2026-02-03T22:00', '2026-02-04T02:00');
  const frozen = opening('freeze', '2026-02-04T00:00', '2026-02-06T00:00');
  const planned = (openings: Planned['openings']): Planned => ({ openings, runs: [], jobs: [] });
  const after = opening('window', '2026-03-01T22:00', '2026-03-01T23:00');
  const days = gridDays({ year: 2026, month: 1 }, linesOf(planned([night, night, frozen, after])));
  assert.equal([days[0]?.date, days.length, days.at(-1)?.date], ['2026-01-26', 35, '2026-03-01']);
  assert.is(days.filter((day) => isOf('2026-02', day)).length, 28);
  const shown = days.flatMap(({ date, lines }) => lines.map(({ name, count }) => `${date} ${name} ${count}`));
  assert.equal(shown, [
    '2026-02-03 window 2',
    '2026-02-04 window 2',
    '2026-02-04 freeze 1',
    '2026-02-05 freeze 1',
    '2026-03-01 window 1',
  ]);
  assert.is(linesOf(planned([night, frozen, night])).length, 2);
  assert.equal(monthOf('2026-13', NOW), { year: 2026, month: 0 });
  assert.is(monthText({ year: 2026, month: 11 }, 1), '2027-01');
});

test('runs and jobs stand on the day of their start, in the order of time, and lead to their pages', () => {
  const at = (local: string): string => new Date(local).toISOString();
  const job = { id: 'j', name: null, operation: 'patch', schedule_at: at('2026-02-03T00:00') } as const;
  const lines = linesOf({
    openings: [],
    runs: [{ policy_id: 'p', name: 'Web', starts_at: at('2026-02-03T22:00'), is_skipped: true }],
    jobs: [job, { ...job, id: 'k', schedule_at: null }],
  });
  const days = gridDays({ year: 2026, month: 1 }, lines).filter((day) => day.lines.length > 0);
  assert.equal(
    days.map(({ date }) => date),
    ['2026-02-03'],
  );
  const shown = lines.map((line) => [
    line.kind,
    line.name,
    timeText(line, new Date(2026, 1, 3)),
    line.isSkipped,
  ]);
  assert.equal(shown, [
    ['job', 'patch', '00:00', false],
    ['policy', 'Web', '22:00', true],
  ]);
  assert.equal(
    lines.map((line) => hrefOf(line, () => true)),
    ['/jobs/j', '/policies/p'],
  );
});

test.run();
