import {
  actedBy,
  auditLog,
  type Context,
  empty,
  etags,
  type HandlerRequest,
  idempotent,
  paging,
  reply,
  type Routes,
  wire,
} from '#sdk';
import type { components } from '../../generated/manager.ts';
import type { CheckDraft, GroupCheckDraft } from './domain/draft.ts';
import {
  createCheck,
  deleteCheck,
  getCheck,
  listChecks,
  updateCheck,
  type Editor,
} from './service/checks.ts';
import { fleetChecks, listResults, placeOf, type FleetCheck } from './service/fleet.ts';
import {
  createGroupCheck,
  deleteGroupCheck,
  getGroupCheck,
  groupsOfChecks,
  listGroupChecks,
  updateGroupCheck,
} from './service/groupChecks.ts';
import { listChanges } from './service/history.ts';
import { CHECKS_GATE } from './service/gate.ts';
import type { Runner } from './service/runner.ts';
import {
  changeToWire,
  checkToWire,
  fleetCheckToWire,
  groupCheckToWire,
  type GroupOfCheck,
  overrideToWire,
  resultsToWire,
} from './wire.ts';

type Schemas = components['schemas'];

/** `wake`: something is due now. `follow`: the checks of a group have changed. */
export interface Parts {
  runner: Runner;
  wake(): void;
  follow(): void;
}

export const checkRoutes = (ctx: Context, { runner, wake, follow }: Parts): Routes<'health-checks'> => ({
  async listHealthChecks({ params, query, scope }) {
    const checks = await listChecks(ctx, params.host_id, scope);
    const groups = await groupsOfChecks(ctx, checks);
    const all = checks.map((check) => checkToWire(check, groups));
    return reply(200, paging.list('checks', all, query));
  },
  async createHealthCheck(request) {
    const { params, body } = request;
    const call = idempotent.call('createHealthCheck', request);
    const input = { call, hostId: params.host_id, draft: draftOf(body) };
    const made = await createCheck(ctx, input, editorOf(request));
    wake();
    return reply(201, checkToWire(made, NO_GROUPS));
  },
  async getHealthCheck({ params, scope }) {
    const check = await getCheck(ctx, wire.fromWire(params), scope);
    return reply(200, checkToWire(check, await groupsOfChecks(ctx, [check])));
  },
  async updateHealthCheck(request) {
    const { params, body } = request;
    const input = { ...wire.fromWire(params), ifMatch: ifMatchOf(request), change: changeOf(body) };
    const changed = await updateCheck(ctx, input, editorOf(request));
    wake();
    return reply(200, checkToWire(changed, NO_GROUPS));
  },
  async deleteHealthCheck(request) {
    const which = { ...wire.fromWire(request.params), ifMatch: ifMatchOf(request) };
    await deleteCheck(ctx, which, editorOf(request));
    return empty(204);
  },
  async testHealthCheck(request) {
    const check = await getCheck(ctx, wire.fromWire(request.params), request.scope);
    const { status, message, durationMs } = await runner.one(check);
    const success = status === 'passing';
    const resource = { kind: 'health_check', id: check.id, name: check.name } as const;
    await auditLog.recordTrial(ctx, actedBy(request), { action: 'health_check.tested', resource, success });
    return reply(200, { success, message, duration_ms: Math.min(durationMs, 120_000) });
  },
  async listHealthCheckChanges({ params, query, scope }) {
    const { id: checkId } = await getCheck(ctx, wire.fromWire(params), scope);
    const { changes, total, nextCursor } = await listChanges(ctx, { checkId, ...query });
    return reply(200, { changes: changes.map(changeToWire), total, next_cursor: nextCursor });
  },
  async listGroupHealthChecks({ params, query, scope }) {
    const checks = await listGroupChecks(ctx, params.group_id, scope);
    return reply(200, paging.list('checks', checks.map(groupCheckToWire), query));
  },
  async createGroupHealthCheck(request) {
    const { params, body } = request;
    const call = idempotent.call('createGroupHealthCheck', request);
    const input = { call, groupId: params.group_id, draft: groupDraftOf(body) };
    const made = await createGroupCheck(ctx, input, editorOf(request));
    follow();
    return reply(201, groupCheckToWire(made));
  },
  async getGroupHealthCheck({ params, scope }) {
    return reply(200, groupCheckToWire(await getGroupCheck(ctx, wire.fromWire(params), scope)));
  },
  async updateGroupHealthCheck(request) {
    const { params, body } = request;
    const input = { ...wire.fromWire(params), ifMatch: ifMatchOf(request), change: changeOf(body) };
    const changed = await updateGroupCheck(ctx, input, editorOf(request));
    follow();
    return reply(200, groupCheckToWire(changed));
  },
  async deleteGroupHealthCheck(request) {
    const which = { ...wire.fromWire(request.params), ifMatch: ifMatchOf(request) };
    await deleteGroupCheck(ctx, which, editorOf(request));
    follow();
    return empty(204);
  },
  async listFleetHealthChecks({ query, scope }) {
    const { name, search, group_id: groupId, last_status: status, ...page } = query;
    const checks = await fleetChecks(ctx, { name, search, groupId, status }, scope);
    const { rows, total, nextCursor } = paging.pageIn(
      checks,
      { ...page, limit: page.limit ?? MOST_ON_PAGE, list: 'fleet checks' },
      (check) => [page.sort.endsWith('name') ? check.name : placeOf(check), idOf(check)],
    );
    return reply(200, { checks: rows.map(fleetCheckToWire), total, next_cursor: nextCursor });
  },
  async listHealthCheckResults({ query, scope }) {
    const { group_check_id: groupCheckId, last_status: status, ...asked } = query;
    const page = await listResults(ctx, { ...asked, groupCheckId, status }, scope);
    return reply(200, { results: resultsToWire(page), total: page.total, next_cursor: page.nextCursor });
  },
  async listHealthCheckOverrides({ params, query, scope }) {
    const gates = [CHECKS_GATE.name];
    const overrides = await ctx.core.patching.overrides.list({ jobId: params.job_id, gates, scope });
    return reply(200, paging.list('overrides', overrides.map(overrideToWire), query));
  },
  async overrideHealthChecks(request) {
    const whole = await ctx.core.patching.requireWhole(request.params.job_id, request.scope);
    const asked = { whole, gate: CHECKS_GATE, reason: request.body.reason };
    return reply(201, overrideToWire(await ctx.core.patching.overrides.give(asked, actedBy(request))));
  },
});

