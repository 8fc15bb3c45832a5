import { type auditLog, wire } from '#sdk';

const COLUMNS = [
  'row_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'address',
  'action',
  'resource_kind',
  'resource_id',
  'resource_name',
  'before',
  'after',
  'prev_hash',
  'hash',
];

/** The rows as CSV (RFC 4180), page by page; the first line names the columns. */
export async function* csvOf(pages: AsyncIterable<auditLog.EntryRead[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const page of pages) yield page.map((row) => lineOf(cellsOf(row))).join('');
}

const lineOf = (cells: readonly string[]): string => `${cells.map(wire.csvCell).join(',')}\r\n`;

/** If somebody has damaged a row, only its text is known. */
function cellsOf({ rowId, hash, text, content }: auditLog.EntryRead): string[] {
  if (content === null) return [String(rowId), ...Array.from({ length: 10 }, () => ''), text, '', hash];
  const { at, actor, address, action, resource, before, after, prev_hash: prevHash } = content;
  return [
    String(rowId),
    at,
    actor.kind,
    actor.id ?? '',
    actor.name,
    address ?? '',
    action,
    resource.kind,
    resource.id ?? '',
    resource.name ?? '',
    jsonOf(before),
    jsonOf(after),
    prevHash,
    hash,
  ].map(String);
}

const jsonOf = (value: object | null): string => (value === null ? '' : JSON.stringify(value));
