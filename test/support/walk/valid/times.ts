/** What says when hosts are worked on: windows, freezes, health checks and policies. */
import type { components } from '../../../../generated/manager.ts';
import { reads, writes, type Row, type Rows } from '../row.ts';
import type { World } from '../world.ts';
import { target } from './work.ts';

type Schemas = components['schemas'];

const WEEKLY = 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU';
const window = { name: 'Sunday night', timezone: 'UTC', rrule: WEEKLY, duration_secs: 7_200 };
const onHost = (w: World, windowId?: string) => ({
  path: { hostId: w.kit.hosts[2]?.id ?? '', ...(windowId ? { windowId: w.ids[windowId] ?? '' } : {}) },
});
const onGroup = (w: World, windowId?: string) => ({
  path: { id: w.ids['group'] ?? '', ...(windowId ? { windowId: w.ids[windowId] ?? '' } : {}) },
});
const freeze = ({ ids }: World) => ({ path: { freezeId: ids['freeze'] ?? '' } });

const madeAs = (name: string, operationId: string, call: (w: World) => object): Row['by'] => {
  return async (w) => {
    w.ids[name] = (await w.must<{ id: string }>(operationId, call(w))).id;
  };
};

const windows: Rows = {
  createHostWindow: writes(
    'window.created',
    madeAs('window', 'createHostWindow', (w) => ({ ...onHost(w), body: window })),
  ),
  listHostWindows: reads((w) => w.must('listHostWindows', onHost(w))),
  updateHostWindow: writes('window.updated', (w) =>
    w.must('updateHostWindow', { ...onHost(w, 'window'), body: { enabled: false } }),
  ),
  deleteHostWindow: writes('window.deleted', (w) => w.must('deleteHostWindow', onHost(w, 'window'))),
  createGroupWindow: writes(
    'window.created',
    madeAs('groupWindow', 'createGroupWindow', (w) => ({ ...onGroup(w), body: window })),
  ),
  listGroupWindows: reads((w) => w.must('listGroupWindows', onGroup(w))),
  updateGroupWindow: writes('window.updated', (w) =>
    w.must('updateGroupWindow', { ...onGroup(w, 'groupWindow'), body: { enabled: false } }),
  ),
  listAllWindows: reads(({ must }) => must('listAllWindows')),
  listOpenings: reads(({ must, kit }) => {
    const from = kit.clock.now();
    const to = new Date(from.getTime() + 14 * 86_400_000);
    return must('listOpenings', { query: { from: from.toISOString(), to: to.toISOString() } });
  }),
  previewWindow: {
    none: 'it shows when a window would be open, and keeps nothing',
    by: ({ must }) => must('previewWindow', { body: window }),
  },
  deleteGroupWindow: writes('window.deleted', (w) => w.must('deleteGroupWindow', onGroup(w, 'groupWindow'))),
  createFreeze: writes(
    'freeze.created',
    madeAs('freeze', 'createFreeze', () => ({
      body: { name: 'New year', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    })),
  ),
  listFreezes: reads(({ must }) => must('listFreezes')),
  updateFreeze: writes('freeze.updated', (w) =>
    w.must('updateFreeze', { ...freeze(w), body: { enabled: false } }),
  ),
  deleteFreeze: writes('freeze.deleted', (w) => w.must('deleteFreeze', freeze(w))),
};

const check = (w: World) => ({
  path: { hostId: w.kit.hosts[2]?.id ?? '', checkId: w.ids['check'] ?? '' },
});

const checks: Rows = {
  createHealthCheck: writes(
    'health_check.created',
    madeAs('check', 'createHealthCheck', (w) => ({
      ...onHost(w),
      body: { kind: 'service', name: 'Web server', service_name: 'nginx' },
    })),
  ),
  listHealthChecks: reads((w) => w.must('listHealthChecks', onHost(w))),
  getHealthCheck: reads((w) => w.must('getHealthCheck', check(w))),
  updateHealthCheck: writes('health_check.updated', (w) =>
    w.must('updateHealthCheck', { ...check(w), body: { name: 'Proxy' } }),
  ),
  testHealthCheck: writes('health_check.tested', (w) => {
    const up = { name: 'nginx', active_state: 'active', sub_state: 'running', enabled: true };
    w.kit.hosts[2]?.agent.answers.set('getServiceStatus', up);
    return w.must('testHealthCheck', check(w));
  }),
  listHealthCheckHistory: reads((w) => w.must('listHealthCheckHistory', check(w))),
  deleteHealthCheck: writes('health_check.deleted', (w) => w.must('deleteHealthCheck', check(w))),
};

const policy = ({ ids }: World) => ({ path: { policyId: ids['policy'] ?? '' } });
const DAILY = 'DTSTART:20260101T120100\nRRULE:FREQ=DAILY';
const times = { timezone: 'UTC', rrule: DAILY };

const policies: Rows = {
  previewPolicy: {
    none: 'it shows when a policy would start, and keeps nothing',
    by: ({ must }) => must('previewPolicy', { body: times }),
  },
  createPolicy: writes(
    'policy.created',
    madeAs('policy', 'createPolicy', (w) => ({ body: { name: 'Nightly', ...times, target: target(w) } })),
  ),
  listPolicies: reads(({ must }) => must('listPolicies')),
  getPolicy: reads((w) => w.must('getPolicy', policy(w))),
  updatePolicy: writes('policy.updated', (w) =>
    w.must('updatePolicy', { ...policy(w), body: { days_after: 3 } }),
  ),
  skipNextPolicyRun: writes('policy.next_run_skipped', async (w) => {
    const { next_start_at } = await w.must<Schemas['Policy']>('getPolicy', policy(w));
    return w.must('skipNextPolicyRun', { ...policy(w), body: { starts_at: next_start_at } });
  }),
  unskipNextPolicyRun: writes('policy.next_run_kept', (w) => w.must('unskipNextPolicyRun', policy(w))),
  pausePolicy: writes('policy.paused', (w) => w.must('pausePolicy', policy(w))),
  resumePolicy: writes('policy.resumed', (w) => w.must('resumePolicy', policy(w))),
  runPolicyNow: writes('policy.run_requested', (w) => w.must('runPolicyNow', policy(w))),
  listPolicyRuns: reads((w) => w.must('listPolicyRuns', policy(w))),
  getHostOutlook: reads((w) => w.must('getHostOutlook', onHost(w))),
  deletePolicy: writes('policy.deleted', (w) => w.must('deletePolicy', policy(w))),
};

export const timesRows: Rows = { ...windows, ...checks, ...policies };
