import { api, must } from '../../core/api.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostOffers } from '../../domain/host/offers.ts';
import { can, type Entry, type Group } from './sources.ts';
import { byPlace, kindTexts, texts } from './texts.ts';

const MOST_OF_KIND = 6;
const SHORTEST_SEARCH = 2;
/** A host's actions are listed below it while at most so many hosts are found; with more they would bury the hosts. */
const FEW_HOSTS = 3;
const LONGEST_ABOUT = 512;

export interface Things {
  groups: Group[];
  /** Kinds that the manager could not search now. */
  missing: string[];
}

/** What the manager finds by these words, among what this user may read. Rejects with what the manager answered. */
export async function findThings(typed: string, signal: AbortSignal): Promise<Things> {
  if (typed.length < SHORTEST_SEARCH || !features.serves('searchEverything'))
    return { groups: [], missing: [] };
  const query = { search: typed, limit: MOST_OF_KIND };
  const found = await must(api.GET('/api/v1/search', { params: { query }, signal }));
  const groups = await Promise.all(found.groups.sort(byPlace).map((group) => groupOf(group, typed, signal)));
  return { groups, missing: found.missing.map(({ kind }) => kind) };
}

async function groupOf(group: Schemas['SearchGroup'], typed: string, signal: AbortSignal): Promise<Group> {
  const { kind, items, total, total_is_exact: isExact } = group;
  const words = kindTexts(kind);
  const entries: Entry[] = items.map(({ name, about, page_path: href }) => ({
    label: safeName(name),
    detail: safeLine(about, LONGEST_ABOUT),
    icon: words.icon,
    href,
  }));
  if (total > items.length && words.list !== null)
    entries.push({
      label: texts.all(total, isExact, words),
      icon: 'search',
      href: `${words.list}?${new URLSearchParams({ search: typed })}`,
    });
  return { heading: words.heading, entries: [...entries, ...(await offersOf(group, signal))] };
}

/** The actions that people look for a thing for. Where they cannot be read, only the thing's page is offered. */
async function offersOf(
  { kind, items, total }: Schemas['SearchGroup'],
  signal: AbortSignal,
): Promise<Entry[]> {
  const [first] = items;
  try {
    if (first && kind === 'host' && total <= FEW_HOSTS) return await hostEntries(first.id, signal);
    if (first && kind === 'policy' && total === 1) return await policyOffers(first.id, signal);
  } catch {
    // The thing itself is found all the same.
  }
  return [];
}

async function hostEntries(id: string, signal: AbortSignal): Promise<Entry[]> {
  if (!can('jobs:run', 'createJob')) return [];
  const host = await must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal }));
  const asker = {
    may: (what: Parameters<typeof may>[1]) => may(session.user, what),
    serves: (one: Parameters<typeof features.serves>[0]) => features.serves(one),
  };
  const plan = hostOffers(host, asker).find(({ action }) => action === 'patch');
  if (plan?.reason !== null) return [];
  return [{ label: `New job on ${hostName(host)}`, icon: 'plus', href: newJobHref([id]) }];
}

async function policyOffers(policyId: string, signal: AbortSignal): Promise<Entry[]> {
  const params = { path: { policy_id: policyId } };
  const policy = await must(api.GET('/api/v1/policies/{policy_id}', { params, signal }));
  const { policyEntries } = await import('./policyEntries.ts');
  return policyEntries(policy);
}
