import type { Knex } from 'knex';
import type { Context, Tx } from '#sdk';
import { blockOf, graver, type ScoreEntry } from '../domain/dataSet.ts';
import { priorityOf } from '../domain/rank.ts';
import { CveModel, DataSetModel } from '../models.ts';
import type { Feeds } from './feeds.ts';
import { takeTurn } from './standings.ts';

export type Score = Pick<
  CveModel,
  'exploited' | 'exploitedSince' | 'epss' | 'epssPercentile' | 'cvss' | 'cvssVector' | 'publishedOn'
>;

/** A score, with the severity rank that documents of distributions give the CVE. */
export interface Told {
  score: Score;
  severityRank: number;
}

/** The score of a CVE that no data set names. */
export const NOTHING: Score = {
  exploited: false,
  exploitedSince: null,
  epss: null,
  epssPercentile: null,
  cvss: null,
  cvssVector: null,
  publishedOn: null,
};
/** Sorts after every CVE: all CVEs have what a data set says, but hosts may not yet. */
export const SCORED = '~';
/** Blocks that are read at once: some 500 kB. */
const BLOCKS = 32;
/** CVEs of one transaction: it holds SQLite's only connection. */
const CVES = 200;

/** What the present data sets say of these CVEs. Every CVE gets an entry; one that they do not name has no score. */
export async function scoresOf(knex: Knex, cves: readonly string[]): Promise<ReadonlyMap<string, Told>> {
  const found = new Map<string, ScoreEntry>();
  const sets = cves.length === 0 ? [] : await DataSetModel.query(knex).whereNotNull('import_id');
  const wanted = Map.groupBy(cves, blockOf);
  const names = [...wanted.keys()];
  for (const { importId } of sets)
    for (let at = 0; at < names.length; at += BLOCKS) {
      const blocks = (await knex('exposure_data_blocks')
        .where('import_id', importId)
        .whereIn('block', names.slice(at, at + BLOCKS))
        .select('block', 'entries')) as { block: string; entries: string }[];
      for (const { block, entries } of blocks) {
        const said = JSON.parse(entries) as Record<string, ScoreEntry>;
        for (const cve of wanted.get(block) ?? []) {
          const [entry, before] = [said[cve], found.get(cve)];
          if (entry) found.set(cve, before ? graver(before, entry) : entry);
        }
      }
    }
  return new Map(cves.map((cve) => [cve, toldOf(found.get(cve))]));
}

function toldOf(entry: ScoreEntry = []): Told {
  const [epss = null, epssPercentile = null, exploitedSince = null, severityRank, ...rest] = entry;
  const [cvss = null, cvssVector = null, publishedOn = null] = rest;
  const exploited = exploitedSince !== null;
  const score = { exploited, exploitedSince, epss, epssPercentile, cvss, cvssVector, publishedOn };
  return { score, severityRank: severityRank ?? 0 };
}

/**
 * Writes what a new data set says to some of the known CVEs. The data set's row holds the progress, so that another
 * manager can go on. Resolves with how many CVEs it looked at; 0 when none is left.
 */
export async function scoreSome(ctx: Context, feeds: Feeds): Promise<number> {
  const pending = DataSetModel.query(ctx.db.reader).where('scored_after', '<', SCORED).resultSize();
  if ((await pending) === 0) return 0;
  return ctx.tx((tx) => score(tx, feeds), { name: 'exposure.score', durable: false });
}

async function score(tx: Tx, feeds: Feeds): Promise<number> {
  await takeTurn(tx);
  const { knex } = tx;
  const sets = await DataSetModel.query(knex).where('scored_after', '<', SCORED);
  const after = sets.map(({ scoredAfter }) => scoredAfter ?? '').sort()[0];
  if (after === undefined) return 0;
  const rows = await CveModel.query(knex).where('cve', '>', after).orderBy('cve').limit(CVES);
  const scores = await scoresOf(
    knex,
    rows.map(({ cve }) => cve),
  );
  for (const row of rows) {
    const told = scores.get(row.cve);
    const now = told?.score ?? NOTHING;
    const severityRank = Math.max(row.severityRank, told?.severityRank ?? 0);
    if (isSame(row, now) && severityRank === row.severityRank) continue;
    const priority = priorityOf({ ...now, severityRank });
    await CveModel.query(knex)
      .findById(row.id)
      .patch({ ...now, severityRank, priority });
  }
  const last = rows.length === CVES ? (rows.at(-1)?.cve ?? null) : null;
  for (const { kind, scoredAfter } of sets)
    if (last === null || (scoredAfter ?? '') < last)
      await DataSetModel.query(knex)
        .findById(kind)
        .patch({ scoredAfter: last ?? (feeds.tellsPackages(kind) ? SCORED : null) });
  return rows.length;
}

const isSame = (row: Score, now: Score): boolean =>
  (Object.keys(NOTHING) as (keyof Score)[]).every((name) => row[name] === now[name]);
