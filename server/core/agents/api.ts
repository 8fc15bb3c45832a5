/** What other features may know about agents and the certificate authority; types only. */
import type { ActedBy, Host } from '../hosts/api.ts';
import type { CertificateAuthority, IssuedCertificate } from './ca.ts';
import type { Keeper } from './keeper/keeper.ts';
import type { RotationService } from './rotation.ts';
import type { AgentTarget, AgentTransport } from './transport.ts';

export type * from './ca.ts';
export type { Keeper } from './keeper/keeper.ts';
export type * from './rotation.ts';
export type * from './transport.ts';

export interface ListenerTls {
  /** PEM. */
  key: string;
  /** PEM: leaf, then its chain; from the internal authority including the root, so that agents can check their pin. */
  cert: string;
}

export interface AgentsTls extends ListenerTls {
  /** PEM of the authorities that sign hosts' certificates. */
  ca: string[];
}

export interface AgentsService {
  transport: AgentTransport;
  ca: CertificateAuthority;
  targetOf(
    host: Pick<Host, 'id' | 'ipAddress' | 'port' | 'loopbackAllowed'> & Partial<Pick<Host, 'connection'>>,
  ): AgentTarget;
  /** TLS of the manager's own listener. */
  listener: {
    /** For clients that name another host than `manager.fleetmend.internal`, or none. */
    options(): ListenerTls;
    /** For agents, which ask for `manager.fleetmend.internal`: always from the internal authority. */
    forAgents(): AgentsTls;
    /** Uses another certificate for all but agents; null: the internal authority's again. */
    present(certificate: ListenerTls | null): void;
    /** Called when any of the two has changed. Returns the function that unsubscribes. */
    onChange(listener: (options: ListenerTls) => void): () => void;
  };
  /**
   * CSR from the agent → certificate → installed → seen on a fresh connection → the old ones retired
   * (`superseded`, or `revoked` for a re-issue). Throws HOST_NOT_FOUND, HOST_UNREACHABLE; after a failure the
   * old certificate is still valid.
   */
  renewHostCertificate(
    hostId: string,
    by: ActedBy,
    retire?: 'supersede' | 'revoke',
  ): Promise<IssuedCertificate>;
  rotation: RotationService;
  /** For what is kept in memory for the whole fleet: on one manager of all that share the database. */
  keeper: Keeper;
  /** Sends roots and revocation lists to one agent. Throws AgentFailure; the sweep tries again. */
  pushTrust(hostId: string): Promise<void>;
}

declare module '../../kernel/declared.ts' {
  interface Core {
    /** Certificates of hosts and managers, and calls to agents. */
    agents: AgentsService;
  }
}

declare module '../../kernel/declared.ts' {
  interface Events {
    /** The revocation list has changed, on this manager or another (emitted within 2 s). */
    'agents.revocationsChanged': { hostIds: string[] };
  }
}
