import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { AppError } from '../../shared/wire/appError.ts';
import type { Context } from '../boot/feature.ts';
import type { BaseModel } from '../db/model.ts';
import type { Tx } from '../db/tx.ts';
import { requireMatch, type IfMatch } from '../http/etag.ts';
import type { AuditEntry } from '../security/audit/rows.ts';
import type { IdempotentCall } from '../security/idempotency.ts';
import { nameKeyOf, refuseTakenName } from './names.ts';

/** What each thing that people edit has; the edit version is its ETag. */
export interface EditableRow extends BaseModel {
  id: string;
  name: string;
  /** Made of the name, and unique. */
  nameKey: string;
  editVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

type Acts = 'created' | 'updated' | 'deleted';

/** What the audit log calls things that are created, updated and deleted. */
type EditableKind<Action = AuditEntry['action']> = Action extends `${infer Kind}.created`
  ? `${Kind}.${Acts}` extends AuditEntry['action']
    ? Kind & AuditEntry['resource']['kind']
    : never
  : never;

export interface EditableThing<Row, Field extends keyof Row> {
  kind: EditableKind;
  /** What people set. */
  fields: readonly Field[];
  /** What audit rows hold besides the fields, or instead of them. Never a secret. */
  audited?: (row: Row) => object;
  notFound: (id: string) => AppError;
  /** Id of the thing within which no name is given twice; without it no two things of the kind have one name. */
  parentOf?: (row: Partial<Row>) => string | null | undefined;
  /** Code of the refusal where there are as many as may be. */
  full: string;
}

type By = Pick<AuditEntry, 'actor' | 'address'>;
type Writing = Pick<Context, 'clock'> & { audit: Pick<Context['audit'], 'record'> };

interface Act {
  by: By;
  /** What the audit row says after the act, besides the thing. */
  also?: object;
}

interface Change<Row> {
  before: Row;
  set: Partial<Row>;
  /** Without it the time of this manager's clock. */
  now?: Date;
}

/**
 * What is the same for all things that people edit: the lock, the version that If-Match is compared with, names that no
 * other has, the audit rows with before and after, one row a key, the refusal of too many. What is checked, and in which order, is its service's.
 * All methods that take a transaction write in it and lock nothing but their rows.
 */
export class Editable<Row extends EditableRow, Field extends keyof Row> {
  readonly #about: EditableThing<Row, Field>;
  readonly #table: string;
  readonly #query: (knex: Knex) => ReturnType<typeof BaseModel.query<BaseModel>>;

  constructor(model: typeof BaseModel & (new () => Row), about: EditableThing<Row, Field>) {
    this.#about = about;
    this.#table = model.tableName;
    this.#query = (knex) => model.query(knex) as unknown as ReturnType<typeof BaseModel.query<BaseModel>>;
  }

  /** `isIt`: a row that fails it, because it is another owner's, is not found either. */
  async read(knex: Knex, id: string, isIt?: (row: Row) => boolean): Promise<Row> {
    return this.#found(id, await this.#query(knex).findById(id), isIt);
  }

  /** Locks the row. Throws as `read`, and then PRECONDITION_FAILED. */
  async locked(tx: Tx, id: string, ifMatch: IfMatch, isIt?: (row: Row) => boolean): Promise<Row> {
    const row = this.#found(id, await this.#query(tx.knex).findById(id).forUpdate(), isIt);
    requireMatch(ifMatch, row.editVersion);
    return row;
  }

  #found(id: string, row: unknown, isIt: (row: Row) => boolean = () => true): Row {
    if (row && isIt(row as Row)) return row as Row;
    throw this.notFound(id);
  }

  notFound(id: string): AppError {
    return this.#about.notFound(id);
  }

  /** Calls `make` once a key; for a key that was used before, gives the row that it made. Throws IDEMPOTENCY_MISMATCH. */
  once(
    ctx: Pick<Context, 'idempotency'>,
    tx: Tx,
    call: IdempotentCall,
    make: () => Promise<Row>,
  ): Promise<Row> {
    return ctx.idempotency.onceRow(tx, call, { make, find: (id) => this.locked(tx, id, null) });
  }

