import { empty, reply } from '../../shared/wire/dispatch.ts';
import { fromWire, toWire } from '../../shared/wire/names.ts';
import { actedBy } from '../../kernel/security/actor.ts';
import type { components } from '#generated/manager.ts';
import { validationError } from '../../shared/wire/appError.ts';
import type { Context, HandlerRequest, Routes } from '../../kernel/boot/feature.ts';
import { listPage } from '../../kernel/db/listPage.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { ChosenFields } from '../../kernel/http/fields.ts';
import { readIfMatch } from '../../kernel/http/etag.ts';
import { bulkEditorOf, groupRoutes, pageToWire } from './groupRoutes.ts';
import type { Host } from './api.ts';
import { hostTargetOf } from './domain.ts';
import { updateHosts } from './service/bulkEdits.ts';
import { createHost, deleteHost, updateHost } from './service/edits.ts';
import { refuseLimited } from './service/groupRights.ts';
import { changesSince, nextChange } from './service/hostChanges.ts';
import { describeHosts } from './service/describe.ts';
import { listHosts } from './service/lists.ts';
import { patchesOf, requireHost } from './service/queries.ts';
import { getHostValues } from './service/values.ts';

/** Answers with the hosts that have changed. Throws VALIDATION_FAILED for a filter or an order beside the number. */
async function changesToWire(
  ctx: Context,
  {
    cursor,
    limit = 50,
    sort = 'fqdn',
    ...others
  }: Omit<HandlerRequest<'listHosts'>['query'], 'changed_since'>,
  { since, scope, fields }: { since: number; scope: HostScope; fields: ChosenFields },
): Promise<components['schemas']['HostList']> {
  const [other] = [...Object.keys(others), ...(sort === 'fqdn' ? [] : ['sort'])];
  if (other !== undefined)
    throw validationError([{ path: `/query/${other}`, message: 'does not go with changed_since' }]);
  const { hosts, deleted, total, nextCursor } = await changesSince(
    ctx,
    { since, cursor, limit, fields },
    scope,
  );
  return {
    hosts: await describeHosts(ctx, hosts, fields),
    deleted: toWire(deleted),
    total,
    next_cursor: nextCursor,
  };
}

/** Handlers by operationId; wire names are not used beyond this file. */
export function hostsRoutes(ctx: Context): Routes<'hosts'> {
  const shown = async <S extends 200 | 201>(status: S, host: Host, fields?: ChosenFields) => {
    const [wire] = await describeHosts(ctx, [host], fields);
    if (!wire) throw new Error('a host was lost on its way out');
    return reply(status, wire);
  };
  return {
    ...groupRoutes(ctx),
    async listHosts({ query, scope, fields }) {
      const { changed_since: since, ...rest } = query;
      const next = query.cursor === undefined ? { next_change: await nextChange(ctx) } : {};
      if (since !== undefined)
        return reply(200, { ...(await changesToWire(ctx, rest, { since, scope, fields })), ...next });
      const page = await listHosts(ctx, { ...fromWire(rest), fields }, scope);
      return reply(200, { ...(await pageToWire(ctx, page, fields)), ...next });
    },
    async getHostValues({ scope }) {
      return reply(200, toWire(await getHostValues(ctx.db.reader, scope)));
    },
    async getHost({ params, scope, fields }) {
      return shown(200, await requireHost(ctx, params.host_id, scope), fields);
    },
    async createHost(request) {
      const {
        fqdn,
        ip_address: ipAddress,
        port = 9443,
        display_name: displayName = null,
        tags = [],
      } = request.body;
      refuseLimited(request.scope);
      return shown(
        201,
        await createHost(ctx, { fqdn, ipAddress, port, displayName, tags }, actedBy(request)),
      );
    },
    async updateHost(request) {
      const change = {
        id: request.params.host_id,
        // The keys of annotations are no names of ours.
        change: { ...fromWire(request.body), annotations: request.body.annotations },
        ifMatch: readIfMatch(request.headers['if-match']),
      };
      return shown(200, await updateHost(ctx, change, { by: actedBy(request), scope: request.scope }));
    },
    async updateHosts(request) {
      const {
        target,
        add_tags: addTags,
        remove_tags: removeTags,
        maintenance_mode: maintenanceMode,
      } = request.body;
      const change = { addTags, removeTags, maintenanceMode };
      const asked = { ...request.query, target: hostTargetOf(target), change };
      return reply(200, await updateHosts(ctx, asked, bulkEditorOf(request)));
    },
    async deleteHost(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      await requireHost(ctx, request.params.host_id, request.scope);
      await deleteHost(ctx, request.params.host_id, ifMatch, actedBy(request));
      return empty(204);
    },
    async listHostPatches({ params, query, scope }) {
      const { patches, total, ...figures } = await patchesOf(ctx, params.host_id, scope);
      const page = listPage('patches', patches, query, { idOf: ({ arch }) => arch });
      return reply(200, { ...toWire(figures), ...page, total: total === null ? null : page.total });
    },
  };
}
