/**
 * All that the agent's engine needs from outside, so that main.ts, the tests and the simulator (thousands of
 * agents in one process) build the same agent from different parts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Announce, RunReboot } from './jobs/reboot.ts';
import type { PackageBackend } from './packages/backend.ts';

export interface Clock {
  now(): Date;
  /** Runs `act` once after `delayMs`; the answer cancels it. Never keeps the process alive by itself. */
  after(delayMs: number, act: () => void): () => void;
}

/** A checked call, as a handler gets it. Body and query are in wire form (snake_case) and valid. */
export interface AgentCall {
  operationId: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  headers: IncomingMessage['headers'];
  /** Aborted when the caller went away. */
  signal: AbortSignal;
}

/** What a handler answers: `data` goes into the success envelope; 304 and 204 have none. Errors are thrown as AppError. */
export interface AgentAnswer {
  status: 200 | 202 | 204 | 304;
  data?: unknown;
  /** `data` as JSON text already, for answers that are kept (lists). */
  json?: string;
  headers?: Readonly<Record<string, string>>;
}

export type AgentHandler = (call: AgentCall) => Promise<AgentAnswer>;

/** The operations that the identity part serves. */
export type CertificateRoutes = Record<'createCsr' | 'installCertificate' | 'installTrust', AgentHandler>;

/** What the host says of itself, apart from its packages. Sizes in bytes. */
export interface SystemFacts {
  machineId: string;
  hostname: string;
  fqdn: string;
  osFamily: string;
  osName: string;
  osVersion: string;
  arch: string;
  kernel: string;
  bootedAt: Date;
  cpuCount: number;
  memoryBytes: number;
  rootDisk: { totalBytes: number; freeBytes: number };
}

export interface ServiceState {
  name: string;
  activeState: string;
  subState: string;
  /** Whether it starts at boot. */
  enabled: boolean;
}

/** One entry of `problems` in /health; the codes are the contract's (HealthProblem). */
export interface HealthProblem {
  code:
    | 'NOT_PRIVILEGED'
    | 'REPAIR_FAILED'
    | 'PACKAGES_BROKEN'
    | 'LISTS_STALE'
    | 'SOURCE_FAILED'
    | 'DISK_LOW'
    | 'READ_ONLY'
    | 'CERTIFICATE_EXPIRING'
    | 'CLOCK_SKEW'
    | 'KERNELS_KEPT';
  message: string;
}

export interface HostFacts {
  /** Whether services can be asked for (systemd runs here). */
  readonly hasServices: boolean;
  facts(): Promise<SystemFacts>;
  /** Throws SERVICE_NOT_FOUND, or UNSUPPORTED without systemd. */
  service(name: string): Promise<ServiceState>;
}

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
