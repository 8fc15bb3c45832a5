import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/late-patches',
  tag: 'fm-page-late-patches',
  title: 'Overdue patches',
  permission: 'exposure:read',
  needs: ['listExposurePatches'],
  load: () => import('./fm-page-late-patches.ts'),
  nav: {
    label: 'Overdue patches',
    words: 'late sla service level',
    icon: 'clock',
    section: 'fleet',
    order: 42,
    letter: 'l',
    tab: { of: 'security', label: 'Overdue' },
  },
};
