/** How agents are called: one interface, so that agents behind NAT may dial in later. */
import type { components, operations } from '#generated/agent.ts';
import type { AgentFailure as Failure } from '../../shared/wire/agentFailure.ts';
import type { HostEndpoint } from '../hosts/api.ts';

export type AgentOperationId = Exclude<keyof operations & string, 'streamJobs' | 'followJob'>;

/** Where to dial, and which host must answer there (see AgentsService.targetOf). */
export interface AgentTarget extends HostEndpoint {
  /** The trace that calls with this target belong to, as the header `traceparent` of W3C Trace Context; absent: none. */
  traceparent?: string;
}

type Json<R> = R extends { content: { 'application/json': { data: infer D } } } ? D : never;
type SuccessOf<R> = { [S in keyof R & (200 | 201 | 202)]: Json<R[S]> }[keyof R & (200 | 201 | 202)];
type Parameters<Id extends AgentOperationId, In extends string> = operations[Id] extends {
  parameters: { [K in In]?: infer P };
}
  ? Exclude<P, undefined>
  : never;

/** `data` of the operation's success envelope. */
export type AgentData<Id extends AgentOperationId> = SuccessOf<operations[Id]['responses']>;
export type AgentBody<Id extends AgentOperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;
/** What calls throw; the class itself is in server/shared/wire/agentFailure.ts (and in sdk/index.ts). */
export type AgentFailure = Failure;
export type AgentJobEvent = components['schemas']['JobEvent'];

export interface AgentCallOptions<Id extends AgentOperationId> {
  /** Path parameters. */
  params?: Parameters<Id, 'path'>;
  query?: Parameters<Id, 'query'>;
  body?: AgentBody<Id>;
  /** UUID. With it a call is sent again once when a kept-alive connection turns out to be dead. */
  idempotencyKey?: string;
  /** An earlier `etag`: an unchanged answer is then `status: 304, data: null`. */
  ifNoneMatch?: string;
  /**
   * Called with the SHA-256 (base64url) of a successful answer's body before it is parsed. True: the caller knows this
   * body, so it is not parsed, and `data` is null.
   */
  isKnown?: (digest: string) => boolean;
  /** For the whole call (default 30 s); connecting takes at most 5 s, each silence at most 10 s. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface AgentAnswer<Id extends AgentOperationId> {
  status: number;
  /** Checked against the contract (leniently: unknown fields stay). Null for 304, and for a body that `isKnown`. */
  data: Id extends 'listPatches' | 'listPackages' ? AgentData<Id> | null : AgentData<Id>;
  etag: string | null;
  lastModified: Date | null;
}

/** How a job's events arrive: by a WebSocket, or by a streamed answer, from agents with the capability `follow`. */
export type JobStreamForm = 'socket' | 'answer';

export interface JobStreamHandlers {
  /** In order; an event that breaks the contract closes the stream. */
  event(event: AgentJobEvent): void;
  /** Called after each portion (`AGENT_LIMITS.portion`): nothing more is read until it resolves. */
  room?(): Promise<void>;
  /** With the form `answer`, after the last event: the ended job. The stream is closed then. */
  end?(job: AgentData<'getJob'>): void;
  /** Called once, unless `close()` was called first. It says nothing about the job: ask with getJob. */
  close(reason: string): void;
}

export interface PeerCertificate {
  /** Lower-case hex without leading zeros. */
  serial: string;
  fingerprint: string;
  notAfter: Date;
}

export interface AgentTransport {
  /** Throws AgentFailure. */
  call<Id extends AgentOperationId>(
    target: AgentTarget,
    operationId: Id,
    options?: AgentCallOptions<Id>,
  ): Promise<AgentAnswer<Id>>;
  /**
   * Resolves once the stream is open; throws AgentFailure when it cannot be opened. `form` (default: `socket`):
   * `answer` can use a kept-alive connection, so it needs no handshake.
   */
  openJobStream(
    target: AgentTarget,
    job: { jobId: string; fromSeq: number; form?: JobStreamForm },
    on: JobStreamHandlers,
    signal?: AbortSignal,
  ): Promise<{ close(): void }>;
  /**
   * A fresh connection with a full handshake and a health call: which certificate does the agent use now, and since
   * which boot does it run?
   */
  probe(
    target: AgentTarget,
    /** `asNext`: with the manager's certificate under the new root of the rotation under way. */
    options?: { timeoutMs?: number; asNext?: boolean },
  ): Promise<PeerCertificate & { bootId: string }>;
  /**
   * What the agent says of its health over its link: the same text as long as `getHealth` would answer the same. Null: it
   * has none, holds no link to this manager, or has not said it yet.
   */
  healthMark(hostId: string): string | null;
  /** Closes the host's connections, streams included. */
  disconnect(hostId: string, reason: string): void;
}
