/** Policies. */
import * as assert from 'uvu/assert';
import { call, cut, madeOnce, refused, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const policyRows: Rows = {
  async listPolicies(w) {
    const { mine, both } = await policiesOf(w);
    const { policies, total } = await cut<Schemas['PolicyList']>(w, call(w, 'listPolicies'));
    const ids = policies.map(({ id }) => id).sort();
    assert.equal([ids, total], [[mine, both].sort(), 2], 'those that hold one of his hosts');
  },
  async createPolicy(w) {
    const make = (target: object) => call(w, 'createPolicy', { body: { ...POLICY, target } });
    await refused(make({ host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await refused(make({ group_ids: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
    const made = await cut<Schemas['Policy']>(w, make({ tags: ['all'] }), 201);
    assert.is(made.sees_all_hosts, false, 'it keeps to the hosts that he may see');
    assert.is((await call(w, 'deletePolicy', { path: [made.id] })).status, 204);
  },
  async previewPolicy(w) {
    const { name: _name, paused: _paused, ...draft } = POLICY;
    const preview = (target: object) => call(w, 'previewPolicy', { body: { ...draft, target } });
    const own = await cut<Schemas['PolicyPreview']>(w, preview({ tags: ['all'] }));
    assert.is(own.hosts_total, 2, 'of four');
    await refused(preview({ host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async getPolicy(w) {
    const { mine, theirs, both } = await policiesOf(w);
    await cut(w, call(w, 'getPolicy', { path: [mine] }));
    const cutOne = await cut<Schemas['Policy']>(w, call(w, 'getPolicy', { path: [both] }));
    assert.equal(cutOne.target, { host_ids: [w.mine[0].id] });
    await refused(call(w, 'getPolicy', { path: [theirs] }), 404, 'POLICY_NOT_FOUND');
  },
  updatePolicy: (w) => wholePoliciesOnly(w, 'updatePolicy', { mode: 'security' }),
  deletePolicy: (w) => wholePoliciesOnly(w, 'deletePolicy'),
  async listPolicyRuns(w) {
    const { mine, theirs } = await policiesOf(w);
    await cut(w, call(w, 'listPolicyRuns', { path: [mine] }));
    await refused(call(w, 'listPolicyRuns', { path: [theirs] }), 404, 'POLICY_NOT_FOUND');
  },
  runPolicyNow: (w) => wholePoliciesOnly(w, 'runPolicyNow'),
  skipNextPolicyRun: (w) =>
    wholePoliciesOnly(w, 'skipNextPolicyRun', { starts_at: '2030-01-01T00:00:00.000Z' }),
  unskipNextPolicyRun: (w) => wholePoliciesOnly(w, 'unskipNextPolicyRun'),
  pausePolicy: (w) => wholePoliciesOnly(w, 'pausePolicy'),
  resumePolicy: (w) => wholePoliciesOnly(w, 'resumePolicy'),
  async getHostOutlook(w) {
    const { mine, both } = await policiesOf(w);
    const own = await cut<Schemas['HostOutlook']>(w, call(w, 'getHostOutlook', { path: [w.mine[0].id] }));
    assert.equal(own.policies.map(({ id }) => id).sort(), [mine, both].sort());
    await refused(call(w, 'getHostOutlook', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
};

/** A policy made by an administrator, and paused, so that it does not start meanwhile. */
const POLICY = {
  name: 'Nightly',
  timezone: 'UTC',
  rrule: 'DTSTART:20260101T020000\nRRULE:FREQ=DAILY',
  paused: true,
};
const policiesOf = madeOnce(async (w) => {
  const add = async (...hostIds: string[]): Promise<string> => {
    const body = { ...POLICY, target: { host_ids: hostIds } };
    return ((await call(w, 'createPolicy', { body, role: 'admin' })).body as Schemas['Policy']).id;
  };
  return {
    mine: await add(w.mine[0].id),
    theirs: await add(w.theirs[0].id),
    both: await add(w.mine[0].id, w.theirs[0].id),
  };
});

async function wholePoliciesOnly(w: World, operationId: string, body?: object): Promise<void> {
  const { both, theirs } = await policiesOf(w);
  await refused(call(w, operationId, { path: [both], body }), 403, 'POLICY_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [theirs], body }), 404, 'POLICY_NOT_FOUND');
}
