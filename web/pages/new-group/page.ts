import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/groups/new',
  tag: 'fm-page-new-group',
  title: 'New group',
  permission: 'groups:edit',
  needs: ['createGroup', 'previewGroup'],
  load: () => import('./fm-page-new-group.ts'),
};
