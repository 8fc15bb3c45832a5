import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/',
  tag: 'fm-page-fleet',
  title: 'Overview',
  permission: 'fleet:read',
  needs: ['getFleetStatus'],
  load: () => import('./fm-page-fleet.ts'),
  nav: {
    label: 'Overview',
    words: 'dashboard home start',
    icon: 'fleet',
    section: 'fleet',
    order: 10,
    letter: 'f',
  },
};
