import type { Knex } from 'knex';
import type { Context } from '../boot/feature.ts';
import { fromTs } from '../db/database.ts';
import { columns, type Migration } from '../db/migrate.ts';
import { lockByName } from '../db/locks.ts';
import type { Tx } from '../db/tx.ts';

declare module '../declared.ts' {
  interface JoinedSteps {
    /**
     * The database was restored from a backup: what may have ended since must not go on (sign-ins), and what may have been
     * used since must not be used again (one-time secrets). Once for each feature, at the first start after the restore at
     * which it is switched on, before anything is served.
     */
    'kernel.restored': { at: Date };
  }
}

/**
 * Of which life of this installation the database is. A restore begins a new one, with a higher epoch: agents refuse a
 * manager of an earlier one, so that the old machine cannot act beside the new, should it live.
 */
export const installationMigrations: Migration[] = [
  {
    name: 'kernel/007_create_installation',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_installation', (t) => {
        columns.integer(t, 'id').notNullable().primary();
        columns.bigint(t, 'epoch').notNullable();
        columns.timestamp(t, 'restored_at');
        // When the last backup was made by this program.
        columns.timestamp(t, 'backed_up_at');
      });
      // The features that have not done their part of the last restore. Those that are switched off stay.
      await knex.schema.createTable('kernel_unsettled', (t) => {
        columns.ascii(t, 'feature', 100).notNullable().primary();
      });
      await knex('kernel_installation').insert({
        id: 1,
        epoch: 0,
        restored_at: null,
        backed_up_at: null,
      });
    },
  },
];

/** 0: it was never restored. */
export async function readEpoch(knex: Knex): Promise<number> {
  const row = (await knex('kernel_installation').where('id', 1).first('epoch')) as
    | { epoch: number }
    | undefined;
  return Number(row?.epoch ?? 0);
}

/** When `fleetmend backup` has last made one; null: never. */
export async function backedUpAt(knex: Knex): Promise<Date | null> {
  const row = (await knex('kernel_installation').where('id', 1).first('backed_up_at')) as
    | { backed_up_at: unknown }
    | undefined;
  return fromTs(row?.backed_up_at ?? null);
}

export const noteBackup = async ({ knex }: Tx, at: Date): Promise<void> =>
  void (await knex('kernel_installation').where('id', 1).update({ backed_up_at: at }));

/** Begins a new life of the installation, of which each of the features has to do its part; answers its epoch. */
export async function raiseEpoch({ knex }: Tx, at: Date, features: readonly string[]): Promise<number> {
  const epoch = (await readEpoch(knex)) + 1;
  await knex('kernel_installation').where('id', 1).update({ epoch, restored_at: at });
  await knex('kernel_unsettled').delete();
  await knex('kernel_unsettled').insert(features.map((feature) => ({ feature })));
  return epoch;
}

/**
 * Has each of the features that are on do its part of a restore, if no start has had it do so. Managers that start
 * together take turns.
 */
export async function settleRestore(
  ctx: Pick<Context, 'db' | 'tx' | 'steps' | 'clock'>,
  on: readonly string[],
): Promise<void> {
  const dueIn = async (knex: Knex): Promise<string[]> =>
    knex('kernel_unsettled').whereIn('feature', on).pluck('feature');
  if ((await dueIn(ctx.db.reader)).length === 0) return;
  await ctx.tx(
    async (tx) => {
      await lockByName(tx, 'kernel:restored');
      const due = await dueIn(tx.knex);
      await ctx.steps.join(tx, 'kernel.restored', { at: ctx.clock.now() }, due);
      await tx.knex('kernel_unsettled').whereIn('feature', due).delete();
    },
    { name: 'kernel.restored' },
  );
}
