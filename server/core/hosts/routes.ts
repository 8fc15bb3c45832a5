import { empty, reply } from '../../shared/wire/dispatch.ts';
import { fromWire, toWire } from '../../shared/wire/names.ts';
import { actedBy } from '../../kernel/security/actor.ts';
import type { Context, Routes } from '../../kernel/boot/feature.ts';
import { etagOf, hostToWire, ifMatchVersion } from './domain.ts';
import type { Host } from './api.ts';
import { createHost, deleteHost, updateHost } from './service/edits.ts';
import { listHosts, patchesOf, requireHost } from './service/queries.ts';

export function hostsRoutes(ctx: Context): Routes<'hosts'> {
  return {
    async listHosts({ query, scope }) {
      const { hosts, total, nextCursor } = await listHosts(ctx, fromWire(query), scope);
      return reply(200, { hosts: hosts.map(hostToWire), total, next_cursor: nextCursor });
    },
    async getHost({ params }) {
      return withEtag(200, await requireHost(ctx, params.id));
    },
    async createHost(request) {
      const {
        fqdn,
        ip_address: ipAddress,
        port = 9443,
        display_name: displayName = null,
        tags = [],
      } = request.body;
      return withEtag(
        201,
        await createHost(ctx, { fqdn, ipAddress, port, displayName, tags }, actedBy(request)),
      );
    },
    async updateHost(request) {
      const version = ifMatchVersion(request.headers['if-match']);
      return withEtag(
        200,
        await updateHost(ctx, request.params.id, fromWire(request.body), version, actedBy(request)),
      );
    },
    async deleteHost(request) {
      const version = ifMatchVersion(request.headers['if-match']);
      await deleteHost(ctx, request.params.id, version, actedBy(request));
      return empty(204);
    },
    async listHostPatches({ params }) {
      const { patches, ...figures } = await patchesOf(ctx, params.hostId);
      return reply(200, { ...toWire(figures), patches });
    },
  };
}

function withEtag<S extends 200 | 201>(status: S, host: Host) {
  return reply(status, hostToWire(host), { ETag: etagOf(host) });
}
