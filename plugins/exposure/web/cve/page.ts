import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/vulnerabilities/:cve',
  tag: 'fm-page-cve',
  title: 'CVE',
  permission: 'exposure:read',
  needs: ['getCve', 'listCveHosts'],
  load: () => import('./fm-page-cve.ts'),
};
