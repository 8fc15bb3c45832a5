import type { Ending } from '#sdk/agents.ts';
import type { Expiry } from '../api.ts';

const DAY_MS = 86_400_000;
/** A certificate that ends with its issuer cannot be renewed for longer: the issuer's end is told instead. */
const SAME_END_MS = 60_000;

type Kind = Expiry['kind'];
export type Judged = Omit<Ending, 'kind'> & { kind: Kind };

/**
 * Days before the end at which people are told. Certificates renew by themselves 30 days before their end, the
 * revocation list after one of its seven days: people are told where that evidently did not happen. A root is replaced
 * host by host, which takes as long as the slowest host is off.
 */
export const THRESHOLDS: Readonly<Record<Kind, readonly number[]>> = {
  host: [14, 7, 1, 0],
  manager: [14, 7, 1, 0],
  listener: [14, 7, 1, 0],
  custom: [30, 14, 7, 1, 0],
  root: [180, 90, 30, 14, 7, 1, 0],
  revocation_list: [4, 1, 0],
};
/** How many days before their end certificates of hosts are looked at. */
export const HOST_DAYS = Math.max(...THRESHOLDS.host);

/** The last threshold that was crossed; null: none was. */
function crossed(kind: Kind, leftMs: number): number | null {
  const behind = THRESHOLDS[kind].filter((days) => leftMs <= days * DAY_MS);
  return behind.length === 0 ? null : Math.min(...behind);
}

/** The endings that a person must see to now, the most urgent first. */
export function judgeEndings(endings: readonly Judged[], now: Date): Expiry[] {
  return endings
    .flatMap((ending) => judge(ending, now) ?? [])
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime() || a.name.localeCompare(b.name));
}

function judge(ending: Judged, now: Date): Expiry | null {
  const { kind, subject, name, hostId, endsAt, issuerEndsAt } = ending;
  if (issuerEndsAt && endsAt.getTime() >= issuerEndsAt.getTime() - SAME_END_MS) return null;
  const leftMs = endsAt.getTime() - now.getTime();
  const threshold = crossed(kind, leftMs);
  if (threshold === null) return null;
  const daysLeft = Math.max(0, Math.floor(leftMs / DAY_MS));
  return { kind, subject, name, hostId, endsAt, daysLeft, threshold, todo: todoOf(ending, threshold === 0) };
}

function todoOf({ kind, name, isLeaving }: Judged, hasEnded: boolean): string {
  switch (kind) {
    case 'host':
      return hasEnded
        ? `Start the agent of ${name}: it then requests a new certificate automatically. If it does not, enroll the host again; until then the host cannot be read or patched.`
        : `See that the agent of ${name} runs and reaches the manager: its certificate was not renewed, which both try every hour. If that is of no use, re-issue it on the page Certificates.`;
    case 'manager':
      return 'Look into the log of the manager: it did not renew the certificate by which agents know it. When that ends, no host can be reached.';
    case 'listener':
      return 'Look into the log of the manager: it did not renew the certificate of its own listener. When that ends, no agent can enroll, and browsers warn.';
    case 'custom':
      return `Put a new certificate for ${name} into web_cert_file and its key into web_key_file: the manager shows it within seconds, without a restart.`;
    case 'root':
      return isLeaving
        ? `Finish the replacement of the root ${name} on the page Certificates: hosts that are not done by its end have to be enrolled again.`
        : `Replace the root ${name} on the page Certificates, and leave hosts that are off the time to come back: when it ends, no host can be reached.`;
    case 'revocation_list':
      return 'Look into the log of the manager: it did not sign the revocation list, which it does every day. When that ends, agents refuse the manager.';
  }
}
