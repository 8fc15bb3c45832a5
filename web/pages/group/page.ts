import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/groups/:id',
  tag: 'fm-page-group',
  title: 'Group',
  permission: 'groups:read',
  needs: ['getGroup', 'listGroupHosts'],
  load: () => import('./fm-page-group.ts'),
};
