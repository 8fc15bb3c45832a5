import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/exposure-data',
  tag: 'fm-page-exposure-data',
  title: 'Vulnerability feeds',
  permission: 'exposure:read',
  needs: ['listExposureDataSets'],
  load: () => import('./fm-page-exposure-data.ts'),
  nav: { label: 'Vulnerability feeds', icon: 'book', section: 'exposure', order: 30, letter: 'd' },
};
