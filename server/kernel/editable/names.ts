import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { AppError } from '../../shared/wire/appError.ts';

/** What names are compared by: two that look the same, or that differ in case alone, are one. */
export const normalName = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * What the column `name_key` (`columns.nameKey`) has for a name, whose unique index keeps a name from being given twice
 * within its parent. It is a hash: of one length whatever the normal form has, and compared alike by both databases.
 */
export const nameKeyOf = (kind: string, parentId: string | null, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, parentId, normalName(name)]))
    .digest('hex');

interface Named {
  table: string;
  kind: string;
  nameKey: string;
  /** Of the row that is renamed. */
  ownId?: string;
}

/**
 * Throws NAME_TAKEN, with the id of the row that has the name. Another manager may take it meanwhile: then the unique
 * index refuses the second, whose transaction runs again and comes here.
 */
export async function refuseTakenName(knex: Knex, { table, kind, nameKey, ownId }: Named): Promise<void> {
  const taken = await knex<{ id: string; name_key: string }>(table).where('name_key', nameKey).first('id');
  if (!taken || taken.id === ownId) return;
  const message = `Another ${kind.replaceAll('_', ' ')} has this name.`;
  throw new AppError('NAME_TAKEN', { message, details: { id: taken.id } });
}
