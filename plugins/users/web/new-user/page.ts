import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/users/new',
  tag: 'fm-page-new-user',
  title: 'New user',
  permission: 'users:manage',
  needs: ['createUser'],
  load: () => import('./fm-page-new-user.ts'),
};
