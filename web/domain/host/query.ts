import type { Paths, Schemas } from '../../core/schema.ts';
import type { Sort } from '../../components/fm-table/column.ts';
import { readSort, sortText } from '../../components/fm-table/sorting.ts';

export type HostQuery = NonNullable<Paths['/api/v1/hosts']['get']['parameters']['query']>;

/** The address names filters as the API does, so that other pages can link to exactly these hosts. */
export const FILTER_NAMES = [
  'search',
  'health_status',
  'has_security',
  'reboot_required',
  'os_family',
  'tag',
  'group_id',
  'severity',
  'security_age',
  'problem',
] as const;

const SORTS: readonly Schemas['HostSort'][] = [
  'fqdn',
  'health_status',
  'patches_total',
  'patches_security',
  'reboot_required',
  'last_seen_at',
  'os_name',
  'ip_address',
];
/** What one asks these columns for is who has most: the first click shows that. */
export const DESCENDING_FIRST: ReadonlySet<string> = new Set([
  'health_status',
  'patches_security',
  'patches_total',
  'reboot_required',
]);
/** What the bars of the front page lead to. */
const EXACT: { severity: Schemas['SecuritySeverity'][]; security_age: Schemas['SecurityAge'][] } = {
  severity: ['critical', 'important', 'moderate', 'low', 'unrated'],
  security_age: ['under_7_days', 'under_30_days', 'under_90_days', 'over_90_days', 'not_recorded'],
};
const HEALTH: readonly Schemas['HealthStatus'][] = ['healthy', 'degraded', 'unreachable', 'unknown'];

/** What the address asks for; what it cannot mean is left out instead of answered by an error. */
export function hostQueryOf(query: URLSearchParams): HostQuery {
  const text = (name: string): string | undefined => query.get(name)?.trim() || undefined;
  const health = HEALTH.find((one) => one === query.get('health_status'));
  const found: Record<string, unknown> = {
    search: text('search')?.slice(0, 253),
    health_status: health,
    has_security: booleanOf(query.get('has_security')),
    reboot_required: booleanOf(query.get('reboot_required')),
    os_family: text('os_family'),
    tag: text('tag'),
    group_id: text('group_id'),
    severity: EXACT.severity.find((one) => one === query.get('severity')),
    security_age: EXACT.security_age.find((one) => one === query.get('security_age')),
    problem: text('problem')?.slice(0, 64),
    sort: sortText(sortOf(query)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export function isFiltered(query: URLSearchParams): boolean {
  return FILTER_NAMES.some((name) => (query.get(name) ?? '') !== '');
}

export function sortOf(query: URLSearchParams): Sort {
  const sort = readSort(query.get('sort') ?? 'fqdn');
  return SORTS.some((one) => one === sort.key) ? sort : readSort('fqdn');
}

function booleanOf(text: string | null): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
