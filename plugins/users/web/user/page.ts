import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/users/:id',
  tag: 'fm-page-user',
  title: 'User',
  permission: 'users:manage',
  needs: ['getUser'],
  load: () => import('./fm-page-user.ts'),
};
