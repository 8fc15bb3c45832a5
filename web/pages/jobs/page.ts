import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/jobs',
  tag: 'fm-page-jobs',
  title: 'Jobs',
  permission: 'jobs:read',
  load: () => import('./fm-page-jobs.ts'),
  nav: {
    label: 'Jobs',
    words: 'runs patching log retry rollback roll back failed',
    icon: 'jobs',
    section: 'work',
    order: 10,
    letter: 'j',
  },
};
