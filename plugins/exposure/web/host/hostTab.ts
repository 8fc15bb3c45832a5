import type { HostTab } from '#web/domain/host/hostTabs.ts';

export const tab: HostTab = {
  key: 'exposure',
  label: 'Vulnerabilities and SLA',
  order: 10,
  within: 'patches',
  permission: 'exposure:read',
  needs: 'listExposurePatches',
  tag: 'fm-host-exposure',
  load: () => import('./fm-host-exposure.ts'),
};
