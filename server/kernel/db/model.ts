import { Model, snakeCaseMappers } from 'objection';
import type { Pojo } from 'objection';
import type { Knex } from 'knex';
import { insertChunked } from './database.ts';
import { RowShapes } from './rowShapes.ts';
import { writeDirectly } from './sqliteStatements.ts';

/**
 * Base of all models: camelCase here, snake_case in the database, and the same types from both databases.
 * A model names its columns with `declare`, so that no field initialiser overwrites what was read:
 *
 *   class HostModel extends BaseModel {
 *     static override tableName = 'hosts';
 *     static override timestamps = ['createdAt', 'lastSeenAt'];
 *     static override booleans = ['maintenanceMode'];
 *     static override jsonAttributes = ['tags'];
 *     declare id: string; declare tags: string[]; declare createdAt: Date; …
 *   }
 *
 * Always pass the transaction or connection: `HostModel.query(tx.knex)`. Where clauses take column names as
 * the database has them (`last_seen_at`) and points of time through `ts(date)`.
 */
export class BaseModel extends Model {
  /** Properties that are Dates here: integer milliseconds in SQLite, datetime(3) UTC in MariaDB. */
  static timestamps: readonly string[] = [];
  /** Properties that are booleans here: 0 and 1 in both databases. */
  static booleans: readonly string[] = [];

  static override columnNameMappers = snakeCaseMappers();

  /** An instance of a row as the database gives it; its columns are read into the types that the model names. */
  static override fromDatabaseJson<M extends Model>(this: new () => M, row: object): M {
    let shapes = shapesOf.get(this);
    if (!shapes) shapesOf.set(this, (shapes = new RowShapes(this as unknown as typeof BaseModel)));
    return shapes.fill(row) as M;
  }

  override $formatDatabaseJson(json: Pojo): Pojo {
    const model = this.constructor as typeof BaseModel;
    const own: Pojo = { ...json };
    for (const name of model.timestamps) {
      const value: unknown = own[name];
      if (typeof value === 'string' || typeof value === 'number') own[name] = new Date(value);
    }
    for (const name of model.booleans) {
      if (typeof own[name] === 'boolean') own[name] = own[name] ? 1 : 0;
    }
    return super.$formatDatabaseJson(own);
  }
}

const shapesOf = new WeakMap<object, RowShapes>();

/**
 * Inserts many rows of one model in few statements (objection would send one statement a row). Not atomic by
 * itself: give it `tx.knex`. Model hooks such as `$beforeInsert` do not run.
 */
export async function insertModels<M extends BaseModel>(
  model: { new (): M; tableName: string },
  knex: Knex,
  rows: readonly Partial<M>[],
): Promise<void> {
  const instance = new model();
  const formatted = rows.map((row) => instance.$formatDatabaseJson({ ...row }));
  await insertChunked(knex, model.tableName, formatted);
}

/**
 * Patches the rows of a model whose columns (as the database names them) equal `where`, and resolves with their number.
 * For what is written thousands of times: objection and knex take five times as long to make the same statement.
 * Undefined values are left out. Model hooks such as `$beforeUpdate` do not run, and values cannot be expressions.
 */
export async function patchModels<M extends BaseModel>(
  model: { new (): M; tableName: string },
  knex: Knex,
  { where, set }: { where: Readonly<Record<string, string | number>>; set: Partial<M> },
): Promise<number> {
  const names = Object.keys(set).filter((name) => set[name as keyof M] !== undefined);
  const kinds = model as unknown as typeof BaseModel;
  const bindings = [
    ...names.map((name) => boundValue(kinds, name, set[name as keyof M])),
    ...Object.values(where),
  ] as Knex.RawBinding[];
  const sql = updateOf(kinds, names, Object.keys(where));
  return (await writeDirectly(knex, sql, [bindings])) ?? changedBy(await knex.raw(sql, bindings));
}

const updates = new WeakMap<object, Map<string, string>>();

/** The statement that sets these properties where these columns match. Each is made once. */
function updateOf(model: typeof BaseModel, names: readonly string[], conditions: readonly string[]): string {
  let ofModel = updates.get(model);
  if (!ofModel) updates.set(model, (ofModel = new Map()));
  const key = `${names.join()} ${conditions.join()}`;
  let sql = ofModel.get(key);
  if (sql === undefined) {
    const columns = names.map((name) => model.propertyNameToColumnName(name));
    // Both databases take names in backticks.
    const [set, where] = [columns, conditions].map((some) => some.map((column) => `\`${column}\` = ?`));
    sql = `update ${model.tableName} set ${set?.join(', ')} where ${where?.join(' and ')}`;
    ofModel.set(key, sql);
  }
  return sql;
}

/** The value of a property as `$formatDatabaseJson` would write it. */
function boundValue(model: typeof BaseModel, name: string, value: unknown): unknown {
  if (value === null) return null;
  if (model.jsonAttributes?.includes(name)) return JSON.stringify(value);
  if (typeof value === 'boolean' && model.booleans.includes(name)) return value ? 1 : 0;
  const isTime = model.timestamps.includes(name);
  return isTime && (typeof value === 'string' || typeof value === 'number') ? new Date(value) : value;
}

/**
 * A copy of the row with these values, as it is after they were written. It shares its other values with the row, since
 * values are replaced and never changed in place: objection's own copy clones them all, so that a row with a plan of
 * thousands of entries would be costly at each write of its progress.
 */
export function rowWith<M extends BaseModel>(row: M, ...values: Partial<M>[]): M {
  // A copy by spread keeps the shape that V8 knows the row by; one that is filled property by property does not.
  const copy: Partial<M> = { ...row };
  for (const some of values) Object.assign(copy, some);
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(row) as object) as M;
}

/** Number of changed rows: better-sqlite3 answers an object, mysql2 a list that begins with one. */
function changedBy(done: unknown): number {
  const { changes, affectedRows } = (Array.isArray(done) ? done[0] : done) as {
    changes?: number;
    affectedRows?: number;
  };
  return changes ?? affectedRows ?? 0;
}
