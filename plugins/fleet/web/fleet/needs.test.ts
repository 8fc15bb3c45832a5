import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '#web/core/schema.ts';
import { needsOf, underWay } from './needs.ts';

const test = suite('plugins/fleet/web/fleet/needs');

const statusWith = (status: Partial<Schemas['FleetStatus']>): Schemas['FleetStatus'] => ({
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
  group_changes_waiting: 0,
  hosts_security_unknown: 0,
  hosts_never_polled: 0,
  oldest_poll_at: null,
  computed_at: '2026-01-15T08:30:00.000Z',
  ...status,
});

const BOTH = { enrollments: true, certificates: true, groupChanges: true };
const NEITHER = { enrollments: false, certificates: false, groupChanges: false };

test('a quiet fleet needs nobody', () => {
  assert.equal(needsOf(statusWith({}), BOTH), []);
  assert.equal(underWay(statusWith({})), []);
});

const busy = statusWith({
  hosts_by_health: { healthy: 4, degraded: 2, unreachable: 3, unknown: 0 },
  hosts_with_security: 2,
  hosts_security_unknown: 6,
  hosts_by_severity: { critical: 0, important: 0, moderate: 1, low: 0, unrated: 1 },
  hosts_reboot_required: 1,
  problems: [
    { code: 'SOURCE_FAILED', hosts: 2 },
    { code: 'FROM_LATER', hosts: 1 },
  ],
  jobs: {
    running: 2,
    scheduled: 1,
    pending: 0,
    waiting_health_check: 0,
    cancelling: 1,
    paused: 1,
    failed: 4,
    partial: 2,
  },
  plans_waiting: 3,
  enrollments_pending: 1,
  group_changes_waiting: 6,
  certificates_expiring: 5,
});

test('the most urgent comes first, and each leads to exactly what was counted', () => {
  assert.equal(
    needsOf(busy, BOTH).map(({ count, href }) => [count, href]),
    [
      [3, '/hosts?health_status=unreachable'],
      [1, '/jobs?state=paused&dry_run=false'],
      [4, '/jobs?state=failed&ended=24h&dry_run=false'],
      [5, '/certificates?status=active&expires=14d&sort=not_after'],
      [2, '/hosts?has_security=true&sort=-patches_severity'],
      [6, '/hosts?security_unknown=true'],
      [1, '/hosts?reboot_required=true'],
      [2, '/jobs?state=partial&ended=24h&dry_run=false'],
      [2, '/hosts?problem=SOURCE_FAILED'],
      [1, '/hosts?problem=FROM_LATER'],
      [6, '/groups'],
      [3, '/jobs?awaiting_approval=true'],
      [1, '/enrollments'],
    ],
  );
  assert.equal(
    underWay(busy).map(({ count, href }) => [count, href]),
    [
      [2, '/jobs?state=running&dry_run=false'],
      [1, '/jobs?state=cancelling&dry_run=false'],
      [1, '/jobs?state=scheduled&dry_run=false'],
    ],
  );
});

test('one important patch puts missing patches among the worst', () => {
  const severities = { ...busy.hosts_by_severity, important: 1 };
  const security = needsOf({ ...busy, hosts_by_severity: severities }, BOTH).find(
    ({ key }) => key === 'security',
  );
  assert.is(security?.tone, 'bad');
  assert.match(security?.hint ?? '', /Hosts by highest severity: 1 important\./);
});

test('hosts that are degraded without a named problem are not forgotten', () => {
  const degraded = { healthy: 8, degraded: 1, unreachable: 0, unknown: 0 };
  assert.equal(
    needsOf(statusWith({ hosts_by_health: degraded }), BOTH).map(({ key }) => key),
    ['degraded'],
  );
});

test('who may not decide on enrollments, certificates and groups is not sent there', () => {
  const waiting = { enrollments_pending: 4, certificates_expiring: 1, group_changes_waiting: 2 };
  assert.equal(needsOf(statusWith(waiting), NEITHER), []);
});

test('what of the authority expires is named with what to do, to who may do it', () => {
  const root = { kind: 'root', name: 'CA 1', ends_at: '2026-03-01T00:00:00.000Z' } as const;
  const expiries = [{ ...root, days_left: 44, todo: 'Replace the root CA 1.' }];
  assert.equal(
    needsOf(statusWith({ expiries }), BOTH).map(({ tone, count, label, hint, href }) => [
      tone,
      count,
      label,
      hint,
      href,
    ]),
    [['warn', 1, 'root certificate expires within 45 days', 'Replace the root CA 1.', '/certificates']],
  );
  assert.equal(needsOf(statusWith({ expiries }), NEITHER), []);
});

test('exploited CVEs and late patches are among what needs somebody, and lead to exactly what was counted', () => {
  const risk = {
    cves_open: 9,
    exploited_open: 1,
    hosts_affected: 8,
    hosts_beyond: 3,
    patches_beyond: 5,
    patches_beyond_by_severity: { critical: 0, important: 0, moderate: 5, low: 0, unrated: 0 },
    patches_unnamed: 0,
    patches_not_recorded: 0,
    exceptions: 0,
    hosts_unread: 0,
    without_fix: null,
    data_sets: [],
    computed_at: '2026-01-15T12:00:00.000Z',
    levels: { critical_days: 7, important_days: 14, moderate_days: 30, low_days: 90, unrated_days: 14 },
  };
  const shown = (of: typeof risk) =>
    needsOf(statusWith({}), BOTH, 0, of).map(({ tone, count, href }) => [tone, count, href]);
  assert.equal(shown(risk), [
    ['bad', 1, '/vulnerabilities?exploited=true'],
    ['warn', 3, '/late-patches'],
  ]);
  const grave = { ...risk.patches_beyond_by_severity, critical: 1 };
  assert.is(shown({ ...risk, patches_beyond_by_severity: grave })[1]?.[0], 'bad');
  assert.equal(shown({ ...risk, exploited_open: 0, hosts_beyond: 0 }), []);
});

test.run();
