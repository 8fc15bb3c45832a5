import type { suite } from 'uvu';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { FreshDatabase } from '#test/support/databases.ts';
import { columns, type Migration } from '../migrate.ts';
import { BaseModel } from '../model.ts';
import type { RunTx } from '../tx.ts';

// A zone with a summer time: a driver that reads or writes local times is found out.
process.env['TZ'] = 'Europe/Berlin';

export interface Context {
  fresh: FreshDatabase;
  runTx: RunTx;
  logged: { level: number; msg: string }[];
  log: Logger;
}

export class Item extends BaseModel {
  static override tableName = 'test_items';
  static override timestamps = ['createdAt', 'seenAt'];
  static override booleans = ['isHeld'];
  static override jsonAttributes = ['tags'];
  declare id: string;
  declare name: string;
  declare isHeld: boolean | null;
  declare tags: unknown;
  declare createdAt: Date;
  declare seenAt: Date | null;
  declare sizeBytes: number;
}

export const migrations: Migration[] = [
  {
    name: 'test/001_create_items',
    kind: 'compatible',
    up: (knex) =>
      knex.schema.createTable('test_items', (t) => {
        columns.id(t);
        columns.string(t, 'name').notNullable().unique();
        columns.boolean(t, 'is_held');
        columns.json(t, 'tags');
        columns.timestamp(t, 'created_at').notNullable().index();
        columns.timestamp(t, 'seen_at');
        columns.bigint(t, 'size_bytes').notNullable();
      }),
  },
  {
    name: 'test/002_create_children',
    kind: 'compatible',
    up: (knex) =>
      knex.schema.createTable('test_children', (t) => {
        columns.rowId(t);
        columns.uuid(t, 'item_id').notNullable().references('test_items.id');
        columns.blob(t, 'bytes');
        columns.text(t, 'note');
        columns.double(t, 'ratio');
      }),
  },
];

export function item(name: string, more: Partial<Item> = {}): Partial<Item> {
  return {
    id: v7(),
    name,
    isHeld: false,
    tags: [],
    createdAt: new Date(),
    seenAt: null,
    sizeBytes: 0,
    ...more,
  };
}

export type Suite = ReturnType<typeof suite<Context>>;

/** The error that a promise is rejected with; fails if it is not. */
export async function failure(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('expected a rejection');
}
