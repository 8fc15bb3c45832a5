import { actedBy, AppError, type Context, empty, reply, type Routes, wire } from '#sdk';
import { rotationRoutes } from './rotationRoutes.ts';
import type { CertificatesService } from './service.ts';
import { certificateToWire } from './wire.ts';

const PEM = 'text/plain; charset=utf-8';

export function certificatesRoutes(ctx: Context, service: CertificatesService): Routes<'certificates'> {
  const ca = () => ctx.core.agents.ca;
  return {
    ...rotationRoutes(ctx),
    async listCertificates({ query }) {
      const { host_id: hostId, not_after_from: from, not_after_to: to, ...rest } = query;
      const notAfterFrom = from === undefined ? undefined : new Date(from);
      const notAfterTo = to === undefined ? undefined : new Date(to);
      const page = await ca().list({ ...rest, hostId, notAfterFrom, notAfterTo });
      const certificates = page.certificates.map(certificateToWire);
      return reply(200, { certificates, total: page.total, next_cursor: page.nextCursor });
    },
    async getAuthority() {
      const { weeks, ...facts } = await ca().facts();
      const authority = { ...facts, publicKeySha256: ca().rootPin(), keyKept: 'database' as const };
      return reply(200, { ...wire.toWire(authority), weeks: wire.toWire(weeks) });
    },
    getRootCertificate: async () =>
      reply(200, { contentType: PEM, fileName: 'root.crt', data: ca().rootPem() }),
    async getRevocationList({ query }) {
      const der = await ca().crlOf(query.issuer ?? null);
      if (!der) throw new AppError('NOT_FOUND');
      return reply(200, { contentType: 'application/pkix-crl', fileName: 'root.crl', data: der });
    },
    async issueCertificate(request) {
      const { certificate, certificatePem, caPem, keyPem } = await service.issue(
        request.params.host_id,
        request.body.hostname,
        actedBy(request),
      );
      return reply(201, {
        certificate: certificateToWire(certificate),
        certificate_pem: certificatePem,
        ca_pem: caPem,
        key_pem: keyPem,
      });
    },
    async renewCertificate(request) {
      const call = { by: actedBy(request), idempotencyKey: request.idempotencyKey };
      return reply(200, certificateToWire(await service.renew(request.params.certificate_id, call)));
    },
    async getCertificate({ params }) {
      return reply(200, certificateToWire(await service.read(params.certificate_id)));
    },
    async revokeCertificate(request) {
      await service.revoke(request.params.certificate_id, actedBy(request));
      return empty();
    },
    async getHostCertificate({ params }) {
      return reply(200, {
        contentType: PEM,
        fileName: 'client.crt',
        data: await service.pemOf(params.host_id),
      });
    },
    async reissueCertificate(request) {
      const call = { by: actedBy(request), idempotencyKey: request.idempotencyKey };
      const { certificate, certificatePem, caPem, keyPem, installed } = await service.reissue(
        request.params.host_id,
        call,
      );
      return reply(200, {
        certificate: certificateToWire(certificate),
        certificate_pem: certificatePem,
        ca_pem: caPem,
        key_pem: keyPem,
        installed,
      });
    },
  };
}
