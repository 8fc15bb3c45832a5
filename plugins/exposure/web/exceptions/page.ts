import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/exceptions',
  tag: 'fm-page-exceptions',
  title: 'Exceptions',
  permission: 'exposure:read',
  needs: ['listExposureExceptions'],
  load: () => import('./fm-page-exceptions.ts'),
  nav: { label: 'Exceptions', icon: 'pause', section: 'exposure', order: 29, letter: 'x' },
};
