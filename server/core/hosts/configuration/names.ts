import type { PlannedConfiguration } from '../../../kernel/boot/configuration.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { AppError } from '../../../shared/wire/appError.ts';
import type { ConfigurationNames } from '../api.ts';
import { GroupModel, HostModel } from '../models.ts';
import { finderOf } from './file.ts';

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
  const names = new Map(groups.map(({ name }) => [name.toLowerCase(), name]));
  for (const { kind, name } of planned?.changes ?? []) {
    if (kind === 'added') names.set(name.toLowerCase(), name);
    if (kind === 'removed') names.delete(name.toLowerCase());
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
    findGroup: (name) => names.get(name.toLowerCase()) ?? null,
    async groupIdIn(tx, name) {
      const group = await GroupModel.query(tx.knex).findOne({ name_key: name.toLowerCase() }).forUpdate();
      if (!group) throw new AppError('PRECONDITION_FAILED');
      return group.id;
    },
  };
}
