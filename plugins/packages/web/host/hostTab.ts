import type { HostTab } from '#web/domain/host/hostTabs.ts';

export const tab: HostTab = {
  key: 'packages',
  label: 'Packages',
  order: 30,
  permission: 'hosts:read',
  needs: 'listHostPackages',
  tag: 'fm-host-packages',
  load: () => import('./fm-host-packages.ts'),
};
