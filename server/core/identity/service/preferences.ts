import type { Knex } from 'knex';
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { changesNothing, requireMatch, type IfMatch } from '#server/kernel/http/etag.ts';
import { PreferencesModel, UserModel } from '../models.ts';

/** As many as the contract allows. */
const MOST_NAMES = 50;

export type Preferences = Pick<PreferencesModel, 'values' | 'editVersion'>;

/** What a client keeps for the account; version 0 and empty before the first change. */
export async function preferencesOf(knex: Knex, userId: string): Promise<Preferences> {
  const row = await PreferencesModel.query(knex).findById(userId);
  return { values: row?.values ?? {}, editVersion: row?.editVersion ?? 0 };
}

export interface PreferencesChange {
  userId: string;
  /** Null deletes a name; others stay. */
  values: Readonly<Record<string, string | null>>;
  ifMatch: IfMatch;
}

/**
 * Changes some of them. One that changes nothing raises no version. Throws PRECONDITION_FAILED, and VALIDATION_FAILED where
 * there would be too many.
 */
export function changePreferences(
  ctx: Pick<Context, 'tx'>,
  { userId, values, ifMatch }: PreferencesChange,
): Promise<Preferences> {
  return ctx.tx(
    async (tx) => {
      // The account's row is the lock: there may be no preferences yet.
      if (!(await UserModel.query(tx.knex).findById(userId).forUpdate()))
        throw new AppError('UNAUTHENTICATED');
      const before = await preferencesOf(tx.knex, userId);
      requireMatch(ifMatch, before.editVersion);
      const kept = Object.entries({ ...before.values, ...values }).filter(([, value]) => value !== null);
      if (kept.length > MOST_NAMES)
        throw validationError([
          {
            path: '/body/values',
            message: `must leave at most ${MOST_NAMES} names, and leaves ${kept.length}`,
          },
        ]);
      const after = { values: Object.fromEntries(kept) as Record<string, string> };
      if (changesNothing(before, after)) return before;
      const editVersion = before.editVersion + 1;
      if (before.editVersion === 0)
        await PreferencesModel.query(tx.knex).insert({ userId, editVersion, ...after });
      else
        await PreferencesModel.query(tx.knex)
          .findById(userId)
          .patch({ editVersion, ...after });
      return { ...after, editVersion };
    },
    { name: 'identity.changePreferences', durable: false },
  );
}
