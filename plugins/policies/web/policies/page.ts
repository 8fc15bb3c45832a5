import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/policies',
  tag: 'fm-page-policies',
  title: 'Policies',
  permission: 'policies:read',
  needs: ['listPolicies'],
  load: () => import('./fm-page-policies.ts'),
  nav: {
    label: 'Policies',
    words: 'schedule automatic recurring',
    icon: 'shield',
    section: 'work',
    order: 30,
    letter: 'o',
  },
};
