/** Rows of the walks through the contract: policies. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows, type Made } from '../../test/support/rows.ts';
import { NEVER, hostAt, hosts, madeAs, of, policy, takenName } from '../../test/support/walk/made.ts';
import { atWork, target } from '../../test/support/walk/jobs.ts';
import { NOBODY, type Call } from '../../test/support/walk/walker.ts';
import type { World } from '../../test/support/walk/world.ts';
import {
  anew,
  call,
  cut,
  madeOnce,
  refused,
  type Schemas,
  type Fleet,
} from '../../test/support/scope/calls.ts';

const ofPolicy = of('policy', 'policy_id');
const ofWide = of('widePolicy', 'policy_id');
const DAILY = 'DTSTART:20260101T120100\nRRULE:FREQ=DAILY';
const times = { timezone: 'UTC', rrule: DAILY };
const ofScoped =
  (body?: object) =>
  (_w: World, { ids, scoped }: Made): Call => ({
    path: { policy_id: ids['widePolicy'] ?? '' },
    bearer: scoped,
    ...(body ? { body } : {}),
  });

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in':
    'listPolicies getPolicy listPolicyRuns listUpcomingPolicyRuns previewPolicy getHostOutlook',
  'administrators and operators': `
    createPolicy updatePolicy deletePolicy runPolicy skipNextPolicyRun unskipNextPolicyRun pausePolicy
    resumePolicy`,
};

export const valid: FeatureRows['valid'] = {
  previewPolicy: {
    none: 'it shows when a policy would start, and keeps nothing',
    by: ({ must }) => must('previewPolicy', { body: times }),
  },
  createPolicy: writes(
    'policy.created',
    madeAs('policy', 'createPolicy', (w) => ({ body: { name: 'Nightly', ...times, target: target(w) } })),
  ),
  listPolicies: reads(({ must }) => must('listPolicies')),
  getPolicy: reads((w) => w.must('getPolicy', ofPolicy(w))),
  listUpcomingPolicyRuns: reads(({ must, kit }) => {
    const from = kit.clock.now();
    const to = new Date(from.getTime() + 14 * 86_400_000);
    return must('listUpcomingPolicyRuns', { query: { from: from.toISOString(), to: to.toISOString() } });
  }),
  updatePolicy: writes('policy.updated', (w) =>
    w.must('updatePolicy', { ...ofPolicy(w), body: { days_after: 3 } }),
  ),
  skipNextPolicyRun: writes('policy.next_run_skipped', async (w) => {
    const { next_start_at } = await w.must<Schemas['Policy']>('getPolicy', ofPolicy(w));
    return w.must('skipNextPolicyRun', { ...ofPolicy(w), body: { starts_at: next_start_at } });
  }),
  unskipNextPolicyRun: writes('policy.next_run_kept', (w) => w.must('unskipNextPolicyRun', ofPolicy(w))),
  pausePolicy: writes('policy.paused', (w) => w.must('pausePolicy', ofPolicy(w))),
  resumePolicy: writes('policy.resumed', (w) => w.must('resumePolicy', ofPolicy(w))),
  runPolicy: writes('policy.run_requested', (w) => w.must('runPolicy', ofPolicy(w))),
  listPolicyRuns: reads((w) => w.must('listPolicyRuns', ofPolicy(w))),
  getHostOutlook: reads((w) => w.must('getHostOutlook', hostAt(w, 2))),
  deletePolicy: writes('policy.deleted', (w) => w.must('deletePolicy', ofPolicy(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'GROUP_NOT_FOUND',
    at: { updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { target: { group_ids: [NOBODY] } } }) },
  },
  {
    code: 'HOST_NOT_FOUND',
    at: { updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { target: { host_ids: [NOBODY] } } }) },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updatePolicy: takenName('createPolicy', {
        other: (w) => ({ body: { ...policy, paused: true, target: hosts(w) } }),
        renamed: (_w, made) => ofPolicy(made),
      }),
    },
  },
  {
    code: 'POLICY_INVALID',
    at: {
      createPolicy: (w) => ({ body: { ...policy, rrule: NEVER, target: hosts(w) } }),
      previewPolicy: () => ({ body: { timezone: 'UTC', rrule: NEVER } }),
      updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { rrule: NEVER } }),
    },
  },
  {
    code: 'POLICY_OUT_OF_SCOPE',
    at: {
      deletePolicy: ofScoped(),
      pausePolicy: ofScoped(),
      resumePolicy: ofScoped(),
      runPolicy: ofScoped(),
      skipNextPolicyRun: ofScoped({ starts_at: '2090-01-01T00:00:00.000Z' }),
      unskipNextPolicyRun: ofScoped(),
      updatePolicy: ofScoped({ name: 'Mine' }),
    },
  },
  {
    code: 'IDEMPOTENCY_MISMATCH',
    at: {
      runPolicy: async ({ walker }, made) => {
        const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000aaaa' };
        await walker.must('runPolicy', { ...ofPolicy(made), headers });
        return { ...ofWide(made), headers };
      },
    },
  },
  {
    code: 'POLICY_START_PASSED',
    at: {
      skipNextPolicyRun: (_w, made) => ({
        ...ofPolicy(made),
        body: { starts_at: '2020-01-01T00:00:00.000Z' },
      }),
    },
  },
  {
    code: 'POLICY_RUN_ACTIVE', // Its first host works for another job, so its run cannot end.
    during: atWork,
    at: {
      async runPolicy(w, made) {
        const call = ofWide(made);
        await w.walker.must('runPolicy', call);
        return call;
      },
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createPolicy: { code: 'POLICY_LIMIT_REACHED', table: 'policies_policies', most: 5_000 },
};

export const scope: FeatureRows['scope'] = {
  async listPolicies(w) {
    const { mine, both } = await policiesOf(w);
    const { policies, total } = await cut<Schemas['PolicyList']>(w, call(w, 'listPolicies'));
    const ids = policies.map(({ id }) => id).sort();
    assert.equal([ids, total], [[mine, both].sort(), 2], 'those that hold one of his hosts');
  },
  async createPolicy(w) {
    const make = (target: object) => call(w, 'createPolicy', { body: anew({ ...POLICY, target }) });
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
  async listUpcomingPolicyRuns(w) {
    const rrule = 'DTSTART:20900101T020000\nRRULE:FREQ=DAILY';
    const add = async (id: string): Promise<string> => {
      const body = anew({ name: 'far', timezone: 'UTC', rrule, target: { host_ids: [id] } });
      return ((await call(w, 'createPolicy', { body, role: 'admin' })).body as Schemas['Policy']).id;
    };
    const [mine, theirs] = [await add(w.mine[0].id), await add(w.theirs[0].id)];
    const query = '?from=2090-01-01T00:00:00.000Z&to=2090-01-02T00:00:00.000Z';
    const { runs } = await cut<Schemas['UpcomingPolicyRunList']>(
      w,
      call(w, 'listUpcomingPolicyRuns', { query }),
    );
    assert.equal(
      runs.map(({ policy_id: id, starts_at: at }) => [id, at]),
      [[mine, '2090-01-01T02:00:00.000Z']],
    );
    for (const id of [mine, theirs])
      assert.is((await call(w, 'deletePolicy', { path: [id], role: 'admin' })).status, 204);
  },
  updatePolicy: (w) => wholePoliciesOnly(w, 'updatePolicy', { mode: 'security' }),
  deletePolicy: (w) => wholePoliciesOnly(w, 'deletePolicy'),
  async listPolicyRuns(w) {
    const { mine, theirs } = await policiesOf(w);
    await cut(w, call(w, 'listPolicyRuns', { path: [mine] }));
    await refused(call(w, 'listPolicyRuns', { path: [theirs] }), 404, 'POLICY_NOT_FOUND');
  },
  runPolicy: (w) => wholePoliciesOnly(w, 'runPolicy'),
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
    const body = anew({ ...POLICY, target: { host_ids: hostIds } });
    return ((await call(w, 'createPolicy', { body, role: 'admin' })).body as Schemas['Policy']).id;
  };
  return {
    mine: await add(w.mine[0].id),
    theirs: await add(w.theirs[0].id),
    both: await add(w.mine[0].id, w.theirs[0].id),
  };
});

async function wholePoliciesOnly(w: Fleet, operationId: string, body?: object): Promise<void> {
  const { both, theirs } = await policiesOf(w);
  await refused(call(w, operationId, { path: [both], body }), 403, 'POLICY_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [theirs], body }), 404, 'POLICY_NOT_FOUND');
}
