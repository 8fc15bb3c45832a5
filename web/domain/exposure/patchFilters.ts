import type { Filter } from '../../components/fm-filter-bar/fm-filter-bar.ts';
import { setQuery } from '../../core/query.ts';
import { safeName } from '../../core/safeText.ts';
import { flagOf, YES_NO } from '../package/texts.ts';
import type { Patch, PatchQuery } from './patches.ts';
import { SEVERITY_OPTIONS, severityOf } from '../patch/severity.ts';
import { STANDING_OPTIONS, standingFrom } from './texts.ts';

const NAMES = ['standing', 'severity', 'group', 'held', 'host', 'package'] as const;
type Name = (typeof NAMES)[number];
/** In the address: every standing is wanted, where the page would show only one. */
const ANY = 'any';

/** The values that a page fixes, so that they are no filters there. */
export interface Fixed {
  package?: string;
  advisoryId?: string;
  /** The standing that it shows until somebody chooses another. */
  standing?: Patch['standing'];
}

const standingIn = (query: URLSearchParams, { standing }: Fixed): Patch['standing'] | undefined =>
  query.get('standing') === ANY ? undefined : (standingFrom(query.get('standing')) ?? standing);

export function patchQueryOf(query: URLSearchParams, fixed: Fixed): PatchQuery {
  const found = {
    standing: standingIn(query, fixed),
    package: fixed.package ?? (query.get('package')?.slice(0, 256) || undefined),
    advisory_id: fixed.advisoryId,
    severity: severityOf(query.get('severity')),
    held: flagOf(query.get('held')),
    host_id: query.get('host') || undefined,
    group_id: query.get('group') || undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export const choosePatches = (name: string, value: string | null): void =>
  setQuery({ [name]: name === 'standing' && value === null ? ANY : value });

export const showAllPatches = (): void =>
  setQuery({ ...Object.fromEntries(NAMES.map((name) => [name, null])), standing: ANY });

export interface Named {
  groups: ReadonlyMap<string, string> | undefined;
  /** What the host of `?host=` is called; null: not known yet. */
  host: string | null;
}

export function patchFiltersOf(query: URLSearchParams, fixed: Fixed, named: Named): Filter[] {
  const of = (name: Name): string | null => query.get(name) || null;
  const groups = [...(named.groups ?? [])].map(([value, label]) => ({ value, label: safeName(label) }));
  return [
    {
      name: 'standing',
      label: 'Service level',
      options: STANDING_OPTIONS,
      value: standingIn(query, fixed) ?? null,
    },
    { name: 'severity', label: 'Severity', value: of('severity'), options: SEVERITY_OPTIONS },
    ...(groups.length > 0 ? [{ name: 'group', label: 'Group', value: of('group'), options: groups }] : []),
    { name: 'held', label: 'Held', value: of('held'), options: YES_NO },
    ...byLink('host', 'Host', of('host'), named.host ?? 'one host'),
    ...byLink(
      'package',
      'Package',
      fixed.package === undefined ? of('package') : null,
      safeName(of('package')),
    ),
  ];
}

const byLink = (name: Name, label: string, value: string | null, valueText: string): Filter[] =>
  value === null ? [] : [{ name, label, value, valueText }];
