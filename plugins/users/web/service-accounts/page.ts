import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/service-accounts',
  tag: 'fm-page-service-accounts',
  title: 'Service accounts',
  permission: 'users:manage',
  needs: ['listServiceAccounts', 'listServiceAccountTokens', 'listPermissions'],
  load: () => import('./fm-page-service-accounts.ts'),
  nav: { label: 'Service accounts', icon: 'key', section: 'administration', order: 62 },
};
