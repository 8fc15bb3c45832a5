import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/jobs/:id',
  tag: 'fm-page-job',
  title: 'Job',
  permission: 'jobs:read',
  load: () => import('./fm-page-job.ts'),
};