const MOST_ON_PAGE = 1_000;
const NO_GROUPS: GroupOfCheck = new Map();
const idOf = ({ groupCheckId, kind, name }: FleetCheck): string => groupCheckId ?? `${kind} ${name}`;

type Request = Pick<HandlerRequest<'updateHealthCheck'>, 'actor' | 'address' | 'scope' | 'headers'>;

const editorOf = (request: Request): Editor => ({ by: actedBy(request), scope: request.scope });
const ifMatchOf = ({ headers }: Pick<Request, 'headers'>) => etags.read(headers['if-match']);

function draftOf(body: Schemas['CreateHealthCheckRequest']): CheckDraft {
  return {
    kind: body.kind,
    name: body.name,
    enabled: body.enabled ?? true,
    serviceName: body.service_name ?? null,
    targetHostId: body.target_host_id ?? null,
    url: body.url ?? null,
    expectedStatus: body.expected_status ?? null,
    expectedBody: body.expected_body ?? null,
    timeoutSecs: body.timeout_secs ?? 10,
    intervalSecs: body.interval_secs ?? null,
  };
}

const groupDraftOf = (body: Schemas['CreateGroupHealthCheckRequest']): GroupCheckDraft => {
  const { targetHostId: _, ...draft } = draftOf(body);
  return draft;
};

type ChangeRequest = Schemas['UpdateHealthCheckRequest'] & Schemas['UpdateGroupHealthCheckRequest'];

function changeOf(body: ChangeRequest): Partial<CheckDraft> {
  const named: Partial<Record<keyof CheckDraft, unknown>> = {
    name: body.name,
    enabled: body.enabled,
    serviceName: body.service_name,
    url: body.url,
    targetHostId: body.target_host_id,
    expectedStatus: body.expected_status,
    expectedBody: body.expected_body,
    timeoutSecs: body.timeout_secs,
    intervalSecs: body.interval_secs,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
