import type { Context } from '#server/kernel/boot/feature.ts';
import { MOST_COUNTED, bestFirst, type SearchSource } from '#server/kernel/boot/search.ts';
import { GroupModel } from '../models.ts';
import { visibleGroups } from './groupHosts.ts';
import { idsInScope } from './groupSql.ts';
import { fromHosts, SEARCH_INDEX, whereFound } from './lists.ts';

/** Sorts after every other character in both databases. */
const LAST = '\u{10ffff}';

/** Hosts by name, address and machine id; groups by name. */
export const hostSearch = (ctx: Context): SearchSource[] => [hosts(ctx), groups(ctx)];

interface Row {
  id: string;
  fqdn: string;
  display_name: string | null;
  ip_address: string;
  search_text: string;
}

/**
 * One scan of the index finds the names that contain the text, and ends once there are more than are counted. Only then
 * those that begin with it, which are a range of the index, are read by themselves.
 */
const hosts = ({ db }: Context): SearchSource => ({
  kind: 'host',
  permission: 'hosts:read',
  async find({ text, limit, scope }) {
    const part = text.toLowerCase();
    const inScope = await idsInScope(db.reader, scope);
    const seen = (most: number) => {
      const query = fromHosts(db, SEARCH_INDEX)
        .select('id', 'fqdn', 'display_name', 'ip_address', 'search_text')
        .where('live', 1)
        .orderBy('search_text')
        .limit(most);
      return inScope ? query.whereIn('id', inScope(db.reader)) : query;
    };
    const found = seen(MOST_COUNTED + 1);
    whereFound(found, part);
    const holding = (await found) as Row[];
    const first =
      holding.length <= MOST_COUNTED
        ? holding.filter((row) => row.search_text.startsWith(part))
        : ((await seen(limit)
            .where('search_text', '>=', part)
            .where('search_text', '<', `${part}${LAST}`)) as Row[]);
    const byId = new Map([...first, ...holding].map((row) => [row.id, row]));
    return { items: [...byId.values()].slice(0, limit).map(hostItem), total: holding.length };
  },
});

function hostItem({ id, fqdn, display_name: own, ip_address: address }: Row) {
  const name = own ?? fqdn;
  return { id, name, about: name === fqdn ? address : `${fqdn}, ${address}`, pagePath: `/hosts/${id}` };
}

/** Searched in memory: there are at most 500 groups. */
const groups = ({ db: { reader } }: Context): SearchSource => ({
  kind: 'group',
  permission: 'groups:read',
  async find({ text, limit, scope }) {
    const part = text.toLowerCase();
    const all = await GroupModel.query(reader).select('id', 'name').orderBy('name');
    const fitting = all.filter(({ name }) => name.toLowerCase().includes(part));
    const ids = fitting.map(({ id }) => id);
    const seen = scope === 'all' ? new Set(ids) : await visibleGroups(reader, ids, scope);
    const found = fitting.filter(({ id }) => seen.has(id));
    const items = bestFirst(found, text, ({ name }) => name).slice(0, limit);
    return {
      items: items.map(({ id, name }) => ({ id, name, about: '', pagePath: `/groups/${id}` })),
      total: found.length,
    };
  },
});
