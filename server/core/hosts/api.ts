/**
 * What other features may know about hosts; types only. This feature keeps the inventory, the poll bookkeeping and the
 * patch data; no other feature reads or writes the tables `hosts_*`.
 */
import type { Knex } from 'knex';
import type { components } from '#generated/manager.ts';
import type { AddressRefusal } from '../../kernel/http/address.ts';
import type { PlannedConfiguration } from '../../kernel/configuration.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { ReadQuery } from '../../kernel/db/reading/types.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { Group, GroupDependent, GroupUse } from './groupTypes.ts';
import type {
  HealthCheckStatus,
  HealthStatus,
  Host,
  HostClaims,
  HostConnection,
  HostFacts,
  HostNameRow,
  HostPatches,
  HostTarget,
  Namesake,
  NewHost,
  PatchState,
  SecurityAge,
  SecuritySeverity,
  UnwellHost,
} from './hostTypes.ts';
import type { HostEndpoint, HostPolls } from './pollTypes.ts';

export type { AddressRefusal } from '../../kernel/http/address.ts';
export type * from './groupTypes.ts';
export type * from './hostTypes.ts';
export type * from './pollTypes.ts';

type Schemas = components['schemas'];

export type PollKind = 'health' | 'patches' | 'info';

/**
 * A set of live hosts, as a subselect of their ids for a query on this connection:
 * `query.whereIn('host_id', ids(knex))`. Use it for one call only: the rules of its groups may change.
 */
export type HostIds = (knex: Knex) => Knex.QueryBuilder;

export interface EndpointQuery {
  /** Only these hosts; absent: all. */
  hostIds?: readonly string[];
  /** Only hosts that have answered since. */
  seenSince?: Date;
  /** The transaction of the caller, for whom a second connection might not become free. */
  tx?: Tx;
}

/** Who acts, for the audit row that each of these calls writes. */
export interface ActedBy {
  actor: Actor;
  /** The caller's address; null for the system. */
  address: string | null;
}

/** The host figures of the fleet status. */
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
  /** Times that a host waits to enter or leave a group (`GroupChange`). */
  groupChangesWaiting: number;
  /** Hosts of which nobody knows whether security patches are pending. */
  hostsSecurityUnknown: number;
  hostsNeverPolled: number;
  oldestPollAt: Date | null;
}

export interface PollingSettings extends Record<string, number> {
  healthPollIntervalSecs: number;
  patchPollIntervalSecs: number;
  systemInfoPollIntervalSecs: number;
  healthCheckPollIntervalSecs: number;
}

/** A host as a file of the configuration names it. */
export type HostInFile = Schemas['ConfigurationHost'];

/** Hosts and groups by names that another manager knows too; a snapshot. */
export interface ConfigurationNames {
  /** Null: no live host has this id. */
  hostOf(id: string): HostInFile | null;
  groupOf(id: string): string | null;
  /** By machine id, or else the only host of that name; as this manager names it. Null: there is none. */
  findHost(host: HostInFile): { id: string; host: HostInFile } | null;
  /** As this manager names it, ignoring case. Null: it does not exist once the groups are imported. */
  findGroup(name: string): string | null;
  /** Locks the group's row. Throws PRECONDITION_FAILED when there is no such group. */
  groupIdIn(tx: Tx, name: string): Promise<string>;
}

export interface NamesQuery {
  sort: 'fqdn' | '-fqdn';
  cursor?: string;
  limit: number;
  /** Only these, at most 1,000. */
  hostIds?: readonly string[];
}

export interface HostsService {
  /** A live host; null when there is none (deleted ones included). */
  get(id: string): Promise<Host | null>;
  /** Like `get`, in the caller's transaction; the row is locked until its end if the database can. */
  getIn(tx: Tx, id: string): Promise<Host | null>;
  /** Throws HOST_NOT_FOUND, also when the scope does not hold it. */
  require(id: string, scope: HostScope): Promise<Host>;
  getMany(ids: readonly string[]): Promise<Host[]>;
  /** Live hosts sorted by name, after the cursor (`writeCursor` of the sort, with `fqdn` and `id`). */
  byFqdn(query: NamesQuery): Promise<HostNameRow[]>;
  /** Live hosts that are recorded at this address and port: mostly one, and more where one has moved away unheard. */
  atEndpoint(endpoint: Pick<Host, 'ipAddress' | 'port'>): Promise<Host[]>;
  findByMachineId(tx: Tx, machineId: string): Promise<Host | null>;
  /** Live hosts with one of these machine ids or names (fqdn or display name, in any case), or recorded there. */
  namesakes(claims: HostClaims, tx?: Tx): Promise<Namesake[]>;
  /** A target as the API names it, for `resolveTarget`. */
  targetOf(target: Schemas['JobTarget']): HostTarget;
  /** The target's live hosts within the scope, each once, by fqdn. Unknown ids: HOST_NOT_FOUND, GROUP_NOT_FOUND. */
  resolveTarget(target: HostTarget, scope: HostScope): Promise<Host[]>;
  /** Throws HOST_NOT_FOUND, also when the scope does not hold it. */
  patchesOf(hostId: string, scope: HostScope): Promise<HostPatches>;
  /** The wire form of hosts, in their order; it is made nowhere else. */
  toWire(hosts: readonly Host[]): Promise<Schemas['Host'][]>;

