import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages',
  tag: 'fm-page-packages',
  title: 'Packages',
  permission: 'hosts:read',
  needs: ['listFleetPackages', 'listPackageHosts', 'listPackageVersions'],
  load: () => import('./fm-page-packages.ts'),
  nav: { label: 'Packages', icon: 'package', section: 'operate', order: 25, letter: 'p' },
};