  /** Refuses one more than `most` rows of those whose columns equal `where`. */
  async refuseFull(tx: Tx, most: number, where: object = {}): Promise<void> {
    if ((await this.#query(tx.knex).where(where).resultSize()) < most) return;
    throw new AppError(this.#about.full, { details: { max: most } });
  }

  /** Throws NAME_TAKEN if another row of the same parent has the row's name. */
  async refuseTaken(tx: Tx, row: Partial<Row>): Promise<void> {
    const nameKey = this.#keyOf(row);
    await refuseTakenName(tx.knex, { table: this.#table, kind: this.#about.kind, nameKey, ownId: row.id });
  }

  #keyOf(row: Partial<Row>): string {
    return nameKeyOf(this.#about.kind, this.#about.parentOf?.(row) ?? null, row.name ?? '');
  }

  /** The times are those of this manager's clock, unless the row has others. Throws NAME_TAKEN. */
  async insert(ctx: Writing, tx: Tx, row: Partial<Row>, act: Act): Promise<Row> {
    const now = ctx.clock.now();
    await this.refuseTaken(tx, row);
    const nameKey = this.#keyOf(row);
    const values = { id: uuid(), editVersion: 1, createdAt: now, updatedAt: now, ...row, nameKey };
    const made = (await this.#query(tx.knex).insertAndFetch(values)) as Row;
    this.record(ctx, tx, 'created', { of: made, after: made, ...act });
    return made;
  }

  /** The row is locked. Throws NAME_TAKEN. */
  async update(ctx: Writing, tx: Tx, change: Change<Row>, act: Act): Promise<Row> {
    const after = await this.patch(ctx, tx, change);
    this.record(ctx, tx, 'updated', { of: after, before: change.before, after, ...act });
    return after;
  }

  /** As `update`; what it writes to the audit log is left to the caller. */
  async patch({ clock }: Pick<Context, 'clock'>, tx: Tx, { before, set, now }: Change<Row>): Promise<Row> {
    const named = { ...before, ...set, name: set.name ?? before.name };
    if (named.name !== before.name) await this.refuseTaken(tx, named);
    const nameKey = this.#keyOf(named);
    const values = { ...set, nameKey, editVersion: before.editVersion + 1, updatedAt: now ?? clock.now() };
    return (await this.#query(tx.knex).patchAndFetchById(before.id, values)) as Row;
  }

  /** The rows are locked. */
  async delete(ctx: Writing, tx: Tx, rows: readonly Row[], act: Act): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.#query(tx.knex).whereIn('id', ids).delete();
    for (const row of rows) this.record(ctx, tx, 'deleted', { of: row, before: row, ...act });
  }

  /** Writes an act to the audit log; for a service that does more between the change and its record. */
  record(
    { audit }: Pick<Writing, 'audit'>,
    tx: Tx,
    act: Acts,
    { of, by, before, after, also }: Act & { of: Row; before?: Row; after?: Row },
  ): void {
    const action = `${this.#about.kind}.${act}` as AuditEntry['action'];
    const is = after || also ? { ...(after && this.forAudit(after)), ...also } : null;
    const was = before ? this.forAudit(before) : null;
    audit.record(tx, { ...by, action, resource: this.resourceOf(of), before: was, after: is });
  }

  resourceOf({ id, name }: Row): AuditEntry['resource'] {
    return { kind: this.#about.kind, id, name };
  }

  forAudit(row: Row): object {
    return { ...this.draftOf(row), ...this.#about.audited?.(row) };
  }

  draftOf(row: Pick<Row, Field>): Pick<Row, Field> {
    return Object.fromEntries(this.#about.fields.map((field) => [field, row[field]])) as Pick<Row, Field>;
  }
}
