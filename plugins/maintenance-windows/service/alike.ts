import type { Context } from '#sdk';
import { EntryModel } from '../models.ts';
import { concernedBy } from './verdict.ts';

/** Hosts of one question to the inventory. */
const BATCH = 500;

/** The windows and freezes of some hosts: all of these hosts may be worked on at the same times. */
export interface Alike {
  entries: readonly EntryModel[];
}

/** The enabled entries of these hosts, of all groups and of the fleet. */
export function entriesFor({ db }: Pick<Context, 'db'>, hostIds: readonly string[]): Promise<EntryModel[]> {
  return EntryModel.query(db.reader)
    .where('enabled', 1)
    .where((own) => void own.whereNull('host_id').orWhereIn('host_id', [...hostIds]))
    .execute();
}

/**
 * Sorts hosts by what concerns them: hosts of the same entries share one object, so that a fleet of thousands is judged
 * by a few sets. `draft` is an entry that is not saved; it counts instead of the saved one with its id. Reads 500 hosts
 * at a time.
 */
export async function alikeOf(
  ctx: Context,
  hostIds: readonly string[],
  draft: EntryModel | null = null,
): Promise<ReadonlyMap<string, Alike>> {
  const found = new Map<string, Alike>();
  const sets = new Map<string, Alike>();
  const rows = new Map<string, EntryModel>();
  // The entries of groups and of the fleet come with each portion.
  const once = (row: EntryModel): EntryModel => {
    const known = rows.get(row.id) ?? row;
    rows.set(row.id, known);
    return known;
  };
  for (let at = 0; at < hostIds.length; at += BATCH) {
    const ids = hostIds.slice(at, at + BATCH);
    const saved = await entriesFor(ctx, ids);
    const counted = saved.filter(({ id }) => id !== draft?.id).map((row) => once(row));
    const { of } = await concernedBy(ctx, ids, draft?.enabled ? [...counted, draft] : counted);
    for (const id of ids) {
      const entries = of(id);
      const key = entries.map((entry) => entry.id).join();
      const alike = sets.get(key) ?? { entries };
      sets.set(key, alike);
      found.set(id, alike);
    }
  }
  return found;
}

/** Each entry of the sets, once. */
export const entriesOfAll = (sets: Iterable<Alike>): EntryModel[] => [
  ...new Set([...sets].flatMap(({ entries }) => entries)),
];
