import { empty, reply } from '../../shared/wire/dispatch.ts';
import { fromWire, toWire } from '../../shared/wire/names.ts';
import { actedBy } from '../../kernel/security/actor.ts';
import type { Context, HandlerRequest, OperationId, Routes } from '../../kernel/boot/feature.ts';
import type { components } from '#generated/manager.ts';
import type { ChosenFields } from '../../kernel/http/fields.ts';
import { readIfMatch } from '../../kernel/http/etag.ts';
import type { Bulk } from '../../kernel/bulk.ts';
import type { Group } from './api.ts';
import { hostTargetOf } from './domain.ts';
import { removeGroupHosts } from './service/bulkEdits.ts';
import { decideGroupChanges, listGroupChanges, type ShownChange } from './service/groupChanges.ts';
import * as edits from './service/groupEdits.ts';
import * as members from './service/groupMembers.ts';
import type { Editor } from './service/groupRights.ts';
import { describeHosts } from './service/describe.ts';
import { type CountedGroup, countedGroup, listGroups, readGroup, requireGroup } from './service/groups.ts';
import { type HostPage, listHosts } from './service/lists.ts';

type GroupRoutes = Pick<
  Routes<'hosts'>,
  | 'listGroups'
  | 'createGroup'
  | 'previewGroup'
  | 'getGroup'
  | 'updateGroup'
  | 'deleteGroup'
  | 'listGroupHosts'
  | 'addGroupHosts'
  | 'removeGroupHosts'
  | 'removeGroupHost'
  | 'listGroupChanges'
  | 'decideGroupChanges'
>;

/** Handlers of the groups by operationId; wire names are not used beyond this file. */
export function groupRoutes(ctx: Context): GroupRoutes {
  const shown = async (group: Group, { scope }: HandlerRequest<OperationId>) =>
    reply(200, groupToWire(await countedGroup(ctx, group, scope)));
  return {
    async listGroups({ query, scope }) {
      const { groups, total, nextCursor } = await listGroups(ctx, query, scope);
      return reply(200, { groups: groups.map(groupToWire), total, next_cursor: nextCursor });
    },
    async createGroup(request) {
      const { name, description = null, rule = null, host_ids: hostIds = [] } = request.body;
      const made = await edits.createGroup(ctx, { name, description, rule, hostIds }, editorOf(request));
      // Nothing else is listed in it yet, and in a trial nothing ever is.
      const listed = rule === null ? { ...made, hostsTotal: new Set(hostIds).size } : null;
      return reply(201, groupToWire(listed ?? (await countedGroup(ctx, made, request.scope))));
    },
    async previewGroup({ query, body, scope }) {
      return reply(200, await pageToWire(ctx, await listHosts(ctx, { ...query, rule: body.rule }, scope)));
    },
    async getGroup({ params, scope }) {
      return reply(200, groupToWire(await readGroup(ctx, params.group_id, scope)));
    },
    async updateGroup(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      const { name, description, rule } = request.body;
      const change = { id: request.params.group_id, change: { name, description, rule }, ifMatch };
      return shown(await edits.updateGroup(ctx, change, editorOf(request)), request);
    },
    async deleteGroup(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      await edits.deleteGroup(ctx, { id: request.params.group_id, ifMatch }, editorOf(request));
      return empty(204);
    },
    async listGroupHosts({ params, query, scope, fields }) {
      await requireGroup(ctx.db.reader, params.group_id, scope);
      const page = await listHosts(ctx, { ...fromWire(query), fields, groupId: params.group_id }, scope);
      return reply(200, await pageToWire(ctx, page, fields));
    },
    async addGroupHosts(request) {
      const list = { id: request.params.group_id, hostIds: request.body.host_ids };
      return shown(await members.addGroupHosts(ctx, list, editorOf(request)), request);
    },
    async removeGroupHosts(request) {
      const { query, body, params } = request;
      const asked = { ...query, target: hostTargetOf(body.target), groupId: params.group_id };
      return reply(200, await removeGroupHosts(ctx, asked, bulkEditorOf(request)));
    },
    async removeGroupHost(request) {
      const { group_id: id, host_id: hostId } = request.params;
      await members.removeGroupHost(ctx, { id, hostId }, editorOf(request));
      return empty(204);
    },
    async listGroupChanges({ query, scope }) {
      const { changes, total, nextCursor } = await listGroupChanges(ctx, fromWire(query), scope);
      return reply(200, { changes: changes.map(changeToWire), total, next_cursor: nextCursor });
    },
    async decideGroupChanges(request) {
      await decideGroupChanges(ctx, request.body, actedBy(request));
      return empty(204);
    },
  };
}

/** A page of hosts, each with its groups. */
export async function pageToWire(
  ctx: Context,
  { hosts, total, nextCursor }: HostPage,
  fields?: ChosenFields,
): Promise<components['schemas']['HostList']> {
  return { hosts: await describeHosts(ctx, hosts, fields), total, next_cursor: nextCursor };
}

function editorOf(request: HandlerRequest<OperationId>): Editor {
  return { by: actedBy(request), scope: request.scope };
}

export function bulkEditorOf(request: HandlerRequest<OperationId>): Editor & Bulk {
  return { ...editorOf(request), signal: request.signal, refusalOf: request.refusalOf };
}

function changeToWire(change: ShownChange): components['schemas']['GroupChange'] {
  const { hostId, groupId, fqdn, displayName, groupName, ...shown } = change;
  return {
    ...toWire(shown),
    host: { id: hostId, fqdn, display_name: displayName },
    group: { id: groupId, name: groupName },
  };
}

/** The rule is in wire names already, and its values must not be converted. */
function groupToWire({ rule, ...group }: CountedGroup): components['schemas']['Group'] {
  return { ...toWire(group), rule };
}
