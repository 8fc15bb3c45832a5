import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { AppError } from '../../shared/wire/appError.ts';
import type { Actor } from './actor.ts';
import type { Clock } from '../clock.ts';
import { columns, type Migration } from '../db/migrate.ts';
import type { Tx } from '../db/tx.ts';

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
  /** The id that a key gave, for `?idempotency_key=`. */
  find(tx: Tx, key: string, operationId: string): Promise<string | null>;
  /** Forgets keys older than IDEMPOTENCY_KEPT_DAYS. */
  prune(tx: Tx): Promise<void>;
}

export const IDEMPOTENCY_KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

export const idempotencyMigrations: Migration[] = [
  {
    name: 'kernel/003_create_idempotency',
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
  return {
    async once(tx, call, create) {
      if (call.key === null) return { resourceId: await create(), replayed: false };
      const identity = {
        key: call.key,
        operation_id: call.operationId,
        actor_id: call.actor.id ?? call.actor.kind,
      };
      const requestHash = createHash('sha256')
        .update(canonicalize(call.request ?? null) ?? '')
        .digest('hex');
      const known = await tx.knex<Row>('kernel_idempotency').where(identity).forUpdate().first();
      if (known && known.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_MISMATCH');
      if (known) return { resourceId: known.resource_id, replayed: true };
      const resourceId = await create();
      await tx
        .knex('kernel_idempotency')
        .insert({ ...identity, request_hash: requestHash, resource_id: resourceId, created_at: clock.now() });
      return { resourceId, replayed: false };
    },
    async find(tx, key, operationId) {
      const row = await tx.knex<Row>('kernel_idempotency').where({ key, operation_id: operationId }).first();
      return row?.resource_id ?? null;
    },
    async prune(tx) {
      const before = new Date(clock.now().getTime() - IDEMPOTENCY_KEPT_DAYS * DAY_MS);
      await tx.knex('kernel_idempotency').where('created_at', '<', before).delete();
    },
  };
}
