import type { AgentIdentity } from '../identity/identity.ts';
import { isRevoked } from '../identity/trust.ts';

const dayMs = 86_400_000;
/** Time after its expiry in which the agent may still renew its certificate by itself. */
const renewableMs = 30 * dayMs;

/** `expired`: the agent renews it as soon as the manager answers; `lapsed`: too late for that. */
export type CertificateState = 'valid' | 'expiring' | 'expired' | 'lapsed' | 'revoked' | 'future';

/** As `--json` shows it. */
export interface CertificateFacts {
  state: CertificateState;
  serial_number: string;
  valid_from: string;
  valid_until: string;
  /** Whole days, rounded down; negative after its expiry. */
  days_left: number;
}

/**
 * The state of this host's certificate at `now`; `expiring` past two thirds of its life, when it should have been
 * renewed.
 */
export function certificateFacts({ identity, trust }: AgentIdentity, now: Date): CertificateFacts {
  const { certificate } = identity;
  const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  const at = now.getTime();
  return {
    state: isRevoked(trust, certificate) ? 'revoked' : stateAt(at, from, to),
    serial_number: certificate.serialNumber.toLowerCase(),
    valid_from: new Date(from).toISOString(),
    valid_until: new Date(to).toISOString(),
    days_left: Math.floor((to - at) / dayMs),
  };
}

function stateAt(at: number, from: number, to: number): CertificateState {
  if (at < from) return 'future';
  if (at > to + renewableMs) return 'lapsed';
  if (at > to) return 'expired';
  return to - at < (to - from) * 0.3 ? 'expiring' : 'valid';
}

const words: Readonly<Record<CertificateState, string>> = {
  valid: 'valid',
  expiring: 'valid, but the manager should have renewed it by now',
  expired: 'EXPIRED; the agent renews it as soon as the manager answers',
  lapsed: 'EXPIRED for more than 30 days; enroll again: fleetmend-agent enroll --again',
  revoked: 'REVOKED; enroll again: fleetmend-agent enroll --again',
  future: "not valid yet; this host's clock is probably wrong",
};

export const describeCertificate = ({ state }: CertificateFacts): string => words[state];
