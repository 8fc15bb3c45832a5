import { plural } from '../../core/format.ts';
import type { IconName } from '../../icons/icons.ts';

/** A kind of thing that the manager finds: its name, and the page with all of them. */
export interface KindTexts {
  heading: string;
  one: string;
  many: string;
  icon: IconName;
  /** The page with a list that takes `?search=`; null: there is none. */
  list: string | null;
}

/** The kinds, in the order in which they are shown. */
const KINDS: Readonly<Record<string, KindTexts>> = {
  host: { heading: 'Hosts', one: 'host', many: 'hosts', icon: 'hosts', list: '/hosts' },
  group: { heading: 'Groups', one: 'group', many: 'groups', icon: 'groups', list: '/groups' },
  package: { heading: 'Packages', one: 'package', many: 'packages', icon: 'package', list: '/packages' },
  cve: { heading: 'CVEs', one: 'CVE', many: 'CVEs', icon: 'warning', list: '/vulnerabilities' },
  job: { heading: 'Jobs', one: 'job', many: 'jobs', icon: 'jobs', list: null },
  policy: { heading: 'Policies', one: 'policy', many: 'policies', icon: 'shield', list: '/policies' },
  window: { heading: 'Maintenance windows', one: 'window', many: 'windows', icon: 'clock', list: null },
  freeze: { heading: 'Freezes', one: 'freeze', many: 'freezes', icon: 'lock', list: null },
  'health-check': { heading: 'Health checks', one: 'check', many: 'checks', icon: 'check', list: null },
  webhook: { heading: 'Webhooks', one: 'webhook', many: 'webhooks', icon: 'bell', list: null },
  user: { heading: 'People', one: 'person', many: 'people', icon: 'user', list: '/users' },
  role: { heading: 'Roles', one: 'role', many: 'roles', icon: 'shield', list: '/roles' },
  'service-account': {
    heading: 'Service accounts',
    one: 'service account',
    many: 'service accounts',
    icon: 'key',
    list: null,
  },
  'api-token': { heading: 'API tokens', one: 'token', many: 'tokens', icon: 'key', list: null },
};
const ORDER = Object.keys(KINDS);

/** Texts for a kind. One that is not listed, of an installed plugin, is named by its id: `acme-notes-note`. */
export function kindTexts(kind: string): KindTexts {
  const name = kind.replaceAll('-', ' ');
  const heading = name.charAt(0).toUpperCase() + name.slice(1);
  return KINDS[kind] ?? { heading, one: name, many: name, icon: 'search', list: null };
}

export const byPlace = (a: { kind: string }, b: { kind: string }): number => placeOf(a) - placeOf(b);
const placeOf = ({ kind }: { kind: string }): number =>
  ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length;

const list = new Intl.ListFormat('en');

export const texts = {
  label: 'Search pages, hosts, packages, CVEs, jobs and people',
  looking: 'Searching …',
  nothing: 'No results',
  count: (count: number): string => `${plural(count, 'result')}. ↑↓ to select, Enter to open.`,
  failed: (what: string): string => `Only pages and actions could be searched. ${what}`,
  missing: (kinds: readonly string[]): string =>
    `${list.format(kinds.map((kind) => kindTexts(kind).heading))} could not be searched just now.`,
  all: (count: number, isExact: boolean, { many }: KindTexts): string =>
    `All ${count}${isExact ? '' : '+'} ${many}`,
} as const;
