import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/patch-order/hosts',
  tag: 'fm-page-patch-order-hosts',
  title: 'Package to patch',
  permission: 'exposure:read',
  needs: ['listExposurePatches'],
  load: () => import('./fm-page-patch-order-hosts.ts'),
};
