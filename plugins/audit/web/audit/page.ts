import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/audit',
  tag: 'fm-page-audit',
  title: 'Audit log',
  permission: 'audit:read',
  needs: ['listAuditRows'],
  load: () => import('./fm-page-audit.ts'),
  nav: {
    label: 'Audit log',
    words: 'history who changed',
    icon: 'book',
    section: 'evidence',
    order: 20,
    letter: 'a',
  },
};
