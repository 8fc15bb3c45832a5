/** The rows of all features. */
import type { ManagerFeature } from '../../generated/managerOperations.ts';
import type { Callers, FeatureRows, Rows } from './rows.ts';

type RowsOf = Pick<FeatureRows, 'callers' | 'valid'> & Partial<FeatureRows>;

/**
 * In the order of the calls: later ones find what earlier ones have made. Jobs come after approvals, whose plans wait on
 * the same hosts, and windows after jobs, which would wait for them.
 */
export const features: Readonly<Record<ManagerFeature, RowsOf>> = {
  settings: await import('../../server/core/settings/walk.testing.ts'),
  hosts: await import('../../server/core/hosts/walk.testing.ts'),
  polling: await import('../../plugins/polling/walk.testing.ts'),
  fleet: await import('../../plugins/fleet/walk.testing.ts'),
  metrics: await import('../../plugins/metrics/walk.testing.ts'),
  traces: await import('../../plugins/traces/walk.testing.ts'),
  search: await import('../../server/core/search/walk.testing.ts'),
  ui: await import('../../server/core/ui/walk.testing.ts'),
  packages: await import('../../plugins/packages/walk.testing.ts'),
  exposure: await import('../../plugins/exposure/walk.testing.ts'),
  enrollment: await import('../../plugins/enrollment/walk.testing.ts'),
  approvals: await import('../../plugins/approvals/walk.testing.ts'),
  patching: await import('../../server/core/patching/walk.testing.ts'),
  live: await import('../../plugins/live/walk.testing.ts'),
  'health-checks': await import('../../plugins/health-checks/walk.testing.ts'),
  'maintenance-windows': await import('../../plugins/maintenance-windows/walk.testing.ts'),
  policies: await import('../../plugins/policies/walk.testing.ts'),
  certificates: await import('../../plugins/certificates/walk.testing.ts'),
  notifications: await import('../../plugins/notifications/walk.testing.ts'),
  reports: await import('../../plugins/reports/walk.testing.ts'),
  'saved-views': await import('../../plugins/saved-views/walk.testing.ts'),
  'ip-allow-list': await import('../../plugins/ip-allow-list/walk.testing.ts'),
  'web-tls': await import('../../plugins/web-tls/walk.testing.ts'),
  backups: await import('../../plugins/backups/walk.testing.ts'),
  configuration: await import('../../plugins/configuration/walk.testing.ts'),
  audit: await import('../../plugins/audit/walk.testing.ts'),
  identity: await import('../../server/core/identity/walk.testing.ts'),
  users: await import('../../plugins/users/walk.testing.ts'),
  mfa: await import('../../plugins/mfa/walk.testing.ts'),
  sso: await import('../../plugins/sso/walk.testing.ts'),
};

const parts: readonly RowsOf[] = Object.values(features);

/** How each operation is called well, in the order of the calls. */
export const validRows: Rows = Object.assign(
  {},
  ...parts.map(({ valid }) => valid),
  ...parts.map(({ last }) => last).reverse(),
) as Rows;

export const mistakes = parts.flatMap((part) => part.mistakes ?? []);

export const limits = Object.assign({}, ...parts.map((part) => part.limits)) as FeatureRows['limits'];

export const scopeRows = Object.assign({}, ...parts.map(({ scope }) => scope)) as FeatureRows['scope'];

/** The operations in a list of words. */
export const namesIn = (list = ''): string[] => list.match(/\w+/g) ?? [];

export const noHosts = parts.flatMap((part) => namesIn(part.noHosts));

/** Each operation that a list of callers names, in the order of the features. */
export const calledBy = (list: Callers): string[] => parts.flatMap(({ callers }) => namesIn(callers[list]));
