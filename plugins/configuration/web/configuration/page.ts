import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/settings/export-and-import',
  tag: 'fm-page-configuration',
  title: 'Export and import',
  permission: 'settings:manage',
  needs: ['exportConfiguration', 'planConfigurationImport', 'importConfiguration'],
  load: () => import('./fm-page-configuration.ts'),
  nav: {
    label: 'Export and import',
    words: 'backup configuration',
    icon: 'download',
    section: 'settings',
    order: 50,
    tab: { of: 'system', label: 'Export and import' },
  },
};
