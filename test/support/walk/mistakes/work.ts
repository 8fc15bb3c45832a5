/** Mistakes with jobs, approvals, windows and policies. Written by hand. */
import { NOBODY, type Call } from '../walker.ts';
import { type World } from '../world.ts';
import { type Made, type Mistake, idOf, hostPath, hosts, of, NEVER, window, policy, alone } from './made.ts';

const list = of('list');
const ofPolicy = of('policy', 'policyId');
const ofApprovalRule = of('approvalRule', 'ruleId');
const ofApproval = of('approval', 'approvalId');
const ofScoped =
  (body?: object) =>
  (_w: World, { ids, scoped }: Made): Call => ({
    path: { policyId: ids['widePolicy'] ?? '' },
    bearer: scoped,
    ...(body ? { body } : {}),
  });

export const workMistakes: readonly Mistake[] = [
  {
    code: 'WINDOW_INVALID',
    status: 400,
    at: {
      createHostWindow: (w) => ({ ...hostPath(w), body: { ...window, rrule: NEVER } }),
      createGroupWindow: (_w, made) => ({ ...list(made), body: { ...window, rrule: NEVER } }),
      createFreeze: () => ({ body: { ...window, rrule: NEVER } }),
      previewWindow: () => ({ body: { ...window, rrule: NEVER } }),
      updateHostWindow: (w, { ids }) => ({
        path: { ...hostPath(w).path, windowId: ids['hostWindow'] ?? '' },
        body: { rrule: NEVER },
      }),
      updateGroupWindow: (_w, { ids }) => ({
        path: { id: ids['list'] ?? '', windowId: ids['groupWindow'] ?? '' },
        body: { rrule: NEVER },
      }),
      updateFreeze: (_w, made) => ({ ...of('freeze', 'freezeId')(made), body: { rrule: NEVER } }),
    },
  },
  {
    code: 'WINDOW_NOT_FOUND',
    status: 404,
    at: {
      updateGroupWindow: (_w, { ids }) => ({
        path: { id: ids['list'] ?? '', windowId: NOBODY },
        body: { name: 'None' },
      }),
    },
  },
  {
    code: 'POLICY_INVALID',
    status: 400,
    at: {
      createPolicy: (w) => ({ body: { ...policy, rrule: NEVER, target: hosts(w) } }),
      previewPolicy: () => ({ body: { timezone: 'UTC', rrule: NEVER } }),
      updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { rrule: NEVER } }),
    },
  },
  {
    code: 'PLAN_ALREADY_RUN',
    status: 409,
    at: {
      async createJob(w, { ids }) {
        const call = { body: { from_plan_job_id: ids['run'] } };
        await w.kit.runJob(await idOf(w, 'createJob', call));
        return call;
      },
      requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['run'] } }),
    },
  },
  {
    code: 'APPROVER_NOT_ALLOWED',
    status: 403,
    at: {
      // By the person who asked for it.
      approveApproval: (_w, made) => ({ ...ofApproval(made), body: { approval_hash: made.ids['hash'] } }),
      denyApproval: (_w, made) => ({ ...ofApproval(made), body: { reason: 'Not before Monday.' } }),
      confirmApprovalRuleChange: (_w, made) => ({
        ...ofApprovalRule(made),
        body: { change_id: made.ids['change'] },
      }),
    },
  },
  {
    code: 'APPROVAL_CHANGED',
    status: 409,
    at: {
      approveApproval: async (w, made) => ({
        ...ofApproval(made),
        body: { approval_hash: 'f'.repeat(64) },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'APPROVAL_REQUIRED',
    status: 409,
    at: { createJob: (w) => ({ body: { operation: 'reboot', target: hosts(w) } }) },
  },
  {
    code: 'RULE_CHANGE_NOT_FOUND',
    status: 404,
    at: {
      confirmApprovalRuleChange: async (w, made) => ({
        ...ofApprovalRule(made),
        body: { change_id: NOBODY },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'JOB_OUT_OF_SCOPE',
    status: 403,
    at: {
      createJob: (_w, { ids, scoped }) => ({ body: { from_plan_job_id: ids['plan'] }, bearer: scoped }),
      requestApproval: (_w, { ids, scoped }) => ({ body: { from_plan_job_id: ids['plan'] }, bearer: scoped }),
      approveApproval: (_w, { ids, scoped }) => ({
        path: { approvalId: ids['approval'] ?? '' },
        body: { approval_hash: ids['hash'] },
        bearer: scoped,
      }),
      denyApproval: (_w, { ids, scoped }) => ({
        path: { approvalId: ids['approval'] ?? '' },
        body: { reason: 'Not before Monday.' },
        bearer: scoped,
      }),
    },
  },
  {
    code: 'POLICY_OUT_OF_SCOPE',
    status: 403,
    at: {
      deletePolicy: ofScoped(),
      pausePolicy: ofScoped(),
      resumePolicy: ofScoped(),
      runPolicyNow: ofScoped(),
      skipNextPolicyRun: ofScoped({ starts_at: '2090-01-01T00:00:00.000Z' }),
      unskipNextPolicyRun: ofScoped(),
      updatePolicy: ofScoped({ name: 'Mine' }),
    },
  },
  {
    code: 'IDEMPOTENCY_MISMATCH',
    status: 409,
    at: {
      runPolicyNow: async ({ walker }, made) => {
        const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000aaaa' };
        await walker.must('runPolicyNow', { ...ofPolicy(made), headers });
        return { ...of('widePolicy', 'policyId')(made), headers };
      },
      runReportScheduleNow: async ({ walker }, made) => {
        const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000aaab' };
        await walker.must('runReportScheduleNow', { ...of('schedule', 'scheduleId')(made), headers });
        return { ...of('otherSchedule', 'scheduleId')(made), headers };
      },
    },
  },
  {
    code: 'JOB_NOT_CANCELLABLE',
    status: 409,
    at: {
      overrideWindows: (_w, made) => ({
        ...of('job')(made),
        body: { gate: 'freeze', reason: 'The shop is down and nobody answers.' },
      }),
      overrideHealthChecks: (_w, made) => ({
        ...of('job')(made),
        body: { reason: 'The shop is down and nobody answers.' },
      }),
    },
  },
  {
    code: 'JOB_NOT_FOUND',
    status: 404,
    at: { createJob: () => ({ body: { from_plan_job_id: NOBODY } }) },
  },
  {
    code: 'PLAN_NOT_APPROVABLE',
    status: 409,
    at: {
      createJob: (_w, { ids }) => ({ body: { from_plan_job_id: ids['job'] } }),
      requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['job'] } }),
    },
  },
  {
    code: 'TARGET_EMPTY',
    status: 400,
    at: {
      createJob: (_w, { ids }) => ({ body: { operation: 'patch', target: { group_ids: [ids['empty']] } } }),
    },
  },
  {
    code: 'POLICY_START_PASSED',
    status: 409,
    at: {
      skipNextPolicyRun: (_w, made) => ({
        ...ofPolicy(made),
        body: { starts_at: '2020-01-01T00:00:00.000Z' },
      }),
    },
  },
  {
    code: 'NO_SECOND_PERSON',
    status: 409,
    during: alone('boss'),
    at: {
      createApprovalRule: () => ({ body: { name: 'Of one', operations: ['reboot'] } }),
      updateApprovalRule: (_w, made) => ({ ...of('otherRule', 'ruleId')(made), body: { enabled: true } }),
    },
  },
  {
    code: 'NO_SECOND_PERSON',
    status: 409,
    during: alone('other'),
    at: {
      // The account of the person who proposed the change is disabled.
      confirmApprovalRuleChange: async (w, made) => ({
        ...ofApprovalRule(made),
        body: { change_id: made.ids['change'] },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'DUPLICATE_IDENTITY',
    status: 409,
    async during(w) {
      const host = w.kit.ctx.db.knex('hosts_hosts').where('id', w.kit.hosts[1]?.id ?? '');
      await host.clone().update({ duplicate_identity: true });
      return () => host.clone().update({ duplicate_identity: false });
    },
    at: {
      createJob: (w) => ({ body: { operation: 'patch', target: { host_ids: [w.kit.hosts[1]?.id] } } }),
      requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['plan'] } }),
      refreshHost: (w) => ({ path: { id: w.kit.hosts[1]?.id ?? '' } }),
    },
  },
];
