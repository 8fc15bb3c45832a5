import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/patch-order',
  tag: 'fm-page-patch-order',
  title: 'Patch priorities',
  permission: 'exposure:read',
  needs: ['listAdvisories', 'listExposurePatches'],
  load: () => import('./fm-page-patch-order.ts'),
  nav: {
    label: 'Patch priorities',
    words: 'order ranking advisory kev epss',
    icon: 'sort',
    section: 'fleet',
    order: 40,
    letter: 't',
    tab: { of: 'security', label: 'Priorities' },
  },
};
