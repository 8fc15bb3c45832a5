import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages',
  tag: 'fm-page-packages',
  title: 'Packages',
  permission: 'hosts:read',
  needs: ['listFleetPackages', 'listPackageHosts', 'listPackageVersions'],
  load: () => import('./fm-page-packages.ts'),
  nav: {
    label: 'Packages',
    words: 'installed software versions compare difference',
    icon: 'package',
    section: 'fleet',
    order: 30,
    letter: 'p',
  },
};
