import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/about',
  tag: 'fm-page-about',
  title: 'About',
  permission: 'authenticated',
  load: () => import('./fm-page-about.ts'),
  nav: {
    label: 'About',
    words: 'version licences api documentation',
    icon: 'about',
    section: 'settings',
    order: 51,
    tab: { of: 'system', label: 'About' },
  },
};
