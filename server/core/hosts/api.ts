/**
 * What the other features may know of hosts: types alone. The inventory, the poll bookkeeping and the patch
 * data are kept here; nobody else reads or writes the tables `hosts_*`.
 */
import type { Knex } from 'knex';
import type { components } from '../../../generated/manager.ts';
import type { AddressRefusal } from '../../kernel/http/address.ts';
import type { PlannedConfiguration } from '../../kernel/boot/configuration.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { ReadQuery } from '../../kernel/db/reading/types.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { HealthStatus, HostEndpoint, HostPolls, PatchItem } from './pollTypes.ts';

export type { AddressRefusal } from '../../kernel/http/address.ts';
export type * from './pollTypes.ts';

type Schemas = components['schemas'];

export type HealthCheckStatus = 'passing' | 'failing' | 'unknown' | 'none';
export type HostSort = Schemas['HostSort'];
export type Severity = Schemas['Severity'];
export type SecuritySeverity = Schemas['SecuritySeverity'];
export type SecurityAge = Schemas['SecurityAge'];
export type PollKind = 'health' | 'patches' | 'info';
export type GroupRule = Schemas['GroupRule'];
export type GroupCondition = Schemas['GroupCondition'];

/**
 * A set of live hosts, as a subselect of their ids for a query on this connection:
 * `query.whereIn('host_id', ids(knex))`. Made for one call: the rules of its groups may change.
 */
export type HostIds = (knex: Knex) => Knex.QueryBuilder;

