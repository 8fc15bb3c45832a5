import type { OperationId, Permission, Schemas } from '../../core/schema.ts';
import type { HostAction } from './hostAction.ts';
import { reasons } from './texts.ts';

/** The part of a host that decides what it offers. */
export type OfferedHost = Pick<
  Schemas['Host'],
  'maintenance_mode' | 'duplicate_identity' | 'certificate_expires_at' | 'tags'
>;

/** What the reader may do and the manager serves; other actions are not shown at all. */
export interface Asker {
  may(permission: Permission): boolean;
  serves(operation: OperationId): boolean;
}

export interface HostOffer {
  action: HostAction;
  /** Why this host cannot have it now, as a sentence; null: it can. */
  reason: string | null;
}

interface Row {
  action: HostAction;
  permission: Permission;
  operation: OperationId;
  /** Why this host cannot have the action now; null: it can. */
  refused(host: OfferedHost): string | null;
}

const never = (): null => null;

/**
 * Why no job can reach the host now: it shares its identity, is in maintenance, or has no certificate; null: a job can.
 */
function noJob(host: OfferedHost): string | null {
  if (host.duplicate_identity) return reasons.duplicate;
  if (host.maintenance_mode) return reasons.maintenance;
  return noAgent(host);
}

function noAgent({ certificate_expires_at: expiresAt }: OfferedHost): string | null {
  return expiresAt === null ? reasons.noCertificate : null;
}

/**
 * State × role × features → actions, in the order of their buttons: list, page, bulk bar and palette ask this table.
 */
const ROWS: readonly Row[] = [
  { action: 'patch', permission: 'jobs:run', operation: 'createJob', refused: noJob },
  { action: 'reboot', permission: 'jobs:run', operation: 'createJob', refused: noJob },
  { action: 'refresh', permission: 'hosts:refresh', operation: 'refreshHost', refused: noAgent },
  { action: 'edit', permission: 'hosts:edit', operation: 'updateHost', refused: never },
  { action: 'hold', permission: 'jobs:run', operation: 'createJob', refused: noJob },
  { action: 'unhold', permission: 'jobs:run', operation: 'createJob', refused: noJob },
  {
    action: 'maintenanceOn',
    permission: 'hosts:edit',
    operation: 'updateHost',
    refused: (host) => (host.maintenance_mode ? reasons.isInMaintenance : null),
  },
  {
    action: 'maintenanceOff',
    permission: 'hosts:edit',
    operation: 'updateHost',
    refused: (host) => (host.maintenance_mode ? null : reasons.isNotInMaintenance),
  },
  { action: 'addTags', permission: 'hosts:edit', operation: 'updateHosts', refused: never },
  {
    action: 'removeTags',
    permission: 'hosts:edit',
    operation: 'updateHosts',
    refused: ({ tags }) => (tags.length === 0 ? reasons.noTags : null),
  },
  { action: 'removeFromGroup', permission: 'groups:edit', operation: 'removeGroupHosts', refused: never },
  { action: 'remove', permission: 'hosts:delete', operation: 'deleteHost', refused: never },
];

/** What this host offers, each with the reason why not now. */
export function hostOffers(host: OfferedHost, asker: Asker): HostOffer[] {
  return rowsFor(asker)
    .filter(({ action }) => action !== 'removeFromGroup')
    .map(({ action, refused }) => ({ action, reason: refused(host) }));
}

export interface OfferedTarget {
  readonly name: string;
  /** The host as it was last read; left out: no reason against any action is known. */
  readonly host?: OfferedHost;
}

/** What many hosts offer together. */
export interface BulkOffer<Target> {
  action: HostAction;
  /** The hosts that can have the action. */
  able: readonly Target[];
  /** The hosts that cannot, and why. */
  left: readonly { readonly target: Target; readonly reason: string }[];
  /** Why none of them can; null: at least one can. */
  reason: string | null;
}

/** What these hosts offer together: an action can be chosen as soon as one of them can have it. */
export function bulkOffers<Target extends OfferedTarget>(
  targets: readonly Target[],
  asker: Asker,
): BulkOffer<Target>[] {
  return rowsFor(asker)
    .filter(({ action }) => action !== 'edit')
    .map(({ action, refused }) => bulkOffer(targets, action, refused));
}

function bulkOffer<Target extends OfferedTarget>(
  targets: readonly Target[],
  action: HostAction,
  refused: Row['refused'],
): BulkOffer<Target> {
  const able: Target[] = [];
  const left: { target: Target; reason: string }[] = [];
  for (const target of targets) {
    const reason = target.host ? refused(target.host) : null;
    if (reason === null) able.push(target);
    else left.push({ target, reason });
  }
  return { action, able, left, reason: able.length > 0 ? null : (left[0]?.reason ?? reasons.nothingChosen) };
}

function rowsFor({ may, serves }: Asker): readonly Row[] {
  return ROWS.filter(({ permission, operation }) => may(permission) && serves(operation));
}
