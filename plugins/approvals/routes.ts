import {
  actedBy,
  AppError,
  type Context,
  etags,
  type HandlerRequest,
  idempotent,
  newId,
  paging,
  reply,
  type Routes,
  wire,
} from '#sdk';
import type { NamedSpec } from '#sdk/patching.ts';
import type { components } from '../../generated/manager.ts';
import type { ApprovalRequest } from './api.ts';
import type { RuleDraft } from './models.ts';
import { approversOfPlan } from './service/approvers.ts';
import { approve, deny, withdraw, type Caller } from './service/decide.ts';
import { approvalsOf, hostsOf, listApprovals, readOne, type Seen, type Viewer } from './service/read.ts';
import { requestApproval } from './service/request.ts';
import { confirmable, confirmChange, proposeChange, rejectChange } from './service/ruleChanges.ts';
import { previewRule } from './service/rulePreview.ts';
import { createRule, listRules, readRule, rulesFor } from './service/rules.ts';
import { approvalToWire, approversToWire, previewToWire, ruleToWire } from './wire.ts';

type Schemas = components['schemas'];
type ApprovalRoutes = Routes<'approvals'>;
type RuleOperationId =
  | 'listApprovalRules'
  | 'createApprovalRule'
  | 'previewApprovalRule'
  | 'getApprovalRule'
  | 'updateApprovalRule'
  | 'deleteApprovalRule'
  | 'approveApprovalRuleChange'
  | 'denyApprovalRuleChange';
type Asked = Pick<HandlerRequest<'listApprovals'>, 'actor' | 'address' | 'scope'>;

/** The most hosts in the details of an approval. */
const MOST_HOSTS = 100;

export const approvalRoutes = (ctx: Context): ApprovalRoutes => ({
  ...requestRoutes(ctx),
  ...ruleRoutes(ctx),
});

const callerOf = (request: Asked): Caller => ({ by: actedBy(request), scope: request.scope });
const viewerOf = ({ actor, scope }: Asked): Viewer => ({ actor, scope });

function requestRoutes(ctx: Context): Omit<ApprovalRoutes, RuleOperationId> {
  const detail = async (seen: Seen, { scope }: Asked): Promise<Schemas['Approval']> =>
    approvalToWire(seen, await hostsOf(ctx, seen.row.id, { scope, limit: MOST_HOSTS }));
  return {
    async listApprovals(request) {
      const page = await listApprovals(ctx, wire.fromWire(request.query), viewerOf(request));
      const approvals = page.items.map((seen) => approvalToWire(seen));
      return reply(200, { approvals, total: page.total, next_cursor: page.nextCursor });
    },
    async requestApproval(request) {
      const { scope, address } = request;
      const row = await requestApproval(ctx, { request: requestOf(request), scope, address });
      return reply(201, await detail(await readOne(ctx, row.id, viewerOf(request)), request));
    },
    async getApproval(request) {
      const seen = await readOne(ctx, request.params.approval_id, viewerOf(request));
      return reply(200, await detail(seen, request));
    },
    async approveApproval(request) {
      const { approval_hash: hash, note = '', retries_until: until } = request.body;
      const retriesUntil = until === undefined ? null : new Date(until);
      const given = { id: request.params.approval_id, hash, note, retriesUntil };
      const seen = await approve(ctx, given, callerOf(request));
      return reply(200, await detail(seen, request));
    },
    async denyApproval(request) {
      const { reason } = request.body;
      const seen = await deny(ctx, { id: request.params.approval_id, reason }, callerOf(request));
      return reply(200, await detail(seen, request));
    },
    async withdrawApproval(request) {
      const seen = await withdraw(ctx, request.params.approval_id, callerOf(request));
      return reply(200, await detail(seen, request));
    },
    async getJobApprovals(request) {
      const jobId = request.params.job_id;
      const { rules, approvers } = await neededFor(ctx, jobId, request);
      const approvals = await approvalsOf(ctx, jobId, viewerOf(request));
      return reply(200, { rules, approvers, approvals: approvals.map((seen) => approvalToWire(seen)) });
    },
  };
}

/**
 * The rules that ask for an approval of a plan, none for other jobs; and who could give it if the caller asked now. Throws
 * JOB_NOT_FOUND, also when the scope holds none of its hosts.
 */
async function neededFor(
  ctx: Context,
  jobId: string,
  request: Asked,
): Promise<Pick<Schemas['JobApprovals'], 'rules' | 'approvers'>> {
  const { scope, actor } = request;
  const { patching } = ctx.core;
  const facts = (await patching.lastSeq(jobId, scope)) === null ? null : await patching.factsOf(jobId);
  if (!facts) throw new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
  if (!facts.isDryRun) return { rules: [], approvers: null };
  const hostIds = (await patching.plansOf(jobId)).map(({ hostId }) => hostId);
  const rules = await rulesFor(ctx, { operation: facts.operation, reboot: facts.reboot, hostIds });
  const isAsking = rules.length > 0 && ctx.mayCall('jobs:run', actor);
  const plan = { hostIds, plannedById: facts.createdById };
  const people = isAsking ? await approversOfPlan(ctx, plan, viewerOf(request)) : null;
  return { rules: rules.map(({ id, name }) => ({ id, name })), approvers: people && approversToWire(people) };
}

