import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { begunOf, repeatHref } from './begun.ts';

const test = suite('web: a report that is repeated');
const GROUP = '01890000-0000-7000-8000-000000000001';
const begun = (href: string, email: string | null = 'me@example.org') =>
  begunOf(new URL(href, 'https://manager').searchParams, email);

test('a schedule begins with the report, its period and group, and the mail address of who opens it', () => {
  const href = repeatHref({ type: 'vulnerability', period: '7-days', group: GROUP });
  assert.equal(begun(href), {
    reportType: 'vulnerability',
    period: 'last_days',
    periodDays: 7,
    groupId: GROUP,
    recipients: ['me@example.org'],
  });
});

test('a calendar month stays the default, for other periods too, and an address may hold anything', () => {
  const href = repeatHref({ type: 'compliance', period: 'last-month', group: null });
  assert.equal(begun(href, null), { reportType: 'compliance', groupId: '', recipients: [] });
  assert.equal(begun('/reports/schedules?new=1&type=nothing&period=toString', null), {
    groupId: '',
    recipients: [],
  });
});

test.run();
