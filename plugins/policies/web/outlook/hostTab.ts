import type { HostTab } from '#web/domain/host/hostTabs.ts';

export const tab: HostTab = {
  key: 'outlook',
  label: 'Upcoming',
  order: 10,
  within: 'activity',
  permission: 'policies:read',
  needs: 'getHostOutlook',
  tag: 'fm-host-outlook',
  load: () => import('./fm-host-outlook.ts'),
};