  /** The hosts of the scope, to narrow any feature's query; null: all hosts, deleted ones included. */
  idsIn(scope: HostScope): Promise<HostIds | null>;
  /** Live hosts with one of these tags that do not answer or whose checks fail, each with its share of the tags. */
  unwellWith(tags: readonly string[]): Promise<UnwellHost[]>;
  /** Those of the ids whose hosts are live and in the scope. */
  visible(ids: readonly string[], scope: HostScope): Promise<Set<string>>;
  /** Throws GROUP_NOT_FOUND, also when the scope holds none of its hosts. */
  requireGroup(id: string, scope: HostScope): Promise<Group>;
  /**
   * For what applies to all hosts of a group: only somebody who sees them all may edit it. Throws as requireGroup, and
   * FORBIDDEN, whose message names `what` is edited: “windows”.
   */
  requireWholeGroup(id: string, scope: HostScope, what: string): Promise<void>;
  /** Null when there is no such group. Its row is locked until the end of the transaction, so it cannot be deleted. */
  getGroupIn(tx: Tx, id: string): Promise<Group | null>;
  /** The ids of the groups that hold each of these live hosts, by host id; a host that is in none may be missing. */
  groupIdsOf(hostIds: readonly string[]): Promise<Map<string, readonly string[]>>;
  /** The groups that hosts wait to enter (see `GroupChange`), by host id: what limits work on a group holds for them. */
  enteringGroupIdsOf(hostIds: readonly string[]): Promise<Map<string, readonly string[]>>;
  /** The names of these groups by id; a group that does not exist is missing. */
  groupNames(ids: readonly string[]): Promise<Map<string, string>>;
  /** Those of the ids whose groups hold a host of the scope. */
  visibleGroups(ids: readonly string[], scope: HostScope): Promise<Set<string>>;

  /** The host of an approved enrollment: `unknown`, not polled before `pollSoon`. Throws MACHINE_ID_IN_USE. */
  createEnrolled(tx: Tx, host: NewHost, by: ActedBy): Promise<Host>;
  /** The same host enrolls again (`replace=true`): address and system data are new, history and id stay. */
  rekey(tx: Tx, hostId: string, host: Omit<NewHost, 'id' | 'machineId'>, by: ActedBy): Promise<Host>;
  /**
   * The host proved to be at a new address. False, and nothing is written, when its address is not `from` any more, or
   * is the new one already. Throws HOST_NOT_FOUND, HOST_ADDRESS_REFUSED.
   */
  move(tx: Tx, hostId: string, move: { from: string; to: string }, by: ActedBy): Promise<boolean>;
  /**
   * How its agent is reached from now on. False, and nothing is written, where it is so already. Throws HOST_NOT_FOUND.
   */
  setConnection(tx: Tx, hostId: string, connection: HostConnection, by: ActedBy): Promise<boolean>;
  /** This manager alone polls these hosts from now on, and asks for their health at once. */
  holdPolls(tx: Tx, hostIds: readonly string[], manager: string): Promise<void>;
  /**
   * Any manager polls these hosts again, those that `manager` alone polled, but for a while none does: an agent whose link
   * broke comes back by itself, and until then nothing is known of the host.
   */
  releasePolls(tx: Tx, hostIds: readonly string[], manager: string): Promise<void>;
  /** Their agents were heard of at that time, without an answer to a poll; nobody is told. */
  noteSeen(tx: Tx, hostIds: readonly string[], at: Date): Promise<void>;
  /** Its certificate is in use at two addresses: jobs are refused until its address is edited or it enrolls again. */
  flagDuplicate(tx: Tx, hostId: string, by: ActedBy): Promise<void>;
  /** For core/agents, which knows the certificates. */
  setCertificateExpiry(tx: Tx, hostId: string, expiresAt: Date | null): Promise<void>;
  /** For the health checks' plugin. */
  setHealthCheckStatus(tx: Tx, hostId: string, status: HealthCheckStatus): Promise<void>;
  /** For core/patching: a job completed upgrading the packages of these hosts, at most 500. */
  notePatched(tx: Tx, hostIds: readonly string[], at: Date): Promise<void>;
  /** Makes the named polls due now (default: all kinds), on whichever manager sweeps next. Unknown ids are ignored. */
  pollSoon(tx: Tx, hostIds: readonly string[], kinds?: readonly PollKind[]): Promise<void>;
  pollingSettings(): Promise<PollingSettings>;
  /** Null: the address may be dialled. IPv6-mapped IPv4 is judged as IPv4; other unusual spellings are refused. */
  judgeAddress(address: string, options?: { loopbackAllowed?: boolean }): AddressRefusal | null;
  /** The system name of each live host, as PRETTY_NAME in `/etc/os-release` gives it; null: not known. */
  osNames(): Promise<Map<string, string | null>>;
  /** Endpoints of live hosts that have a certificate. */
  endpoints(query?: EndpointQuery): Promise<HostEndpoint[]>;
  figures(scope: HostScope): Promise<FleetFigures>;
  /** A query for a long read: what each live host of the scope lacks, by name; `patchStateOf` converts its rows. */
  patchStates(scope: HostScope): Promise<ReadQuery>;
  /** The same for these hosts, in the caller's transaction; deleted ones are left out. At most 500. */
  patchStatesIn(tx: Tx, hostIds: readonly string[]): Promise<PatchState[]>;
  /** The service levels, within the transaction where one is given. */
  serviceLevels(tx?: Tx): Promise<Schemas['ServiceLevels']>;

