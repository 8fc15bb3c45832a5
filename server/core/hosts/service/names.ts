import type { Knex } from 'knex';
import type { PlannedConfiguration } from '#server/kernel/configuration.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { nameKeyOf, normalName } from '#server/kernel/editable/names.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { ConfigurationNames, HostInFile } from '../api.ts';
import { GroupModel, HostModel } from '../models.ts';

/** Reads all hosts and groups once, for a part of a configuration file that names many of them. */
export async function configurationNames(
  { db: { reader } }: Pick<Context, 'db'>,
  planned?: PlannedConfiguration,
): Promise<ConfigurationNames> {
  const hosts = await HostModel.query(reader).where('live', 1).select('id', 'fqdn', 'machine_id');
  const groups = await GroupModel.query(reader).select('id', 'name');
  const hostById = new Map(
    hosts.map(({ id, fqdn, machineId }) => [id, { fqdn, machine_id: machineId }] as const),
  );
  const groupById = new Map(groups.map(({ id, name }) => [id, name]));
  const names = new Map(groups.map(({ name }) => [normalName(name), name]));
  for (const { kind, name } of planned?.changes ?? []) {
    if (kind === 'added') names.set(normalName(name), name);
    if (kind === 'removed') names.delete(normalName(name));
  }
  const find = finderOf(hosts);
  return {
    hostOf: (id) => hostById.get(id) ?? null,
    groupOf: (id) => groupById.get(id) ?? null,
    findHost(wanted) {
      const id = find(wanted);
      const host = id === null ? undefined : hostById.get(id);
      return id === null || !host ? null : { id, host };
    },
    findGroup: (name) => names.get(normalName(name)) ?? null,
    async groupIdIn(tx, name) {
      const key = nameKeyOf('group', null, name);
      const group = await GroupModel.query(tx.knex).findOne({ name_key: key }).forUpdate();
      if (!group) throw new AppError('PRECONDITION_FAILED');
      return group.id;
    },
  };
}

/** Returns a function that finds the live host of a file entry: by machine id, or else the only host of that name. */
export const hostFinder = async (knex: Knex): Promise<(host: HostInFile) => string | null> =>
  finderOf(await HostModel.query(knex).where('live', 1).select('id', 'fqdn', 'machine_id'));

/** Like `hostFinder`, among these rows. */
export function finderOf(rows: readonly Pick<HostModel, 'id' | 'fqdn' | 'machineId'>[]) {
  const byMachine = new Map(rows.flatMap(({ id, machineId }) => (machineId ? [[machineId, id]] : [])));
  const byName = Map.groupBy(rows, ({ fqdn }) => fqdn.toLowerCase());
  return ({ fqdn, machine_id: machineId }: HostInFile): string | null => {
    const same = machineId === null ? undefined : byMachine.get(machineId);
    const [only, ...others] = byName.get(fqdn.toLowerCase()) ?? [];
    return same ?? (only && others.length === 0 ? only.id : null);
  };
}
