import type { JobOperation } from './jobSpec.ts';

/** Hosts that share such a tag are never down together, in whatever jobs. */
export const ANTI_AFFINITY = 'anti_affinity=';
/** Hosts that share such a tag restart one after the other, in whatever jobs. */
export const QUORUM = 'quorum=';

/** Work that may take a host down; what only plans, holds packages back or reads lists does not. */
const TAKE_DOWN: readonly JobOperation[] = ['patch', 'install', 'update', 'remove', 'reboot', 'rollback'];

export interface TagWork {
  operation: JobOperation;
  dryRun: boolean;
}

/** What a host must have for itself before work on it starts, sorted, so that all take in the same order. */
export function tagsAtStart(tags: readonly string[], { operation, dryRun }: TagWork): string[] {
  if (dryRun || !TAKE_DOWN.includes(operation)) return [];
  const isRestart = operation === 'reboot';
  return sorted(tags.filter((tag) => isOf(tag, ANTI_AFFINITY) || (isRestart && isOf(tag, QUORUM))));
}

/** What it must have for itself before the restart that follows its work. */
export const tagsAtReboot = (tags: readonly string[]): string[] =>
  sorted(tags.filter((tag) => isOf(tag, QUORUM)));

/** A tag without a value says nothing of which hosts belong together. */
const isOf = (tag: string, prefix: string): boolean => tag.startsWith(prefix) && tag.length > prefix.length;

const sorted = (tags: readonly string[]): string[] => [...new Set(tags)].sort();

/** A tag that a host has for itself while it is at work. */
export interface TagClaim {
  tag: string;
  /** The job host that holds it. */
  rowId: string;
  fqdn: string;
}

/** All or none: the claim of another host that stands in the way of these tags; null: all of them are free. */
export function tagInTheWay(
  wanted: readonly string[],
  claims: ReadonlyMap<string, TagClaim>,
  rowId: string,
): TagClaim | null {
  for (const tag of wanted) {
    const claim = claims.get(tag);
    if (claim && claim.rowId !== rowId) return claim;
  }
  return null;
}

/** A host that is down, or whose checks fail. */
export interface UnwellHost {
  id: string;
  fqdn: string;
  /** Those tags that were asked for. */
  tags: readonly string[];
  isUnreachable: boolean;
}

/** The host whose state keeps others with one of these tags from going down, and the tag; never the host itself. */
export function unwellInTheWay(
  wanted: readonly string[],
  unwell: readonly UnwellHost[],
  hostId: string,
): { tag: string; host: UnwellHost } | null {
  for (const tag of wanted) {
    const host = unwell.find(({ id, tags }) => id !== hostId && tags.includes(tag));
    if (host) return { tag, host };
  }
  return null;
}

/** For people: why a host waits for another one that is at work. */
export function takenText({ tag, fqdn }: Pick<TagClaim, 'tag' | 'fqdn'>): string {
  const rule = tag.startsWith(QUORUM)
    ? 'hosts with this tag restart one after the other.'
    : 'hosts with this tag are never down together.';
  return `${fqdn} holds the tag ${tag} until its work has ended: ${rule}`;
}

/** For people: why a host waits for another one that is not well. */
export function unwellText(tag: string, { fqdn, isUnreachable }: UnwellHost): string {
  const state = isUnreachable ? 'does not answer' : 'has a health check that fails';
  return `${fqdn} ${state} and has the tag ${tag} too: until it is well, no other host with this tag goes down.`;
}
