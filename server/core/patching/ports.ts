/** What the job engine needs of other features; tests put fakes in place of hosts and their agents. */
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { Core } from '../../kernel/boot/feature.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { AgentsService } from '../agents/api.ts';
import type { Host, HostIds, PatchItem } from '../hosts/api.ts';
import type { UnwellHost } from './domain/hostTags.ts';
import type { JobTarget } from './domain/jobSpec.ts';

export type AgentTarget = ReturnType<AgentsService['targetOf']>;
export type AgentTransport = Pick<AgentsService['transport'], 'call' | 'openJobStream'>;
type StreamHandlers = Parameters<AgentTransport['openJobStream']>[2];
/** One message of an agent's stream, in wire form. */
export type AgentEvent = Parameters<StreamHandlers['event']>[0];

/** A kind of package, and the processor as Node names it: x64, arm64. */
export interface HostPlatform {
  format: 'deb' | 'rpm';
  arch: string;
}

export interface HostInfo {
  id: string;
  fqdn: string;
  machineId: string | null;
  tags: readonly string[];
  target: AgentTarget;
  /** The capabilities that its agent last reported; empty before the first report. */
  capabilities: readonly string[];
  /** Null: not known, before its first report. */
  platform: HostPlatform | null;
  maintenanceMode: boolean;
  /** Its certificate is in use at two addresses: no work is sent to it. */
  duplicateIdentity: boolean;
  /** It did not answer its last poll. */
  isUnreachable: boolean;
  /** Null: never read. */
  rebootRequired: boolean | null;
  /** Codes of the problems in its agent's last answer. */
  problems: readonly string[];
}

/** What is pending on a host, and its operating system; null: not known. */
export interface PatchList {
  osName: string | null;
  patches: readonly PatchItem[];
}

export interface HostsPort {
  /** Hosts that were deleted, or were never there, are missing. */
  getMany(ids: readonly string[]): Promise<HostInfo[]>;
  /** Each host once. Throws HOST_NOT_FOUND or GROUP_NOT_FOUND for ids that do not exist. */
  resolveTarget(target: JobTarget, scope: HostScope): Promise<HostInfo[]>;
  /** See HostsService; null means all hosts. */
  idsIn(scope: HostScope): Promise<HostIds | null>;
  /** Hosts with one of these tags that do not answer, or whose health checks fail; each with its share of the tags. */
  unwellWith(tags: readonly string[]): Promise<UnwellHost[]>;
  visible(ids: readonly string[], scope: HostScope): Promise<Set<string>>;
  visibleGroups(ids: readonly string[], scope: HostScope): Promise<Set<string>>;
  /** See HostsService. */
  notePatched(tx: Tx, hostIds: readonly string[], at: Date): Promise<void>;
  /** The patch list of the host as it was read last; empty where there is none, or no such host. */
  patchListOf(id: string): Promise<PatchList>;
}

export interface Ports {
  hosts: HostsPort;
  transport: AgentTransport;
}

const FORMATS: Readonly<Record<string, HostPlatform['format']>> = {
  apt: 'deb',
  dnf: 'rpm',
  dnf5: 'rpm',
  zypper: 'rpm',
};
/** Debian's names of processors, and the kernel's. */
const PROCESSORS: Readonly<Record<string, string>> = {
  amd64: 'x64',
  x86_64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

function platformOf({ packageManager, arch }: Pick<Host, 'packageManager' | 'arch'>): HostPlatform | null {
  const format = FORMATS[packageManager ?? ''];
  if (format === undefined || arch === null) return null;
  return { format, arch: PROCESSORS[arch] ?? arch };
}

/** The ports as core/hosts and core/agents serve them. */
export function portsOf({ hosts, agents }: Pick<Core, 'hosts' | 'agents'>): Ports {
  const info = (host: Host): HostInfo => {
    const { id, fqdn, machineId, tags, maintenanceMode, duplicateIdentity, rebootRequired } = host;
    return {
      id,
      fqdn,
      machineId,
      tags,
      target: agents.targetOf(host),
      capabilities: host.capabilities ?? [],
      platform: platformOf(host),
      maintenanceMode,
      duplicateIdentity,
      isUnreachable: host.healthStatus === 'unreachable',
      rebootRequired,
      problems: host.problems.map(({ code }) => code),
    };
  };
  return {
    transport: agents.transport,
    hosts: {
      getMany: async (ids) => (await hosts.getMany(ids)).map(info),
      resolveTarget: async (target, scope) =>
        (await hosts.resolveTarget(hosts.targetOf(target), scope)).map(info),
      unwellWith: hosts.unwellWith,
      idsIn: hosts.idsIn,
      visible: hosts.visible,
      visibleGroups: hosts.visibleGroups,
      notePatched: hosts.notePatched,
      patchListOf: async (id) => {
        const host = await hosts.get(id);
        if (host === null) return { osName: null, patches: [] };
        return { osName: host.osName, patches: (await hosts.patchesOf(id, 'all')).patches };
      },
    },
  };
}
