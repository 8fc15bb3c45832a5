import { clockOff } from '#server/shared/clockOff.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';

type Row = readonly [AgentFailure['kind'], string, string];

/** Failures while a connection is made, by Node's and OpenSSL's codes. */
const CONNECTING: Readonly<Record<string, Row>> = {
  ECONNREFUSED: ['unreachable', 'CONNECTION_REFUSED', 'nothing listens at the address of the agent'],
  EHOSTUNREACH: ['unreachable', 'NO_ROUTE', 'there is no route to the host'],
  ENETUNREACH: ['unreachable', 'NO_ROUTE', 'there is no route to the host'],
  EHOSTDOWN: ['unreachable', 'NO_ROUTE', 'there is no route to the host'],
  ETIMEDOUT: ['unreachable', 'TIMEOUT', 'the host does not answer'],
  ECONNRESET: ['unreachable', 'CONNECTION_LOST', 'the connection broke'],
  EPIPE: ['unreachable', 'CONNECTION_LOST', 'the connection broke'],
  CERT_HAS_EXPIRED: ['tls', 'CERTIFICATE_EXPIRED', "the agent's certificate has expired"],
  CERT_NOT_YET_VALID: [
    'tls',
    'CERTIFICATE_INVALID',
    "the agent's certificate is not valid yet: the clocks differ",
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'CERTIFICATE_INVALID', 'another host answers at that address'],
};

/** Failures on an open connection, by undici's codes. */
const TALKING: Readonly<Record<string, Row>> = {
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'TIMEOUT', 'the agent fell silent'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'TIMEOUT', 'the agent fell silent'],
  UND_ERR_SOCKET: ['unreachable', 'CONNECTION_LOST', 'the connection broke'],
  UND_ERR_DESTROYED: ['unreachable', 'CONNECTION_LOST', 'the connection was closed'],
  UND_ERR_CLOSED: ['unreachable', 'CONNECTION_LOST', 'the connection was closed'],
  UND_ERR_HEADERS_OVERFLOW: ['answer', 'ANSWER_TOO_LARGE', "the agent's answer is too large"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['answer', 'ANSWER_INVALID', "the agent's answer is cut"],
};

/** Converts any error of Node, OpenSSL or undici to the failure of a host. */
export function failureOf(error: unknown, neverSent: boolean): AgentFailure {
  if (error instanceof AgentFailure) return error;
  const code = codeOf(error);
  const [kind, name, message] = CONNECTING[code] ?? TALKING[code] ?? unlisted(code);
  return new AgentFailure(kind, name, message, { neverSent, retryable: kind !== 'tls', cause: error });
}

function unlisted(code: string): Row {
  if (code.startsWith('HPE_')) return ['answer', 'ANSWER_INVALID', 'the agent does not speak HTTP'];
  // A TLS alert from the agent, a chain that does not verify, or a peer without TLS.
  if (/^(ERR_SSL_|ERR_TLS_|UNABLE_|SELF_SIGNED|DEPTH_ZERO|CERT_|EPROTO|INVALID_|PATH_LENGTH)/.test(code))
    return ['tls', 'CERTIFICATE_INVALID', `the TLS handshake failed (${code})`];
  return ['unreachable', 'CONNECTION_LOST', 'the agent could not be reached'];
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function answerInvalid(message: string, status?: number): AgentFailure {
  return new AgentFailure('answer', 'ANSWER_INVALID', message, { status });
}

/** The agent takes this manager's certificate for one that is not valid, by a clock that says `clockAt` (ISO 8601). */
export function clockFailure(clockAt: string): AgentFailure {
  const off = Date.parse(clockAt) - Date.now();
  const how = Number.isNaN(off) ? 'wrong' : `${clockOff(off)} the manager's`;
  const message = `the clock of the host is ${how}, and by it the manager's certificate is not valid`;
  return new AgentFailure('tls', 'CLOCK_SKEW', message, { retryable: false, neverSent: true });
}

/** An attempt that failed on a connection which had already been used. */
export class StaleConnection extends AgentFailure {}

/** The failure of a call without an answer on a used connection: a StaleConnection if the connection was lost. */
export function staleOf(failure: AgentFailure): AgentFailure {
  const { kind, code, message, cause } = failure;
  return code === 'CONNECTION_LOST' ? new StaleConnection(kind, code, message, { cause }) : failure;
}
