/**
 * Everything that the agent's engine needs from outside, so that main.ts, the tests and the simulator (thousands of
 * agents in one process) build the same agent from different parts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Inhibitor } from './host/inhibitors.ts';
import type { Announce, RunReboot } from './host/rebootCommand.ts';
import type { Clock } from './clock.ts';
import type { HostFacts } from './host/facts.ts';
import type { HealthProblem } from './host/healthProblem.ts';
import type { ManagerConnection } from './identity/managerClient.ts';
import type { CertificateRoutes } from './http/handler.ts';
import type { ChangesWay } from './jobs/connection.ts';
import type { PackageBackend } from './packages/backend.ts';

export interface AgentSettings {
  /** The agent itself refreshes lists older than this; 0: never. Default 6 h. */
  refreshAfterMs: number;
  /**
   * Share of `refreshAfterMs` that is added at random, so that the hosts of a fleet refresh at different times.
   * Default 0.2.
   */
  refreshJitter: number;
  /** A reboot job ends `timedout` if there is no new boot id after this long. Default 15 min. */
  rebootTimeoutMs: number;
  /** Argument vector that reboots this host. Default `systemctl reboot`, or `shutdown -r now` without systemd. */
  rebootCommand: readonly string[];
  /** Limits for finished jobs: age and number. Defaults 90 days and 1,000. */
  keepJobsMs: number;
  keepJobs: number;
  /** Limit for waiting jobs. Default 16. */
  maxPending: number;
  /** A stream is closed with 1013 once it has this many unsent bytes. Default 1 MiB. */
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
  /** True only for the manager's own certificate; called first for every request and upgrade. */
  authorize: (req: IncomingMessage) => boolean;
  /** Throws where an authorized caller is a manager of the time before a restore. Default: none is. */
  admit?: (req: IncomingMessage) => Promise<void>;
  /** Whether a caller that is not authorized would be, were it not for the dates of certificates. Default: never. */
  isOutOfDate?: (req: IncomingMessage) => boolean;
  certificateRoutes: CertificateRoutes;
  /** Problems of other parts (identity: CERTIFICATE_EXPIRING, …) for /health and the log. */
  problems?: () => HealthProblem[];
  /** Default: the real host (host/facts.ts). */
  host?: HostFacts;
  /** Default: the system's clock. */
  clock?: Clock;
  /** How to run `rebootCommand`. Default: as a process; a simulated host restarts only its own agent. */
  runReboot?: RunReboot;
  /** How to announce a restart to logged-in users. Default: `wall`. */
  announce?: Announce;
  /** Who blocks a restart. Default: asks logind. */
  inhibitors?: () => Promise<Inhibitor[]>;
  /** How the manager reaches this agent, for jobs that change it. Default: it cannot be changed. */
  ways?: () => ChangesWay;
  /** Capabilities to leave out, so that a simulated agent looks like an earlier release. Default: none. */
  lacks?: () => readonly string[];
  /** Opens a verified connection to the manager, to fetch a new agent. Absent: this agent cannot update itself. */
  connectToManager?: () => Promise<ManagerConnection>;
  settings?: Partial<AgentSettings>;
}

/** The result of createAgent. */
export interface Agent {
  /** For `https.createServer(options, agent.handler)`. */
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** For `server.on('upgrade', agent.handleUpgrade)`. */
  handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Reads the journal, resumes the running job and starts the queue. Call it before listening. */
  start(): Promise<void>;
  /** Accepts no more work and closes streams; a running package manager goes on, and the next start resumes its job. */
  stop(): Promise<void>;
  /** Closes open streams whose peer is no longer authorized (after a trust or CRL change). */
  recheckPeers(): void;
  problems(): Promise<HealthProblem[]>;
  /** Whether no job runs or waits. */
  readonly isIdle: boolean;
  /** See HealthMark of server/shared/wire/link.ts. */
  healthMark(): Promise<string>;
}
