/** Rows as the statements of this plugin read them. */
import type { VersionOrder } from './domain/list.ts';

/** What is known of a host's list. */
export interface HostRow {
  host_id: string;
  /** 0 once the host is deleted: the row stays for a day, so that every manager's index hears of it. */
  live: number;
  /** Null before the first list. */
  list_id: number | null;
  /** ETag of the stored list, as the agent gave it. */
  etag: string | null;
  /** Raised, over all hosts, whenever `list_id` or `live` changes. */
  revision: number;
  known_since: unknown;
  collected_at: unknown;
  changed_at: unknown;
  /** Why the last reading failed. */
  problem: string | null;
  problem_since: unknown;
  /** Failed readings in a row. */
  failures: number;
  /** 1: the last reading failed. Such hosts are read in a lane of their own. */
  lane: number;
  /** When it is read next, in milliseconds of the database's clock. */
  next_at: number | null;
  lease_owner: string | null;
  lease_until: number | null;
}

export interface ListRow {
  id: number;
  hash: string;
  version_order: VersionOrder;
  entries: number;
  /** Ids of its segments, in their order, as JSON. */
  segments: string;
}

export interface SegmentRow {
  id: number;
  body: Uint8Array;
}
