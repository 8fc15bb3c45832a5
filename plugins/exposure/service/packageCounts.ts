import type { Knex } from 'knex';
import type { Tx } from '#sdk';
import type { CountChange } from '../domain/counts.ts';

/** Entries of one statement. */
const CHUNK = 200;

/** Keeps the counts in step with the patches, in their transaction, which must hold the lock of the take-in. */
export async function writeCounts({ knex }: Tx, changes: readonly CountChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += CHUNK) await writeSome(knex, changes.slice(at, at + CHUNK));
}

async function writeSome(knex: Knex, changes: readonly CountChange[]): Promise<void> {
  const counts = () => knex('exposure_counts');
  const entries = changes.map(({ entry }) => entry);
  const rows = (await counts().whereIn('entry', entries).select('entry')) as { entry: string }[];
  const known = new Set(rows.map(({ entry }) => entry));
  const added = changes.filter(({ entry }) => !known.has(entry));
  if (added.length > 0)
    await counts().insert(
      added.map(({ entry, name, slot, severityRank, by }) => ({
        entry,
        name,
        slot,
        severity_rank: severityRank,
        hosts: by,
      })),
    );
  // Entries by their change in number: many hosts of a fleet lack the same, so few statements are needed.
  const moved = Map.groupBy(
    changes.filter(({ entry }) => known.has(entry)),
    ({ by }) => by,
  );
  for (const [by, some] of moved) {
    const own = some.map(({ entry }) => entry);
    await counts()
      .whereIn('entry', own)
      .update({ hosts: knex.raw('hosts + ?', [by]) });
    if (by < 0) await counts().whereIn('entry', own).where('hosts', '<=', 0).delete();
  }
}
