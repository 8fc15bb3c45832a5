import type { Knex } from 'knex';
import { validationError } from '#server/shared/wire/appError.ts';
import { fromTs, ts } from '../../db/database.ts';
import { readQueryOf } from '../../db/reading/readQuery.ts';
import type { ReadQuery } from '../../db/reading/types.ts';
import { areTimesAhead, idsBefore, idsFrom, SLACK_MS } from './idsByTime.ts';
import { KINDS_WITHOUT_ID } from '../actor.ts';
import type { AuditRow, AuditText } from './rows.ts';

/** Filters are combined with "and". */
export interface AuditQuery {
  /** An actor's id, or its kind where it has none (`system`, `machine`, `anonymous`). */
  actor?: string;
  action?: string;
  /** The id of a resource. */
  resource?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** By row id; default newest first. */
  order?: 'newest' | 'oldest';
  /** The `nextCursor` of the page before. */
  cursor?: string;
  /** At most 500 (default 50). */
  limit?: number;
}

export interface AuditRead extends Pick<AuditQuery, 'from' | 'to'> {
  /** Only rows about these hosts: a subselect of their ids. */
  hosts?: (knex: Knex) => Knex.QueryBuilder;
}

/** An entry of the audit log as it is read: who did what to which thing, when, and how it was before and after. */
export interface AuditEntryRead {
  rowId: number;
  at: Date;
  hash: string;
  /** The text that was hashed, byte by byte. */
  text: string;
  /** The text, parsed; null: somebody has edited it, and it is no row any more (`check` tells). */
  content: AuditText | null;
}

export interface AuditPage {
  rows: AuditEntryRead[];
  /** Null on the last page. */
  nextCursor: string | null;
}

const MAX_LIMIT = 500;
/** One page of the log. Throws VALIDATION_FAILED for a cursor that no page gave. */
export async function listAudit(reader: Knex, query: AuditQuery): Promise<AuditPage> {
  const limit = Math.max(1, Math.min(query.limit ?? 50, MAX_LIMIT));
  const { sign, direction } =
    query.order === 'oldest'
      ? ({ sign: '>', direction: 'asc' } as const)
      : ({ sign: '<', direction: 'desc' } as const);
  const rows = filtered(reader, query, await idBounds(reader, query));
  if (query.cursor !== undefined) rows.where('row_id', sign, readCursor(query.cursor));
  const found = (await rows
    .orderBy('row_id', direction)
    .limit(limit + 1)
    .select('*')) as AuditRow[];
  const page = found.slice(0, limit).map(entryOf);
  const last = page.at(-1);
  return { rows: page, nextCursor: found.length > limit && last ? cursorOf(last.rowId) : null };
}

/**
 * Number of rows that the filters leave, on all pages. Rows that a clock ahead has dated wrongly may count where the rows
 * beside them do.
 */
export async function countAudit(reader: Knex, query: AuditQuery): Promise<number> {
  const { actor, action, resource, from, to } = query;
  const isByTimeAlone = actor === undefined && action === undefined && resource === undefined;
  // An index of times or of the filter is enough: with ids as bounds SQLite reads the rows themselves, with all their texts.
  if (isByTimeAlone || (!from && !to) || (await areTimesAhead(reader)))
    return countOf(withFilters(reader('kernel_audit'), query));
  const outer = await outerBounds(reader, query);
  const inner = await innerBounds(reader, query);
  if (!inner) return countOf(filtered(reader, query, outer));
  // No index has both a filter and the times. So only the rows near both ends are read themselves.
  const atStart = { after: outer.after, before: inner.after + 1 };
  const atEnd = { after: inner.before - 1, before: outer.before };
  return (
    (await countOf(filtered(reader, { actor, action, resource }, inner))) +
    (await countOf(filtered(reader, query, atStart))) +
    (await countOf(filtered(reader, query, atEnd)))
  );
}

