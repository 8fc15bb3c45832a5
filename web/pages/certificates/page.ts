import type { Page } from '../../page.ts';

export const page: Page = {
  path: '/certificates',
  tag: 'fm-page-certificates',
  title: 'Certificates',
  permission: 'certificates:manage',
  needs: ['listCertificates'],
  load: () => import('./fm-page-certificates.ts'),
  nav: { label: 'Certificates', icon: 'certificates', order: 50 },
};
