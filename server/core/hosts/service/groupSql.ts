import type { Knex } from 'knex';
import type { HostScope, HostSet } from '#server/kernel/security/hostScope.ts';
import type { GroupChange, GroupCondition, GroupRule, HostIds } from '../api.ts';
import { GroupModel } from '../models.ts';

/** What decides which hosts are in a group: its rule, or, if that is null, the list of its id. */
export interface Membership extends Pick<GroupModel, 'id' | 'rule'> {
  /** There are hosts that wait to enter or leave it; few groups have any, and the others keep the simpler statement. */
  isChanging: boolean;
}

/**
 * The hosts of the groups, as a subselect of their ids; empty without groups. Hosts that wait to enter are not in yet,
 * and those that wait to leave still are.
 */
export function idsOfGroups(groups: readonly Membership[]): HostIds {
  const listed = groups.filter(({ rule }) => rule === null).map(({ id }) => id);
  const held = groups.filter(({ isChanging }) => isChanging).map(({ id }) => id);
  return (knex) =>
    knex('hosts_hosts')
      .select('id')
      .where('live', 1)
      .where((any) => {
        any.whereIn('id', knex('hosts_group_hosts').select('host_id').whereIn('group_id', listed));
        if (held.length > 0) any.orWhereIn('id', changing(knex, held, 'leaving'));
        for (const { id, rule, isChanging } of groups)
          if (rule)
            any.orWhere((one) => {
              one.where((fits) => whereRule(fits, rule, knex));
              if (isChanging) one.whereNotIn('id', changing(knex, [id], 'entering'));
            });
      });
}

const changing = (knex: Knex, groupIds: readonly string[], direction: GroupChange['direction']) =>
  knex('hosts_group_changes').select('host_id').whereIn('group_id', groupIds).where({ direction });

/** The hosts for which a rule holds, whoever waits. */
export function idsOfRule(rule: GroupRule): HostIds {
  return (knex) =>
    knex('hosts_hosts')
      .select('id')
      .where('live', 1)
      .where((one) => whereRule(one, rule, knex));
}

/**
 * The hosts of a scope, as a subselect of their ids; null: all. The rules of its groups are read now, so use it for
 * the present call only. A deleted group holds no host.
 */
export async function idsInScope(knex: Knex, scope: HostScope): Promise<HostIds | null> {
  return scope === 'all' ? null : idsInSet(knex, scope);
}

async function idsInSet(knex: Knex, set: HostSet): Promise<HostIds> {
  if ('hostIds' in set)
    return (query) => query('hosts_hosts').select('id').whereIn('id', set.hostIds).whereNotNull('live');
  if ('groupIds' in set) return idsOfGroups(await membershipsOf(knex, set.groupIds));
  const parts = await Promise.all(set.allOf.map((part) => idsInSet(knex, part)));
  return (query) => {
    const ids = query('hosts_hosts').select('id').whereNotNull('live');
    // An empty list of sets must mean no host, although formally every host would be in each of them.
    if (parts.length === 0) ids.whereRaw('1 = 0');
    for (const part of parts) ids.whereIn('id', part(query));
    return ids;
  };
}

export async function membershipsOf(knex: Knex, groupIds: readonly string[]): Promise<Membership[]> {
  if (groupIds.length === 0) return [];
  return asMemberships(knex, await GroupModel.query(knex).select('id', 'rule').whereIn('id', groupIds));
}

/** For groups that were read already. */
export async function asMemberships(
  knex: Knex,
  groups: readonly Pick<GroupModel, 'id' | 'rule'>[],
): Promise<Membership[]> {
  const rows = (await knex('hosts_group_changes').distinct('group_id')) as { group_id: string }[];
  const changed = new Set(rows.map(({ group_id: id }) => id));
  return groups.map(({ id, rule }) => ({ id, rule, isChanging: changed.has(id) }));
}

const COLUMNS = {
  fqdn: 'lower(fqdn)',
  os_family: 'os_family',
  os_name: 'os_name',
  os_version: 'os_version',
  arch: 'arch',
} as const;

/** Columns come from a closed list; values are bound. A null column makes its comparison null, so not true. */
function whereRule(query: Knex.QueryBuilder, { match, conditions }: GroupRule, knex: Knex): void {
  for (const condition of conditions) {
    if (match === 'all') query.where((one) => whereCondition(one, condition, knex));
    else query.orWhere((one) => whereCondition(one, condition, knex));
  }
}

function whereCondition(
  query: Knex.QueryBuilder,
  { field, operator, value }: GroupCondition,
  knex: Knex,
): void {
  if (field !== 'tag')
    return compare(query, COLUMNS[field], operator, field === 'fqdn' ? value.toLowerCase() : value);
  const tagged = knex('hosts_tags').select('host_id');
  if (operator === 'not_equals') return void query.whereNotIn('id', tagged.where('tag', value));
  compare(tagged, 'tag', operator, value);
  query.whereIn('id', tagged);
}

function compare(
  query: Knex.QueryBuilder,
  column: string,
  operator: GroupCondition['operator'],
  value: string,
): void {
  switch (operator) {
    case 'equals':
      return void query.whereRaw(`${column} = ?`, [value]);
    case 'not_equals':
      return void query.whereRaw(`${column} <> ?`, [value]);
    case 'starts_with':
      // Both databases count characters here; JavaScript's `length` counts UTF-16 units.
      return void query.whereRaw(`substr(${column}, 1, ?) = ?`, [[...value].length, value]);
    case 'contains':
      return void query.whereRaw(`instr(${column}, ?) > 0`, [value]);
  }
}
