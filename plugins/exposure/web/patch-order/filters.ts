import { setQuery } from '#web/core/query.ts';
import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Paths } from '#web/core/schema.ts';
import { exploitedFilter, orderFilter } from '#web/domain/exposure/texts.ts';
import { SEVERITY_OPTIONS, severityOf } from '#web/domain/patch/severity.ts';
import { flagOf } from '#web/domain/package/texts.ts';

export type Query = NonNullable<Paths['/api/v1/exposure/advisories']['get']['parameters']['query']>;

const SORTS: readonly { value: NonNullable<Query['sort']>; label: string }[] = [
  { value: '-hosts', label: 'Most hosts' },
  { value: '-hosts_overdue', label: 'Most overdue hosts' },
  { value: '-cves', label: 'Most CVEs' },
  { value: '-epss', label: 'EPSS score' },
];
const NAMES = ['search', 'severity', 'exploited', 'overdue', 'group', 'host', 'sort'] as const;

export const isFiltered = (query: URLSearchParams): boolean =>
  NAMES.some((name) => name !== 'sort' && query.get(name));

export const clearFilters = (): void => setQuery(Object.fromEntries(NAMES.map((name) => [name, null])));

/** What is asked of the manager; by default all, in the order to patch. */
export function queryOf(query: URLSearchParams): Query {
  const found = {
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    severity: severityOf(query.get('severity')),
    exploited: flagOf(query.get('exploited')),
    overdue: flagOf(query.get('overdue')),
    group_id: query.get('group') || undefined,
    host_id: query.get('host') || undefined,
    sort: SORTS.find(({ value }) => value === query.get('sort'))?.value,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The names of what the address names by its id; null or undefined: not known yet. */
interface Named {
  groups: ReadonlyMap<string, string> | undefined;
  host: string | null;
}

export function filtersOf(query: URLSearchParams, { groups, host }: Named): Filter[] {
  const of = (name: (typeof NAMES)[number]): string | null => query.get(name) || null;
  const names = [...(groups ?? [])].map(([value, label]) => ({ value, label: safeName(label) }));
  const group = of('group');
  const ofGroup: Filter[] =
    names.length > 0
      ? [{ name: 'group', label: 'Group', value: group, options: names }]
      : group === null
        ? []
        : [{ name: 'group', label: 'Group', value: group, valueText: 'one group' }];
  const one = of('host');
  return [
    { name: 'severity', label: 'Severity', value: of('severity'), options: SEVERITY_OPTIONS },
    exploitedFilter(of('exploited')),
    {
      name: 'overdue',
      label: 'Overdue',
      value: of('overdue'),
      options: [
        { value: 'true', label: 'Overdue' },
        { value: 'false', label: 'On track' },
      ],
    },
    ...ofGroup,
    ...(one === null ? [] : [{ name: 'host', label: 'Host', value: one, valueText: host ?? 'one host' }]),
    orderFilter(of('sort'), SORTS),
  ];
}
