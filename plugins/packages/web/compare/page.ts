import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages/compare',
  tag: 'fm-page-compare',
  title: 'Compare hosts',
  permission: 'hosts:read',
  needs: ['listHostPackageDifferences'],
  load: () => import('./fm-page-compare.ts'),
};
