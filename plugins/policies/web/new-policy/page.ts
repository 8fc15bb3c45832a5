import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/policies/new',
  tag: 'fm-page-new-policy',
  title: 'New policy',
  permission: 'policies:edit',
  needs: ['createPolicy', 'previewPolicy'],
  load: () => import('./fm-page-new-policy.ts'),
};
