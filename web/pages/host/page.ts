import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/hosts/:id',
  tag: 'fm-page-host',
  title: 'Host',
  permission: 'hosts:read',
  load: () => import('./fm-page-host.ts'),
};
