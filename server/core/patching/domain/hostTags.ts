import type { JobOperation } from './jobSpec.ts';

/** Hosts that share such a tag are never down together, across all jobs. */
export const ANTI_AFFINITY = 'anti_affinity=';
/** Hosts that share such a tag restart one after the other, across all jobs. */
export const QUORUM = 'quorum=';

/** Operations that may take a host down; holds, refreshes and dry runs do not. */
const TAKE_DOWN: readonly JobOperation[] = ['patch', 'install', 'update', 'remove', 'reboot', 'rollback'];

export interface TagWork {
  operation: JobOperation;
  dryRun: boolean;
}

/** The tags that a host must claim before work on it starts; sorted, so that all claim in the same order. */
export function tagsAtStart(tags: readonly string[], { operation, dryRun }: TagWork): string[] {
  if (dryRun || !TAKE_DOWN.includes(operation)) return [];
  const isRestart = operation === 'reboot';
  return sorted(tags.filter((tag) => isOf(tag, ANTI_AFFINITY) || (isRestart && isOf(tag, QUORUM))));
}

/** The tags that a host must claim before the restart that follows its work. */
export const tagsAtReboot = (tags: readonly string[]): string[] =>
  sorted(tags.filter((tag) => isOf(tag, QUORUM)));

/** A tag without a value does not count: it does not say which hosts belong together. */
const isOf = (tag: string, prefix: string): boolean => tag.startsWith(prefix) && tag.length > prefix.length;

const sorted = (tags: readonly string[]): string[] => [...new Set(tags)].sort();

/** The exclusive claim of a host at work on a tag. */
export interface TagClaim {
  tag: string;
  /** The job host that holds it. */
  rowId: string;
  fqdn: string;
}

/** The first claim of another host on one of these tags; null: all are free. Tags are claimed all or none. */
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
  /** Those of its tags that were asked for. */
  tags: readonly string[];
  isUnreachable: boolean;
}

/** The first of these tags that another host has which is unwell, and that host; null: there is none. */
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
