import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/exceptions',
  tag: 'fm-page-exceptions',
  title: 'Exceptions',
  permission: 'exposure:read',
  needs: ['listExposureExceptions'],
  load: () => import('./fm-page-exceptions.ts'),
  nav: {
    label: 'Exceptions',
    words: 'waiver exclude accepted risk',
    icon: 'pause',
    section: 'fleet',
    order: 43,
    letter: 'x',
    tab: { of: 'security', label: 'Exceptions' },
  },
};
