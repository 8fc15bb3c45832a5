/** Rows of the walks through the contract: figures of the fleet. */
import * as assert from 'uvu/assert';
import { reads, type FeatureRows } from '../../test/support/rows.ts';
import { anonymous } from '../../test/support/walk/walker.ts';
import { waitFor } from '../../test/support/wait.ts';
import { call, cut, type Schemas } from '../../test/support/scope/calls.ts';

export const callers: FeatureRows['callers'] = {
  anybody: 'getServiceHealth getServiceReadiness',
  'everybody who is signed in': 'getFleetStatus getFleetHistory',
};

export const noHosts = 'getServiceHealth getServiceReadiness';

export const valid: FeatureRows['valid'] = {
  getFleetStatus: reads(({ must }) => must('getFleetStatus')),
  getFleetHistory: reads(({ must }) => must('getFleetHistory')),
  getServiceHealth: reads(({ must }) => must('getServiceHealth', anonymous)),
  getServiceReadiness: reads(({ must }) => must('getServiceReadiness', anonymous)),
};

export const scope: FeatureRows['scope'] = {
  async getFleetStatus(w) {
    const own = await cut<Schemas['FleetStatus']>(w, call(w, 'getFleetStatus'));
    assert.is(own.hosts_total, 2);
    // One of two failed jobs holds a host of the operator's; a host that asks to enroll belongs to nobody yet.
    assert.equal([own.jobs_stopped, own.enrollments_pending], [1, 0]);
    assert.equal([own.jobs.failed, own.plans_waiting], [1, 1]);
    // The administrator's figures are cached for a second, and may have been read before all that was prepared.
    const all = await waitFor(async () => {
      const { body } = await call(w, 'getFleetStatus', { role: 'admin' });
      const status = body as Schemas['FleetStatus'];
      return status.jobs_stopped === 2 && status.enrollments_pending === 1 ? status : null;
    });
    assert.equal([all.hosts_total, all.enrollments_pending], [4, 1]);
    assert.equal([all.jobs.failed, all.plans_waiting], [2, 1]);
  },
  async getFleetHistory(w) {
    const own = await cut<Schemas['FleetHistory']>(w, call(w, 'getFleetHistory'));
    assert.equal(own.points, []);
    // The first snapshot is written beside the manager's first second.
    await waitFor(async () => {
      const { body } = await call(w, 'getFleetHistory', { role: 'admin' });
      return (body as Schemas['FleetHistory']).points.length > 0;
    });
  },
};
