import { api, must } from '../../core/api.ts';
import { features } from '../../core/features.ts';
import type { Page } from '../../core/page.ts';
import { may } from '../../core/permissions.ts';
import type { OperationId, Permission, Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { statusText } from '../../components/fm-badge/status.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostOffers } from '../../domain/host/offers.ts';
import { jobTitle } from '../../domain/job/text.ts';
import { safeName } from '../../core/safeText.ts';
import type { IconName } from '../../icons/icons.ts';
import { chooseTheme } from '../theme.ts';
import { ranked } from './rank.ts';

/** One thing that the palette leads to, or does. */
export interface Entry {
  label: string;
  /** What tells it from others of the name. */
  detail?: string;
  icon: IconName;
  /** Where it leads; else `run` does it. */
  href?: string;
  run?(): void;
}

/** A group of what can be found. Rejects with what the manager answered. */
export interface Source {
  heading: string;
  /** Asks the manager, so it waits until the typing pauses. */
  isRemote: boolean;
  find(typed: string, signal: AbortSignal): Promise<Entry[]> | Entry[];
}

const MOST_HOSTS = 8;
const MOST_JOBS = 6;
const MOST_POLICIES = 6;
/** Jobs have no search: the newest are looked through. */
const JOBS_READ = 100;
const SHORTEST_SEARCH = 2;

export interface PaletteContext {
  /** Those that this user may see and that are served. */
  pages: readonly Page[];
  showShortcuts(): void;
}

/** What this user can find: nothing that they may not see, and nothing that is switched off. */
export function sourcesFor({ pages, showShortcuts }: PaletteContext): Source[] {
  const all: (Source | null)[] = [
    { heading: 'Pages', isRemote: false, find: (typed) => ranked(pageEntries(pages), typed, textOf) },
    {
      heading: 'Actions',
      isRemote: false,
      find: (typed) => ranked(actionEntries(showShortcuts), typed, textOf),
    },
    can('hosts:read', 'listHosts') ? { heading: 'Hosts', isRemote: true, find: findHosts } : null,
    can('jobs:read', 'listJobs') ? jobSource() : null,
    can('policies:read', 'listPolicies') ? { heading: 'Policies', isRemote: true, find: findPolicies } : null,
  ];
  return all.filter((source) => source !== null);
}

const textOf = ({ label, detail = '' }: Entry): string => `${label} ${detail}`;

const can = (permission: Permission, operation: OperationId): boolean =>
  may(session.user, permission) && features.serves(operation);

function pageEntries(pages: readonly Page[]): Entry[] {
  return pages.flatMap(({ path, nav }) => (nav ? [{ label: nav.label, icon: nav.icon, href: path }] : []));
}

function actionEntries(showShortcuts: () => void): Entry[] {
  const entries: (Entry | null)[] = [
    can('jobs:run', 'createJob')
      ? { label: 'New job', detail: 'Patch, install, remove, reboot', icon: 'plus', href: '/jobs/new' }
      : null,
    can('policies:edit', 'createPolicy')
      ? { label: 'New policy', detail: 'Patch by itself, recurring', icon: 'plus', href: '/policies/new' }
      : null,
    can('enrollment:manage', 'createEnrollmentToken')
      ? { label: 'Add a host', detail: 'Enroll', icon: 'plus', href: '/enrollments' }
      : null,
    { label: 'Light theme', detail: 'Appearance', icon: 'sun', run: () => chooseTheme('light') },
    { label: 'Dark theme', detail: 'Appearance', icon: 'moon', run: () => chooseTheme('dark') },
    { label: 'Theme of the system', detail: 'Appearance', icon: 'system', run: () => chooseTheme('system') },
    { label: 'Keyboard shortcuts', icon: 'keyboard', run: showShortcuts },
    { label: 'Sign out', icon: 'sign-out', run: () => void session.signOut() },
  ];
  return entries.filter((entry) => entry !== null);
}

async function findHosts(typed: string, signal: AbortSignal): Promise<Entry[]> {
  if (typed.length < SHORTEST_SEARCH) return [];
  const query = { search: typed, limit: MOST_HOSTS };
  const { hosts } = await must(api.GET('/api/v1/hosts', { params: { query }, signal }));
  const [first] = hosts;
  const found = hosts.map(hostEntry);
  // What one looks for a host for; several would bury the hosts themselves.
  const plan =
    first &&
    hostOffers(first, { may: (what) => may(session.user, what), serves: (one) => features.serves(one) }).find(
      ({ action }) => action === 'patch',
    );
  if (!first || hosts.length > 3 || plan?.reason !== null) return found;
  const name = hostName(first);
  return [...found, { label: `New job on ${name}`, icon: 'plus', href: newJobHref([first.id]) }];
}

function hostEntry(host: Schemas['Host']): Entry {
  const name = hostName(host);
  const fqdn = safeName(host.fqdn);
  const detail = [fqdn === name ? null : fqdn, safeName(host.ip_address)].filter(Boolean).join(', ');
  return { label: name, detail, icon: 'hosts', href: `/hosts/${encodeURIComponent(host.id)}` };
}

/** What can be done with the only one that fits stands below it; its page does it, and says what came of it. */
async function findPolicies(typed: string, signal: AbortSignal): Promise<Entry[]> {
  if (typed.length < SHORTEST_SEARCH) return [];
  const query = { search: typed, limit: MOST_POLICIES };
  const { policies } = await must(api.GET('/api/v1/policies', { params: { query }, signal }));
  const [only] = policies;
  const entries = policies.map(({ id, name }): Entry => ({
    label: safeName(name),
    icon: 'shield',
    href: `/policies/${id}`,
  }));
  if (!only || policies.length > 1) return entries;
  const { policyEntries } = await import('./policyEntries.ts');
  return [...entries, ...policyEntries(only)];
}

function jobSource(): Source {
  let jobs: Promise<Entry[]> | null = null;
  return {
    heading: 'Jobs',
    isRemote: true,
    async find(typed) {
      if (typed.length < SHORTEST_SEARCH) return [];
      // Read once, and again after a failure. Not broken off by the next letter: that one needs them too.
      jobs ??= readJobs();
      jobs.catch(() => (jobs = null));
      return ranked(await jobs, typed, textOf).slice(0, MOST_JOBS);
    },
  };
}

async function readJobs(): Promise<Entry[]> {
  const query = { limit: JOBS_READ };
  const list = await must(api.GET('/api/v1/jobs', { params: { query } }));
  return list.jobs.map((job) => ({
    label: jobTitle(job),
    detail: statusText('job', job.state)[1],
    icon: 'jobs',
    href: `/jobs/${job.id}`,
  }));
}
