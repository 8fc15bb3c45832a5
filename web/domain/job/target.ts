import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

export type Target = Schemas['JobTarget'];

/** The most groups that a target names. */
export const MOST_GROUPS = 100;
const MOST_TAGS = 50;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The groups and tags that an address names: `?group=…&tag=…`, any number of each. */
export function readTarget(query: URLSearchParams): Target {
  return withPart(
    {},
    {
      group_ids: [...new Set(query.getAll('group'))].slice(0, MOST_GROUPS),
      tags: [...new Set(query.getAll('tag'))].slice(0, MOST_TAGS),
    },
  );
}

/** The target with one part changed; a part that names nothing is left out. */
export function withPart(target: Target, part: Partial<Target>): Target {
  const parts = Object.entries({ ...target, ...part });
  return Object.fromEntries(
    parts.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Whether the target names anything but single hosts, so that only the manager knows how many hosts it holds. */
export const isOpenTarget = ({ group_ids: groups, tags, filter }: Target): boolean =>
  groups !== undefined || tags !== undefined || filter !== undefined;

export const namesNothing = (target: Target): boolean =>
  !isOpenTarget(target) && target.host_ids === undefined;

/** “the group Production and hosts with the tag web”; `nameOf` gives a group's name, null where it is not known. */
export function targetText(target: Target, nameOf: (groupId: string) => string | null): string {
  const { host_ids: hosts = [], group_ids: groups = [], tags = [], filter } = target;
  const known = groups.flatMap((id) => nameOf(id) ?? []).map((name) => `group ${safeName(name)}`);
  const unknown = groups.length - known.length;
  const parts = [
    ...known,
    ...(unknown > 0 ? [plural(unknown, 'group')] : []),
    ...(tags.length > 0 ? [tagsText(tags)] : []),
    ...(hosts.length > 0 ? [plural(hosts.length, 'host')] : []),
    ...(filter === undefined ? [] : [filterText(filter)]),
  ];
  return parts.length === 0 ? 'no hosts in your scope' : list.format(parts);
}

/** “hosts that match “web” and have security patches”; filters of other forms are not spelled out. */
export function filterText({ search, has_security: hasSecurity, ...others }: Schemas['HostFilter']): string {
  const parts = [
    ...(search === undefined ? [] : [`match “${safeName(search)}”`]),
    ...(hasSecurity === true ? ['have security patches'] : []),
  ];
  const isOther = Object.keys(others).length > 0 || hasSecurity === false || parts.length === 0;
  return isOther ? 'hosts that match a filter' : `hosts that ${list.format(parts)}`;
}

function tagsText(tags: readonly string[]): string {
  const names = tags.map((tag) => safeName(tag));
  return names.length === 1
    ? `hosts with the tag ${names[0]}`
    : `hosts with one of the tags ${names.join(', ')}`;
}
