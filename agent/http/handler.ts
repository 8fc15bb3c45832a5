/** What the pipeline gives to a handler, and what it takes back. */
import type { IncomingMessage, ServerResponse } from 'node:http';

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
  /** Answers by itself, for as long as it takes; then nothing else of the answer counts. */
  stream?: (req: IncomingMessage, res: ServerResponse) => void;
}

export type AgentHandler = (call: AgentCall) => Promise<AgentAnswer>;

/** The operations that the identity part serves. */
export type CertificateRoutes = Record<'createCsr' | 'installCertificate' | 'installTrust', AgentHandler>;
