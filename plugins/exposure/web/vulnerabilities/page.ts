import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/vulnerabilities',
  tag: 'fm-page-vulnerabilities',
  title: 'Vulnerabilities',
  permission: 'exposure:read',
  needs: ['getExposure', 'listCves', 'getCve', 'listCveHosts'],
  load: () => import('./fm-page-vulnerabilities.ts'),
  nav: {
    label: 'Vulnerabilities',
    words: 'cve exposure kev epss',
    icon: 'warning',
    section: 'fleet',
    order: 41,
    letter: 'v',
    tab: { of: 'security', label: 'CVEs' },
  },
};
