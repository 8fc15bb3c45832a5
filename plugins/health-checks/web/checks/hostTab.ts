import type { HostTab } from '#web/domain/host/hostTabs.ts';

export const tab: HostTab = {
  key: 'checks',
  label: 'Checks',
  order: 40,
  permission: 'checks:read',
  needs: 'listHealthChecks',
  tag: 'fm-host-checks',
  load: () => import('./fm-host-checks.ts'),
};
