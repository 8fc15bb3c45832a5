/**
 * THE TEST KIT for authors of plugins: a whole manager in this process, over real HTTP on loopback and a real database,
 * with one clock that the test moves, callers of each role, hosts with fake agents, and a mailbox.
 *
 * ```ts
 * const kit = await createPluginTest({ packages: ['.'], hosts: 2 });
 * const { status } = await kit.call('GET', '/api/v1/my-things', { role: 'operator' });
 * await kit.clock.advance(60_000);
 * await kit.stop();
 * ```
 */
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import type { components } from '../generated/manager.ts';
import type { Context } from '../server/kernel/boot/feature.ts';
import type { AnyFeature } from '../server/kernel/boot/loader.ts';
import { systemActor } from '../server/kernel/security/actor.ts';
import { agentsFeature } from '../server/core/agents/plugin.ts';
import { patchItem } from '../server/core/hosts/patchItem.testing.ts';
import { hostsFeature } from '../server/core/hosts/plugin.ts';
import { identityFeature } from '../server/core/identity/plugin.ts';
import { patchingFeature } from '../server/core/patching/plugin.ts';
import type { AgentTarget, AgentTransport } from '../server/core/agents/api.ts';
import { FakeAgent } from '../server/core/patching/testing/fakeAgents.ts';
import { readContract } from '../server/contract.ts';
import { loadInstalled, withInstalled } from '../server/installed/load.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../server/testing.ts';

export { createMailbox } from '../server/testingMailbox.ts';
export type { Mailbox, ReceivedMail } from '../server/testingMailbox.ts';
export { createFakeClock } from '../server/kernel/clock.ts';
export type { FakeClock } from '../server/kernel/clock.ts';
export { testActor } from '../server/testing.ts';
export type { TestAnswer, TestCall } from '../server/testing.ts';
export {
  FakeAgent,
  lockHeld,
  planWith,
  scriptFailed,
  upgrade,
} from '../server/core/patching/testing/fakeAgents.ts';
export type { Ending, StartedWork } from '../server/core/patching/testing/fakeAgents.ts';

type Job = components['schemas']['Job'];
type Patch = components['schemas']['Patch'];

/** A pending patch; what is absent is as of an ordinary one of the package. */
export type PendingPatch = Pick<Patch, 'name'> & Partial<Patch>;

/** What is tested, and where. */
export interface PluginTestOptions extends Pick<
  TestAppOptions,
  'authenticate' | 'config' | 'databaseUrl' | 'databaseFile' | 'clock' | 'off' | 'contract'
> {
  /**
   * A logger of pino. Without it a test of `packages` writes warnings and errors to stderr, such as what a gate threw or
   * how a reply breaks the contract, and other tests write nothing.
   */
  log?: Logger;
  /** The plugins under test, and those that they require. */
  plugins?: readonly AnyFeature[];
  /**
   * Folders of packages of plugins, which are loaded as a manager loads them: with their OpenAPI file, after all
   * checks, beside the core (`identity`, `agents`, `hosts`, `patching`), `settings`, `ui`, and the plugins that they
   * require; not those in `requires` that may be off (`'polling?'`). The default export of each runs once for each test.
   */
  packages?: readonly string[];
  /** How many hosts there are from the start (default 0). */
  hosts?: number;
  /** Hosts of another manager on the same database (with the same `config.secretKey`): their agents answer here too. */
  known?: readonly TestHost[];
}

/** A host in the database, and the agent that answers for it. */
export interface TestHost {
  id: string;
  fqdn: string;
  agent: FakeAgent;
}

/** A manager under test. */
export interface PluginTest extends TestApp {
  hosts: TestHost[];
  addHost(fqdn?: string): Promise<TestHost>;
  /** These patches are pending on the host from now on, as if its agent had said so; of each the name is enough. */
  setPatches(hostId: string, patches: readonly PendingPatch[]): Promise<void>;
  /** Creates a job over HTTP as an operator; fails on any answer but 202. */
  createJob(body: components['schemas']['CreateJobRequest']): Promise<Job>;
  /**
   * Moves the clock until `done` is true: by seconds for the first two minutes, then by ten. It stands while a message
   * of the outbox is delivered. Throws after `limitMs` of the test's time (default an hour).
   */
  until(done: () => Promise<boolean> | boolean, limitMs?: number): Promise<void>;
  /** Moves the clock until the job, which must not have ended yet, ends; answers the job as it is then. */
  runJob(id: string, limitMs?: number): Promise<Job>;
}

