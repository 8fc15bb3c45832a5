import { FILTER_NAMES, meaningOf, type FilterName } from '../host/query.ts';
import type { Condition, GroupRule } from './rule.ts';

/** The filters of the list of hosts that a rule can say, and how. */
const OF_FILTERS: Readonly<Partial<Record<FilterName, Omit<Condition, 'value'>>>> = {
  search: { field: 'fqdn', operator: 'contains' },
  tag: { field: 'tag', operator: 'equals' },
  os_name: { field: 'os_name', operator: 'equals' },
  os_family: { field: 'os_family', operator: 'equals' },
};

/** The rule that says what these filters of the list of hosts say; null: there are none, or one that no rule can say. */
export function ruleOfFilters(query: URLSearchParams): GroupRule | null {
  const set = FILTER_NAMES.flatMap((name) => {
    const value = meaningOf(name, query.get(name));
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const conditions = set.flatMap(([name, value]) => {
    const said = OF_FILTERS[name];
    return said ? [{ ...said, value }] : [];
  });
  return conditions.length > 0 && conditions.length === set.length ? { match: 'all', conditions } : null;
}
