import type { Knex } from 'knex';
import { compareText } from '#server/kernel/configurationList.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import type { components } from '#generated/manager.ts';
import { fitsRule } from '../groupRules.ts';
import { GroupChangeModel, GroupModel } from '../models.ts';
import type { Host } from '../api.ts';
import { chunked } from './queries.ts';
import { asMemberships, idsInScope, idsOfGroups, membershipsOf } from './groupSql.ts';

type GroupRef = components['schemas']['GroupRef'];

/** By group id: how many hosts of the scope it holds; 0 for none. */
export async function hostCounts(
  knex: Knex,
  groups: readonly Pick<GroupModel, 'id' | 'rule'>[],
  scope: HostScope,
): Promise<Map<string, number>> {
  const counts = new Map(groups.map(({ id }) => [id, 0]));
  const inScope = await idsInScope(knex, scope);
  const listed = groups.filter(({ rule }) => rule === null).map(({ id }) => id);
  const lists = knex('hosts_group_hosts')
    .select('group_id')
    .count({ total: '*' })
    .whereIn('group_id', listed)
    .groupBy('group_id');
  if (inScope) lists.whereIn('host_id', inScope(knex));
  for (const { group_id: id, total } of (await lists) as { group_id: string; total: number }[])
    counts.set(id, Number(total));
  for (const group of await asMemberships(knex, groups)) {
    const { id, rule } = group;
    if (!rule) continue;
    const held = idsOfGroups([group])(knex).clearSelect().count({ total: '*' });
    if (inScope) held.whereIn('id', inScope(knex));
    const [row] = (await held) as { total: number }[];
    counts.set(id, Number(row?.total ?? 0));
  }
  return counts;
}

/** See HostsService.visibleGroups. */
export async function visibleGroups(
  knex: Knex,
  ids: readonly string[],
  scope: HostScope,
): Promise<Set<string>> {
  const groups = await membershipsOf(knex, ids);
  if (scope === 'all') return new Set(groups.map(({ id }) => id));
  const counts = await hostCounts(knex, groups, scope);
  return new Set([...counts].flatMap(([id, count]) => (count > 0 ? [id] : [])));
}

/**
 * By host id: the groups of each host, sorted by name; a host without groups may be missing. Rules are evaluated in
 * memory, so a whole page of hosts takes three reads.
 */
export async function groupsOfHosts(knex: Knex, hosts: readonly Host[]): Promise<Map<string, GroupRef[]>> {
  const groups = hosts.length === 0 ? [] : await GroupModel.query(knex).select('id', 'name', 'rule');
  if (groups.length === 0) return new Map();
  groups.sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()));
  const listed = groups.some(({ rule }) => rule === null)
    ? await listedIn(knex, hosts)
    : new Map<string, Set<string>>();
  const changes = await changesOf(
    knex,
    hosts.map(({ id }) => id),
  );
  return new Map(
    hosts.map((host) => {
      const own = groups.filter(({ id, rule }) => {
        const change = changes.get(host.id)?.get(id);
        if (!rule) return listed.get(host.id)?.has(id);
        return change ? change.direction === 'leaving' : fitsRule(rule, host);
      });
      return [host.id, own.map(({ id, name }) => ({ id, name }))];
    }),
  );
}

/** By host id and group id: where hosts stay as they were, whatever the group's rule says. */
export async function changesOf(
  knex: Knex,
  hostIds: readonly string[],
): Promise<Map<string, Map<string, GroupChangeModel>>> {
  const found = new Map<string, Map<string, GroupChangeModel>>();
  for (const chunk of chunked(hostIds))
    for (const row of await GroupChangeModel.query(knex).whereIn('host_id', chunk)) {
      const own = found.get(row.hostId) ?? new Map<string, GroupChangeModel>();
      found.set(row.hostId, own.set(row.groupId, row));
    }
  return found;
}

/** See HostsService.enteringGroupIdsOf. */
export async function enteringGroupIdsOf(
  knex: Knex,
  hostIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const changes = await changesOf(knex, hostIds);
  return new Map(
    [...changes].map(([hostId, own]) => {
      const entering = [...own.values()].filter(
        (one) => one.direction === 'entering' && one.state === 'waiting',
      );
      return [hostId, entering.map(({ groupId }) => groupId)];
    }),
  );
}

/** By host id: the listed groups of each host. A page has at most 500 hosts, so one statement is enough. */
async function listedIn(knex: Knex, hosts: readonly Host[]): Promise<Map<string, Set<string>>> {
  const rows = (await knex('hosts_group_hosts')
    .select('group_id', 'host_id')
    .whereIn(
      'host_id',
      hosts.map(({ id }) => id),
    )) as { group_id: string; host_id: string }[];
  const listed = new Map<string, Set<string>>();
  for (const { group_id: groupId, host_id: hostId } of rows) {
    const own = listed.get(hostId) ?? new Set();
    listed.set(hostId, own.add(groupId));
  }
  return listed;
}
