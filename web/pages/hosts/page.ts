import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/hosts',
  tag: 'fm-page-hosts',
  title: 'Hosts',
  permission: 'hosts:read',
  load: () => import('./fm-page-hosts.ts'),
  nav: {
    label: 'Hosts',
    words: 'servers machines unreachable offline',
    icon: 'hosts',
    section: 'fleet',
    order: 20,
    letter: 'h',
  },
};
