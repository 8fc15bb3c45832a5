import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/settings',
  tag: 'fm-page-settings',
  title: 'Settings',
  permission: 'settings:manage',
  needs: ['getSettings', 'updateSettings'],
  load: () => import('./fm-page-settings.ts'),
  nav: { label: 'Settings', icon: 'settings', section: 'administration', order: 80, letter: 's' },
};
