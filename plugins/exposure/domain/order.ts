import { priorityOf, severityOfRank } from './rank.ts';

/** One package with a pending security patch, or one advisory, over the hosts that are asked about. */
export interface Candidate {
  name: string;
  hosts: number;
  /** Hosts on which all of it is held. */
  hostsHeld: number;
  /** Hosts on which it is beyond its service level. */
  hostsOverdue: number;
  severityRank: number;
  /** The earliest due time of patches that are not excepted; null: none is recorded. */
  earliestDueAt: Date | null;
  cves: number;
  exploited: { cve: string; since: string | null }[];
  /** The CVE with the highest EPSS score; null: none has a score. */
  likeliest: { cve: string; epss: number } | null;
}

export type Ranked<One extends Candidate> = One & { rank: number };

/**
 * What to patch first. The rule, in this order: fixes a known-exploited CVE; is beyond its service level; severity; the
 * highest EPSS score; number of hosts; name.
 */
export function ranked<One extends Candidate>(candidates: readonly One[]): Ranked<One>[] {
  return [...candidates]
    .sort(
      (a, b) =>
        Number(b.exploited.length > 0) - Number(a.exploited.length > 0) ||
        Number(b.hostsOverdue > 0) - Number(a.hostsOverdue > 0) ||
        weightOf(b) - weightOf(a) ||
        b.hosts - a.hosts ||
        (a.name < b.name ? -1 : 1),
    )
    .map((one, i) => ({ ...one, rank: i + 1 }));
}

const weightOf = ({ severityRank, likeliest }: Candidate): number =>
  priorityOf({ exploited: false, severityRank, epss: likeliest?.epss ?? null });

/** Why it has its rank, in whole sentences, the weightiest first. */
export function reasonsOf(one: Candidate, now: Date): string[] {
  const { exploited, hostsOverdue, severityRank, likeliest, hosts, earliestDueAt, cves } = one;
  const severity = severityOfRank(severityRank);
  return [
    ...(exploited.length > 0 ? [exploitedText(exploited)] : []),
    ...(hostsOverdue > 0 && earliestDueAt ? [overdueText(hostsOverdue, earliestDueAt, now)] : []),
    severity === 'unrated' ? 'Severity not published.' : `Severity ${severity}.`,
    ...(likeliest ? [likelyText(likeliest)] : []),
    ...(cves === 0 ? ['CVEs unknown.'] : []),
    hosts === 1 ? 'Missing on 1 host.' : `Missing on ${hosts} hosts.`,
  ];
}

function exploitedText([first, ...others]: Candidate['exploited']): string {
  const since = first?.since ? ` since ${first.since}` : '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${first?.cve ?? 'A CVE'} known exploited (KEV${since})${more}.`;
}

function overdueText(hosts: number, dueAt: Date, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / 86_400_000));
  const who = hosts === 1 ? '1 host' : `${hosts} hosts`;
  const long = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `up to ${days} days`;
  return `Overdue on ${who}, ${long}.`;
}

function likelyText({ cve, epss }: { cve: string; epss: number }): string {
  const percent = epss >= 0.001 ? `${(epss * 100).toFixed(1)} %` : 'less than 0.1 %';
  return `EPSS ${percent} (${cve}).`;
}
