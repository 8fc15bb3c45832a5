import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/api-tokens',
  tag: 'fm-page-api-tokens',
  title: 'API tokens',
  permission: 'users:manage',
  needs: ['listApiTokens'],
  load: () => import('./fm-page-api-tokens.ts'),
  nav: {
    label: 'API tokens',
    words: 'keys',
    icon: 'key',
    section: 'settings',
    order: 23,
    tab: { of: 'access', label: 'API tokens' },
  },
};
