import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/allow-list',
  tag: 'fm-page-allow-list',
  title: 'Allow-list',
  permission: 'settings:manage',
  needs: ['getIpAllowList', 'updateIpAllowList'],
  settings: { ip_whitelist: 'Allow-list' },
  load: () => import('./fm-page-allow-list.ts'),
  nav: {
    label: 'Allow-list',
    words: 'ip whitelist networks firewall',
    icon: 'lock',
    section: 'settings',
    order: 25,
    tab: { of: 'access', label: 'Allow-list' },
  },
};
