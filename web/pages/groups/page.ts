import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/groups',
  tag: 'fm-page-groups',
  title: 'Groups',
  permission: 'groups:read',
  needs: ['listGroups'],
  load: () => import('./fm-page-groups.ts'),
  nav: { label: 'Groups', words: 'tags rules', icon: 'groups', section: 'work', order: 50, letter: 'g' },
};
