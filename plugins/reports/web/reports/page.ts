import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/reports',
  tag: 'fm-page-reports',
  title: 'Reports',
  permission: 'reports:read',
  needs: ['downloadReport', 'getReportFigures'],
  load: () => import('./fm-page-reports.ts'),
  nav: {
    label: 'Reports',
    words: 'pdf csv compliance schedule',
    icon: 'download',
    section: 'evidence',
    order: 10,
    letter: 'r',
  },
};