function ruleRoutes(ctx: Context): Pick<ApprovalRoutes, RuleOperationId> {
  return {
    async listApprovalRules({ query, actor }) {
      const rules = await listRules(ctx);
      const mine = await confirmable(ctx, rules, actor);
      return reply(
        200,
        paging.list(
          'rules',
          rules.map((read) => ruleToWire(read, mine)),
          query,
        ),
      );
    },
    async createApprovalRule(request) {
      const input = { call: idempotent.call('createApprovalRule', request), draft: draftOf(request.body) };
      const rule = await createRule(ctx, input, actedBy(request));
      return reply(201, ruleToWire({ rule, change: null }));
    },
    async previewApprovalRule(request) {
      const { operations = [], group_ids: groupIds = [] } = request.body;
      return reply(200, previewToWire(await previewRule(ctx, { operations, groupIds }, viewerOf(request))));
    },
    async getApprovalRule({ params, actor }) {
      const read = await readRule(ctx, params.rule_id);
      return reply(200, ruleToWire(read, await confirmable(ctx, [read], actor)));
    },
    async updateApprovalRule(request) {
      const proposal = { ...editOf(request), change: changeOf(request.body) };
      const read = await proposeChange(ctx, proposal, actedBy(request));
      return reply(202, ruleToWire(read, await confirmable(ctx, [read], request.actor)));
    },
    async deleteApprovalRule(request) {
      const proposal = { ...editOf(request), change: null };
      const read = await proposeChange(ctx, proposal, actedBy(request));
      return reply(202, ruleToWire(read, await confirmable(ctx, [read], request.actor)));
    },
    async approveApprovalRuleChange(request) {
      const rule = await confirmChange(ctx, refOf(request), actedBy(request));
      return reply(200, { rule: rule && ruleToWire({ rule, change: null }) });
    },
    async denyApprovalRuleChange(request) {
      const rule = await rejectChange(ctx, refOf(request), actedBy(request));
      return reply(200, { rule: ruleToWire({ rule, change: null }) });
    },
  };
}

const editOf = ({ params, headers }: Pick<HandlerRequest<'deleteApprovalRule'>, 'params' | 'headers'>) => ({
  id: params.rule_id,
  ifMatch: etags.read(headers['if-match']),
});

const refOf = ({ params, body }: Pick<HandlerRequest<'approveApprovalRuleChange'>, 'params' | 'body'>) => ({
  ruleId: params.rule_id,
  changeId: body.change_id,
});

function draftOf(body: Schemas['CreateApprovalRuleRequest']): RuleDraft {
  const { name, operations = [], group_ids: groupIds = [], enabled = true } = body;
  return { name, operations, groupIds, enabled };
}

function changeOf(body: Schemas['UpdateApprovalRuleRequest']): Partial<RuleDraft> {
  const { name, operations, group_ids: groupIds, enabled } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(operations === undefined ? {} : { operations }),
    ...(groupIds === undefined ? {} : { groupIds }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

function requestOf({ body, actor, idempotencyKey }: HandlerRequest<'requestApproval'>): ApprovalRequest {
  return {
    key: idempotencyKey ?? newId(),
    planJobId: body.from_plan_job_id,
    hostIds: body.host_ids ?? null,
    name: body.name ?? null,
    spec: specOf(body),
    scheduleAt: body.schedule_at === undefined ? null : new Date(body.schedule_at),
    note: body.note ?? '',
    requestedBy: actor,
    authorIds: [],
    policyId: null,
  };
}

/** The options that the caller named; the plan gives the rest. */
function specOf(body: Schemas['RequestApprovalRequest']): NamedSpec {
  const { health_gate: gate, waves } = body;
  const named: NamedSpec = {
    respectWindows: body.respect_windows,
    healthGate: gate && {
      pre: gate.pre,
      post: gate.post,
      soakSecs: gate.soak_secs,
      preTimeoutSecs: gate.pre_timeout_secs,
    },
    reboot: body.reboot,
    waves: waves?.map(({ percent, count, soak_secs: soakSecs }) => ({
      ...(percent === undefined ? { count: count ?? 1 } : { percent }),
      ...(soakSecs === undefined ? {} : { soakSecs }),
    })),
    maxParallel: body.max_parallel,
    failureBudgetPercent: body.failure_budget_percent,
    rollbackOnFailure: body.rollback_on_failure,
    strictSources: body.strict_sources,
  };
  // Stored and compared as JSON, which has no undefined.
  return JSON.parse(JSON.stringify(named)) as NamedSpec;
}