/** Hosts that belong together. With a rule they follow from it at every question; else they are listed. */
export interface Group {
  id: string;
  name: string;
  description: string | null;
  rule: GroupRule | null;
  /** Raised by people's edits alone; the ETag. */
  editVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * What rests on a group. A `scope` limits what somebody sees, an `approval` what one person may do alone: administrators
 * alone change such groups.
 */
export interface GroupUse {
  groupId: string;
  kind: 'scope' | 'approval' | 'report' | 'policy' | 'other';
  /** Of the user, report or policy. */
  id: string | null;
  name: string;
}

/** One thing that an agent says is not well on its host. */
export interface HostProblem {
  /** An open list; see the contract. */
  code: string;
  message: string;
}

/** A host as it is stored; null: never read. */
export interface Host {
  id: string;
  machineId: string | null;
  fqdn: string;
  displayName: string | null;
  ipAddress: string;
  port: number;
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
  /** The gravest that is published for a pending security patch; null: none is. */
  patchesSeverity: Severity | null;
  /** When the oldest pending security patch was first seen; null without one, and where that is not recorded. */
  securitySince: Date | null;
  rebootRequired: boolean | null;
  rebootReasons: string[];
  /** What its agent says is not well, by its last answer; empty before. */
  problems: HostProblem[];
  tags: string[];
  maintenanceMode: boolean;
  /** It enrolled over loopback, so its agent may be dialled there. */
  loopbackAllowed: boolean;
  /** What its agent serves, by its last answer; null before. */
  capabilities: string[] | null;
  apiLevel: number | null;
  bootId: string | null;
  packageManager: string | null;
  /** Last answer of the agent, whatever it was asked. */
  lastSeenAt: Date | null;
  /** Last poll, successful or not. */
  lastPolledAt: Date | null;
  /** Last poll of the patch list that succeeded. */
  patchesPolledAt: Date | null;
  /** Age of the host's own package lists. */
  patchesRefreshedAt: Date | null;
  /** Of the newest active certificate; null while it has none. */
  certificateExpiresAt: Date | null;
  /** Raised by people's edits alone; the ETag. */
  editVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What other features know of a host. */
export interface HostFacts {
  /** When work on it may begin, by its maintenance windows: the running opening or the next. Null: it knows of none. */
  nextWindow?: { startsAt: Date; endsAt: Date } | null;
}

/** The filters of the host list, combined with "and". */
export interface HostFilter {
  search?: string;
  healthStatus?: HealthStatus;
  osFamily?: string;
  osName?: string;
  agentVersion?: string;
  groupId?: string;
  tag?: string;
  hasSecurity?: boolean;
  minSeverity?: Severity;
  severity?: SecuritySeverity;
  securityAge?: SecurityAge;
  /** Code of what its agent tells of. */
  problem?: string;
  rebootRequired?: boolean;
  hasProblems?: boolean;
  maintenanceMode?: boolean;
}

/** Union of what is named; deleted hosts are never in it. */
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
  /** Packages, by name and architecture. */
  patchesTotal: number | null;
  securityTotal: number | null;
  rebootRequired: boolean | null;
  /** Last poll of the patch list that succeeded. */
  polledAt: Date | null;
  /** The pending security patches; `since`: when each was first seen, null where that is not recorded. */
  security: { patch: PatchItem; since: Date | null }[];
}

export interface EndpointQuery {
  /** Only these; all without. */
  hostIds?: readonly string[];
  /** Only hosts that have answered since. */
  seenSince?: Date;
}

export interface NewHost {
  /** Made by the caller when it needs the id beforehand (uuid v7). */
  id?: string;
  machineId: string;
  fqdn: string;
  ipAddress: string;
  port: number;
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

/** What somebody says that a host is. */
export interface HostClaims {
  machineIds: readonly string[];
  names: readonly string[];
}

export type Namesake = Pick<Host, 'machineId' | 'fqdn' | 'displayName'>;

/** Who acts, for the audit row that each of these calls writes. */
export interface ActedBy {
  actor: Actor;
  /** The caller's address; null for the system. */
  address: string | null;
}

/** What the figures of the whole fleet rest on. */
export interface FleetFigures {
  hostsTotal: number;
  hostsByHealth: Record<HealthStatus, number>;
  hostsWithSecurity: number;
  patchesSecurityTotal: number;
  patchesTotal: number;
  hostsRebootRequired: number;
  hostsBySeverity: Record<SecuritySeverity, number>;
  hostsBySecurityAge: Record<SecurityAge, number>;
  /** By code, those of most hosts first, at most 20. */
  problems: { code: string; hosts: number }[];
  hostsNeverPolled: number;
  oldestPollAt: Date | null;
}

export interface PollingSettings extends Record<string, number> {
  healthPollIntervalSecs: number;
  patchPollIntervalSecs: number;
  systemInfoPollIntervalSecs: number;
  healthCheckPollIntervalSecs: number;
}

/** A host that is not to be without those that share a tag with it. */
export interface UnwellHost {
  id: string;
  fqdn: string;
  tags: string[];
  /** Else a health check of it fails. */
  isUnreachable: boolean;
}

/** A host as a file of the configuration names it. */
export type HostInFile = Schemas['ConfigurationHost'];

/** Hosts and groups by what another manager knows them by too, as they were when it was made. */
export interface ConfigurationNames {
  /** Null: no live host has this id. */
  hostOf(id: string): HostInFile | null;
  groupOf(id: string): string | null;
  /** By machine id, else the only one of that name; as this manager names it. */
  findHost(host: HostInFile): { id: string; host: HostInFile } | null;
  /** As this manager names it; capitals do not count. Null: it is not here once the groups are imported. */
  findGroup(name: string): string | null;
  /** Its row is locked. Throws PRECONDITION_FAILED when there is none. */
  groupIdIn(tx: Tx, name: string): Promise<string>;
}

/** What goes, or is cut, when a group is deleted. */
export interface GroupDependent {
  groupId: string;
  kind: 'window' | 'freeze' | 'notification_rule';
  name: string;
}

export interface NamesQuery {
  sort: 'fqdn' | '-fqdn';
  cursor?: string;
  limit: number;
  /** Only these, at most 1,000. */
  hostIds?: readonly string[];
}

export interface HostNameRow {
  id: string;
  fqdn: string;
}

export interface HostsService {
  /** A live host; null when there is none (deleted ones included). */
  get(id: string): Promise<Host | null>;
  /** As get, in the caller's transaction, the row locked until its end where the database can. */
  getIn(tx: Tx, id: string): Promise<Host | null>;
  /** Throws HOST_NOT_FOUND, also when the scope does not hold it. */
  require(id: string, scope: HostScope): Promise<Host>;
  getMany(ids: readonly string[]): Promise<Host[]>;
  /** Live hosts by their names, behind the cursor (`writeCursor` of the sort, with `fqdn` and `id`). */
  byFqdn(query: NamesQuery): Promise<HostNameRow[]>;
  findByMachineId(tx: Tx, machineId: string): Promise<Host | null>;
  /** Live hosts with one of these machine ids or names (fqdn or display name, in any case). */
  namesakes(claims: HostClaims, tx?: Tx): Promise<Namesake[]>;
  /** The live hosts of the target within the scope, each once, by fqdn. Unknown ids: HOST_NOT_FOUND, GROUP_NOT_FOUND. */
  resolveTarget(target: HostTarget, scope: HostScope): Promise<Host[]>;
  /** Throws HOST_NOT_FOUND, also when the scope does not hold it. */
  patchesOf(hostId: string, scope: HostScope): Promise<HostPatches>;
  /** The wire form of hosts, in their order: the one place where it is made. */
  toWire(hosts: readonly Host[]): Promise<Schemas['Host'][]>;

