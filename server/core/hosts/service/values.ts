import type { Knex } from 'knex';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import type { HostIds } from '../api.ts';
import { idsInScope } from './groupSql.ts';

/** One value that a filter of the host list can be set to, and how many hosts of the scope have it. */
export interface HostValue {
  value: string;
  hosts: number;
}

export interface HostValues {
  tags: HostValue[];
  osNames: HostValue[];
  agentVersions: HostValue[];
}

/** The most values per kind, those that most hosts have; more would not help to choose. */
const MOST_VALUES = 200;

/** The values that hosts of the scope have, sorted by value; each kind takes one scan of an index. */
export async function getHostValues(knex: Knex, scope: HostScope): Promise<HostValues> {
  const inScope = await idsInScope(knex, scope);
  const [tags, osNames, agentVersions] = await Promise.all([
    // Tags are deleted with their host, so all of them belong to live hosts.
    valuesOf(knex, { from: knex('hosts_tags'), column: 'tag', id: 'host_id' }, inScope),
    valuesOf(knex, { from: knex('hosts_hosts').where('live', 1), column: 'os_name', id: 'id' }, inScope),
    valuesOf(
      knex,
      { from: knex('hosts_hosts').where('live', 1), column: 'agent_version', id: 'id' },
      inScope,
    ),
  ]);
  return { tags, osNames, agentVersions };
}

async function valuesOf(
  knex: Knex,
  { from, column, id }: { from: Knex.QueryBuilder; column: string; id: string },
  inScope: HostIds | null,
): Promise<HostValue[]> {
  if (inScope) from.whereIn(id, inScope(knex));
  const rows = (await from
    .whereNotNull(column)
    .groupBy(column)
    .select(`${column} as value`)
    .count({ hosts: '*' })
    .orderBy([{ column: 'hosts', order: 'desc' }, { column }])
    .limit(MOST_VALUES)) as { value: string; hosts: number | string }[];
  const values = rows.map(({ value, hosts }) => ({ value, hosts: Number(hosts) }));
  return values.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
}
