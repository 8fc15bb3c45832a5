import type { Knex } from 'knex';
import { systemActor } from '../actor.ts';
import { auditRow, GENESIS_HASH } from './rows.ts';
import { columns, type Migration } from '../../db/migrate.ts';

/** Table of the rows of version 0.1, set aside when the form of a row changed; only there if there were any. */
const FORMER_TABLE = 'kernel_audit_0';

export const auditMigrations: Migration[] = [
  { name: 'kernel/001_create_audit', up: createFormerTable },
  { name: 'kernel/005_set_former_audit_aside', up: setFormerAside },
  { name: 'kernel/006_create_audit_rows', up: createTable },
  { name: 'kernel/007_start_audit_chain', up: startChain },
  { name: 'kernel/008_create_audit_checkpoints', up: createCheckpointsTable },
  { name: 'kernel/011_index_audit', up: indexFilters },
  { name: 'kernel/012_create_audit_base', up: createBaseTable },
];

async function createFormerTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('kernel_audit', (t) => {
    columns.bigint(t, 'row_id').notNullable().primary();
    columns.timestamp(t, 'at').notNullable().index();
    columns.string(t, 'actor', 255).notNullable();
    columns.ascii(t, 'action', 100).notNullable();
    columns.string(t, 'resource', 255).notNullable();
    columns.text(t, 'text').notNullable();
    columns.ascii(t, 'hash', 64).notNullable();
  });
  await knex.schema.createTable('kernel_audit_head', (t) => {
    columns.integer(t, 'id').notNullable().primary();
    columns.bigint(t, 'row_id').notNullable();
    columns.ascii(t, 'hash', 64).notNullable();
  });
  await knex('kernel_audit_head').insert({ id: 1, row_id: 0, hash: GENESIS_HASH });
}

async function setFormerAside(knex: Knex): Promise<void> {
  if (!(await knex('kernel_audit').first('row_id')))
    return void (await knex.schema.dropTable('kernel_audit'));
  await knex.schema.renameTable('kernel_audit', FORMER_TABLE);
}

async function createTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('kernel_audit', (t) => {
    columns.bigint(t, 'row_id').notNullable().primary();
    // Named, because on SQLite the former table keeps the usual name, and an index's name is unique in a database
    // there.
    columns.timestamp(t, 'at').notNullable().index('kernel_audit_rows_at_index');
    columns.ascii(t, 'actor_kind', 20).notNullable();
    columns.ascii(t, 'actor_id');
    columns.ascii(t, 'action', 100).notNullable();
    columns.ascii(t, 'resource_kind', 40).notNullable();
    columns.ascii(t, 'resource_id');
    columns.text(t, 'text').notNullable();
    columns.ascii(t, 'hash', 64).notNullable();
  });
}

/** The first row of the new chain holds how many rows the former one had, and the hash that it ended in. */
async function startChain(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    const head = await trx<{ row_id: number; hash: string }>('kernel_audit_head').where('id', 1).first();
    if (!head || Number(head.row_id) === 0) return;
    const row = auditRow(
      {
        actor: systemActor,
        address: null,
        action: 'audit.chain_started',
        resource: { kind: 'audit', id: null, name: FORMER_TABLE },
        after: { formerRows: Number(head.row_id), formerHash: head.hash },
      },
      { rowId: 1, at: new Date(), prevHash: GENESIS_HASH },
    );
    await trx('kernel_audit').insert(row);
    await trx('kernel_audit_head').where('id', 1).update({ row_id: 1, hash: row.hash });
  });
}

/** How far each manager has signed, so how much its file must hold at least. The signatures themselves are not here. */
async function createCheckpointsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('kernel_audit_checkpoints', (t) => {
    columns.ascii(t, 'manager_id').notNullable().primary();
    columns.bigint(t, 'row_count').notNullable();
    columns.timestamp(t, 'at').notNullable();
  });
}

/** Indexes for the filters of the list, each in the order of the rows. */
async function indexFilters(knex: Knex): Promise<void> {
  await knex.schema.alterTable('kernel_audit', (t) => {
    for (const column of ['actor_id', 'actor_kind', 'action', 'resource_id'])
      t.index([column, 'row_id'], `kernel_audit_rows_by_${column}`);
  });
}

/** What the log says of rows that were archived; see `AuditBase`. */
async function createBaseTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('kernel_audit_base', (t) => {
    columns.integer(t, 'id').notNullable().primary();
    columns.text(t, 'sealed').notNullable();
  });
  // There from the start, so that two archives at once lock each other out.
  await knex('kernel_audit_base').insert({ id: 1, sealed: '' });
}
