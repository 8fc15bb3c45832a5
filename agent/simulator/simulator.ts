import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { createTrustReader, dataDirOf, SimulatedAgent } from './agent.ts';
import type { HostFacts } from '../host/facts.ts';
import type { SimulatedBackend, SimulatedPackages } from './backend.ts';
import { createSharedListener } from './listener.ts';
import type { OnAnswer } from './listener.ts';
import { inParallel } from './parallel.ts';
import { behavioursOf } from './script.ts';
import type { Rule } from './script.ts';

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
  packages?: SimulatedPackages;
  rules?: readonly Rule[];
  /** For hosts that should differ: the facts and the package manager of the host with this name. */
  hostOf?: (name: string) => HostFacts;
  backendOf?: (name: string) => SimulatedBackend;
  log?: Logger;
  /** How long a connection stays open between two requests. Default: as long as with the real agent. */
  keepAliveMs?: number;
}

export interface Simulator {
  port: number;
  agents: readonly SimulatedAgent[];
  /** Number of answers so far by `METHOD /path status`; ids appear as `{id}`. */
  answers(): Record<string, number>;
  stop(): Promise<void>;
}

const loadedAtOnce = 16;

/**
 * Many agents in one process: each has its own certificate, journal and queue, and the agent's real routes; only the
 * package manager is simulated. Throws for a name that is not enrolled.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const agents = await loadAgents(options);
  const on = agents.filter(({ behaviour }) => behaviour.power === 'on');
  await inParallel(on, loadedAtOnce, (one) => one.powerOn());
  const counts: Record<string, number> = {};
  const onAnswer: OnAnswer = ({ method, url }, { statusCode }) => {
    const path = url?.split('?')[0]?.replace(/[0-9a-f-]{36}/, '{id}');
    const key = `${method} ${path} ${statusCode}`;
    counts[key] = (counts[key] ?? 0) + 1;
  };
  const server = createSharedListener(agents, { onAnswer, keepAliveMs: options.keepAliveMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: in a cluster, each process has a port of its own.
    server.listen({ host: options.listen, port: options.port, backlog: 4096, exclusive: true }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    agents,
    answers: () => ({ ...counts }),
    async stop() {
      await Promise.all(agents.map((one) => one.stop()));
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function loadAgents(options: SimulatorOptions): Promise<SimulatedAgent[]> {
  const { dir, names, part = { index: 0, of: 1 }, packages = {}, rules = [] } = options;
  const { log = pino({ level: 'silent' }) } = options;
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
