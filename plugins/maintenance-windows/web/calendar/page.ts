import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/calendar',
  tag: 'fm-page-calendar',
  title: 'Calendar',
  permission: 'windows:read',
  needs: ['listOpenings', 'listAllWindows', 'listFreezes'],
  load: () => import('./fm-page-calendar.ts'),
  nav: { label: 'Calendar', icon: 'clock', section: 'automate', order: 30, letter: 'k' },
};