  /** The hosts of the scope, to narrow a query of any feature with; null: all, also those that are deleted. */
  idsIn(scope: HostScope): Promise<HostIds | null>;
  /** Live hosts with one of these tags that do not answer, or whose health checks fail; with which of the tags. */
  unwellWith(tags: readonly string[]): Promise<UnwellHost[]>;
  /** Those of the ids whose hosts live and are in the scope. */
  visible(ids: readonly string[], scope: HostScope): Promise<Set<string>>;
  /** Throws GROUP_NOT_FOUND, also when the scope holds none of its hosts. */
  requireGroup(id: string, scope: HostScope): Promise<Group>;
  /** Null when there is none; its row is locked until the end of the transaction, so it stays as long. */
  getGroupIn(tx: Tx, id: string): Promise<Group | null>;
  /** The ids of the groups that hold each of these live hosts, by host id; a host that is in none may be missing. */
  groupIdsOf(hostIds: readonly string[]): Promise<Map<string, readonly string[]>>;
  /** Those of the ids whose groups hold a host of the scope. */
  visibleGroups(ids: readonly string[], scope: HostScope): Promise<Set<string>>;

  /** The host of an approved enrollment: `unknown`, not polled before `pollSoon`. Unique machine id among live hosts: MACHINE_ID_IN_USE. */
  createEnrolled(tx: Tx, host: NewHost, by: ActedBy): Promise<Host>;
  /** The same host enrolled again (`replace=true`): address and system data are new, history and id stay. */
  rekey(tx: Tx, hostId: string, host: Omit<NewHost, 'id' | 'machineId'>, by: ActedBy): Promise<Host>;
  /** The host proved its key from a new address (renewal). Writes nothing when it is the same. */
  move(tx: Tx, hostId: string, ipAddress: string, by: ActedBy): Promise<void>;
  /** Its certificate is in use at two addresses: jobs are refused from now on. Cleared by an edit of the address or a re-key. */
  flagDuplicate(tx: Tx, hostId: string, by: ActedBy): Promise<void>;
  /** For core/agents, which knows the certificates. */
  setCertificateExpiry(tx: Tx, hostId: string, expiresAt: Date | null): Promise<void>;
  /** For the health checks' plugin. */
  setHealthCheckStatus(tx: Tx, hostId: string, status: HealthCheckStatus): Promise<void>;
  /** Makes the named polls due now (default: all kinds), on whichever manager sweeps next. Unknown ids are ignored. */
  pollSoon(tx: Tx, hostIds: readonly string[], kinds?: readonly PollKind[]): Promise<void>;
  pollingSettings(): Promise<PollingSettings>;
  /** Null: the address may be dialled. IPv6-mapped IPv4 is judged as IPv4; other spellings are no addresses. */
  judgeAddress(address: string, options?: { loopbackAllowed?: boolean }): AddressRefusal | null;
  /** Of each live host the name of its system, as `/etc/os-release` has it in PRETTY_NAME; null: not known. */
  osNames(): Promise<Map<string, string | null>>;
  /** Endpoints of live hosts that have a certificate. */
  endpoints(query?: EndpointQuery): Promise<HostEndpoint[]>;
  figures(scope: HostScope): Promise<FleetFigures>;
  /** For a long read: what each live host of the scope lacks, by name; `patchStateOf` reads the rows. */
  patchStates(scope: HostScope): Promise<ReadQuery>;
  /** The same of these hosts, in the caller's transaction; deleted ones are left out. At most 500. */
  patchStatesIn(tx: Tx, hostIds: readonly string[]): Promise<PatchState[]>;
  /** The service levels, within the transaction where one is given. */
  serviceLevels(tx?: Tx): Promise<Schemas['ServiceLevels']>;

