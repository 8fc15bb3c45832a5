import type { Knex } from 'knex';
import { fromTs, ts } from '#server/kernel/db/database.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import type { FleetFigures, HostIds, SecurityAge, SecuritySeverity } from '../api.ts';
import { ageSpan } from '../exposure.ts';
import { rankOf } from '../severity.ts';
import { idsInScope } from './groupSql.ts';

type Sums = Record<string, number | string | null>;

const SEVERITIES = ['critical', 'important', 'moderate', 'low'] as const;
const AGES = ['under_7_days', 'under_30_days', 'under_90_days', 'over_90_days'] as const;
const MAX_PROBLEMS = 20;

/** One scan of the scope's live hosts. Unread figures count as 0; `hostsNeverPolled` counts hosts without any. */
export async function fleetFigures(reader: Knex, scope: HostScope, now: Date): Promise<FleetFigures> {
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
      ...SEVERITIES.map((severity) =>
        reader.raw(`sum(severity_rank = ${rankOf(severity)}) as severity_${severity}`),
      ),
      reader.raw('sum(patches_security > 0 and severity_rank is null) as severity_unrated'),
      ...AGES.map((age) => {
        const { from, to } = ageSpan(age, now);
        return reader.raw(`sum(security_since > ? and security_since <= ?) as age_${age}`, [
          ts(from),
          ts(to),
        ]);
      }),
      reader.raw('sum(patches_security > 0 and security_since is null) as age_not_recorded'),
      reader.raw('sum(patches_security is null) as security_unknown'),
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
    hostsBySeverity: Object.fromEntries(
      ([...SEVERITIES, 'unrated'] as const).map((severity) => [severity, sum(`severity_${severity}`)]),
    ) as Record<SecuritySeverity, number>,
    hostsBySecurityAge: Object.fromEntries(
      ([...AGES, 'not_recorded'] as const).map((age) => [age, sum(`age_${age}`)]),
    ) as Record<SecurityAge, number>,
    problems: await problemsIn(reader, inScope),
    groupChangesWaiting: await changesWaiting(reader, inScope),
    hostsSecurityUnknown: sum('security_unknown'),
    hostsNeverPolled: sum('never_polled'),
    oldestPollAt: fromTs(row.oldest),
  };
}

async function changesWaiting(reader: Knex, inScope: HostIds | null): Promise<number> {
  const row = (await reader('hosts_group_changes')
    .where('state', 'waiting')
    // A group that was deleted while a change of it began has taken only the others with it.
    .whereIn('group_id', reader('hosts_groups').select('id'))
    .modify((query) => inScope && query.whereIn('host_id', inScope(reader)))
    .count({ total: '*' })
    .first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

/** The rows are deleted with their host, so all of them belong to live hosts. */
async function problemsIn(reader: Knex, inScope: HostIds | null): Promise<FleetFigures['problems']> {
  const rows = (await reader('hosts_problems')
    .modify((query) => inScope && query.whereIn('host_id', inScope(reader)))
    .select('code')
    .count({ hosts: '*' })
    .groupBy('code')
    .orderBy([{ column: 'hosts', order: 'desc' }, { column: 'code' }])
    .limit(MAX_PROBLEMS)) as { code: string; hosts: number | string }[];
  return rows.map(({ code, hosts }) => ({ code, hosts: Number(hosts) }));
}
