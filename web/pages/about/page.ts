import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/about',
  tag: 'fm-page-about',
  title: 'About',
  permission: 'authenticated',
  load: () => import('./fm-page-about.ts'),
  nav: { label: 'About', icon: 'about', section: 'administration', order: 90 },
};
