import type { Filter } from '../../components/fm-filter-bar/fm-filter-bar.ts';
import { plural } from '../../core/format.ts';
import { proposedName } from '../../core/proposedName.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { meaningOf, type FilterName } from './query.ts';
import { CONNECTIONS } from './texts.ts';

type Option = NonNullable<Filter['options']>[number];

interface Shown {
  name: Exclude<FilterName, 'search'>;
  label: string;
  options?: readonly Option[];
}

const choices = (texts: Readonly<Record<string, string>>): Option[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const FIXED: readonly Shown[] = [
  {
    name: 'health_status',
    label: 'Status',
    options: choices({
      unreachable: 'Unreachable',
      degraded: 'Degraded',
      healthy: 'Healthy',
      unknown: 'Not read yet',
    }),
  },
  {
    name: 'has_security',
    label: 'Security',
    options: choices({ true: 'Missing', false: 'None missing' }),
  },
  {
    name: 'security_unknown',
    label: 'Security state',
    options: choices({ true: 'Unknown', false: 'Known' }),
  },
  {
    name: 'min_severity',
    label: 'Severity',
    options: choices({
      critical: 'Critical',
      important: 'Important or higher',
      moderate: 'Moderate or higher',
      low: 'Any rated',
    }),
  },
  {
    name: 'severity',
    label: 'Highest severity',
    options: choices({
      critical: 'Critical',
      important: 'Important',
      moderate: 'Moderate',
      low: 'Low',
      unrated: 'Not rated',
    }),
  },
  {
    name: 'security_age',
    label: 'Oldest security patch',
    options: choices({
      under_7_days: 'Under 7 days',
      under_30_days: '7 to 30 days',
      under_90_days: '30 to 90 days',
      over_90_days: 'Over 90 days',
      not_recorded: 'Not recorded',
    }),
  },
  {
    name: 'last_patched',
    label: 'Last patched',
    options: choices({
      under_7_days: 'Under 7 days ago',
      under_30_days: '7 to 30 days ago',
      under_90_days: '30 to 90 days ago',
      over_90_days: 'Over 90 days ago',
      never: 'Never',
    }),
  },
  { name: 'reboot_required', label: 'Reboot', options: choices({ true: 'Required', false: 'Not required' }) },
  { name: 'has_problems', label: 'Problems', options: choices({ true: 'Has problems', false: 'None' }) },
  {
    name: 'maintenance_mode',
    label: 'Maintenance',
    options: choices({ true: 'In maintenance', false: 'Not in maintenance' }),
  },
];

interface Choices {
  /** The values that hosts have; null while they are not known. */
  values: Schemas['HostValues'] | null;
  groups: readonly Schemas['GroupRef'][];
  /** False: rarely used filters are shown only while they filter. */
  isWhole: boolean;
}

const USUAL: ReadonlySet<string> = new Set([
  'health_status',
  'has_security',
  'reboot_required',
  'has_problems',
  'tag',
]);

/** Filters that links alone set: as a field beside “Severity” it would ask the same question in other words. */
const BY_LINK: ReadonlySet<string> = new Set(['severity']);

/**
 * All filters of the list as the address has them. An active filter is always shown, even one that only a link can set.
 */
export function hostFilters(query: URLSearchParams, { values, groups, isWhole }: Choices): Filter[] {
  const shown: Shown[] = [
    ...FIXED,
    { name: 'tag', label: 'Tag', options: optionsOf(values?.tags) },
    { name: 'os_name', label: 'System', options: optionsOf(values?.os_names) },
    {
      name: 'agent_version',
      label: 'Agent version',
      options: optionsOf(values?.agent_versions),
    },
    {
      name: 'connection',
      label: 'Connection',
      options: choices(CONNECTIONS),
    },
    { name: 'problem', label: 'Problem' },
    { name: 'os_family', label: 'System family' },
    {
      name: 'group_id',
      label: 'Group',
      ...(groups.length > 0
        ? { options: groups.map(({ id, name }) => ({ value: id, label: safeName(name) })) }
        : {}),
    },
  ];
  return shown.map(({ options, ...filter }) => {
    const meant = meaningOf(filter.name, query.get(filter.name));
    const value = meant === undefined ? null : String(meant);
    const isWanted = isWhole || value !== null || USUAL.has(filter.name);
    const isOffered = isWanted && !BY_LINK.has(filter.name);
    if (isOffered) return { ...filter, value, ...(options ? { options } : {}) };
    return {
      ...filter,
      value,
      valueText: options?.find((one) => one.value === value)?.label ?? safeName(value),
    };
  });
}

/** So long is the name of a view at most. */
const LONGEST_NAME = 60;

/** What these filters are called while nobody has typed a name: “web, Security: Missing”; '' for none. */
export function filtersName(query: URLSearchParams): string {
  const search = meaningOf('search', query.get('search'));
  const parts = hostFilters(query, { values: null, groups: [], isWhole: false })
    // Their names are not known here.
    .filter(({ name, value }) => value !== null && name !== 'group_id')
    .map(({ label, value, valueText, options = [] }) => {
      const text = valueText ?? options.find((option) => option.value === value)?.label ?? safeName(value);
      return `${label}: ${text}`;
    });
  return proposedName([search === undefined ? null : String(search), ...parts], LONGEST_NAME);
}

function optionsOf(values: readonly Schemas['HostValue'][] = []): Option[] {
  return values.map(({ value, hosts }) => ({
    value,
    label: `${safeName(value)} (${plural(hosts, 'host')})`,
  }));
}
