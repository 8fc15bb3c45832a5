import type { Knex } from 'knex';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { components } from '../../../../generated/manager.ts';
import { fitsRule } from '../groupRules.ts';
import { GroupModel } from '../models.ts';
import type { Host } from '../api.ts';
import { idsInScope, idsOfRule, membershipsOf, type Membership } from './groupSql.ts';

type GroupRef = components['schemas']['GroupRef'];

/** By group id: how many hosts of the scope it holds; 0 for none. */
export async function hostCounts(
  knex: Knex,
  groups: readonly Membership[],
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
  for (const { id, rule } of groups) {
    if (!rule) continue;
    const held = idsOfRule(rule)(knex).clearSelect().count({ total: '*' });
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
 * memory, so a whole page of hosts takes one read.
 */
export async function groupsOfHosts(knex: Knex, hosts: readonly Host[]): Promise<Map<string, GroupRef[]>> {
  const groups =
    hosts.length === 0 ? [] : await GroupModel.query(knex).select('id', 'name', 'rule').orderBy('name_key');
  if (groups.length === 0) return new Map();
  const listed = groups.some(({ rule }) => rule === null)
    ? await listedIn(knex, hosts)
    : new Map<string, Set<string>>();
  return new Map(
    hosts.map((host) => {
      const own = groups.filter(({ id, rule }) =>
        rule ? fitsRule(rule, host) : listed.get(host.id)?.has(id),
      );
      return [host.id, own.map(({ id, name }) => ({ id, name }))];
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
