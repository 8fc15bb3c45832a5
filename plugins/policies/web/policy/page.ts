import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/policies/:id',
  tag: 'fm-page-policy',
  title: 'Policy',
  permission: 'policies:read',
  needs: ['getPolicy', 'listPolicyRuns'],
  load: () => import('./fm-page-policy.ts'),
};
