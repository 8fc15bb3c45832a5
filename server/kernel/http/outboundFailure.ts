import type { OutboundRefusal } from './outboundPolicy.ts';

export type OutboundReason =
  | 'URL_INVALID'
  /** The address in the URL, or of its name, is refused; see `refusal`. */
  | 'ADDRESS_REFUSED'
  | 'NAME_NOT_FOUND'
  | 'NAME_LOOKUP_FAILED'
  | 'CONNECTION_REFUSED'
  | 'UNREACHABLE'
  | 'CERTIFICATE_INVALID'
  | 'TLS_FAILED'
  /** The answer did not come, or not all of it, within the time limit of the whole call. */
  | 'TIMED_OUT'
  /** The other side said nothing for too long. */
  | 'SILENT'
  | 'TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'ENCODING_UNKNOWN'
  /** What came is not HTTP, or was cut off. */
  | 'ANSWER_BROKEN'
  /** The caller's signal aborted the call. */
  | 'ABORTED';

/** Why there is no answer. Never quotes a body or the URL beyond its host: they may hold secrets. */
export interface OutboundFailure {
  reason: OutboundReason;
  /** For people. */
  message: string;
  refusal?: OutboundRefusal;
}

const REFUSED: Readonly<Record<OutboundRefusal, string>> = {
  NOT_AN_ADDRESS: 'is not written in the usual form',
  UNSPECIFIED: 'stands for no host',
  LOOPBACK: 'leads back to the manager itself',
  OWN_ADDRESS: 'leads back to the manager itself',
  LINK_LOCAL: 'is link-local',
  METADATA: 'is a metadata service of a cloud',
  MULTICAST: 'is a multicast address',
  RESERVED: 'is in a reserved range',
  PRIVATE: 'is in a private network',
};

/** A failure that this side finds. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(reason: OutboundReason, message: string, refusal?: OutboundRefusal) {
    super(message);
    this.name = 'OutboundError';
    this.failure = { reason, message, ...(refusal ? { refusal } : {}) };
  }

  static refused(hostname: string, address: string, refusal: OutboundRefusal): OutboundError {
    const name = hostname === address ? hostname : `${hostname} (${address})`;
    const message = `The manager does not call ${name}: the address ${REFUSED[refusal]}.`;
    return new OutboundError('ADDRESS_REFUSED', message, refusal);
  }
}

const BY_CODE: readonly (readonly [RegExp, OutboundReason, string])[] = [
  [/^ENOTFOUND$/, 'NAME_NOT_FOUND', 'The host name could not be resolved.'],
  [/^(EAI_|ESERVFAIL|ETIMEOUT$)/, 'NAME_LOOKUP_FAILED', 'The host name could not be looked up.'],
  [/^ECONNREFUSED$/, 'CONNECTION_REFUSED', 'The connection was refused.'],
  [
    /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'UNREACHABLE',
    'The host cannot be reached.',
  ],
  [
    /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/,
    'HEADERS_TOO_LARGE',
    'The headers of the answer are too long.',
  ],
  [/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/, 'SILENT', 'The other side stopped answering.'],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/,
    'CERTIFICATE_INVALID',
    'The certificate of the other side is not trusted.',
  ],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO$)/, 'TLS_FAILED', 'No encrypted connection could be made.'],
];

/** Turns any error into a failure; an abort is explained by the signals that aborted. */
export function failureOf(
  thrown: unknown,
  { aborted, late }: { aborted: boolean; late: boolean },
): OutboundFailure {
  if (thrown instanceof OutboundError) return thrown.failure;
  if (aborted) return { reason: 'ABORTED', message: 'The call was given up.' };
  if (late) return { reason: 'TIMED_OUT', message: 'The answer did not come in time.' };
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  for (const [pattern, reason, message] of BY_CODE) if (pattern.test(code)) return { reason, message };
  return { reason: 'ANSWER_BROKEN', message: 'The answer was cut off, or was no HTTP.' };
}
