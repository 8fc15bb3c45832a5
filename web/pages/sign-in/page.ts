import type { Page } from '../../core/page.ts';

export const page: Page = {
  path: '/sign-in',
  tag: 'fm-page-sign-in',
  title: 'Sign in',
  permission: 'public',
  load: () => import('./fm-page-sign-in.ts'),
};
