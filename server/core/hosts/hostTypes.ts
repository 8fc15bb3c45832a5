/** A host, what it lacks, and how hosts are named and found; types only, a part of `api.ts`. */
import type { components } from '#generated/manager.ts';

type Schemas = components['schemas'];

export type HealthStatus = 'healthy' | 'degraded' | 'unreachable' | 'unknown';
export type PatchItem = Schemas['Patch'];
export type HealthCheckStatus = 'passing' | 'failing' | 'unknown' | 'none';
export type HostSort = Schemas['HostSort'];
export type Severity = Schemas['Severity'];
export type SecuritySeverity = Schemas['SecuritySeverity'];
export type SecurityAge = Schemas['SecurityAge'];
export type LastPatched = Schemas['LastPatched'];

/** One problem that an agent reports of its host. */
export interface HostProblem {
  /** An open list; see the contract. */
  code: string;
  message: string;
}

/** `listen`: the manager calls the agent at its address. `dial`: the agent opens a link to a manager, and is asked over it. */
export type HostConnection = 'listen' | 'dial';

/** A host as it is stored; null fields were never read unless their comment says otherwise. */
export interface Host {
  id: string;
  machineId: string | null;
  fqdn: string;
  displayName: string | null;
  ipAddress: string;
  port: number;
  /** When its agent last proved to be at a new address; null: never. */
  movedAt: Date | null;
  /** The address before that. */
  movedFrom: string | null;
  osFamily: string | null;
  osName: string | null;
  osVersion: string | null;
  arch: string | null;
  kernel: string | null;
  agentVersion: string | null;
  healthStatus: HealthStatus;
  /** Why it is not healthy (CONNECTION_REFUSED, TIMEOUT, CERTIFICATE_INVALID, AGENT_PROBLEMS, …). */
  statusReason: string | null;
  healthCheckStatus: HealthCheckStatus;
  duplicateIdentity: boolean;
  patchesTotal: number | null;
  patchesSecurity: number | null;
  /** The highest severity published for a pending security patch; null: none is. */
  patchesSeverity: Severity | null;
  /** When the oldest pending security patch was first seen; null without one, and where that is not recorded. */
  securitySince: Date | null;
  rebootRequired: boolean | null;
  rebootReasons: string[];
  /** The problems in its agent's last answer; empty before the first answer. */
  problems: HostProblem[];
  tags: string[];
  /** What people and tools note of it, by keys of their own. Nothing is decided by it. */
  annotations: Record<string, string>;
  maintenanceMode: boolean;
  /** It enrolled over loopback, so its agent may be dialled there. */
  loopbackAllowed: boolean;
  connection: HostConnection;
  /** The capabilities in its agent's last answer; null before the first answer. */
  capabilities: string[] | null;
  /** Proxies of its package manager's own configuration, without credentials; null: not known. */
  packageProxies: string[] | null;
  apiLevel: number | null;
  bootId: string | null;
  /** When its system started, by its own clock; null: never read. */
  bootedAt: Date | null;
  packageManager: string | null;
  /** Last answer of the agent, whatever it was asked. */
  lastSeenAt: Date | null;
  /** Last poll, successful or not. */
  lastPolledAt: Date | null;
  /** Last poll of the patch list that succeeded. */
  patchesPolledAt: Date | null;
  /** When the host's own package lists were refreshed. */
  patchesRefreshedAt: Date | null;
  /** When a job last completed upgrading its packages; null: none of this manager has. */
  lastPatchedAt: Date | null;
  /** End of the newest active certificate; null while it has none. */
  certificateExpiresAt: Date | null;
  /** Raised only by people's edits; the ETag. */
  editVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a host says of its system. Its first poll fills in what was not read yet (null). */
export type SystemFacts = Pick<Host, 'osFamily' | 'osName' | 'osVersion' | 'arch'>;

/** What other features know about a host. */
export interface HostFacts {
  /** The current or next opening of its maintenance windows, when work may begin. Null: none is known. */
  nextWindow?: { startsAt: Date; endsAt: Date } | null;
  /** Since when an agent that dials holds its link; null: it holds none. */
  connectedSince?: Date | null;
  /** What the manager finds wrong with what the host tells; shown after the problems that its agent names. */
  problems?: readonly HostProblem[];
}

/** The filters of the host list, combined with "and". */
export interface HostFilter {
  search?: string;
  healthStatus?: HealthStatus;
  osFamily?: string;
  osName?: string;
  agentVersion?: string;
  connection?: HostConnection;
  groupId?: string;
  tag?: string;
  /** Hosts that have all of these. */
  tagsAll?: readonly string[];
  /** Hosts that have none of these. */
  tagsNone?: readonly string[];
  hasSecurity?: boolean;
  /** Whether nobody knows if security patches are pending. */
  securityUnknown?: boolean;
  minSeverity?: Severity;
  severity?: SecuritySeverity;
  securityAge?: SecurityAge;
  lastPatched?: LastPatched;
  /** Code of a problem that its agent reports. */
  problem?: string;
  rebootRequired?: boolean;
  hasProblems?: boolean;
  maintenanceMode?: boolean;
}

/** The union of all that is named; never includes deleted hosts. */
export interface HostTarget {
  hostIds?: readonly string[];
  groupIds?: readonly string[];
  tags?: readonly string[];
  filter?: HostFilter;
}

export interface HostPatches {
  hostId: string;
  patches: PatchItem[];
  total: number | null;
  securityTotal: number | null;
  refreshedAt: Date | null;
  polledAt: Date | null;
  rebootRequired: boolean | null;
  rebootReasons: string[];
  packageManager: string | null;
}

/** What a host lacks, for reports; null: never read. */
export interface PatchState {
  hostId: string;
  fqdn: string;
  displayName: string | null;
  os: string | null;
  osName: string | null;
  osVersion: string | null;
  packageManager: string | null;
  healthStatus: HealthStatus;
  /** The number of packages, counted by name and architecture. */
  patchesTotal: number | null;
  securityTotal: number | null;
  rebootRequired: boolean | null;
  /** Last poll of the patch list that succeeded. */
  polledAt: Date | null;
  /** The pending security patches; `since`: when each was first seen, null where that is not recorded. */
  security: { patch: PatchItem; since: Date | null }[];
  /** Pending patches of which nobody can tell whether they are for security. */
  unclear: PatchItem[];
}

export interface NewHost {
  /** Made by the caller when it needs the id beforehand (uuid v7). */
  id?: string;
  machineId: string;
  fqdn: string;
  ipAddress: string;
  port: number;
  /** Default: `listen`. */
  connection?: HostConnection;
  loopbackAllowed: boolean;
  os?: {
    family?: string | null;
    name?: string | null;
    version?: string | null;
    arch?: string | null;
    kernel?: string | null;
  };
  tags?: readonly string[];
}

/** The machine ids, names and places that somebody gives for hosts. */
export interface HostClaims {
  machineIds: readonly string[];
  names: readonly string[];
  endpoints: readonly Pick<Host, 'ipAddress' | 'port'>[];
}

export type Namesake = Pick<
  Host,
  'machineId' | 'fqdn' | 'displayName' | 'ipAddress' | 'port' | 'connection' | 'healthStatus'
>;

/** An unwell host: others that share a tag with it must not go down. */
export interface UnwellHost {
  id: string;
  fqdn: string;
  tags: string[];
  /** False: one of its health checks fails. */
  isUnreachable: boolean;
}

export interface HostNameRow {
  id: string;
  fqdn: string;
}
