import type { components } from '../../generated/manager.ts';
import type { auditLog, Context } from '#sdk';

type Row = components['schemas']['AuditRow'];
type Archived = components['schemas']['AuditArchived'];

/** The content that was hashed; of a row that somebody has damaged, what is still known. */
export function rowToWire({ rowId, at, hash, text, content }: auditLog.EntryRead): Row {
  if (content !== null) return { ...content, row_id: rowId, hash };
  const nothing = { kind: 'anonymous', id: null, name: '' } as const;
  return {
    v: 1,
    row_id: rowId,
    at: at.toISOString(),
    actor: nothing,
    address: null,
    action: 'audit.row_damaged',
    resource: { kind: 'audit', id: null, name: null },
    before: null,
    after: { text: text.slice(0, MAX_TOLD) },
    prev_hash: '0'.repeat(64),
    hash,
  };
}

const MAX_TOLD = 10_000;

/** The hash is nobody's business but that of the check. */
export function archivedToWire(base: Awaited<ReturnType<Context['audit']['archived']>>): Archived | null {
  return base && { rows: base.rows, before: base.before, at: base.at };
}
