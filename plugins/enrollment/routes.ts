import { createHash } from 'node:crypto';
import { actedBy, type Context, empty, idempotent, reply, type Routes, wire } from '#sdk';
import type { EnrollmentService } from './service.ts';
import { isOwnName } from './domain.ts';
import { limitCalls } from './limits.ts';
import { createAddressReports } from './service/address.ts';
import { decideMany } from './service/decide.ts';
import { type Downloads, namesTag, restFrom } from './service/downloads.ts';
import { installerOf, installScript } from './service/installer.ts';
import type { AgentPackages } from './service/packages.ts';
import { listHistory } from './service/history.ts';
import { createRequest } from './service/requests.ts';
import { renew } from './service/renew.ts';
import { statusOf } from './service/status.ts';
import { createTokenGate } from './service/tokenGate.ts';
import { createToken, deleteToken, listTokens, readToken } from './service/tokens.ts';
import { decidedToWire, packageToWire, tokenToWire } from './wire.ts';

const DEFAULT_PORT = 9443;
const LIST = '/api/v1/admin/enrollments';
const DEFAULT_TOKEN_LIFE_SECS = 86_400;

export function enrollmentRoutes(
  ctx: Context,
  service: EnrollmentService,
  { agentPackages, downloads }: { agentPackages: AgentPackages; downloads: Downloads },
): Routes<'enrollment'> {
  const addresses = createAddressReports(ctx);
  const gate = createTokenGate(ctx);
  return {
    async createEnrollment({ body, address }) {
      const { os_details: osDetails, enrollment_token: enrollmentToken, ...rest } = body;
      const input = {
        ...wire.fromWire(rest),
        port: body.port ?? DEFAULT_PORT,
        connection: body.connection ?? 'listen',
        osDetails,
        enrollmentToken: enrollmentToken ?? null,
      };
      const { id, pollingToken, expiresAt } = await createRequest(ctx, gate, input, address);
      return reply(201, { id, polling_token: pollingToken, expires_at: expiresAt.toISOString() });
    },
    async getEnrollmentStatus({ headers, address }) {
      const answer = await statusOf(ctx, headers.authorization, address);
      if (answer.status !== 'approved') return reply(200, { status: answer.status });
      const { status, hostId, certificatePem, caPem } = answer;
      return reply(200, { status, host_id: hostId, certificate_pem: certificatePem, ca_pem: caPem });
    },
    async renewEnrollment({ body, address }) {
      const { certificatePem, caPem } = await renew(
        ctx,
        { address: undefined, ...wire.fromWire(body) },
        address,
      );
      return reply(200, { certificate_pem: certificatePem, ca_pem: caPem });
    },
    async reportAddress({ body, address }) {
      const answer = await addresses.report({ address: undefined, ...wire.fromWire(body) }, address);
      const { outcome, ipAddress, port, reason } = answer;
      return reply(200, { outcome, ip_address: ipAddress, port, reason });
    },
    async listEnrollments({ query }) {
      const { requests, nextCursor } = await service.listPending(query);
      if (nextCursor === null) return reply(200, requests);
      // The list is a plain array without room for a cursor, so that is in the Link header (RFC 8288).
      const next = `${LIST}?sort=${query.sort}&limit=${query.limit}&cursor=${nextCursor}`;
      return reply(200, requests, { Link: `<${next}>; rel="next"` });
    },
    async listDecidedEnrollments({ query }) {
      const { requests, total, nextCursor } = await listHistory(ctx, wire.fromWire(query));
      return reply(200, { enrollments: requests.map(decidedToWire), total, next_cursor: nextCursor });
    },
    async decideEnrollments(request) {
      const { body, query, signal, refusalOf } = request;
      const asked = { ...query, decision: body.decision, ids: body.enrollment_ids };
      return reply(200, await decideMany(ctx, asked, { by: actedBy(request), signal, refusalOf }));
    },
    async approveEnrollment(request) {
      await service.approve(request.params.enrollment_id, request.query.replace ?? false, actedBy(request));
      return empty();
    },
    async denyEnrollment(request) {
      await service.deny(request.params.enrollment_id, actedBy(request));
      return empty();
    },
    async listEnrollmentTokens({ query }) {
      const page = await listTokens(ctx, query);
      return reply(200, {
        tokens: page.tokens.map(tokenToWire),
        total: page.total,
        next_cursor: page.nextCursor,
      });
    },
    async createEnrollmentToken(request) {
      const {
        name,
        expires_in_secs: expiresInSecs,
        max_uses: maxUses,
        allowed_network: allowedNetwork,
      } = request.body;
      const input = {
        name: name ?? null,
        expiresInSecs: expiresInSecs ?? DEFAULT_TOKEN_LIFE_SECS,
        maxUses: maxUses ?? 1,
        allowedNetwork: allowedNetwork ?? null,
      };
      const call = idempotent.call('createEnrollmentToken', request);
      const { row, shown } = await createToken(ctx, { call, input }, actedBy(request));
      return reply(201, { ...tokenToWire(row), token: shown });
    },
    async getEnrollmentToken({ params }) {
      return reply(200, tokenToWire(await readToken(ctx.db.reader, params.token_id)));
    },
    async getInstaller({ headers, query }) {
      const asked = { host: headers.host, connection: query.connection ?? 'listen' };
      const { url, command, packages } = installerOf(ctx, asked, agentPackages.list());
      return reply(200, {
        manager_url: url.origin,
        is_url_configured: ctx.config.publicUrl !== null,
        is_url_loopback: isOwnName(url.hostname),
        command,
        packages: packages.map(packageToWire),
      });
    },
    async getInstallScript({ headers }) {
      const data = installScript(ctx, headers.host, agentPackages.list());
      const etag = `"${createHash('sha256').update(data).digest('base64url')}"`;
      // The address in it may be the one that the caller used.
      const tags = { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Host' };
      if (namesTag(headers['if-none-match'], etag)) return reply(304, undefined, tags);
      return reply(200, { contentType: 'text/x-shellscript', data }, tags);
    },
    async getAgentPackage({ params, address, headers, raw }) {
      const file = await agentPackages.fileOf(params.name).catch(async (error: unknown) => {
        await limitCalls(ctx, 'wrongPackage', address);
        throw error;
      });
      const version = await downloads.versionOf(file);
      const tags = { ETag: version.etag, 'Cache-Control': 'public, no-cache' };
      if (namesTag(headers['if-none-match'], version.etag)) return reply(304, undefined, tags);
      const isHead = raw.req.method === 'HEAD';
      const from = isHead ? null : restFrom(headers, version);
      const data = isHead ? '' : await downloads.open(version, address, from ?? 0);
      const sent = { contentType: 'application/octet-stream', fileName: params.name, data };
      const ranges = { ...tags, 'Accept-Ranges': 'bytes' };
      if (from === null) return reply(200, sent, ranges);
      const range = `bytes ${from}-${version.sizeBytes - 1}/${version.sizeBytes}`;
      return reply(206, sent, { ...ranges, 'Content-Range': range });
    },
    async deleteEnrollmentToken(request) {
      await deleteToken(ctx, request.params.token_id, actedBy(request));
      return empty();
    },
  };
}
