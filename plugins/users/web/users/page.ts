import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/users',
  tag: 'fm-page-users',
  title: 'Users',
  permission: 'users:manage',
  needs: ['listUsers'],
  load: () => import('./fm-page-users.ts'),
  nav: { label: 'Users', icon: 'user', section: 'administration', order: 60, letter: 'u' },
};
