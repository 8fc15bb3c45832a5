/** What the poller claims, asks and stores; types only, a part of `api.ts`. */
import type { HealthStatus, HostConnection, PatchItem, SystemFacts } from './hostTypes.ts';

/** Where and how an agent is reached, and which host must answer there. */
export interface HostEndpoint {
  hostId: string;
  address: string;
  port: number;
  /** False: a loopback address is refused. */
  loopbackAllowed: boolean;
  /** Absent: `listen`. With `dial` the address is never called. */
  connection?: HostConnection;
}

/** What an agent that answers otherwise did not answer when it was last asked. */
export type Unanswered = Partial<Record<'patches' | 'info', Missing>>;

interface Missing {
  /** The first of the failures in a row, ISO 8601. */
  since: string;
  /** Text for people. */
  cause: string;
  /** It is a problem of the host. */
  isTold: boolean;
}

/** A host whose poll lease this manager holds. */
export interface ClaimedHost extends HostEndpoint {
  machineId: string | null;
  due: { health: boolean; patches: boolean; info: boolean };
  healthStatus: HealthStatus;
  statusReason: string | null;
  agentVersion: string | null;
  bootId: string | null;
  duplicateIdentity: boolean;
  unanswered: Unanswered;
  /** As stored: what it said last. */
  system: SystemFacts;
  /** Digest of the last health answer and of the problems stored, computed by the poller and compared as a whole. */
  healthDigest: string | null;
  /** ETag of the stored patch list. */
  patchesEtag: string | null;
  patchesRefreshedAt: Date | null;
  failures: number;
  /** By the database's clock, in milliseconds. */
  leaseUntilMs: number;
}

/** The result of one poll of one host; absent parts keep their stored values. */
export interface PollResult {
  host: ClaimedHost;
  /** Kinds that were asked for, with or without success: their due time moves on (less far after a failure). */
  polled: { health: boolean; patches: boolean; info: boolean };
  /** True when the agent answered at all. */
  seen: boolean;
  healthStatus: HealthStatus;
  statusReason: string | null;
  /** Only when it differs from the stored values. */
  health?: {
    agentVersion: string;
    bootId: string;
    capabilities: string[];
    apiLevel: number;
    problems: { code: string; message: string }[];
    digest: string;
  };
  /** What the manager itself found in place of a health answer; only when it differs from what is stored. */
  found?: { problems: { code: string; message: string }[]; digest: string };
  info?: SystemInfoData;
  patches?: PatchListData;
  /** Only when it differs from what is stored. */
  unanswered?: Unanswered;
  /** The agent cannot list its patches, or does not in time: the stored counts are not to be believed. */
  patchesUnknown?: boolean;
  /** 304: the stored list is still valid. */
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
  bootedAt: Date | null;
  packageManager: string;
  rebootRequired: boolean;
  rebootReasons: string[];
  capabilities: string[];
  /** Null: its agent does not say. */
  packageProxies: string[] | null;
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

/** Which answer of an agent to `getHealth` is stored. */
export interface StoredHealth {
  hostId: string;
  healthDigest: string | null;
}

export interface HostPolls {
  /**
   * Claims hosts that are due by the database's clock, by compare-and-set on the lease. `lane` separates hosts
   * that answered last time from those that did not, so that live hosts never queue behind dead ones.
   */
  claim(options: {
    owner: string;
    lane: 'answering' | 'failing';
    limit: number;
    leaseMs: number;
  }): Promise<ClaimedHost[]>;
  /**
   * Moves on, as polls would that found nothing new, the hosts whose polls are for this owner alone, which answered last
   * time, are due for health alone, and of which `isUnchanged` knows that their answer would be the stored one. Answers
   * how many.
   */
  renew(owner: string, isUnchanged: (host: StoredHealth) => boolean): Promise<number>;
  /** Stores the results of many hosts in one transaction and frees their leases; drops results whose lease was lost. */
  record(owner: string, results: readonly PollResult[]): Promise<void>;
  /** Frees all leases of this owner (shutdown). */
  release(owner: string): Promise<void>;
}
