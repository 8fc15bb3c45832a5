import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/certificates',
  tag: 'fm-page-certificates',
  title: 'Certificates',
  permission: 'certificates:manage',
  needs: ['listCertificates'],
  load: () => import('./fm-page-certificates.ts'),
  nav: {
    label: 'Certificates',
    words: 'tls ca pki root agents',
    icon: 'certificates',
    section: 'settings',
    order: 40,
    letter: 'c',
  },
};
