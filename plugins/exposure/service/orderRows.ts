import type { Knex } from 'knex';
import type { HostIds } from '#sdk/hosts.ts';
import type { Counted } from './counts.ts';

/** The hosts whose patches are asked for. */
export interface Sight {
  hostId: string | undefined;
  inScope: HostIds | null;
}

/** One package with a pending security patch, or one advisory. */
export interface LackRow {
  /** Name of the package, or id of the advisory. */
  subject: string;
  hosts: number | string;
  /** Of these, hosts on which not all of it is held. */
  free: number | string;
  overdue: number | string;
  severity_rank: number | string;
  due_at: unknown;
}

export interface CveRow {
  cve: string;
  /** JSON: names of packages, or names and versions. */
  packages: string;
  exploited: number;
  exploited_since: string | null;
  epss: number | null;
  severity_rank: number | string;
}

export function narrow(query: Knex.QueryBuilder, knex: Knex, { hostId, inScope }: Sight): void {
  if (hostId !== undefined) query.where('host_id', hostId);
  if (inScope) query.whereIn('host_id', inScope(knex));
}

/** What is lacking on the hosts in sight, by package or by advisory. */
export function lacksQuery(
  knex: Knex,
  { column, ...sight }: Sight & Pick<Counted, 'column'>,
  now: Date,
): Knex.QueryBuilder {
  const counts = '(excepted_until is null or excepted_until <= ?)';
  return knex('exposure_patches')
    .where('open', 1)
    .modify((query) => narrow(query, knex, sight))
    .groupBy(column)
    .select(
      `${column} as subject`,
      knex.raw('count(distinct host_id) as hosts'),
      knex.raw('count(distinct case when held = 0 then host_id end) as free'),
      knex.raw(`count(distinct case when due_at < ? and ${counts} then host_id end) as overdue`, [now, now]),
      knex.raw('max(severity_rank) as severity_rank'),
      knex.raw(`min(case when ${counts} then due_at end) as due_at`, [now]),
    );
}

/** The CVEs that are open on some hosts, with what fixes them there. */
export function cvesQuery(knex: Knex, sight: Sight): Knex.QueryBuilder {
  const findings = knex('exposure_findings')
    .where('open', 1)
    .modify((query) => narrow(query, knex, sight))
    .distinct('cve as of_cve', 'packages as own_packages');
  return knex('exposure_cves as cves')
    .join(findings.as('own'), 'own.of_cve', 'cves.cve')
    .select(
      'cves.cve',
      'own.own_packages as packages',
      'cves.exploited',
      'cves.exploited_since',
      'cves.epss',
      'cves.severity_rank',
    );
}
