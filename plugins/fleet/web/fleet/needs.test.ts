import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { needsOf, type FleetFigures } from './needs.ts';

const test = suite('plugins/fleet/web/fleet/needs');

const figures = (
  status: Partial<FleetFigures['status']>,
  jobs: Partial<Omit<FleetFigures, 'status'>> = {},
): FleetFigures => ({
  jobsRunning: 0,
  jobsPaused: 0,
  ...jobs,
  jobsWaiting: { scheduled: 0, pending: 0, waiting_health_check: 0, cancelling: 0, ...jobs.jobsWaiting },
  status: {
    hosts_total: 9,
    hosts_by_health: { healthy: 9, degraded: 0, unreachable: 0, unknown: 0 },
    hosts_with_security: 0,
    patches_security_total: 0,
    patches_total: 0,
    hosts_reboot_required: 0,
    hosts_by_severity: { critical: 0, important: 0, moderate: 0, low: 0, unrated: 0 },
    hosts_by_security_age: {
      under_7_days: 0,
      under_30_days: 0,
      under_90_days: 0,
      over_90_days: 0,
      not_recorded: 0,
    },
    problems: [],
    jobs_active: 0,
    jobs_stopped: 0,
    jobs: {
      running: 0,
      scheduled: 0,
      pending: 0,
      waiting_health_check: 0,
      cancelling: 0,
      paused: 0,
      failed: 0,
      partial: 0,
    },
    plans_waiting: 0,
    certificates_expiring: 0,
    enrollments_pending: 0,
    hosts_never_polled: 0,
    oldest_poll_at: null,
    computed_at: '2026-01-15T08:30:00.000Z',
    ...status,
  },
});

test('a quiet fleet needs nobody', () => {
  assert.equal(needsOf(figures({}), true), []);
});

test('the most urgent comes first, and each leads to exactly what was counted', () => {
  const needs = needsOf(
    figures(
      {
        hosts_by_health: { healthy: 6, degraded: 0, unreachable: 3, unknown: 0 },
        hosts_with_security: 2,
        hosts_reboot_required: 1,
        jobs_active: 4,
        jobs_stopped: 5,
        enrollments_pending: 1,
      },
      {
        jobsRunning: 2,
        jobsPaused: 1,
        jobsWaiting: { scheduled: 1, pending: 0, waiting_health_check: 0, cancelling: 1 },
      },
    ),
    true,
  );
  assert.equal(
    needs.map(({ count, href }) => [count, href]),
    [
      [3, '/hosts?health_status=unreachable'],
      [1, '/jobs?state=paused'],
      [4, '/jobs?state=failed&ended=24h'],
      [2, '/hosts?has_security=true'],
      [1, '/hosts?reboot_required=true'],
      [1, '/enrollments'],
      [2, '/jobs?state=running'],
      [1, '/jobs?state=scheduled'],
      [1, '/jobs?state=cancelling'],
    ],
  );
});

test('who may not decide on enrollments is not sent there', () => {
  assert.equal(needsOf(figures({ enrollments_pending: 4 }), false), []);
});

test.run();
