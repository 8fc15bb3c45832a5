import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Tx } from './tx.ts';
import { columns, type Migration } from './migrate.ts';
import { maskSecrets } from './log.ts';

export interface AuditEntry {
  actor: Actor;
  /** Null for acts of the system. */
  address: string | null;
  /** `noun.verbed`, e.g. `host.deleted`. */
  action: string;
  resource: { kind: string; id: string };
  /** What changed; secrets are masked here. Null when it did not exist before (after). */
  before?: unknown;
  after?: unknown;
}

export interface Audit {
  /**
   * Writes one row of the hash chain in the caller's transaction, as its last statements, so that the head
   * row is locked for as short as can be. When the row cannot be written, the transaction fails.
   */
  record(tx: Tx, entry: AuditEntry): void;
}

/** The text that is hashed, stored and checked: RFC 8785 JSON of exactly these fields. */
export interface AuditText {
  v: 1;
  row_id: number;
  at: string;
  actor: string;
  address: string | null;
  action: string;
  resource: string;
  before: unknown;
  after: unknown;
  prev_hash: string;
}

export const GENESIS_HASH = '0'.repeat(64);

export function auditHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export const auditMigrations: Migration[] = [
  {
    name: 'kernel/001_create_audit',
    async up(knex) {
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
    },
  },
];

const PENDING = Symbol('audit');

export function createAudit(clock: Clock): Audit {
  return {
    record(tx, entry) {
      const pending = tx.scratch.get(PENDING) as AuditEntry[] | undefined;
      if (pending) return void pending.push(entry);
      const entries = [entry];
      tx.scratch.set(PENDING, entries);
      tx.beforeCommit((last) => append(last, entries, clock.now()));
    },
  };
}

interface Head {
  row_id: number | string;
  hash: string;
}

async function append(tx: Tx, entries: AuditEntry[], now: Date): Promise<void> {
  const head = await tx.knex<Head>('kernel_audit_head').where('id', 1).forUpdate().first();
  if (!head) throw new Error('the audit head row is missing');
  let rowId = Number(head.row_id);
  let hash = head.hash;
  for (const entry of entries) {
    const text = auditText(entry, ++rowId, now, hash);
    hash = auditHash(text);
    const { actor, action, resource } = JSON.parse(text) as AuditText;
    await tx.knex('kernel_audit').insert({ row_id: rowId, at: now, actor, action, resource, text, hash });
  }
  await tx.knex('kernel_audit_head').where('id', 1).update({ row_id: rowId, hash });
}

function auditText(entry: AuditEntry, rowId: number, now: Date, prevHash: string): string {
  const { actor, resource } = entry;
  const content: AuditText = {
    v: 1,
    row_id: rowId,
    at: now.toISOString(),
    actor: `${actor.kind}:${actor.id ?? ''}:${actor.name}`.slice(0, 255),
    address: entry.address,
    action: entry.action,
    resource: `${resource.kind}:${resource.id}`.slice(0, 255),
    before: plain(entry.before),
    after: plain(entry.after),
    prev_hash: prevHash,
  };
  return canonicalize(content) as string;
}

/** JSON as it will be read back (Dates as text, undefined gone), secrets masked. */
function plain(value: unknown): unknown {
  return value === undefined || value === null ? null : maskSecrets(JSON.parse(JSON.stringify(value)));
}
