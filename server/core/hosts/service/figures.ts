import type { Knex } from 'knex';
import { fromTs } from '../../../kernel/db/database.ts';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { FleetFigures } from '../api.ts';
import { idsInScope } from './groupSql.ts';

type Sums = Record<string, number | string | null>;

/** One walk over the live hosts of the scope. What was never read counts as nothing, and `hostsNeverPolled` says how much that is. */
export async function fleetFigures(reader: Knex, scope: HostScope): Promise<FleetFigures> {
  const inScope = await idsInScope(reader, scope);
  const row = (await reader('hosts_hosts')
    .where('live', 1)
    .modify((query) => inScope && query.whereIn('id', inScope(reader)))
    .select(
      reader.raw('count(*) as total'),
      ...(['healthy', 'degraded', 'unreachable', 'unknown'] as const).map((status) =>
        reader.raw(`sum(health_status = '${status}') as ${status}`),
      ),
      reader.raw('sum(patches_security > 0) as with_security'),
      reader.raw('sum(patches_security) as security'),
      reader.raw('sum(patches_total) as patches'),
      reader.raw('sum(reboot_required) as reboot'),
      reader.raw('sum(patches_polled_at is null) as never_polled'),
      reader.raw('min(patches_polled_at) as oldest'),
    )
    .first()) as Sums & { oldest: unknown };
  const sum = (name: string): number => Number(row[name] ?? 0);
  return {
    hostsTotal: sum('total'),
    hostsByHealth: {
      healthy: sum('healthy'),
      degraded: sum('degraded'),
      unreachable: sum('unreachable'),
      unknown: sum('unknown'),
    },
    hostsWithSecurity: sum('with_security'),
    patchesSecurityTotal: sum('security'),
    patchesTotal: sum('patches'),
    hostsRebootRequired: sum('reboot'),
    hostsNeverPolled: sum('never_polled'),
    oldestPollAt: fromTs(row.oldest),
  };
}
