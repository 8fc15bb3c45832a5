import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/enrollments',
  tag: 'fm-page-enrollments',
  title: 'Enrollments',
  permission: 'enrollment:manage',
  needs: ['listEnrollments'],
  load: () => import('./fm-page-enrollments.ts'),
  nav: {
    label: 'Enrollments',
    words: 'add host install agent enrollment token',
    icon: 'enrollments',
    section: 'fleet',
    order: 50,
    letter: 'e',
  },
};
