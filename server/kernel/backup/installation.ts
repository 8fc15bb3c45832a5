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
     * used since must not be used again (one-time secrets). Once, at the first start after it, before anything is served.
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
        // Whether all features have done their part of the last restore.
        columns.boolean(t, 'settled').notNullable();
      });
      await knex('kernel_installation').insert({
        id: 1,
        epoch: 0,
        restored_at: null,
        backed_up_at: null,
        settled: true,
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

/** Begins a new life of the installation; answers its epoch. */
export async function raiseEpoch({ knex }: Tx, at: Date): Promise<number> {
  const epoch = (await readEpoch(knex)) + 1;
  await knex('kernel_installation').where('id', 1).update({ epoch, restored_at: at, settled: false });
  return epoch;
}

/** Has each feature do its part of a restore, which no start has done yet. Managers that start together take turns. */
export async function settleRestore(ctx: Pick<Context, 'db' | 'tx' | 'steps' | 'clock'>): Promise<void> {
  const isDue = async (knex: Knex): Promise<boolean> =>
    (await knex('kernel_installation').where({ id: 1, settled: false }).first('id')) !== undefined;
  if (!(await isDue(ctx.db.reader))) return;
  await ctx.tx(
    async (tx) => {
      await lockByName(tx, 'kernel:restored');
      if (!(await isDue(tx.knex))) return;
      await ctx.steps.join(tx, 'kernel.restored', { at: ctx.clock.now() });
      await tx.knex('kernel_installation').where('id', 1).update({ settled: true });
    },
    { name: 'kernel.restored' },
  );
}
