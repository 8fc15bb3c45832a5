import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { components } from '#generated/manager.ts';
import { toWire } from '#server/shared/wire/names.ts';
import type { PluginAuditActions, PluginAuditResources } from '../../declared.ts';
import type { Actor } from '../actor.ts';
import { maskSecrets } from '../../log.ts';

type Schemas = components['schemas'];

/** What was done: a word of the contract, or of an installed plugin. */
export type AuditAction = Schemas['AuditAction'] | keyof PluginAuditActions;

export interface AuditEntry {
  actor: Actor;
  /** Null for acts of the system. */
  address: string | null;
  /** From the contract's closed list; a new action is added there first. */
  action: AuditAction;
  /**
   * The name is the present one, because the resource may be gone when somebody reads the row. Null where there is
   * none.
   */
  resource: {
    kind: Schemas['AuditResource']['kind'] | keyof PluginAuditResources;
    id: string | null;
    name: string | null;
  };
  /** What changed, in camelCase or wire names; secrets are masked here. Null when it did not exist before (after). */
  before?: object | null;
  after?: object | null;
}

/** The text that is hashed, stored and checked: RFC 8785 JSON of exactly these fields (the contract's AuditRow). */
export type AuditText = Omit<Schemas['AuditRow'], 'hash'>;

/** A row of `kernel_audit`. The text counts; the other columns repeat it, so that lists can be filtered. */
export interface AuditRow {
  row_id: number;
  at: Date;
  actor_kind: string;
  /** Null for `system`, `machine` and `anonymous`, which have none. */
  actor_id: string | null;
  action: string;
  resource_kind: string;
  resource_id: string | null;
  text: string;
  /** SHA-256 of the text, lower-case hex. */
  hash: string;
}

/** Stands in the first row for the hash of the row before. */
export const GENESIS_HASH = '0'.repeat(64);

const NAME_LENGTH = 255;

export function auditHash(text: string): string {
  return hash('sha256', text);
}

export interface AuditPlace {
  rowId: number;
  at: Date;
  prevHash: string;
}

/** The row that an entry becomes at its place in the chain. */
export function auditRow(entry: AuditEntry, { rowId, at, prevHash }: AuditPlace): AuditRow {
  const { actor, resource } = entry;
  const content: AuditText = {
    v: 1,
    row_id: rowId,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: cutName(actor.name) },
    address: entry.address,
    action: entry.action,
    resource: { ...resource, name: resource.name ? cutName(resource.name) : null },
    before: plain(entry.before),
    after: plain(entry.after),
    prev_hash: prevHash,
  };
  const text = canonicalize(content) as string;
  return { ...auditColumns(content), row_id: rowId, text, hash: auditHash(text) };
}

/** What the other columns repeat of a text; `at` is an invalid Date where the text has no time. */
export function auditColumns({ at, actor, action, resource }: AuditText) {
  return {
    at: new Date(at),
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    resource_kind: resource.kind,
    resource_id: resource.id,
  };
}

/** JSON as it will be read back (wire names, Dates as text, undefined gone), secrets masked. */
function plain(value: object | null | undefined): AuditText['before'] {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) throw new Error('before and after of an audit row are objects');
  return maskSecrets(JSON.parse(JSON.stringify(toWire(value)), wellFormed)) as AuditText['before'];
}

/**
 * The canonical form has no halves of characters. A text from outside, or a cut one, may have them: then it must not keep
 * what is recorded from happening.
 */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

const cutName = (name: string): string => name.slice(0, NAME_LENGTH).toWellFormed();

/** The one row that names the newest row of the log. */
export interface AuditHead {
  row_id: number | string;
  hash: string;
}
