import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages/hosts',
  tag: 'fm-page-package',
  title: 'Package',
  permission: 'hosts:read',
  needs: ['listPackageHosts', 'listPackageVersions'],
  load: () => import('./fm-page-package.ts'),
};
