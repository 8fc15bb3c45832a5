import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/sso',
  tag: 'fm-page-sso',
  title: 'Single sign-on',
  permission: 'settings:manage',
  needs: ['getSettings', 'updateSettings', 'discoverOidc', 'testSso'],
  settings: { oidc: 'Single sign-on' },
  load: () => import('./fm-page-sso.ts'),
  nav: {
    label: 'Single sign-on',
    words: 'sso oidc openid connect login provider',
    icon: 'key',
    section: 'settings',
    order: 24,
    tab: { of: 'access', label: 'Single sign-on' },
  },
};
