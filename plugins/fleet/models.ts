import { BaseModel } from '#sdk';

export class SnapshotModel extends BaseModel {
  static override tableName = 'fleet_snapshots';
  static override idColumn = 'hour';
  static override timestamps = ['hour'];
  /** Beginning of the hour, UTC. */
  declare hour: Date;
  declare hostsTotal: number;
  declare hostsUnreachable: number;
  declare hostsWithSecurity: number;
  declare patchesSecurityTotal: number;
  declare patchesTotal: number;
  declare hostsRebootRequired: number;
}
