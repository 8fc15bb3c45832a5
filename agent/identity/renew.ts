import { createPrivateKey, sign } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import { renewalPayload } from '../../server/shared/pki/renewal.ts';
import { readCertificates } from './certificates.ts';
import type { AgentIdentity } from './identity.ts';
import { callManager, connectToManager } from './managerClient.ts';
import type { ManagerRoute } from './managerClient.ts';
import { managerRoots } from './reportAddress.ts';
import { issuerOf } from './trust.ts';

const dayMs = 86_400_000;
/**
 * The manager renews at two thirds of the certificate's life; a running agent waits this much longer before it asks.
 */
const graceShare = 1 / 30;

export interface RenewalOptions extends ManagerRoute {
  identity: AgentIdentity;
  managerUrl: string;
  log: Logger;
}

/**
 * Whether the agent should renew by itself: when it starts, past two thirds of its certificate's life (it may have
 * been switched off while the manager tried); while it runs, a little later; and up to 30 days after the expiry.
 */
export function isRenewalDue(certificate: X509Certificate, now: Date, justStarted: boolean): boolean {
  const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  const share = 2 / 3 + (justStarted ? 0 : graceShare);
  return now.getTime() >= from + (to - from) * share && now.getTime() <= to + 30 * dayMs;
}

/**
 * Gets a new certificate from the manager, proves the current key by a signature over renewalPayload, and starts to
 * use the certificate. Throws ManagerCallError or CERTIFICATE_MISMATCH with nothing changed.
 */
export async function renewCertificate(options: RenewalOptions): Promise<void> {
  const { identity, managerUrl, log, ...route } = options;
  const csrPem = await identity.createCsr('renewal');
  const proof = { rootPems: await managerRoots(identity) };
  const connection = await connectToManager(new URL(managerUrl), proof, route);
  const { hostId, privateKeyPem } = identity.identity;
  const payload = renewalPayload({ hostId, csrPem });
  const signature = sign('sha256', payload, createPrivateKey(privateKeyPem)).toString('base64');
  const answer = (await callManager(connection, {
    method: 'POST',
    path: '/api/v1/enroll/renew',
    body: { host_id: hostId, csr_pem: csrPem, signature },
  })) as { certificate_pem: string; ca_pem: string };
  await adoptRoot(identity, answer.certificate_pem, answer.ca_pem);
  const installed = await identity.installCertificate(answer.certificate_pem);
  log.info(
    { event: 'certificateRenewed', expiresAt: installed.certificate.validToDate },
    'certificate renewed',
  );
}

/** The manager may have moved to a new root while this host was off; the root comes with the new certificate. */
async function adoptRoot(identity: AgentIdentity, certificatePem: string, caPem: string): Promise<void> {
  const certificate = readCertificates(certificatePem)[0];
  if (!certificate || issuerOf(identity.trust, certificate)) return;
  await identity.installTrust(`${identity.trust.pem.trim()}\n${caPem}`, null);
}
