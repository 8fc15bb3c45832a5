import type { HostTab } from '#web/domain/host/hostTabs.ts';

export const tab: HostTab = {
  key: 'audit',
  label: 'Audit',
  order: 70,
  permission: 'audit:read',
  needs: 'listAuditRows',
  tag: 'fm-host-audit',
  load: () => import('./fm-host-audit.ts'),
};
