import type { Knex } from 'knex';
import type { Tx } from '#sdk';
import type { CountChange, CountedBy } from '../domain/counts.ts';

/** Where hosts are counted by a package or by an advisory: in `counts`, made of the patches' own `column`. */
export interface Counted {
  counts: string;
  column: 'name' | 'advisory_id';
}

export const COUNTED: Readonly<Record<CountedBy, Counted>> = {
  name: { counts: 'exposure_counts', column: 'name' },
  advisoryId: { counts: 'exposure_advisory_counts', column: 'advisory_id' },
};

/** Entries of one statement. */
const CHUNK = 200;

/** Keeps the counts in step with the patches, in their transaction, which must hold the lock of the take-in. */
export async function writeCounts(
  { knex }: Tx,
  counted: Counted,
  changes: readonly CountChange[],
): Promise<void> {
  for (let at = 0; at < changes.length; at += CHUNK)
    await writeSome(knex, counted, changes.slice(at, at + CHUNK));
}

async function writeSome(
  knex: Knex,
  { counts: table, column }: Counted,
  changes: readonly CountChange[],
): Promise<void> {
  const counts = () => knex(table);
  const entries = changes.map(({ entry }) => entry);
  const rows = (await counts().whereIn('entry', entries).select('entry')) as { entry: string }[];
  const known = new Set(rows.map(({ entry }) => entry));
  const added = changes.filter(({ entry }) => !known.has(entry));
  if (added.length > 0)
    await counts().insert(
      added.map(({ entry, subject, slot, severityRank, held, by }) => ({
        entry,
        [column]: subject,
        slot,
        severity_rank: severityRank,
        held: held ? 1 : 0,
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
