import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import type { Clock } from '#server/kernel/clock.ts';
import { knownBase } from '../base.ts';
import type { AuditCheckpoint } from '../checkpointFile.ts';
import type { AuditCheckpoints } from '../checkpoints.ts';
import { entryOf, filtered, type AuditEntryRead, type AuditQuery } from '../read.ts';
import type { AuditRow } from '../rows.ts';
import type { Secrets } from '../../secrets.ts';
import { rangeOf, type RowRange } from './range.ts';
import { HEAD_END, ROWS_LINE, SEAL_START, type ExportHead, type ExportSeal } from './types.ts';

export type AuditFilters = Pick<AuditQuery, 'action' | 'actor' | 'resource' | 'from' | 'to'>;

/** Rows of the log for a file, decided on and not yet read. */
export interface AuditExport {
  /** Null: there are none. */
  range: RowRange | null;
  /** Whether `json` can be checked away from the manager: no row between both ends is left out. */
  verifiable: boolean;
  /** The rows, oldest first, some hundreds at a time. */
  pages(): AsyncGenerator<AuditEntryRead[]>;
  /** The contract's AuditExport in pieces: each row, and each checkpoint, on a line of its own. */
  json(): AsyncGenerator<string>;
}

export interface ExportParts {
  reader: Knex;
  secrets: Pick<Secrets, 'open'>;
  checkpoints: Pick<AuditCheckpoints, 'read' | 'sign' | 'publicKey'>;
  clock: Clock;
  instanceId: string;
}

const PAGE = 500;

/**
 * Decides which rows are exported, up to the newest that there is now. Without a filter by action, actor or resource
 * they are all rows between two row numbers, so that times out of order, as managers' clocks differ, leave no gap.
 */
export async function prepareExport(parts: ExportParts, filters: AuditFilters): Promise<AuditExport> {
  const { action, actor, resource } = filters;
  const isWhole = action === undefined && actor === undefined && resource === undefined;
  const base = await knownBase(parts.reader, parts.secrets);
  const range = await rangeOf(parts.reader, filters, base?.rows ?? 0);
  // Without other filters the range alone decides, because filtering by time would leave gaps.
  const left = isWhole ? {} : filters;
  const pages = () => pagesOf(parts.reader, left, range);
  const verifiable = isWhole && range !== null;
  return { range, verifiable, pages, json: () => jsonOf(parts, filters, { range, verifiable, pages }) };
}

async function* pagesOf(
  reader: Knex,
  filters: AuditFilters,
  range: RowRange | null,
): AsyncGenerator<AuditEntryRead[]> {
  if (range === null) return;
  for (let after = range.fromRow - 1; ;) {
    const rows = (await filtered(reader, filters, { after, before: range.toRow + 1 })
      .orderBy('row_id')
      .limit(PAGE)
      .select('*')) as AuditRow[];
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(entryOf);
    if (rows.length < PAGE) return;
    after = Number(last.row_id);
  }
}

async function* jsonOf(
  parts: ExportParts,
  filters: AuditFilters,
  { range, verifiable, pages }: Pick<AuditExport, 'range' | 'verifiable' | 'pages'>,
): AsyncGenerator<string> {
  const exportedAt = parts.clock.now().toISOString();
  const signed = verifiable && range ? await checkpointsIn(parts, range) : [];
  yield headLine(parts, { filters, verifiable, exportedAt });
  yield `${signed.map((one) => canonicalize(one) as string).join(',\n')}\n${ROWS_LINE}\n`;
  let first: AuditEntryRead | null = null;
  let last: AuditEntryRead | null = null;
  for await (const page of pages()) {
    yield `${last === null ? '' : ',\n'}${page.map(rowLine).join(',\n')}`;
    first ??= page[0] ?? null;
    last = page.at(-1) ?? last;
  }
  const ends = verifiable && range && first && last ? { range, first, last } : null;
  const seal = ends && sealOf(parts, { ...ends, exportedAt, checkpoints: signed.length });
  yield `\n${SEAL_START}${JSON.stringify(seal)}}\n`;
}

function headLine(
  { checkpoints, instanceId }: ExportParts,
  {
    filters: { from, to, ...rest },
    verifiable,
    exportedAt,
  }: { filters: AuditFilters; verifiable: boolean; exportedAt: string },
): string {
  const given = { ...rest, from: from?.toISOString(), to: to?.toISOString() };
  const head: ExportHead = {
    v: 1,
    kind: 'audit-export',
    manager: instanceId,
    key_id: checkpoints.publicKey().id,
    exported_at: exportedAt,
    filters: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never,
    verifiable,
  };
  return `${JSON.stringify(head).slice(0, -1)}${HEAD_END}\n`;
}

/**
 * A row's line: the very text that was hashed, with its hash; for a text that is no row any more, what the database
 * has.
 */
function rowLine({ rowId, text, hash, content }: AuditEntryRead): string {
  const isForm = content !== null && text.startsWith('{') && text.endsWith('}') && !text.includes('\n');
  return isForm
    ? `${text.slice(0, -1)},"hash":${JSON.stringify(hash)}}`
    : JSON.stringify({ row_id: rowId, text, hash });
}

async function checkpointsIn(
  { checkpoints }: ExportParts,
  { fromRow, toRow }: RowRange,
): Promise<AuditCheckpoint[]> {
  const { checkpoints: signed } = await checkpoints.read();
  return signed.filter(({ rows }) => rows >= fromRow && rows <= toRow);
}

function sealOf(
  { checkpoints, instanceId }: ExportParts,
  {
    range,
    first,
    last,
    exportedAt,
    checkpoints: count,
  }: {
    range: RowRange;
    first: AuditEntryRead;
    last: AuditEntryRead;
    exportedAt: string;
    checkpoints: number;
  },
): ExportSeal {
  const content: Omit<ExportSeal, 'signature'> = {
    v: 1,
    kind: 'audit-export',
    manager: instanceId,
    at: exportedAt,
    from_row: range.fromRow,
    to_row: range.toRow,
    prev_hash: first.content?.prev_hash ?? '',
    hash: last.hash,
    checkpoints: count,
  };
  return { ...content, signature: checkpoints.sign(content) };
}
