import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/users',
  tag: 'fm-page-users',
  title: 'Users',
  permission: 'users:manage',
  needs: ['listUsers'],
  load: () => import('./fm-page-users.ts'),
  nav: {
    label: 'Users',
    words: 'accounts people password',
    icon: 'user',
    section: 'settings',
    order: 20,
    letter: 'u',
    tab: { of: 'access', label: 'Users' },
  },
};
