/** What the pipeline passes to a handler, and what the handler returns. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A validated call. Body and query are in wire form (snake_case). */
export interface AgentCall {
  operationId: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  headers: IncomingMessage['headers'];
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * What a handler returns: `data` goes into the success envelope; 304 and 204 have none. Errors are thrown as
 * AppError.
 */
export interface AgentAnswer {
  status: 200 | 202 | 204 | 304;
  data?: unknown;
  /** `data` as JSON text already, for cached answers (lists). */
  json?: string;
  headers?: Readonly<Record<string, string>>;
  /** Writes the whole response itself, for as long as it takes; the other fields are then ignored. */
  stream?: (req: IncomingMessage, res: ServerResponse) => void;
}

export type AgentHandler = (call: AgentCall) => Promise<AgentAnswer>;

/** The operations that the identity part serves. */
export type CertificateRoutes = Record<
  'createCsr' | 'installCertificate' | 'getTrust' | 'installTrust',
  AgentHandler
>;
