import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/vulnerabilities',
  tag: 'fm-page-vulnerabilities',
  title: 'Vulnerabilities',
  permission: 'exposure:read',
  needs: ['getExposure', 'listCves', 'getCve', 'listCveHosts'],
  load: () => import('./fm-page-vulnerabilities.ts'),
  nav: { label: 'Vulnerabilities', icon: 'warning', section: 'exposure', order: 26, letter: 'v' },
};
