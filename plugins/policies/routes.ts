import {
  actedBy,
  type Actor,
  actors,
  type Context,
  empty,
  etags,
  type HandlerRequest,
  type HostScope,
  idempotent,
  paging,
  reply,
  type Routes,
  wire,
} from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import type { components } from '../../generated/manager.ts';
import { PREVIEWED, type Schedule } from './domain/schedule.ts';
import type { PolicyModel } from './models.ts';
import { specFrom } from './work.ts';
import { pausePolicy, resumePolicy, runNow, skipNext, unskipNext } from './service/acts.ts';
import { runsAhead } from './service/ahead.ts';
import { outlookOf } from './service/outlook.ts';
import {
  createPolicy,
  deletePolicy,
  listPolicies,
  previewOf,
  updatePolicy,
  type Editor,
  type PolicyEdit,
  type PolicyDraft,
} from './service/policies.ts';
import { describe, getPolicy, listRuns } from './service/read.ts';
import type { Viewer } from './service/visibility.ts';
import { requireTarget } from './service/targets.ts';
import { outlookToWire, policyToWire, runAheadToWire, runToWire, startToWire } from './wire.ts';

type Schemas = components['schemas'];
type PolicyRoutes = Routes<'policies'>;
type EditOperation = 'createPolicy' | 'updatePolicy' | 'deletePolicy';
type ReadOperation =
  | 'listPolicies'
  | 'getPolicy'
  | 'listPolicyRuns'
  | 'listUpcomingPolicyRuns'
  | 'previewPolicy'
  | 'getHostOutlook';

const MAX_LATE_SECS = 14_400;
const PLAN_LEAD_SECS = 86_400;

/** `wake`: something is due at once. */
export const policyRoutes = (ctx: Context, wake: () => void): PolicyRoutes => ({
  ...readRoutes(ctx),
  ...editRoutes(ctx, wake),
  ...actRoutes(ctx, wake),
});

interface Asked {
  actor: Actor;
  address: string;
  scope: HostScope;
}

const editOf = ({
  params,
  headers,
}: Pick<HandlerRequest<'deletePolicy'>, 'params' | 'headers'>): PolicyEdit => ({
  id: params.policy_id,
  ifMatch: etags.read(headers['if-match']),
});
const editorOf = (request: Asked): Editor => ({ by: actedBy(request), scope: request.scope });
const viewerOf = ({ actor, scope }: Asked): Viewer => ({ actor, scope });
async function shown(ctx: Context, policy: PolicyModel, viewer: Viewer): Promise<Schemas['Policy']> {
  const [seen] = await describe(ctx, [policy], viewer);
  return policyToWire(seen ?? { policy, target: policy.target, activeRun: null, lastRun: null });
}

function readRoutes(ctx: Context): Pick<PolicyRoutes, ReadOperation> {
  return {
    async listPolicies(request) {
      const viewer = viewerOf(request);
      const page = await listPolicies(ctx, wire.fromWire(request.query), viewer);
      const policies = (await describe(ctx, page.policies, viewer)).map(policyToWire);
      return reply(200, { policies, total: page.total, next_cursor: page.nextCursor });
    },
    async getPolicy(request) {
      const seen = await getPolicy(ctx, request.params.policy_id, viewerOf(request));
      return reply(200, policyToWire(seen));
    },
    async listPolicyRuns(request) {
      const asked = { ...wire.fromWire(request.query), policyId: request.params.policy_id };
      const page = await listRuns(ctx, asked, viewerOf(request));
      return reply(200, { runs: page.runs.map(runToWire), total: page.total, next_cursor: page.nextCursor });
    },
    async listUpcomingPolicyRuns(request) {
      const { query } = request;
      const period = { from: new Date(query.from), to: new Date(query.to) };
      const { runs, isCut } = await runsAhead(ctx, period, viewerOf(request));
      const page = paging.list('runs', runs.map(runAheadToWire), query, { idOf: ({ policy_id: id }) => id });
      return reply(200, { ...page, is_cut: isCut });
    },
    async previewPolicy({ body, scope, actor, signal }) {
      const starts = await previewOf(ctx, scheduleOf(body), {
        from: ctx.clock.now(),
        limit: PREVIEWED,
        account: actors.budgetKey(actor),
        signal,
      });
      const target = body.target as JobTarget | undefined;
      const hostsTotal = target ? await requireTarget(ctx, target, scope) : null;
      return reply(200, { starts: starts.map(startToWire), hosts_total: hostsTotal });
    },
    async getHostOutlook(request) {
      return reply(200, outlookToWire(await outlookOf(ctx, request.params.host_id, viewerOf(request))));
    },
  };
}

