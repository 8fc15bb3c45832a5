import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { createTrustReader, dataDirOf, SimulatedAgent } from './agent.ts';
import type { HostFacts } from '../host/facts.ts';
import type { SimulatedBackend, SimulatedPackages } from './backend.ts';
import { AnswerCounts, SharedCalls } from './calls.ts';
import { SharedDialler } from './dialler.ts';
import { createSharedListener } from './listener.ts';
import { inParallel } from './parallel.ts';
import { behavioursOf } from './script.ts';
import type { Rule } from './script.ts';
import { simulatedWays } from './ways.ts';

export type { SimulatedAgent } from './agent.ts';

export interface SimulatorOptions {
  /** Holds one agent data directory for each name, already enrolled (see enrollSimulated). */
  dir: string;
  /** Names of the whole fleet, including hosts that other processes serve: shares are counted over all of them. */
  names: readonly string[];
  /** Which of them this process serves: every `of`th from `index` on. Default: all. */
  part?: { index: number; of: number };
  listen: string;
  /** One port for all of them; 0: any free one. */
  port: number;
  /** The managers that they dial, each host another one first; then none of them listens. */
  dial?: readonly string[] | undefined;
  /** The manager; with it, jobs may change who connects to whom, and `address` is where hosts that listen are. */
  changesAt?: { managerUrl: string; address: string } | undefined;
  packages?: SimulatedPackages;
  rules?: readonly Rule[];
  /** For hosts that should differ: the facts and the package manager of the host with this name. */
  hostOf?: (name: string) => HostFacts;
  backendOf?: (name: string) => SimulatedBackend;
  log?: Logger;
  /** How long a connection stays open between two requests. Default: as long as with the real agent. */
  keepAliveMs?: number | undefined;
}

export interface Simulator {
  /** 0 where they dial. */
  port: number;
  agents: readonly SimulatedAgent[];
  /** Number of answers so far by `METHOD /path status`; ids appear as `{id}`. */
  answers(): Record<string, number>;
  /** How many links to the manager hold. */
  links(): number;
  stop(): Promise<void>;
}

const loadedAtOnce = 16;
const silent = pino({ level: 'silent' });

/**
 * Many agents in one process: each has its own certificate, journal and queue, and the agent's real routes; only the
 * package manager is simulated. Throws for a name that is not enrolled.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const agents = await loadAgents(options);
  const counts = new AnswerCounts();
  const calls = new SharedCalls(counts.note);
  const powerOn = async (): Promise<void> => {
    const on = agents.filter(({ behaviour }) => behaviour.power === 'on');
    await inParallel(on, loadedAtOnce, (one) => one.powerOn());
  };
  const open = options.dial === undefined ? listen : dial;
  // What can change must be there before the first of them is up.
  const { port, links, stop } = options.changesAt
    ? await change(agents, calls, options)
    : await powerOn().then(() => open(agents, calls, options));
  if (options.changesAt) await powerOn();
  return {
    port,
    agents,
    answers: () => counts.all,
    links,
    async stop() {
      await Promise.all(agents.map((one) => one.stop()));
      await stop();
    },
  };
}

/** How the manager's calls reach these agents. */
type Reach = Pick<Simulator, 'port' | 'links' | 'stop'>;

async function listen(
  agents: readonly SimulatedAgent[],
  calls: SharedCalls,
  { listen: host, port, keepAliveMs }: SimulatorOptions,
): Promise<Reach> {
  const server = createSharedListener(agents, { calls, keepAliveMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: in a cluster, each process has a port of its own.
    server.listen({ host, port, backlog: 4096, exclusive: true }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    links: () => 0,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Each host is reached as its last job has chosen, and else as `options.dial` says. */
async function change(
  agents: readonly SimulatedAgent[],
  calls: SharedCalls,
  options: SimulatorOptions,
): Promise<Reach> {
  const { dir, names, dial: dialled, keepAliveMs, changesAt, log = silent } = options;
  const { managerUrl = '', address = '' } = changesAt ?? {};
  const places = new Map(names.map((name, index) => [name, index]));
  const placeOf = ({ name }: SimulatedAgent): number => places.get(name) ?? 0;
  const dialler = new SharedDialler(agents, { managers: [managerUrl], calls, placeOf, keepAliveMs, log });
  const port = await listen(agents, calls, options);
  const connection = dialled === undefined ? 'listen' : 'dial';
  const shared = { dir, managerUrl, address, connection, calls, dialler, log } as const;
  for (const one of agents) {
    one.onDown = () => calls.break(one);
    one.makeWays = () => simulatedWays(one, shared);
  }
  return {
    port: port.port,
    links: () => dialler.links,
    async stop() {
      await dialler.stop();
      await port.stop();
    },
  };
}

async function dial(
  agents: readonly SimulatedAgent[],
  calls: SharedCalls,
  { dial: managers = [], names, keepAliveMs, log = silent }: SimulatorOptions,
): Promise<Reach> {
  const places = new Map(names.map((name, index) => [name, index]));
  const placeOf = ({ name }: SimulatedAgent): number => places.get(name) ?? 0;
  const dialler = new SharedDialler(agents, { managers, calls, placeOf, keepAliveMs, log });
  await dialler.start();
  return { port: 0, links: () => dialler.links, stop: () => dialler.stop() };
}

function loadAgents(options: SimulatorOptions): Promise<SimulatedAgent[]> {
  const { dir, names, part = { index: 0, of: 1 }, packages = {}, rules = [] } = options;
  const { log = silent } = options;
  const behaviourOf = behavioursOf(rules, names);
  const trustOf = createTrustReader();
  const own = names
    .map((name, index) => ({ name, index }))
    .filter(({ index }) => index % part.of === part.index);
  return inParallel(own, loadedAtOnce, ({ name, index }) =>
    SimulatedAgent.load({
      name,
      neighbour: names[(index + 1) % names.length] ?? name,
      dataDir: dataDirOf(dir, name),
      packages,
      behaviour: behaviourOf(name),
      host: options.hostOf?.(name),
      canChangeConnection: options.changesAt !== undefined,
      backend: options.backendOf?.(name),
      log,
      trustOf,
    }),
  );
}

/** `sim-0001` and so on. */
export function simulatedNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `sim-${String(index + 1).padStart(4, '0')}`);
}
