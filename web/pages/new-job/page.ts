import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/jobs/new',
  tag: 'fm-page-new-job',
  title: 'New job',
  permission: 'jobs:run',
  load: () => import('./fm-page-new-job.ts'),
};
