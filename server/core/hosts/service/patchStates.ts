import type { Knex } from 'knex';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { readQueryOf } from '#server/kernel/db/reading/readQuery.ts';
import type { ReadQuery } from '#server/kernel/db/reading/types.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { PatchState } from '../api.ts';
import { patchStateOf } from '../patchState.ts';
import { idsInScope } from './groupSql.ts';

const COLUMNS = [
  'id',
  'fqdn',
  'display_name',
  'os_name',
  'os_version',
  'health_status',
  'package_manager',
  'patches_total',
  'patches_security',
  'reboot_required',
  'patches_polled_at',
].map((name) => `hosts.${name}`);

/**
 * See HostsService.patchStates; patchState.ts converts the rows. The patch lists are large: they are read only for
 * hosts that lack a security patch or may lack one, and in the order of an index, so that no database has to sort them.
 */
export async function patchStates(reader: Knex, scope: HostScope): Promise<ReadQuery> {
  const inScope = await idsInScope(reader, scope);
  const hosts = statesFrom(reader)
    .where('hosts.live', 1)
    .modify((query) => inScope && query.whereIn('hosts.id', inScope(reader)))
    .orderBy(['hosts.fqdn', 'hosts.id']);
  return readQueryOf(hosts);
}

/** A list whose number of security patches is unknown is read where it has patches of which nobody can tell. */
const MAY_LACK =
  '(hosts.patches_security > 0 or (hosts.patches_security is null and hosts.patches_total > 0))';

/** See HostsService.patchStatesIn. */
export async function patchStatesIn({ knex }: Tx, hostIds: readonly string[]): Promise<PatchState[]> {
  const rows = (await statesFrom(knex).whereIn('hosts.id', hostIds).whereNotNull('hosts.live')) as unknown[];
  return rows.map(patchStateOf);
}

const statesFrom = (knex: Knex): Knex.QueryBuilder =>
  knex('hosts_hosts as hosts')
    .leftJoin(
      'hosts_patches as lists',
      (join) => void join.on(knex.raw(`lists.host_id = hosts.id and ${MAY_LACK}`)),
    )
    .select(...COLUMNS, 'lists.patches', 'lists.first_seen');
