import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages/history',
  tag: 'fm-page-package-history',
  title: 'Package history',
  permission: 'hosts:read',
  needs: ['listHostPackageChanges'],
  load: () => import('./fm-page-package-history.ts'),
};
