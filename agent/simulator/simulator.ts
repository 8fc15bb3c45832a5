import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { createAgent } from '../app.ts';
import type { Agent, HostFacts } from '../deps.ts';
import { createCertificateRoutes } from '../identity/certificateRoutes.ts';
import { loadAgentIdentity } from '../identity/identity.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { IdentityStore } from '../identity/store.ts';
import { SimulatedBackend } from './backend.ts';
import type { SimulatedPackages } from './backend.ts';
import { simulatedBootId, simulatedHost } from './host.ts';
import { createSharedListener } from './listener.ts';

export interface SimulatorOptions {
  /** Holds one agent data directory for each name, enrolled already (see enrollSimulated). */
  dir: string;
  names: readonly string[];
  listen: string;
  /** One port for all of them; 0: any that is free. */
  port: number;
  packages?: SimulatedPackages;
  /** Where hosts should differ: what the host of this name says of itself, and its package manager. */
  hostOf?: (name: string) => HostFacts;
  backendOf?: (name: string) => SimulatedBackend;
  log?: Logger;
}

export interface SimulatedAgent {
  name: string;
  hostId: string;
  backend: SimulatedBackend;
  identity: AgentIdentity;
  agent: Agent;
}

export interface Simulator {
  port: number;
  agents: readonly SimulatedAgent[];
  /** Answers so far by `METHOD /path status`. */
  answers(): Record<string, number>;
  stop(): Promise<void>;
}

/**
 * Many agents in one process: each has its own certificate, journal and queue, and all of them the agent's own
 * routes; only the package manager is simulated. Throws for a name that is not enrolled.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const agents: SimulatedAgent[] = [];
  for (const name of options.names) agents.push(await createSimulated(name, options));
  for (const { agent } of agents) await agent.start();
  const counts: Record<string, number> = {};
  const server = createSharedListener(agents, ({ method, url }, { statusCode }) => {
    const key = `${method} ${url?.split('?')[0]} ${statusCode}`;
    counts[key] = (counts[key] ?? 0) + 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.listen, port: options.port, backlog: 4096 }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    agents,
    answers: () => ({ ...counts }),
    async stop() {
      await Promise.all(agents.map(({ agent }) => agent.stop()));
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function createSimulated(name: string, options: SimulatorOptions): Promise<SimulatedAgent> {
  const { dir, packages, log = pino({ level: 'silent' }) } = options;
  const dataDir = join(dir, name);
  const identity = await loadAgentIdentity(new IdentityStore(dataDir));
  if (!identity) throw new Error(`the simulated host ${name} is not enrolled (no identity in ${dataDir})`);
  const backend = options.backendOf?.(name) ?? new SimulatedBackend(packages);
  const agent = createAgent({
    backend,
    dataDir,
    log,
    agentVersion: '0.1.0',
    bootId: simulatedBootId,
    authorize: identity.authorize,
    certificateRoutes: createCertificateRoutes(identity),
    problems: () => identity.problems(),
    host: (options.hostOf ?? simulatedHost)(name),
    // A thousand hosts that refresh by themselves would be noise in every measurement.
    settings: { refreshAfterMs: 0 },
  });
  return { name, hostId: identity.identity.hostId, backend, identity, agent };
}

/** `sim-0001` and so on. */
export function simulatedNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `sim-${String(index + 1).padStart(4, '0')}`);
}
