import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/exposure-data',
  tag: 'fm-page-exposure-data',
  title: 'Exposure data',
  permission: 'exposure:read',
  needs: ['listExposureDataSets'],
  load: () => import('./fm-page-exposure-data.ts'),
  nav: { label: 'Exposure data', icon: 'book', section: 'exposure', order: 30, letter: 'd' },
};
