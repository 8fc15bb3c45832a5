import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/settings',
  tag: 'fm-page-settings',
  title: 'Settings',
  permission: 'settings:manage',
  needs: ['getSettings', 'updateSettings'],
  load: () => import('./fm-page-settings.ts'),
  nav: {
    label: 'General',
    words: 'settings polling retention',
    icon: 'settings',
    section: 'settings',
    order: 10,
    letter: 's',
  },
};
