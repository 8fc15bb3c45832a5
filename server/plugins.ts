import path from 'node:path';
import { agentsFeature } from './core/agents/plugin.ts';
import { hostsFeature } from './core/hosts/plugin.ts';
import { identityFeature } from './core/identity/plugin.ts';
import { patchingFeature } from './core/patching/plugin.ts';
import { searchFeature } from './core/search/plugin.ts';
import { settingsFeature } from './core/settings/plugin.ts';
import { uiFeature } from './core/ui/plugin.ts';
import type { AnyFeature } from './kernel/boot/loader.ts';
import { approvalsPlugin } from '../plugins/approvals/plugin.ts';
import { auditPlugin } from '../plugins/audit/plugin.ts';
import { backupsPlugin } from '../plugins/backups/plugin.ts';
import { certificatesPlugin } from '../plugins/certificates/plugin.ts';
import { configurationPlugin } from '../plugins/configuration/plugin.ts';
import { enrollmentPlugin } from '../plugins/enrollment/plugin.ts';
import { exposurePlugin } from '../plugins/exposure/plugin.ts';
import { fleetPlugin } from '../plugins/fleet/plugin.ts';
import { healthChecksPlugin } from '../plugins/health-checks/plugin.ts';
import { ipAllowListPlugin } from '../plugins/ip-allow-list/plugin.ts';
import { livePlugin } from '../plugins/live/plugin.ts';
import { maintenanceWindowsPlugin } from '../plugins/maintenance-windows/plugin.ts';
import { metricsPlugin } from '../plugins/metrics/plugin.ts';
import { mfaPlugin } from '../plugins/mfa/plugin.ts';
import { notificationsPlugin } from '../plugins/notifications/plugin.ts';
import { packagesPlugin } from '../plugins/packages/plugin.ts';
import { policiesPlugin } from '../plugins/policies/plugin.ts';
import { pollingPlugin } from '../plugins/polling/plugin.ts';
import { reportsPlugin } from '../plugins/reports/plugin.ts';
import { savedViewsPlugin } from '../plugins/saved-views/plugin.ts';
import { ssoPlugin } from '../plugins/sso/plugin.ts';
import { tracesPlugin } from '../plugins/traces/plugin.ts';
import { usersPlugin } from '../plugins/users/plugin.ts';
import { webTlsPlugin } from '../plugins/web-tls/plugin.ts';

/** What cannot be switched off. */
export const core: readonly AnyFeature[] = [
  identityFeature,
  agentsFeature,
  hostsFeature,
  patchingFeature,
  searchFeature,
  settingsFeature,
  uiFeature,
];

/** What ships besides, in one list. An operation of the contract whose feature is not here keeps the manager from starting. */
export const plugins: readonly AnyFeature[] = [
  approvalsPlugin,
  auditPlugin,
  backupsPlugin,
  certificatesPlugin,
  configurationPlugin,
  enrollmentPlugin,
  exposurePlugin,
  fleetPlugin,
  healthChecksPlugin,
  ipAllowListPlugin,
  livePlugin,
  maintenanceWindowsPlugin,
  metricsPlugin,
  mfaPlugin,
  notificationsPlugin,
  packagesPlugin,
  policiesPlugin,
  pollingPlugin,
  reportsPlugin,
  savedViewsPlugin,
  ssoPlugin,
  tracesPlugin,
  usersPlugin,
  webTlsPlugin,
];

/** Folders of what ships as packages: they are loaded as those of third parties are, and are on by default. */
export const packages: readonly string[] = [path.join(import.meta.dirname, '../plugins/exposure-feeds')];
