import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/health-checks',
  tag: 'fm-page-health-checks',
  title: 'Health checks',
  permission: 'checks:read',
  needs: ['listFleetHealthChecks'],
  load: () => import('./fm-page-health-checks.ts'),
  nav: {
    label: 'Health checks',
    words: 'services monitoring failing',
    icon: 'check',
    section: 'work',
    order: 60,
  },
};