async function countOf(rows: Knex.QueryBuilder): Promise<number> {
  const counted = (await rows.count({ n: '*' }).first()) as { n: number | string };
  return Number(counted.n);
}

/** Both ends exclusive. */
export interface IdBounds {
  after: number;
  before: number;
}

/** The rows between both ids that the filters leave. */
export function filtered(reader: Knex, query: AuditQuery, bounds: IdBounds): Knex.QueryBuilder {
  return withFilters(between(reader('kernel_audit'), bounds), query);
}

const between = (rows: Knex.QueryBuilder, { after, before }: IdBounds): Knex.QueryBuilder =>
  rows.where('row_id', '>', after).where('row_id', '<', before);

function withFilters(
  rows: Knex.QueryBuilder,
  { actor, action, resource, from, to }: AuditQuery,
): Knex.QueryBuilder {
  if (actor !== undefined) rows.where(KINDS_WITHOUT_ID.includes(actor) ? 'actor_kind' : 'actor_id', actor);
  if (action !== undefined) rows.where('action', action);
  if (resource !== undefined) rows.where('resource_id', resource);
  if (from) rows.where('at', '>=', ts(from));
  if (to) rows.where('at', '<', ts(to));
  return rows;
}

/** The ids between which the rows of that time lie. Without them a page of a short time long ago would read every newer row. */
const idBounds = async (reader: Knex, query: AuditQuery): Promise<IdBounds> =>
  (!query.from && !query.to) || (await areTimesAhead(reader)) ? ALL : outerBounds(reader, query);

const ALL: IdBounds = { after: 0, before: Number.MAX_SAFE_INTEGER };

/** Outside of them no row is of that time. */
async function outerBounds(reader: Knex, { from, to }: AuditQuery): Promise<IdBounds> {
  const start = from ? await idsBefore(reader, from.getTime() - SLACK_MS) : null;
  const end = to ? await idsFrom(reader, to.getTime() + SLACK_MS) : null;
  return { after: start?.smallest ?? ALL.after, before: end?.largest ?? ALL.before };
}

/** Between them all rows are of that time; null: there are none such. */
async function innerBounds(reader: Knex, { from, to }: AuditQuery): Promise<IdBounds | null> {
  const start = from ? (await idsFrom(reader, from.getTime() + SLACK_MS))?.largest : ALL.after + 1;
  const end = to ? (await idsBefore(reader, to.getTime() - SLACK_MS))?.smallest : ALL.before - 1;
  return start === undefined || end === undefined || start > end
    ? null
    : { after: start - 1, before: end + 1 };
}

/** See Audit.readQuery. */
export async function auditReadQuery(reader: Knex, { hosts, ...query }: AuditRead): Promise<ReadQuery> {
  const rows = filtered(reader, query, await idBounds(reader, query));
  if (hosts) rows.where('resource_kind', 'host').whereIn('resource_id', hosts(reader));
  return readQueryOf(rows.orderBy('row_id').select('*'));
}

/** Reads a row that the query of `auditReadQuery` gave. */
export const auditEntryOf = (row: unknown): AuditEntryRead => entryOf(row as AuditRow);

export function entryOf({ row_id, at, hash, text }: AuditRow): AuditEntryRead {
  return { rowId: Number(row_id), at: fromTs(at) ?? new Date(0), hash, text, content: contentOf(text) };
}

function contentOf(text: string): AuditText | null {
  try {
    const value = JSON.parse(text) as Partial<AuditText> | null;
    return value?.actor && value.resource && value.action ? (value as AuditText) : null;
  } catch {
    return null;
  }
}

const cursorOf = (rowId: number): string => Buffer.from(`r${rowId}`).toString('base64url');

function readCursor(cursor: string): number {
  const rowId = /^r(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (rowId === undefined)
    throw validationError([{ path: '/query/cursor', message: 'is no cursor of this list' }]);
  return Number(rowId);
}
