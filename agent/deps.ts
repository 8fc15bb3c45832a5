/**
 * All that the agent's engine needs from outside, so that main.ts, the tests and the simulator (thousands of
 * agents in one process) build the same agent from different parts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Announce, RunReboot } from './host/rebootCommand.ts';
import type { Clock } from './clock.ts';
import type { HostFacts } from './host/facts.ts';
import type { HealthProblem } from './host/healthProblem.ts';
import type { CertificateRoutes } from './http/handler.ts';
import type { PackageBackend } from './packages/backend.ts';

export interface AgentSettings {
  /** Lists older than this are refreshed by the agent itself; 0 switches it off. Default 6 h. */
  refreshAfterMs: number;
  /** Share of `refreshAfterMs` that is added at random, so that a fleet does not refresh at once. Default 0.2. */
  refreshJitter: number;
  /** A reboot job without a new boot id after this long ends `timedout`. Default 15 min. */
  rebootTimeoutMs: number;
  /** Argument vector that reboots this host. Default `systemctl reboot`, or `shutdown -r now` without systemd. */
  rebootCommand: readonly string[];
  /** Finished jobs kept at most this long and this many. Defaults 90 days and 1,000. */
  keepJobsMs: number;
  keepJobs: number;
  /** Jobs that may wait. Default 16. */
  maxPending: number;
  /** Unsent bytes at which a stream's client is closed with 1013. Default 1 MiB. */
  streamBufferBytes: number;
}

export interface AgentDeps {
  backend: PackageBackend;
  /** Holds `journal/` and `idempotency/`; made (0700) when missing. */
  dataDir: string;
  log: Logger;
  agentVersion: string;
  /** Id of the running boot (/proc/sys/kernel/random/boot_id). */
  bootId: () => string;
  /** True only for the manager's own certificate; asked on every request and upgrade, before anything else. */
  authorize: (req: IncomingMessage) => boolean;
  certificateRoutes: CertificateRoutes;
  /** Problems of other parts (identity: CERTIFICATE_EXPIRING, …) for /health and the log. */
  problems?: () => HealthProblem[];
  /** Default: the real host (host/facts.ts). */
  host?: HostFacts;
  /** Default: the system's clock. */
  clock?: Clock;
  /** How `rebootCommand` is given. Default: as a process; a simulated host restarts nothing but its own agent. */
  runReboot?: RunReboot;
  /** How a restart is announced to those who are logged in. Default: `wall`. */
  announce?: Announce;
  /** Capabilities that this agent does not name, for a simulated one of an earlier release. Default: none. */
  lacks?: () => readonly string[];
  settings?: Partial<AgentSettings>;
}

/** What createAgent gives back. */
export interface Agent {
  /** For `https.createServer(options, agent.handler)`. */
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** For `server.on('upgrade', agent.handleUpgrade)`. */
  handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Reads the journal, picks up what was running, starts the queue. Call before listening. */
  start(): Promise<void>;
  /** Takes no new work and closes streams; a running package manager goes on and is picked up by the next start. */
  stop(): Promise<void>;
  /** Closes open streams whose peer is no longer authorized (after a trust or CRL change). */
  recheckPeers(): void;
  problems(): Promise<HealthProblem[]>;
}
