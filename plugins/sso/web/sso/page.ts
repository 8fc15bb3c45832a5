import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/sso',
  tag: 'fm-page-sso',
  title: 'Single sign-on',
  permission: 'settings:manage',
  needs: ['getSettings', 'updateSettings', 'discoverOidc', 'testSso'],
  load: () => import('./fm-page-sso.ts'),
  nav: { label: 'Single sign-on', icon: 'key', section: 'administration', order: 75 },
};
