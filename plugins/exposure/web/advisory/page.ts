import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/patch-order/advisories/:advisory',
  tag: 'fm-page-advisory',
  title: 'Advisory',
  permission: 'exposure:read',
  needs: ['getAdvisory', 'listCves', 'listExposurePatches'],
  load: () => import('./fm-page-advisory.ts'),
};
