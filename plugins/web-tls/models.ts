import { BaseModel } from '#sdk';
import type { Strategy } from './settings.ts';

/** A change that is taken back at `confirmBy` unless somebody confirms it. */
export class ChangeModel extends BaseModel {
  static override tableName = 'web_tls_changes';
  static override timestamps = ['confirmBy'] as const;

  declare id: number;
  declare previous: Strategy;
  declare confirmBy: Date;
}
