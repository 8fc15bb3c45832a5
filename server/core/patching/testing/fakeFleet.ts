import { v7 as uuid } from 'uuid';
import type { HostSet } from '#server/kernel/security/hostScope.ts';
import type { HostIds, PatchItem } from '../../hosts/api.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { AgentTransport, HostInfo, HostsPort, Ports } from '../ports.ts';
import type { UnwellHost } from '../domain/hostTags.ts';
import { FakeAgent } from './fakeAgents.ts';

/** Hosts and their agents, as the ports of the job engine. */
export class FakeFleet implements Ports {
  readonly hosts: HostsPort;
  readonly transport: AgentTransport;
  readonly infos: HostInfo[] = [];
  /** By host id: the patch list that was read. */
  readonly patches = new Map<string, readonly PatchItem[]>();
  /** Ids of hosts that do not answer their polls. */
  readonly unreachable = new Set<string>();
  /** By host id: when a job last patched it. */
  readonly patchedAt = new Map<string, Date>();
  readonly #agents = new Map<string, FakeAgent>();

  constructor(clock: Clock, count: number) {
    for (let index = 1; index <= count; index++) this.#add(clock, index);
    this.hosts = {
      getMany: (ids) => Promise.resolve(this.infos.filter(({ id }) => ids.includes(id))),
      resolveTarget: ({ host_ids = [] }) =>
        Promise.resolve(this.infos.filter(({ id }) => host_ids.includes(id))),
      unwellWith: (tags) => Promise.resolve(this.#unwellWith(tags)),
      idsIn: (scope) => Promise.resolve(scope === 'all' ? null : idsOf(scope)),
      visible: (ids, scope) => Promise.resolve(new Set(scope === 'all' ? ids : listed(scope))),
      visibleGroups: () => Promise.resolve(new Set()),
      notePatched: async (_tx, ids, at) => ids.forEach((id) => this.patchedAt.set(id, at)),
      patchListOf: (id) => Promise.resolve({ osName: null, patches: this.patches.get(id) ?? [] }),
    };
    this.transport = {
      call: ((target: { hostId: string }, operationId: string, options: object) =>
        settle(() => ({
          status: 200,
          data: this.agent(target.hostId).answer(operationId, options),
          etag: null,
          lastModified: null,
        }))) as AgentTransport['call'],
      openJobStream: (target, { jobId, fromSeq, form }, on) =>
        settle(() => this.agent(target.hostId).openStream(jobId, fromSeq, on, form)),
    };
  }

  get hostIds(): string[] {
    return this.infos.map(({ id }) => id);
  }

  agent(hostId: string | undefined): FakeAgent {
    const agent = this.#agents.get(hostId ?? '');
    if (!agent) throw new Error('no such host');
    return agent;
  }

  /** Makes the agent report jobs by a streamed answer; the manager knows that it can. */
  letFollow(hostId: string, isTrue = true): void {
    const info = this.infos.find(({ id }) => id === hostId);
    if (info) info.capabilities = ['follow'];
    this.agent(hostId).followsByAnswer = isTrue;
  }

  #unwellWith(wanted: readonly string[]): UnwellHost[] {
    return this.infos.flatMap(({ id, fqdn, tags }) => {
      const shared = tags.filter((tag) => wanted.includes(tag));
      const isUnwell = this.unreachable.has(id) && shared.length > 0;
      return isUnwell ? [{ id, fqdn, tags: shared, isUnreachable: true }] : [];
    });
  }

  #add(clock: Clock, index: number): void {
    const id = uuid();
    this.infos.push({
      id,
      fqdn: `h${String(index).padStart(3, '0')}.example.org`,
      machineId: null,
      tags: [],
      capabilities: [],
      platform: { format: 'deb', arch: 'x64' },
      target: { hostId: id, address: '127.0.0.1', port: 9443, loopbackAllowed: true },
      maintenanceMode: false,
      duplicateIdentity: false,
      isUnreachable: false,
      rebootRequired: null,
      problems: [],
    });
    this.#agents.set(id, new FakeAgent(clock));
  }
}

/** The host ids of a scope; the scopes of these suites list their hosts. */
const listed = (scope: HostSet): readonly string[] => ('hostIds' in scope ? scope.hostIds : []);

const idsOf =
  (scope: HostSet): HostIds =>
  (knex) =>
    knex('patching_job_hosts').select('host_id').whereIn('host_id', listed(scope));

/** Behaves like a network: the effect comes later than the call, and errors reject. */
async function settle<T>(answer: () => T): Promise<T> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  return answer();
}
