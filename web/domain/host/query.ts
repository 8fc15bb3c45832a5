import type { Paths, Schemas } from '../../core/schema.ts';
import type { Sort } from '../../components/fm-table/column.ts';
import { readSort, sortText } from '../../components/fm-table/sorting.ts';

export type HostQuery = NonNullable<Paths['/api/v1/hosts']['get']['parameters']['query']>;

/** The address names filters as the API does, so that other pages can link to exactly these hosts. */
export const FILTER_NAMES = [
  'search',
  'health_status',
  'has_security',
  'security_unknown',
  'min_severity',
  'severity',
  'security_age',
  'last_patched',
  'reboot_required',
  'has_problems',
  'problem',
  'maintenance_mode',
  'os_name',
  'os_family',
  'agent_version',
  'connection',
  'tag',
  'group_id',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

const SORTS: readonly Schemas['HostSort'][] = [
  'fqdn',
  'health_status',
  'patches_total',
  'patches_security',
  'patches_severity',
  'reboot_required',
  'last_seen_at',
  'last_patched_at',
  'os_name',
  'ip_address',
  'agent_version',
];
/** Columns whose first click sorts descending: people ask them who has most. */
export const DESCENDING_FIRST: ReadonlySet<string> = new Set([
  'health_status',
  'patches_security',
  'patches_severity',
  'patches_total',
  'reboot_required',
]);
const HEALTH: readonly Schemas['HealthStatus'][] = ['healthy', 'degraded', 'unreachable', 'unknown'];
const CONNECTIONS: readonly Schemas['HostConnection'][] = ['listen', 'dial'];
const SEVERITIES: readonly Schemas['Severity'][] = ['low', 'moderate', 'important', 'critical'];
/** The values that the bars of the front page link to. */
const EXACT: {
  severity: Schemas['SecuritySeverity'][];
  security_age: Schemas['SecurityAge'][];
  last_patched: Schemas['LastPatched'][];
} = {
  severity: ['critical', 'important', 'moderate', 'low', 'unrated'],
  security_age: ['under_7_days', 'under_30_days', 'under_90_days', 'over_90_days', 'not_recorded'],
  last_patched: ['under_7_days', 'under_30_days', 'under_90_days', 'over_90_days', 'never'],
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the address asks for; invalid values are left out instead of answered by an error. */
export function hostQueryOf(query: URLSearchParams): HostQuery {
  const filters = FILTER_NAMES.map((name) => [name, meaningOf(name, query.get(name))] as const);
  const found = [...filters, ['sort', sortText(sortOf(query))] as const];
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The API's value for a filter of the address; undefined: it does not filter. */
export function meaningOf(name: FilterName, value: string | null): string | boolean | undefined {
  const text = value?.trim() || undefined;
  switch (name) {
    case 'search':
      return text?.slice(0, 253);
    case 'health_status':
      return HEALTH.find((one) => one === text);
    case 'connection':
      return CONNECTIONS.find((one) => one === text);
    case 'min_severity':
      return SEVERITIES.find((one) => one === text);
    case 'severity':
    case 'security_age':
    case 'last_patched':
      return EXACT[name].find((one) => one === text);
    case 'has_security':
    case 'security_unknown':
    case 'reboot_required':
    case 'has_problems':
    case 'maintenance_mode':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'group_id':
      return text !== undefined && UUID.test(text) ? text : undefined;
    case 'os_name':
      return text?.slice(0, 200);
    case 'problem':
    case 'os_family':
    case 'agent_version':
    case 'tag':
      return text?.slice(0, 64);
  }
}

export function isFiltered(query: URLSearchParams): boolean {
  return FILTER_NAMES.some((name) => meaningOf(name, query.get(name)) !== undefined);
}

/**
 * The usual order: by name, but the worst first where hosts that lack security patches are asked for, in whatever way.
 */
export function usualSort(query: URLSearchParams): Sort {
  const isSecurity =
    meaningOf('has_security', query.get('has_security')) === true ||
    (['min_severity', 'severity', 'security_age'] as const).some(
      (name) => meaningOf(name, query.get(name)) !== undefined,
    );
  return readSort(isSecurity ? '-patches_severity' : 'fqdn');
}

export function sortOf(query: URLSearchParams): Sort {
  const named = query.get('sort');
  if (named === null) return usualSort(query);
  const sort = readSort(named);
  return SORTS.some((one) => one === sort.key) ? sort : usualSort(query);
}
