import type { Tab } from '../../components/fm-tabs/fm-tabs.ts';
import type { Schemas } from '../../core/schema.ts';
import type { HostTab } from '../../domain/host/hostTabs.ts';
import { texts } from './texts.ts';

type Counted = Pick<Schemas['Host'], 'patches_total' | 'patches_security'>;

/** What is open on the page, by key. */
export interface HostPlace {
  tab: string;
  /** The section of the tab that the address names, for the page to scroll to; null: none. */
  section: string | null;
}

/** The page's own tabs, as the orders of `HostTab` know them. */
const OWN = [
  { key: 'overview', order: 10 },
  { key: 'patches', order: 20 },
  { key: 'activity', order: 50 },
  { key: 'facts', order: 60 },
] as const;

/** Sections of the page's own; each was a tab once, and its address still leads there. */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['jobs', 'activity'],
  ['timeline', 'activity'],
]);

/** The tabs of the page, with those that plugins brought. */
export function tabsOf(host: Counted, brought: readonly HostTab[]): Tab[] {
  const own = OWN.map(({ key, order }) => ({ key, order, label: texts.tabs[key] }));
  const others = brought.filter(({ within }) => within === undefined);
  return [...own, ...others]
    .sort((a, b) => a.order - b.order)
    .map(({ key, label }) => (key === 'patches' ? patchesTab(label, host) : { key, label }));
}

/** Counts the security patches, in red; where there are none, all patches. */
function patchesTab(label: string, { patches_total: total, patches_security: security }: Counted): Tab {
  return security
    ? { key: 'patches', label, count: security, tone: 'bad' }
    : { key: 'patches', label, count: total };
}

/** Where an address leads (`?tab=`): a tab, or a section of one; to the first tab where it names neither. */
export function placeOf(query: URLSearchParams, brought: readonly HostTab[]): HostPlace {
  const named = query.get('tab') ?? '';
  const part = brought.find(({ key }) => key === named);
  const within = part?.within ?? SECTIONS.get(named);
  if (within !== undefined) return { tab: within, section: named };
  const isTab = part !== undefined || OWN.some(({ key }) => key === named);
  return { tab: isTab ? named : OWN[0].key, section: null };
}
