import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { setQuery } from '#web/core/query.ts';
import type { Paths } from '#web/core/schema.ts';
import { exploitedFilter, orderFilter } from '#web/domain/exposure/texts.ts';
import { SEVERITY_OPTIONS, severityOf } from '#web/domain/patch/severity.ts';
import { flagOf } from '#web/domain/package/texts.ts';

export type Query = NonNullable<Paths['/api/v1/exposure/cves']['get']['parameters']['query']>;
type Sort = NonNullable<Query['sort']>;

const SORTS: readonly { value: Sort; label: string }[] = [
  { value: '-hosts_open', label: 'Most hosts' },
  { value: '-first_seen_at', label: 'Newest' },
  { value: 'cve', label: 'Name' },
  { value: '-epss', label: 'EPSS score' },
];
const NAMES = ['search', 'fix', 'severity', 'exploited', 'status', 'sort'] as const;

export const isFiltered = (query: URLSearchParams): boolean =>
  NAMES.some((name) => name !== 'sort' && query.get(name));

/** Whether the list shows the CVEs that no source fixes yet. */
export const isWithoutFix = (query: URLSearchParams): boolean => query.get('fix') === 'none';

export const clearFilters = (): void => setQuery(Object.fromEntries(NAMES.map((name) => [name, null])));

/** What the filter bar shows; by default open CVEs, the most urgent first. */
export const filtersOf = (query: URLSearchParams): Filter[] => {
  const of = (name: string): string | null => query.get(name) || null;
  return [
    { name: 'fix', label: 'Fix', value: of('fix'), options: [{ value: 'none', label: 'None yet' }] },
    { name: 'severity', label: 'Severity', value: of('severity'), options: SEVERITY_OPTIONS },
    exploitedFilter(of('exploited')),
    // It is not recorded where a CVE without a fix was open before.
    ...(isWithoutFix(query)
      ? []
      : [
          {
            name: 'status',
            label: 'Status',
            value: of('status'),
            options: [{ value: 'closed', label: 'Closed everywhere' }],
          },
        ]),
    orderFilter(of('sort'), SORTS),
  ];
};

export function queryOf(query: URLSearchParams): Query {
  const found = {
    search: query.get('search')?.trim().slice(0, 100) || undefined,
    severity: severityOf(query.get('severity')),
    exploited: flagOf(query.get('exploited')),
    fix: isWithoutFix(query) ? 'none' : undefined,
    state: query.get('status') === 'closed' && !isWithoutFix(query) ? ['closed'] : undefined,
    sort: SORTS.find(({ value }) => value === query.get('sort'))?.value,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
