import { features } from '../../core/features.ts';
import { PLACES, type Page } from '../../core/page.ts';
import { may } from '../../core/permissions.ts';
import type { OperationId, Permission } from '../../core/schema.ts';
import { selectionNow } from '../../core/selection.ts';
import { session } from '../../core/session.ts';
import type { IconName } from '../../icons/icons.ts';
import { allSections } from '../../domain/settings/allSections.ts';
import { chooseTheme } from '../theme.ts';
import { ranked } from './rank.ts';

/** One thing that the palette leads to, or does. */
export interface Entry {
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
  /** What it is found by besides; not shown. */
  words?: string;
  icon: IconName;
  /** The address that it leads to; without one, `run` does the work. */
  href?: string;
  run?(): void;
}

/** The entries of one kind. */
export interface Group {
  heading: string;
  entries: readonly Entry[];
}

export interface PaletteContext {
  /** The pages that this user may see and that are served. */
  pages: readonly Page[];
  showShortcuts(): void;
}

/** What is found without asking the manager: nothing that this user may not see, and nothing that is switched off. */
export function findHere(typed: string, { pages, showShortcuts }: PaletteContext): Group[] {
  return [
    { heading: 'Selection', entries: ranked(selectionEntries(), typed, textOf) },
    { heading: 'Pages', entries: ranked(pageEntries(pages), typed, textOf) },
    { heading: 'Settings', entries: ranked(settingEntries(pages), typed, textOf) },
    { heading: 'Actions', entries: ranked(actionEntries(showShortcuts), typed, textOf) },
  ];
}

const textOf = ({ label, detail = '', words = '' }: Entry): string => `${label} ${detail} ${words}`;

export const can = (permission: Permission, operation: OperationId): boolean =>
  may(session.user, permission) && features.serves(operation);

/** What the page offers for what is selected on it. */
function selectionEntries(): Entry[] {
  const selection = selectionNow();
  return (selection?.actions ?? []).map((action) => ({ ...action, detail: selection?.what ?? '' }));
}

function pageEntries(pages: readonly Page[]): Entry[] {
  return pages.flatMap(({ path: href, nav }) => {
    if (!nav) return [];
    const { label, icon, words = '', tab } = nav;
    return [{ label, detail: tab ? PLACES[tab.of].label : '', words, icon, href }];
  });
}

/** Each section of the settings, found by the names of its fields too. Those of a plugin that is off are not there. */
function settingEntries(pages: readonly Page[]): Entry[] {
  if (!pages.some(({ path }) => path === '/settings')) return [];
  return allSections()
    .filter(({ needs }) => needs === undefined || features.serves(needs))
    .map((section) => ({
      label: section.title,
      detail: 'fields' in section ? section.fields.map(({ label }) => label).join(', ') : '',
      icon: 'settings',
      href: `/settings?section=${section.key}`,
    }));
}

/** The jobs among which one is found that can be retried, or rolled back: its page offers it. */
const FAILED_RUNS = '/jobs?state=failed%2Cpartial%2Cpaused&dry_run=false';
const ENDED_RUNS = '/jobs?state=completed%2Cpartial%2Cfailed&dry_run=false';

function actionEntries(showShortcuts: () => void): Entry[] {
  const entries: (Entry | null)[] = [
    can('jobs:run', 'createJob')
      ? { label: 'New job', detail: 'Patch, install, remove, reboot', icon: 'plus', href: '/jobs/new' }
      : null,
    can('policies:edit', 'createPolicy')
      ? { label: 'New policy', detail: 'Recurring patching', icon: 'plus', href: '/policies/new' }
      : null,
    can('jobs:run', 'rollbackJob')
      ? {
          label: 'Roll back a job',
          detail: 'Completed jobs',
          words: 'rollback undo revert',
          icon: 'undo',
          href: ENDED_RUNS,
        }
      : null,
    can('jobs:run', 'retryJob')
      ? { label: 'Retry a job', detail: 'Failed jobs', words: 'again', icon: 'refresh', href: FAILED_RUNS }
      : null,
    can('hosts:read', 'listHostPackageDifferences')
      ? {
          label: 'Compare hosts',
          detail: 'Packages',
          words: 'difference diff',
          icon: 'package',
          href: '/packages/compare',
        }
      : null,
    can('users:manage', 'createUser')
      ? { label: 'New user', detail: 'Account', words: 'add person', icon: 'plus', href: '/users/new' }
      : null,
    can('enrollment:manage', 'createEnrollmentToken')
      ? { label: 'Add a host', detail: 'Enroll', icon: 'plus', href: '/enrollments' }
      : null,
    can('exposure:except', 'createExposureException')
      ? {
          label: 'New exception',
          detail: 'Exclude a held package from SLA',
          icon: 'pause',
          href: '/exceptions?new=1',
        }
      : null,
    can('exposure:import', 'importExposureDataSet')
      ? {
          label: 'Import vulnerability data',
          detail: 'Exploited CVEs, scores, Debian',
          icon: 'book',
          href: '/exposure-data',
        }
      : null,
    { label: 'Light theme', detail: 'Appearance', icon: 'sun', run: () => chooseTheme('light') },
    { label: 'Dark theme', detail: 'Appearance', icon: 'moon', run: () => chooseTheme('dark') },
    { label: 'System theme', detail: 'Appearance', icon: 'system', run: () => chooseTheme('system') },
    {
      label: 'Profile and security',
      detail: 'Your password, second factor, passkeys, sessions and API tokens',
      words: 'totp 2fa mfa zone notifications',
      icon: 'user',
      href: '/profile',
    },
    { label: 'Keyboard shortcuts', icon: 'keyboard', run: showShortcuts },
    { label: 'Sign out', words: 'log out logout', icon: 'sign-out', run: () => void session.signOut() },
  ];
  return entries.filter((entry) => entry !== null);
}
