import { etags, tables, type Tx } from '#sdk';
import { withTold, type KeptAdvisory, type ToldAdvisory } from '../domain/advisory.ts';
import { AdvisoryModel } from '../models.ts';

/** Ids of one statement. */
const CHUNK = 500;

/** Keeps what hosts tell of advisories: in the transaction that writes their patches, always in the same order. */
export async function keepAdvisories({ knex }: Tx, told: readonly ToldAdvisory[]): Promise<void> {
  const news = Map.groupBy(told, ({ id }) => id);
  const ids = [...news.keys()].sort();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK);
    const rows = new Map((await AdvisoryModel.query(knex).whereIn('id', some)).map((row) => [row.id, row]));
    const added: KeptAdvisory[] = [];
    for (const id of some) {
      const row = rows.get(id);
      const now = (news.get(id) ?? []).reduce<KeptAdvisory | undefined>(withTold, row);
      if (!now) continue;
      if (!row) added.push(now);
      else if (!etags.changesNothing(row, now)) await AdvisoryModel.query(knex).findById(id).patch(now);
    }
    await tables.insertModels(AdvisoryModel, knex, added);
  }
}

/** Deletes advisories that no host lacks any more, at most so many. Returns how many it deleted. */
export async function deleteUnlacked({ knex }: Tx, most: number): Promise<number> {
  const rows = (await knex('exposure_advisories')
    .whereNotExists(
      knex('exposure_advisory_counts')
        .select(knex.raw('1'))
        .where('exposure_advisory_counts.advisory_id', knex.ref('exposure_advisories.id')),
    )
    .limit(most)
    .select('id')) as { id: string }[];
  if (rows.length === 0) return 0;
  return knex('exposure_advisories')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .delete();
}
