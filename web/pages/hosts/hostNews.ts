import type { LiveEvent } from '../../core/live.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];
export type HostNews = Extract<LiveEvent, { kind: 'host.updated' }>['data'];

/** Applies the manager's news to the loaded rows; the order stays until somebody sorts again. */
export function withNews(rows: readonly Host[], news: readonly HostNews[]): readonly Host[] {
  const byId = new Map(news.map(({ host_id: id, ...fields }) => [id, fields]));
  if (!rows.some(({ id }) => byId.has(id))) return rows;
  return rows.map((row) => {
    const fields = byId.get(row.id);
    const isNews = fields && (fields.last_seen_at ?? '') >= (row.last_seen_at ?? '');
    return isNews ? { ...row, ...fields } : row;
  });
}
