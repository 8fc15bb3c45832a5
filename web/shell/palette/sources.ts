import { features } from '../../core/features.ts';
import type { Page } from '../../core/page.ts';
import { may } from '../../core/permissions.ts';
import type { OperationId, Permission } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import type { IconName } from '../../icons/icons.ts';
import { chooseTheme } from '../theme.ts';
import { ranked } from './rank.ts';

/** One thing that the palette leads to, or does. */
export interface Entry {
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
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
    { heading: 'Pages', entries: ranked(pageEntries(pages), typed, textOf) },
    { heading: 'Actions', entries: ranked(actionEntries(showShortcuts), typed, textOf) },
  ];
}

const textOf = ({ label, detail = '' }: Entry): string => `${label} ${detail}`;

export const can = (permission: Permission, operation: OperationId): boolean =>
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
      ? { label: 'New policy', detail: 'Recurring patching', icon: 'plus', href: '/policies/new' }
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
    { label: 'Keyboard shortcuts', icon: 'keyboard', run: showShortcuts },
    { label: 'Sign out', icon: 'sign-out', run: () => void session.signOut() },
  ];
  return entries.filter((entry) => entry !== null);
}
