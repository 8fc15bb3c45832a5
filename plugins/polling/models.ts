import { BaseModel } from '../../server/plugin.ts';

/** One wish of a person to see a host's lists anew. */
export class RefreshModel extends BaseModel {
  static override tableName = 'polling_refreshes';
  static override timestamps = ['startedAt'];
  /** Also the key under which the agent is asked, so that asking again starts nothing twice. */
  declare id: string;
  declare hostId: string;
  /** 1 while it runs, then null: one at a time for a host. */
  declare running: number | null;
  /** Null until the agent has answered, or when it refused. */
  declare agentJobId: string | null;
  /** COMPLETED, or why not; null while it runs. */
  declare outcome: string | null;
  declare startedAt: Date;
  /** The manager that follows it, and until when (milliseconds, database's clock). */
  declare owner: string | null;
  declare leaseUntil: number;
}
