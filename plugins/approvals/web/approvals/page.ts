import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/approvals',
  tag: 'fm-page-approvals',
  title: 'Approvals',
  permission: 'jobs:read',
  needs: ['listApprovals', 'listApprovalRules'],
  load: () => import('./fm-page-approvals.ts'),
  nav: {
    label: 'Approvals',
    words: 'four eyes second approval approve approver deny',
    icon: 'check',
    section: 'work',
    order: 20,
  },
};
