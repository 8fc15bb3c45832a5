import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/calendar',
  tag: 'fm-page-calendar',
  title: 'Calendar',
  permission: 'windows:read',
  needs: ['listOpenings', 'listAllWindows', 'listFreezes'],
  load: () => import('./fm-page-calendar.ts'),
  nav: {
    label: 'Calendar',
    words: 'maintenance window freeze schedule',
    icon: 'clock',
    section: 'work',
    order: 40,
    letter: 'k',
  },
};
