import type { Schemas } from '../../core/schema.ts';
import { plural } from '../../core/format.ts';

export const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

/** `true`, `false`, or undefined for anything else. */
export const flagOf = (text: string | null): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** How many hosts an answer is based on; null when it is based on all of them. */
export function coverageText({
  hosts_total: total,
  hosts_known: known,
  hosts_failing: failing,
}: Schemas['PackageCoverage']): string | null {
  const parts: string[] = [];
  if (known < total)
    parts.push(`The packages of ${plural(total - known, 'host is', 'hosts are')} not known yet.`);
  if (failing > 0)
    parts.push(`${plural(failing, 'host', 'hosts')} could not be asked last time; data may be stale.`);
  return parts.length === 0 ? null : parts.join(' ');
}

/** The address of what changed among the packages of a host, or of one of them. */
export const historyHref = (hostId: string, name?: string): string =>
  `/packages/history?${new URLSearchParams({ host: hostId, ...(name === undefined ? {} : { name }) })}`;

export const compareHref = (hostId: string): string => `/packages/compare?host=${encodeURIComponent(hostId)}`;

export const packageHref = (name: string): string => `/packages/hosts?name=${encodeURIComponent(name)}`;
