import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/exposure-data',
  tag: 'fm-page-exposure-data',
  title: 'Vulnerability feeds',
  permission: 'exposure:read',
  needs: ['listExposureDataSets'],
  load: () => import('./fm-page-exposure-data.ts'),
  nav: {
    label: 'Vulnerability feeds',
    words: 'kev epss csaf tracker import data',
    icon: 'book',
    section: 'fleet',
    order: 44,
    letter: 'd',
    tab: { of: 'security', label: 'Feeds' },
  },
};
