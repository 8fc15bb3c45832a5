import { normalSerial, pemBlocks, toPem } from '#server/shared/pki/der.ts';
import type { CertificateRoutes } from '../handler.ts';
import { fingerprintOf } from '../../identity/identity.ts';
import type { AgentIdentity } from '../../identity/identity.ts';
import { nextUpdateAt, rootFingerprints } from '../../identity/trust.ts';

/** The operations by which the manager renews the agent's certificate and changes its trust. */
export function createCertificateRoutes(identity: AgentIdentity): CertificateRoutes {
  return {
    async createCsr() {
      return { status: 200, data: { csr_pem: await identity.createCsr('manager') } };
    },

    async installCertificate({ body }) {
      const { certificate_pem: pem } = body as { certificate_pem: string };
      const installed = await identity.installCertificate(pem);
      const data = {
        serial_number: normalSerial(installed.certificate.serialNumber),
        fingerprint_sha256: fingerprintOf(installed),
        expires_at: installed.certificate.validToDate.toISOString(),
      };
      return { status: 200, data };
    },

    async getTrust() {
      const { trust } = identity;
      const data = {
        root_fingerprints_sha256: rootFingerprints(trust),
        crl_next_update_at: nextUpdateAt(trust)?.toISOString() ?? null,
        crl_pem: pemBlocks('X509 CRL', trust.pem)
          .map((der) => toPem('X509 CRL', der))
          .join(''),
      };
      return { status: 200, data };
    },

    async installTrust({ body, headers }) {
      const { ca_pems: caPems, crl_pem: crlPem } = body as { ca_pems: string[]; crl_pem: string };
      const pem = [...caPems, crlPem].map((part) => `${part.trim()}\n`).join('');
      const trust = await identity.installTrust(pem, identity.callerOf(headers));
      const data = {
        root_fingerprints_sha256: rootFingerprints(trust),
        crl_next_update_at: nextUpdateAt(trust)?.toISOString(),
      };
      return { status: 200, data };
    },
  };
}
