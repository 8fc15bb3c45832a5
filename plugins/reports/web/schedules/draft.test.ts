import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf, draftOf, faultsOf, newDraft, previewOf } from './draft.ts';
import type { Schedule } from './read.ts';

const test = suite('web: a schedule of reports, filled in');
const NOW = new Date('2026-01-15T12:00:00.000Z');
const fresh = { ...newDraft(NOW, 'Europe/Berlin'), name: ' Auditors ', recipients: ['a@example.org'] };

test('a new one is the month before, on its first morning', () => {
  assert.equal(faultsOf(fresh), {});
  assert.equal(bodyOf(fresh), {
    name: 'Auditors',
    enabled: true,
    report_type: 'compliance',
    format: 'pdf',
    period: 'last_month',
    timezone: 'Europe/Berlin',
    group_id: null,
    recipients: ['a@example.org'],
    rrule: 'DTSTART;TZID=Europe/Berlin:20260116T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1',
  });
});

test('one that is there is filled in as it is kept', () => {
  const kept = {
    name: 'n',
    enabled: false,
    report_type: 'audit',
    format: 'csv',
    period: 'last_days',
    period_days: 7,
    group_id: '01890000-0000-7000-8000-000000000001',
    recipients: ['a@example.org'],
    timezone: 'UTC',
    rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=WEEKLY;INTERVAL=2',
  } as unknown as Schedule;
  const {
    name,
    enabled,
    report_type: type,
    format,
    period,
    period_days: days,
    ...others
  } = bodyOf(draftOf(kept, NOW));
  assert.equal([name, enabled, type, format, period, days], ['n', false, 'audit', 'csv', 'last_days', 7]);
  assert.equal(others, {
    group_id: kept.group_id,
    recipients: kept.recipients,
    timezone: 'UTC',
    rrule: kept.rrule,
  });
});

test('what is missing or wrong is said at its field', () => {
  const wrong = (change: object) => Object.keys(faultsOf({ ...fresh, ...change }));
  assert.equal(wrong({ name: '  ' }), ['name']);
  assert.equal(wrong({ recipients: [] }), ['recipients']);
  assert.equal(wrong({ recipients: ['nobody'] }), ['recipients']);
  assert.equal(wrong({ recipients: ['a@b.org', 'a@b.org'] }), ['recipients']);
  assert.equal(wrong({ recipients: Array.from({ length: 51 }, (_none, n) => `${n}@b.org`) }), ['recipients']);
  for (const periodDays of [null, 0, 367, 1.5])
    assert.equal(wrong({ period: 'last_days', periodDays }), ['periodDays']);
  assert.equal(wrong({ periodDays: null }), [], 'counts for a number of days alone');
  assert.equal(wrong({ starts: { ...fresh.starts, timezone: 'Mars' } }), ['starts']);
});

test('a preview needs the times alone', () => {
  assert.ok(previewOf({ ...fresh, name: '', recipients: [] }));
  assert.is(previewOf({ ...fresh, starts: { ...fresh.starts, time: '' } }), null);
  assert.is(previewOf({ ...fresh, period: 'last_days', periodDays: 0 }), null);
});

test.run();