  /** For other features' parts of a configuration file; `groups`: what an import's groups part would change. */
  configurationNames(groups?: PlannedConfiguration): Promise<ConfigurationNames>;

  /** For the poller. */
  polls: HostPolls;
}

declare module '../../kernel/declared.ts' {
  interface Core {
    /** Hosts, their groups, tags and patch lists: reading, targets of jobs, enrolled hosts. */
    hosts: HostsService;
  }
}

declare module '../../kernel/declared.ts' {
  interface Events {
    /** A host is in the fleet: added by hand, or enrolled. */
    'hosts.hostCreated': { hostId: string };
    /** Something that people see has changed; a poll without news emits nothing. */
    'hosts.hostUpdated': { hostId: string };
    /** A host is no longer in the fleet; what belonged to it was deleted with it (the step of the same name). */
    'hosts.hostDeleted': { hostId: string };
  }
}

declare module '../../kernel/declared.ts' {
  interface JoinedSteps {
    /** A host is deleted: features delete or revoke what belongs to it, with audit rows by `by`. */
    'hosts.hostDeleted': { hostId: string; by: ActedBy };
    /** The patch lists of these hosts were read and have changed; at most one batch of polls, each host once. */
    'hosts.patchesStored': { hostIds: readonly string[] };
    /** The service levels have changed; features must adapt due times that follow from them. */
    'hosts.serviceLevelsChanged': { after: Schemas['ServiceLevels'] };
    /** A group is deleted, its row locked: features delete what belongs to it, or throw GROUP_IN_USE. */
    'hosts.groupDeleted': { group: Group; by: ActedBy };
  }
}

declare module '../../kernel/declared.ts' {
  interface Hooks {
    /** What depends on this group, or on any group (null). Asked before a group is deleted or edited. */
    'hosts.groupUses': { question: { groupId: string | null }; answer: { uses: GroupUse[] } };
    /**
     * The groups on whose hosts only an administrator may let work begin, now or at some time to come: those with a
     * freeze. Asked before somebody else changes which hosts are in a group.
     */
    'hosts.frozenGroups': { question: object; answer: { groupIds: readonly string[] } };
    /** What would be deleted or reduced with groups, to show before it happens. */
    'hosts.groupDependents': {
      question: { groupIds: readonly string[] };
      answer: { dependents: GroupDependent[] };
    };
    /** What a feature knows about these hosts, for display: asked often, for a whole page (up to 500) at once. */
    'hosts.describe': {
      question: { hosts: readonly { id: string; groupIds: readonly string[] }[] };
      answer: ReadonlyMap<string, HostFacts>;
    };
    /** Asked before a host is deleted: its unfinished jobs. If there are any, the answer is 409 HOST_BUSY. */
    'hosts.beforeDelete': { question: { hostId: string }; answer: { jobIds: string[] } };
    /** Asked for the fleet status of a scope: each feature adds the counts that it knows; absent ones are 0. */
    'fleet.collect': {
      question: { scope: HostScope };
      answer: {
        jobsActive?: number;
        jobsStopped?: number;
        jobs?: Schemas['JobFigures'];
        plansWaiting?: number;
        enrollmentsPending?: number;
        certificatesExpiring?: number;
        /** Certificates and lists of the authority that a person must deal with; the most urgent first. */
        expiries?: Schemas['FleetExpiry'][];
      };
    };
  }
}
