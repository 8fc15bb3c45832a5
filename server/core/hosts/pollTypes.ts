/** What the poller claims, asks and stores: types alone, a part of what `api.ts` offers. */
import type { components } from '../../../generated/manager.ts';

export type HealthStatus = 'healthy' | 'degraded' | 'unreachable' | 'unknown';
export type PatchItem = components['schemas']['Patch'];

/** Where an agent is dialled, and what is expected there. */
export interface HostEndpoint {
  hostId: string;
  address: string;
  port: number;
  /** False: a loopback address is refused. */
  loopbackAllowed: boolean;
}

/** A host that this manager holds the poll lease of. */
export interface ClaimedHost extends HostEndpoint {
  machineId: string | null;
  due: { health: boolean; patches: boolean; info: boolean };
  healthStatus: HealthStatus;
  statusReason: string | null;
  agentVersion: string | null;
  bootId: string | null;
  duplicateIdentity: boolean;
  /** Digest of what the last health answer said (the poller's own; compared as a whole). */
  healthDigest: string | null;
  /** ETag of the patch list that is stored. */
  patchesEtag: string | null;
  patchesRefreshedAt: Date | null;
  failures: number;
  /** Database's clock, milliseconds. */
  leaseUntilMs: number;
}

/** What one poll of one host gave; absent parts keep their stored values. */
export interface PollResult {
  host: ClaimedHost;
  /** Kinds that were asked, whether or not they answered: their next due time moves on (sooner after a failure). */
  polled: { health: boolean; patches: boolean; info: boolean };
  /** True when the agent answered at all. */
  seen: boolean;
  healthStatus: HealthStatus;
  statusReason: string | null;
  /** Only when it differs from what is stored. */
  health?: {
    agentVersion: string;
    bootId: string;
    capabilities: string[];
    apiLevel: number;
    problems: { code: string; message: string }[];
    digest: string;
  };
  info?: SystemInfoData;
  patches?: PatchListData;
  /** 304: the stored list still stands. */
  patchesUnchanged?: { refreshedAt: Date | null };
}

export interface SystemInfoData {
  machineId: string;
  fqdn: string;
  osFamily: string;
  osName: string;
  osVersion: string;
  arch: string;
  kernel: string;
  agentVersion: string;
  bootId: string;
  packageManager: string;
  rebootRequired: boolean;
  rebootReasons: string[];
  capabilities: string[];
  apiLevel: number;
}

export interface PatchListData {
  patches: PatchItem[];
  total: number | null;
  securityTotal: number | null;
  refreshedAt: Date | null;
  rebootRequired: boolean;
  rebootReasons: string[];
  packageManager: string;
  etag: string | null;
}

export interface HostPolls {
  /**
   * Claims hosts that are due, by compare-and-set on the lease, by the database's clock. `lane` tells hosts
   * that answered last time from those that did not, so that dead hosts never queue before live ones.
   */
  claim(options: {
    owner: string;
    lane: 'answering' | 'failing';
    limit: number;
    leaseMs: number;
  }): Promise<ClaimedHost[]>;
  /** Claims the named hosts whatever their due times; those that another owner holds are left out. */
  claimNamed(options: { owner: string; hostIds: readonly string[]; leaseMs: number }): Promise<ClaimedHost[]>;
  /** Stores the results of many hosts in one transaction and frees their leases. A lease that was lost drops its result. */
  record(owner: string, results: readonly PollResult[]): Promise<void>;
  /** Frees what this owner holds (shutdown). */
  release(owner: string): Promise<void>;
}