  /** For the parts of other features in the export and import of the configuration; `groups`: what its part would do. */
  configurationNames(groups?: PlannedConfiguration): Promise<ConfigurationNames>;

  /** For the poller. */
  polls: HostPolls;
}

declare module '../../kernel/boot/declared.ts' {
  interface Core {
    hosts: HostsService;
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface Events {
    'hosts.hostCreated': { hostId: string };
    /** Something that people see has changed; a poll that found nothing new tells nothing. */
    'hosts.hostUpdated': { hostId: string };
    'hosts.hostDeleted': { hostId: string };
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface JoinedSteps {
    /** A host is deleted: features drop or revoke what belongs to it. `by` is for the audit rows of that. */
    'hosts.hostDeleted': { hostId: string; by: ActedBy };
    /** What these hosts lack was read anew and has changed; at most one poll's batch, each once. */
    'hosts.patchesStored': { hostIds: readonly string[] };
    /** Due times that features keep follow from them. */
    'hosts.serviceLevelsChanged': { after: Schemas['ServiceLevels'] };
    /** A group is deleted, its row locked: features drop what belongs to it, or throw GROUP_IN_USE. */
    'hosts.groupDeleted': { group: Group; by: ActedBy };
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface Hooks {
    /** What rests on groups: on this one, or on any (null). Asked before one is deleted or edited. */
    'hosts.groupUses': { question: { groupId: string | null }; answer: { uses: GroupUse[] } };
    /** What is deleted or cut with groups, for people to see before it is. */
    'hosts.groupDependents': {
      question: { groupIds: readonly string[] };
      answer: { dependents: GroupDependent[] };
    };
    /** What a feature knows of these hosts, for people to see: asked for a page of a list at once (up to 500), often. */
    'hosts.describe': {
      question: { hosts: readonly { id: string; groupIds: readonly string[] }[] };
      answer: ReadonlyMap<string, HostFacts>;
    };
    /** Asked before a host is deleted: unfinished jobs that hold it. Any: 409 HOST_BUSY. */
    'hosts.beforeDelete': { question: { hostId: string }; answer: { jobIds: string[] } };
    /** Asked for the fleet status of who sees the scope: each feature adds the counts that it knows; absent ones are 0. */
    'fleet.collect': {
      question: { scope: HostScope };
      answer: {
        jobsActive?: number;
        jobsStopped?: number;
        jobs?: Schemas['JobFigures'];
        plansWaiting?: number;
        enrollmentsPending?: number;
        certificatesExpiring?: number;
        /** What of the authority a person must see to; the most urgent first. */
        expiries?: Schemas['FleetExpiry'][];
      };
    };
  }
}
