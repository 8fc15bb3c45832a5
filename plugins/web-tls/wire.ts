import type { components } from '../../generated/manager.ts';
import type { CertificateFacts } from './domain/pair.ts';

export function certificateToWire(facts: CertificateFacts): components['schemas']['WebCertificate'] {
  const { notBefore, notAfter, ...rest } = facts;
  return { ...rest, not_before: notBefore.toISOString(), not_after: notAfter.toISOString() };
}
