import type { Page } from '../../core/page.ts';

/** Where the identity provider's window ends after it has asked again who somebody is. */
export const page: Page = {
  path: '/proved',
  tag: 'fm-page-proved',
  title: 'Single sign-on',
  permission: 'authenticated',
  needs: ['reauthenticateBySso'],
  load: () => import('./fm-page-proved.ts'),
};
