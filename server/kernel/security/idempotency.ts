import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { AppError } from '../../shared/wire/appError.ts';
import type { Actor } from './actor.ts';
import type { Clock } from '../clock.ts';
import { columns, type Migration } from '../db/migrate.ts';
import type { Tx } from '../db/tx.ts';
import type { Secrets } from './secrets.ts';

/** A call that may be repeated, as it is recorded under its key. */
export interface IdempotentCall {
  /** The Idempotency-Key header; null: every call is new. */
  key: string | null;
  operationId: string;
  actor: Actor;
  /** What must be the same for the same key: path parameters and body. */
  request: unknown;
}

export interface Idempotency {
  /**
   * Runs `create` at most once per key (and caller and operation), in the caller's transaction, and
   * remembers the id that it returns. The same key with another request: 409 IDEMPOTENCY_MISMATCH.
   */
  once(
    tx: Tx,
    call: IdempotentCall,
    create: () => Promise<string>,
  ): Promise<{ resourceId: string; replayed: boolean }>;
  /** Runs `make` at most once per key, as `once` does; for a key that was used before, `find` reads the row that it made. */
  onceRow<Row extends { id: string }>(
    tx: Tx,
    call: IdempotentCall,
    row: { make(): PromiseLike<Row>; find(id: string): PromiseLike<Row> },
  ): Promise<Row>;
  /**
   * The id that `once` remembered for the call's key (and caller and operation); null: the key is new, or null. Nothing
   * is written. The same key with another request: 409 IDEMPOTENCY_MISMATCH.
   */
  earlier(tx: Tx, call: IdempotentCall): Promise<string | null>;
  /** Forgets keys older than IDEMPOTENCY_KEPT_DAYS. */
  prune(tx: Tx): Promise<void>;
}

/** The call of an operation whose path and body must be the same for the same key. */
export const keyedCall = (
  operationId: string,
  { idempotencyKey: key, actor, params, body }: KeyedRequest,
): IdempotentCall => ({ key, operationId, actor, request: { params, body: body ?? null } });

interface KeyedRequest {
  idempotencyKey: string | null;
  actor: Actor;
  params: object;
  body?: unknown;
}

/** For so long a repeated call is told the secret that the first one made: its answer may have been lost. */
export const SECRET_REPEATED_MS = 24 * 60 * 60_000;

/** Throws TOKEN_NOT_REPEATED (`details.id`) for a repeated call that asks for a token too late, or under another key. */
export function requireRepeatable(row: { id: string; createdAt: Date }, now: Date, isSame: boolean): void {
  if (isSame && now.getTime() - row.createdAt.getTime() < SECRET_REPEATED_MS) return;
  throw new AppError('TOKEN_NOT_REPEATED', { details: { id: row.id } });
}

/**
 * 32 bytes for the secret of a thing that a call with a key makes: HMAC-SHA-256 of its id under the server's key. They
 * can be made again for a repeated call, while only their hash is stored.
 */
export const repeatableBytes = (secrets: Pick<Secrets, 'derive'>, purpose: string, id: string): Buffer =>
  createHmac('sha256', secrets.derive(purpose)).update(id).digest();

export const IDEMPOTENCY_KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

export const idempotencyMigrations: Migration[] = [
  {
    name: 'kernel/003_create_idempotency',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_idempotency', (t) => {
        columns.uuid(t, 'key').notNullable();
        columns.ascii(t, 'operation_id', 100).notNullable();
        columns.ascii(t, 'actor_id', 64).notNullable();
        columns.ascii(t, 'request_hash', 64).notNullable();
        columns.ascii(t, 'resource_id', 64).notNullable();
        columns.timestamp(t, 'created_at').notNullable().index();
        t.primary(['key', 'operation_id', 'actor_id']);
      });
    },
  },
];

interface Row {
  key: string;
  operation_id: string;
  actor_id: string;
  request_hash: string;
  resource_id: string;
}

export function createIdempotency(clock: Clock): Idempotency {
  async function earlier({ knex }: Tx, call: IdempotentCall): Promise<string | null> {
    if (call.key === null) return null;
    const known = await knex<Row>('kernel_idempotency').where(identityOf(call, call.key)).forUpdate().first();
    if (known && known.request_hash !== hashOf(call)) throw new AppError('IDEMPOTENCY_MISMATCH');
    return known?.resource_id ?? null;
  }
  async function remember(tx: Tx, call: IdempotentCall, resourceId: string): Promise<void> {
    if (call.key === null) return;
    await tx.knex('kernel_idempotency').insert({
      ...identityOf(call, call.key),
      request_hash: hashOf(call),
      resource_id: resourceId,
      created_at: clock.now(),
    });
  }
  return {
    earlier,
    async once(tx, call, create) {
      const known = await earlier(tx, call);
      if (known !== null) return { resourceId: known, replayed: true };
      const resourceId = await create();
      await remember(tx, call, resourceId);
      return { resourceId, replayed: false };
    },
    async onceRow(tx, call, { make, find }) {
      const known = await earlier(tx, call);
      if (known !== null) return find(known);
      const row = await make();
      await remember(tx, call, row.id);
      return row;
    },
    async prune(tx) {
      const before = new Date(clock.now().getTime() - IDEMPOTENCY_KEPT_DAYS * DAY_MS);
      await tx.knex('kernel_idempotency').where('created_at', '<', before).delete();
    },
  };
}

/** A key belongs to its caller and operation: the same key of somebody else is another key. */
const identityOf = ({ operationId, actor }: IdempotentCall, key: string) => ({
  key,
  operation_id: operationId,
  actor_id: actor.id ?? actor.kind,
});

const hashOf = ({ request }: IdempotentCall): string =>
  createHash('sha256')
    .update(canonicalize(request ?? null) ?? '')
    .digest('hex');
