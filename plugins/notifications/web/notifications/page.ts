import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/notifications',
  tag: 'fm-page-notifications',
  title: 'Notifications',
  permission: 'notifications:manage',
  needs: [
    'listWebhooks',
    'listNotificationRules',
    'listNotificationDeliveries',
    'testSmtp',
    'updateSettings',
  ],
  settings: { smtp: 'Mail server', notification: 'Mail recipients' },
  load: () => import('./fm-page-notifications.ts'),
  nav: {
    label: 'Notifications',
    words: 'mail e-mail smtp webhook alerts rules',
    icon: 'bell',
    section: 'settings',
    order: 30,
  },
};
