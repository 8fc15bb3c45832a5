import { newId, tables, type Tx } from '#sdk';
import { priorityOf } from '../domain/rank.ts';
import { CveModel, type CvePackage } from '../models.ts';
import { scoresOf, type Told } from './scores.ts';

/** What a batch of hosts tells of one CVE. */
export interface CveNews {
  /** Hosts on which it opened minus those on which it closed. */
  hosts: number;
  severityRank: number;
  packages: CvePackage[];
  /** Opening times of the new rows; null where none is recorded. */
  openedAt: (Date | null)[];
}

const MAX_PACKAGES = 20;
const MAX_SEARCH = 2_000;
/** Names of one statement. */
const CHUNK = 500;

/** Keeps the rows of CVEs in step with the findings: in their transaction, always in the same order. */
export async function countCves(tx: Tx, news: ReadonlyMap<string, CveNews>): Promise<void> {
  const names = [...news.keys()].sort();
  for (let at = 0; at < names.length; at += CHUNK) await countSome(tx, names.slice(at, at + CHUNK), news);
}

async function countSome(
  { knex }: Tx,
  names: readonly string[],
  news: ReadonlyMap<string, CveNews>,
): Promise<void> {
  const rows = new Map((await CveModel.query(knex).whereIn('cve', names)).map((row) => [row.cve, row]));
  const scores = await scoresOf(
    knex,
    names.filter((cve) => !rows.has(cve)),
  );
  const added: Partial<CveModel>[] = [];
  /** CVEs by the change in their number of hosts: most hosts of a batch lack the same, so few statements are needed. */
  const moved = new Map<number, string[]>();
  for (const cve of names) {
    const told = news.get(cve);
    if (!told) continue;
    const row = rows.get(cve);
    const score = scores.get(cve);
    if (score) added.push(newRow(cve, told, score));
    if (!row) continue;
    const set = changeOf(row, told);
    if (set) await CveModel.query(knex).findById(row.id).patch(set);
    if (told.hosts !== 0) moved.set(told.hosts, [...(moved.get(told.hosts) ?? []), row.id]);
  }
  await tables.insertModels(CveModel, knex, added);
  for (const [by, ids] of moved) {
    await knex('exposure_cves')
      .whereIn('id', ids)
      .update({ hosts_open: knex.raw('hosts_open + ?', [by]) });
    if (by < 0) await withoutFindings(knex).whereIn('id', ids).delete();
  }
}

/** CVEs of which no finding is left, open or closed. */
const withoutFindings = (knex: Tx['knex']) =>
  knex('exposure_cves')
    .where('hosts_open', '<=', 0)
    .whereNotExists(
      knex('exposure_findings').select('id').where('exposure_findings.cve', knex.ref('exposure_cves.cve')),
    );

/** Deletes CVEs of which no finding is left, at most so many. Returns how many it deleted. */
export async function deleteWithoutFindings({ knex }: Tx, most: number): Promise<number> {
  const rows = (await withoutFindings(knex).limit(most).select('id')) as { id: string }[];
  if (rows.length === 0) return 0;
  return knex('exposure_cves')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .delete();
}

function newRow(
  cve: string,
  { hosts, severityRank: advised, packages, openedAt }: CveNews,
  { score, severityRank: told }: Told,
): Partial<CveModel> {
  const own = merged([], packages);
  const severityRank = Math.max(advised, told);
  return {
    id: newId(),
    cve,
    severityRank,
    packages: own,
    hostsOpen: hosts,
    searchText: searchOf(cve, own),
    ...score,
    firstSeenAt: earliest(openedAt),
    priority: priorityOf({ ...score, severityRank }),
  };
}

/** Null if nothing of the row changes but the number of hosts. */
function changeOf(row: CveModel, told: CveNews): Partial<CveModel> | null {
  const packages = merged(row.packages, told.packages);
  const severityRank = Math.max(row.severityRank, told.severityRank);
  const firstSeenAt = told.openedAt.includes(null) ? null : row.firstSeenAt;
  const isSame =
    severityRank === row.severityRank &&
    firstSeenAt === row.firstSeenAt &&
    JSON.stringify(packages) === JSON.stringify(row.packages);
  if (isSame) return null;
  const priority = priorityOf({ ...row, severityRank });
  return { packages, severityRank, firstSeenAt, priority, searchText: searchOf(row.cve, packages) };
}

/** Both lists, each package with the version told last; names beyond the first twenty are dropped. */
function merged(before: readonly CvePackage[], told: readonly CvePackage[]): CvePackage[] {
  const found = new Map(before.map((one) => [one.name, one.fixedVersion]));
  for (const { name, fixedVersion } of told)
    if (found.has(name) || found.size < MAX_PACKAGES) found.set(name, fixedVersion);
  return [...found].map(([name, fixedVersion]) => ({ name, fixedVersion }));
}

const searchOf = (cve: string, packages: readonly CvePackage[]): string =>
  [cve, ...packages.map(({ name }) => name)].join(' ').toLowerCase().slice(0, MAX_SEARCH);

/** Null if one of the times is not recorded, or if there are none. */
function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((at) => (at ? [at.getTime()] : []));
  return known.length === times.length && known.length > 0 ? new Date(Math.min(...known)) : null;
}
