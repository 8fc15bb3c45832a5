import { BaseModel } from '#sdk';

/** A person's request to read a host's lists anew. */
export class RefreshModel extends BaseModel {
  static override tableName = 'polling_refreshes';
  static override timestamps = ['startedAt'];
  /** Also the idempotency key for the agent, so that asking again starts nothing twice. */
  declare id: string;
  declare hostId: string;
  /** 1 while it runs, then null: a host has one running at a time. */
  declare running: number | null;
  /** Null until the agent has answered, or when it refused. */
  declare agentJobId: string | null;
  /** COMPLETED, or a code for why not; null while it runs. */
  declare outcome: string | null;
  declare startedAt: Date;
  /** The manager that follows it, and until when (milliseconds, database's clock). */
  declare owner: string | null;
  declare leaseUntil: number;
}
