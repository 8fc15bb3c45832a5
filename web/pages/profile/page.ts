import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/profile',
  tag: 'fm-page-profile',
  title: 'Profile and security',
  permission: 'authenticated',
  load: () => import('./fm-page-profile.ts'),
};
