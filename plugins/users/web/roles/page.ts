import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/roles',
  tag: 'fm-page-roles',
  title: 'Roles',
  permission: 'users:manage',
  needs: ['listRoles', 'listPermissions'],
  load: () => import('./fm-page-roles.ts'),
  nav: {
    label: 'Roles',
    words: 'permissions rbac',
    icon: 'shield',
    section: 'settings',
    order: 22,
    tab: { of: 'access', label: 'Roles' },
  },
};
