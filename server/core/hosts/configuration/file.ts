import type { components } from '#generated/manager.ts';
import type { Knex } from 'knex';
import { GroupModel } from '../models.ts';
import { toGroup } from '../service/groups.ts';
import type { Group, HostInFile } from '../api.ts';

/** A group as the file has it: by its name, with its hosts by names that another manager knows too. */
export type GroupInFile = components['schemas']['ConfigurationGroup'];

/** A group of this manager; `hosts` by host id, only for a listed group. */
export interface StoredGroup extends Group {
  hosts: ReadonlyMap<string, HostInFile>;
}

/** All groups, sorted by name. */
export async function storedGroups(knex: Knex): Promise<StoredGroup[]> {
  const groups = (await GroupModel.query(knex)).map(toGroup);
  const listed = (await knex('hosts_group_hosts as listed')
    .join('hosts_hosts as hosts', 'hosts.id', 'listed.host_id')
    .whereNotNull('hosts.live')
    .select('listed.group_id', 'hosts.id', 'hosts.fqdn', 'hosts.machine_id')) as ListedRow[];
  const byGroup = Map.groupBy(listed, (row) => row.group_id);
  return groups
    .map((group) => ({
      ...group,
      hosts: new Map(
        (byGroup.get(group.id) ?? []).map(({ id, fqdn, machine_id }) => [id, { fqdn, machine_id }] as const),
      ),
    }))
    .sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()));
}

interface ListedRow extends HostInFile {
  group_id: string;
  id: string;
}

export function toFile({ name, description, rule, hosts }: StoredGroup): GroupInFile {
  const base = { name, description };
  return rule === null
    ? { ...base, hosts: [...hosts.values()].sort((a, b) => compare(keyOf(a), keyOf(b))) }
    : { ...base, rule };
}

const keyOf = ({ fqdn, machine_id: machineId }: HostInFile): string => `${fqdn} ${machineId ?? ''}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
