import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/packages/differences',
  tag: 'fm-page-package-differences',
  title: 'Differences in a group',
  permission: 'hosts:read',
  needs: ['listGroupPackageDifferences', 'listGroups'],
  load: () => import('./fm-page-package-differences.ts'),
};
