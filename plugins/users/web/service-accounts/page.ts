import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/service-accounts',
  tag: 'fm-page-service-accounts',
  title: 'Service accounts',
  permission: 'users:manage',
  needs: ['listServiceAccounts', 'listServiceAccountTokens', 'listPermissions'],
  load: () => import('./fm-page-service-accounts.ts'),
  nav: {
    label: 'Service accounts',
    words: 'robots tools',
    icon: 'key',
    section: 'settings',
    order: 21,
    tab: { of: 'access', label: 'Service accounts' },
  },
};