const STEP_MS = 1_000;
const LONG_STEP_MS = 10_000;
const STEPS_ARE_LONG_AFTER_MS = 120_000;
const HOUR_MS = 3_600_000;

/** Boots the core and the plugins. Call `stop` in any case. */
export async function createPluginTest(options: PluginTestOptions): Promise<PluginTest> {
  const { plugins = [], packages = [], hosts = 0, known = [], ...rest } = options;
  const agents = new Map(known.map(({ id, agent }) => [id, agent]));
  const core = [identityFeature, playedAgents(agents), hostsFeature, patchingFeature];
  const installed = packages.length === 0 ? null : await loadPackages(packages, options);
  const features = [...core, ...(installed?.features ?? []), ...plugins];
  const app = await createTestApp({ ...rest, ...installed, features });
  const ended = new Set<string>();
  app.ctx.events.on('patching.jobEnded', ({ jobId }) => void ended.add(jobId));
  const kit: PluginTest = {
    ...app,
    hosts: [...known],
    async addHost(fqdn = `h${String(kit.hosts.length + 1).padStart(3, '0')}.example.org`) {
      const id = await insertHost(app.ctx, fqdn);
      const host = { id, fqdn, agent: new FakeAgent(app.clock) };
      agents.set(id, host.agent);
      kit.hosts.push(host);
      return host;
    },
    setPatches: (hostId, patches) => setPatches(app.ctx, hostId, patches),
    async createJob(body) {
      const answer = await app.call('POST', '/api/v1/jobs', { role: 'operator', body });
      if (answer.status !== 202)
        throw new Error(`the job was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as Job;
    },
    until: (done, limitMs = HOUR_MS) => until(app, done, limitMs),
    async runJob(id, limitMs) {
      await kit.until(() => ended.has(id), limitMs);
      return (await app.call('GET', `/api/v1/jobs/${id}`)).body as Job;
    },
  };
  for (let count = 0; count < hosts; count++) await kit.addHost();
  return kit;
}

/** The plugins of these packages with what they require of what ships, and the contract with their parts in it. */
async function loadPackages(
  packages: readonly string[],
  { log = troublesToStderr(), contract = readContract() }: PluginTestOptions,
): Promise<Required<Pick<TestAppOptions, 'features' | 'contract' | 'log' | 'web'>>> {
  // Most suites of the project test one plugin and need no other.
  const { core, plugins } = await import('../server/plugins.ts');
  const where = { plugins: packages.map((one) => path.resolve(one)), pluginsDir: '', disabledPlugins: [] };
  const shipped = [...core, ...plugins];
  const names = shipped.map(({ name }) => name);
  const installed = await loadInstalled(where, names, log);
  const features = installed.flatMap(({ feature }) => feature ?? []);
  const required = requiredBy(features, shipped).filter(({ name }) => !BASE.includes(name));
  return {
    features: [...required, ...features],
    contract: await withInstalled(contract, installed, log),
    log,
    web: new Map(installed.flatMap(({ name, web }) => (web ? [[name, web]] : []))),
  };
}

const troublesToStderr = (): Logger =>
  pino(
    { level: process.env.TEST_LOG ?? 'warn', serializers: { error: pino.stdSerializers.err } },
    pino.destination({ dest: 2, sync: true }),
  );

/** What is there in each test. */
const BASE: readonly string[] = ['identity', 'agents', 'hosts', 'patching'];

/** Settings can be changed in each test of a package; of the other features those that are required, however remotely. */
function requiredBy(features: readonly AnyFeature[], shipped: readonly AnyFeature[]): AnyFeature[] {
  const wanted = new Set(['settings', 'ui']);
  const add = ({ requires = [] }: AnyFeature): void => {
    for (const name of requires.filter((one) => !wanted.has(one))) {
      wanted.add(name);
      for (const found of shipped.filter((feature) => feature.name === name)) add(found);
    }
  };
  for (const feature of features) add(feature);
  return shipped.filter(({ name }) => wanted.has(name));
}

async function insertHost({ tx, core }: Context, fqdn: string): Promise<string> {
  const draft = { machineId: uuid(), fqdn, ipAddress: '127.0.0.1', port: 9443, loopbackAllowed: true };
  const by = { actor: systemActor, address: null };
  return (await tx((open) => core.hosts.createEnrolled(open, draft, by))).id;
}

const LEASE_MS = 1_000;

/** As a poll does it. Polls of the other hosts that are due come a second later. */
async function setPatches(
  { tx, core }: Context,
  hostId: string,
  given: readonly PendingPatch[],
): Promise<void> {
  const { polls } = core.hosts;
  await tx((open) => core.hosts.pollSoon(open, [hostId]));
  const lanes = ['answering', 'failing'] as const;
  const owner = `test ${hostId}`;
  const claims = lanes.map((lane) => polls.claim({ owner, lane, limit: 10_000, leaseMs: LEASE_MS }));
  const host = (await Promise.all(claims)).flat().find((one) => one.hostId === hostId);
  if (!host) throw new Error(`the host ${hostId} is being polled, or is not there`);
  const patches = given.map((patch) => patchItem(patch.name, { ...ORDINARY, ...patch }));
  const list = {
    patches,
    total: patches.length,
    securityTotal: patches.filter(({ security }) => security).length,
    refreshedAt: null,
    rebootRequired: false,
    rebootReasons: [],
    packageManager: 'apt',
    etag: null,
  };
  const polled = { health: true, patches: true, info: false };
  await polls.record(owner, [
    { host, polled, seen: true, healthStatus: 'healthy', statusReason: null, patches: list },
  ]);
}

const ORDINARY = {
  current_version: '1.0-1',
  available_version: '1.0-2',
  security: false,
  origin: 'Debian',
  download_size_bytes: 1_000,
};

/** The feature of agents, with calls that reach the fake agents instead of the network. */
function playedAgents(agents: ReadonlyMap<string, FakeAgent>): AnyFeature {
  const of = (hostId: string): FakeAgent => {
    const agent = agents.get(hostId);
    if (!agent) throw new Error(`no agent is played for the host ${hostId}`);
    return agent;
  };
  return {
    ...agentsFeature,
    async setup(ctx: Context) {
      const setup = await agentsFeature.setup(ctx);
      const transport = Object.assign(Object.create(setup.service.transport) as object, {
        call: async (target: AgentTarget, operationId: string, call: object) => {
          await turn();
          if (target.traceparent !== undefined) of(target.hostId).traceparents.add(target.traceparent);
          const data = of(target.hostId).answer(operationId, call);
          return { status: 200, data, etag: null, lastModified: null };
        },
        openJobStream: async (
          target: { hostId: string },
          job: Parameters<AgentTransport['openJobStream']>[1],
          on: Parameters<FakeAgent['openStream']>[2],
        ) => {
          await turn();
          return of(target.hostId).openStream(job.jobId, job.fromSeq, on, job.form);
        },
      });
      return { ...setup, service: { ...setup.service, transport: transport as never } };
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ROUND_TRIPS = 8;

/**
 * Gives work that does not go by the clock (statements, HTTP on loopback) its time between two steps. A database server
 * takes longer on a busy machine, so with one the pause lasts as long as some statements take now.
 */
async function pause({ db }: Pick<Context, 'db'>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (db.dialect === 'mariadb') for (let left = ROUND_TRIPS; left > 0; left--) await db.knex.raw('select 1');
}

/** A delivery that takes longer than this (of real time) is not waited for: its receiver may never answer. */
const LONG_DELIVERY_MS = 3_000;

/**
 * Waits until nothing of the outbox is being delivered. That takes real time: if the lease of a message ended by the
 * clock meanwhile, it would be delivered twice. `long`: the leases that are not waited for.
 */
async function delivered({ db }: Pick<Context, 'db'>, long: Set<string>): Promise<void> {
  for (const giveUpAt = performance.now() + LONG_DELIVERY_MS; ;) {
    const rows = (await db
      .reader('kernel_outbox')
      .whereNotNull('owner')
      .select('id', 'lease_until')) as object[];
    const underWay = rows.map((row) => JSON.stringify(row)).filter((lease) => !long.has(lease));
    if (underWay.length === 0) return;
    if (performance.now() > giveUpAt) for (const lease of underWay) long.add(lease);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function until(
  { clock, ctx }: TestApp,
  done: () => Promise<boolean> | boolean,
  limitMs: number,
): Promise<void> {
  const longDeliveries = new Set<string>();
  for (let spentMs = 0; spentMs <= limitMs;) {
    await pause(ctx);
    await delivered(ctx, longDeliveries);
    if (await done()) return;
    const stepMs = spentMs < STEPS_ARE_LONG_AFTER_MS ? STEP_MS : LONG_STEP_MS;
    await clock.advance(stepMs);
    spentMs += stepMs;
  }
  throw new Error(`what the test waits for did not come within ${limitMs / 1_000} s of its clock`);
}
