import { BaseModel } from '../../kernel/db/model.ts';
import type {
  GroupChange,
  GroupRule,
  HealthCheckStatus,
  HealthStatus,
  HostConnection,
  PatchItem,
  SystemFacts,
  Unanswered,
} from './api.ts';
import type { FirstSeen } from './exposure.ts';

export class HostModel extends BaseModel {
  static override tableName = 'hosts_hosts';
  static override timestamps = [
    'lastSeenAt',
    'lastPolledAt',
    'patchesPolledAt',
    'patchesRefreshedAt',
    'lastPatchedAt',
    'bootedAt',
    'securitySince',
    'certificateExpiresAt',
    'movedAt',
    'createdAt',
    'updatedAt',
    'deletedAt',
  ];
  static override booleans = ['duplicateIdentity', 'rebootRequired', 'maintenanceMode', 'loopbackAllowed'];
  static override jsonAttributes = ['tags', 'unanswered'];

  declare id: string;
  /** 1; null once deleted. */
  declare live: number | null;
  declare machineId: string | null;
  declare fqdn: string;
  declare displayName: string | null;
  declare ipAddress: string;
  declare ipSort: string;
  declare port: number;
  /** When its agent last proved to be at a new address, and the one before; null: never. */
  declare movedAt: Date | null;
  declare movedFrom: string | null;
  declare osFamily: string | null;
  declare osName: string | null;
  declare osVersion: string | null;
  declare arch: string | null;
  declare kernel: string | null;
  declare agentVersion: string | null;
  declare healthStatus: HealthStatus;
  declare statusReason: string | null;
  declare healthCheckStatus: HealthCheckStatus;
  declare duplicateIdentity: boolean;
  declare patchesTotal: number | null;
  declare patchesSecurity: number | null;
  /** See `worstRank`; null: no severity is published for the pending patches, or no list was read. */
  declare severityRank: number | null;
  /** Set with the rank, by `severityOrder`; null: it is not known whether security patches are pending. */
  declare severityOrder: number | null;
  /** How many problems were known at its last answer, the agent's and the manager's; null: it never answered. */
  declare problemsTotal: number | null;
  /** When the oldest pending security patch was first seen; null without one, and where that is not recorded. */
  declare securitySince: Date | null;
  declare rebootRequired: boolean | null;
  declare tags: string[];
  declare maintenanceMode: boolean;
  declare loopbackAllowed: boolean;
  declare connection: HostConnection;
  /** The manager that alone polls it; null: any does. */
  declare pollBy: string | null;
  declare apiLevel: number | null;
  declare bootId: string | null;
  declare bootedAt: Date | null;
  declare packageManager: string | null;
  declare lastSeenAt: Date | null;
  declare lastPolledAt: Date | null;
  declare patchesPolledAt: Date | null;
  declare patchesRefreshedAt: Date | null;
  /** Set by `notePatched`; null: no job has patched it. */
  declare lastPatchedAt: Date | null;
  declare certificateExpiresAt: Date | null;
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare deletedAt: Date | null;
  declare changeNumber: number | null;
  /** Lower-case fqdn, display name, address and machine id, for `search`. */
  declare searchText: string;
  declare healthDigest: string | null;
  /** Null: all that it was asked for. */
  declare unanswered: Unanswered | null;
  /** ETag of the stored patch list; null: none is stored. */
  declare patchesEtag: string | null;
  /** 0: it answered the last poll; 1: it did not. */
  declare pollLane: number;
  declare pollFailures: number;
  /** 0 to 1,000, random and fixed: this host's place within the jitter. */
  declare pollSpread: number;
  /** The earliest of the three below; null: not polled yet (its certificate was not fetched), or deleted. */
  declare nextPollAt: number | null;
  declare nextHealthAt: number | null;
  declare nextPatchesAt: number | null;
  declare nextInfoAt: number | null;
  /** The manager that polls it now. */
  declare pollOwner: string | null;
  declare pollLeaseUntil: number | null;
}

export class HostDetailsModel extends BaseModel {
  static override tableName = 'hosts_details';
  static override idColumn = 'host_id';
  static override jsonAttributes = [
    'rebootReasons',
    'capabilities',
    'packageProxies',
    'problems',
    'annotations',
  ];
  declare hostId: string;
  declare rebootReasons: string[];
  declare capabilities: string[] | null;
  /** Set at each poll of its system; null: never said. */
  declare packageProxies: string[] | null;
  declare problems: { code: string; message: string }[] | null;
  declare annotations: Record<string, string> | null;
}

export class HostPatchesModel extends BaseModel {
  static override tableName = 'hosts_patches';
  static override idColumn = 'host_id';
  static override jsonAttributes = ['patches', 'firstSeen'];
  declare hostId: string;
  declare patches: PatchItem[];
  /** For the security patches among them. */
  declare firstSeen: FirstSeen | null;
}

export class GroupModel extends BaseModel {
  static override tableName = 'hosts_groups';
  static override timestamps = ['createdAt', 'updatedAt'];
  static override jsonAttributes = ['rule'];

  declare id: string;
  declare name: string;
  /** The name in lower case, unique. */
  declare nameKey: string;
  declare description: string | null;
  /** Null: its hosts are listed in hosts_group_hosts. Never changes between null and a rule. */
  declare rule: GroupRule | null;
  /** Raised only by people's edits, including edits of its list; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export class GroupChangeModel extends BaseModel {
  static override tableName = 'hosts_group_changes';
  static override timestamps = ['since'];
  static override jsonAttributes = ['before', 'rejected'];

  declare id: string;
  declare hostId: string;
  declare groupId: string;
  declare direction: GroupChange['direction'];
  /** `withdrawn`: it was rejected, and the host is where the rule says again; kept for when it says the same once more. */
  declare state: GroupChange['state'] | 'withdrawn';
  declare before: SystemFacts;
  /** What the host said when the change was rejected. */
  declare rejected: SystemFacts | null;
  declare since: Date;
}
