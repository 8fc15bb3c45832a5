/**
 * - unreachable: nothing listens there, or the connection broke before an answer;
 * - timeout: connected, and then silence;
 * - tls: not the host that was expected, or its certificate is revoked or expired;
 * - answer: what came is no answer of this contract (too large, not JSON, wrong shape, a wrong status);
 * - refused: the agent answered its error envelope; code, details and retryable are its own.
 */
export type AgentFailureKind = 'unreachable' | 'timeout' | 'tls' | 'answer' | 'refused';

/** A host's failure as an error; callers at the edge of a use case turn it into an outcome. */
export class AgentFailure extends Error {
  readonly kind: AgentFailureKind;
  /** The agent's own code for `refused`; otherwise CONNECTION_REFUSED, TIMEOUT, CERTIFICATE_INVALID, … */
  readonly code: string;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  readonly retryable: boolean;
  readonly details: Record<string, unknown> | undefined;
  /** True when the request surely never reached the agent. */
  readonly neverSent: boolean;

  constructor(
    kind: AgentFailureKind,
    code: string,
    message: string,
    more: {
      status?: number;
      retryable?: boolean;
      details?: Record<string, unknown>;
      neverSent?: boolean;
      cause?: unknown;
    } = {},
  ) {
    // Its code and its cause say all. The stack would say only that the manager called an agent, and a fleet whose hosts
    // restart makes thousands of these.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, { cause: more.cause });
    Error.stackTraceLimit = limit;
    this.name = 'AgentFailure';
    this.kind = kind;
    this.code = code;
    this.status = more.status ?? null;
    this.retryable = more.retryable ?? true;
    this.details = more.details;
    this.neverSent = more.neverSent ?? false;
  }
}
