import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { timelineOf, type HostOnTimeline, type JobOnTimeline } from './timeline.ts';

const test = suite('host: timeline');

const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const host: HostOnTimeline = {
  created_at: at(1),
  last_seen_at: at(9),
  last_polled_at: at(9),
  patches_polled_at: at(8),
  patches_refreshed_at: null,
  certificate_expires_at: at(30),
  problems: [],
  ip_address: '10.0.4.77',
  moved_at: at(2),
  moved_from: '10.0.4.21',
};
const job: JobOnTimeline = {
  id: 'j',
  name: null,
  operation: 'patch',
  dry_run: false,
  state: 'failed',
  created_at: at(3),
  completed_at: at(4),
};

test('the newest comes first, jobs lead to their pages, and what never was is not there', () => {
  assert.equal(
    timelineOf(host, [
      job,
      { ...job, id: 'p', name: 'Night', dry_run: true, completed_at: null, created_at: at(5) },
    ]).map(({ at: when, text, href }) => `${when.slice(8, 10)} ${text} ${href ?? ''}`.trim()),
    [
      '30 Certificate expires (renewed automatically)',
      '09 Agent last responded',
      '08 Patches last read',
      '05 Plan “Night” created /jobs/p',
      '04 Job “patch” ended: failed /jobs/j',
      '03 Job “patch” created /jobs/j',
      '02 Moved from 10.0.4.21 to 10.0.4.77',
      '01 Enrolled',
    ],
  );
});

test('an agent that is silent, and one that complains, are told', () => {
  const told = timelineOf(
    { ...host, last_polled_at: at(10), problems: [{ code: 'DISK_LOW', message: 'Full.' }] },
    [],
  );
  assert.equal(
    told.filter(({ kind }) => kind === 'problem').map(({ at: when, text }) => `${when.slice(8, 10)} ${text}`),
    ['10 Poll failed: the agent did not respond', '09 1 problem reported'],
  );
});

test.run();