function editRoutes(ctx: Context, wake: () => void): Pick<PolicyRoutes, EditOperation> {
  return {
    async createPolicy(request) {
      const { body } = request;
      const call = idempotent.call('createPolicy', request);
      const input = { call, draft: draftOf(body), isPaused: body.paused ?? false };
      const made = await createPolicy(ctx, input, editorOf(request));
      return reply(201, await shown(ctx, made, viewerOf(request)));
    },
    async updatePolicy(request) {
      const changed = await updatePolicy(
        ctx,
        {
          id: request.params.policy_id,
          ifMatch: etags.read(request.headers['if-match']),
          changeOf: (before) => changedBy(before, request.body),
        },
        editorOf(request),
      );
      wake();
      return reply(200, await shown(ctx, changed, viewerOf(request)));
    },
    async deletePolicy(request) {
      await deletePolicy(ctx, editOf(request), editorOf(request));
      return empty(204);
    },
  };
}

function actRoutes(ctx: Context, wake: () => void): Omit<PolicyRoutes, EditOperation | ReadOperation> {
  return {
    async runPolicy(request) {
      const { params, idempotencyKey: key } = request;
      const run = await runNow(ctx, { id: params.policy_id, key }, editorOf(request));
      wake();
      return reply(202, runToWire({ run, isCut: false }));
    },
    async skipNextPolicyRun(request) {
      const startsAt = new Date(request.body.starts_at);
      const policy = await skipNext(ctx, request.params.policy_id, startsAt, editorOf(request));
      return reply(200, await shown(ctx, policy, viewerOf(request)));
    },
    async unskipNextPolicyRun(request) {
      const policy = await unskipNext(ctx, request.params.policy_id, editorOf(request));
      return reply(200, await shown(ctx, policy, viewerOf(request)));
    },
    async pausePolicy(request) {
      const policy = await pausePolicy(ctx, editOf(request), editorOf(request));
      return reply(200, await shown(ctx, policy, viewerOf(request)));
    },
    async resumePolicy(request) {
      const policy = await resumePolicy(ctx, editOf(request), editorOf(request));
      return reply(200, await shown(ctx, policy, viewerOf(request)));
    },
  };
}

const scheduleOf = (body: Schemas['PreviewPolicyRequest']): Schedule => ({
  timezone: body.timezone,
  rrule: body.rrule,
  daysAfter: body.days_after ?? 0,
});

const draftOf = (body: Schemas['CreatePolicyRequest']): PolicyDraft => ({
  name: body.name,
  ...scheduleOf(body),
  target: body.target as JobTarget,
  spec: specFrom({}, body),
  catchUp: body.catch_up ?? false,
  maxLateSecs: body.max_late_secs ?? MAX_LATE_SECS,
  planLeadSecs: body.plan_lead_secs ?? PLAN_LEAD_SECS,
});

const changedBy = (before: PolicyModel, body: Schemas['UpdatePolicyRequest']): PolicyDraft => ({
  name: body.name ?? before.name,
  timezone: body.timezone ?? before.timezone,
  rrule: body.rrule ?? before.rrule,
  daysAfter: body.days_after ?? before.daysAfter,
  target: (body.target as JobTarget | undefined) ?? before.target,
  spec: specFrom(before.spec, body),
  catchUp: body.catch_up ?? before.catchUp,
  maxLateSecs: body.max_late_secs ?? before.maxLateSecs,
  planLeadSecs: body.plan_lead_secs ?? before.planLeadSecs,
});
