import type { ClientData } from '../domain/webauthn.ts';

/** An authenticator's answer as the browser sends it: `PublicKeyCredential.toJSON()`. */
export interface Answer {
  /** The id of the credential, base64url. */
  id: string;
  userHandle: string | null;
  /** Ways to the authenticator, as the browser names them. */
  transports: string[];
  /** Null: no browser writes it like this. */
  clientData(): ClientData | null;
  /** A field of `response`. */
  bytes(field: string): Uint8Array<ArrayBuffer>;
  /** The fields that were asked for, and no others. */
  json: object;
}

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** WebAuthn, section 5.8.3: at most 1023 bytes. */
const MAX_ID_CHARS = 1_364;
const MAX_TRANSPORTS = 8;

/** Null if the text is not such an answer with these fields of `response`. */
export function readAnswer(text: string, fields: readonly string[]): Answer | null {
  const sent = record(parse(text));
  const response = record(sent?.response);
  const id = base64url(sent?.id);
  if (!sent || !response || id === null || id.length > MAX_ID_CHARS) return null;
  if (sent.rawId !== id || sent.type !== 'public-key') return null;
  const values = new Map(fields.map((field) => [field, base64url(response[field])]));
  if ([...values.values()].some((value) => value === null)) return null;
  const bytes = (field: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(Buffer.from(values.get(field) ?? '', 'base64url'));
  return {
    id,
    userHandle: base64url(response.userHandle),
    transports: transportsOf(response.transports),
    clientData: () => clientDataOf(Buffer.from(bytes('clientDataJSON')).toString('utf8')),
    bytes,
    json: {
      id,
      rawId: id,
      type: 'public-key',
      response: Object.fromEntries(values),
      clientExtensionResults: {},
    },
  };
}

function clientDataOf(text: string): ClientData | null {
  const data = record(parse(text));
  const { type, challenge, origin, crossOrigin = false } = data ?? {};
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return null;
  return { type, challenge, origin, crossOrigin: crossOrigin !== false };
}

function transportsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((way): way is string => typeof way === 'string' && /^[a-z-]{1,20}$/.test(way))
    .slice(0, MAX_TRANSPORTS);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

const base64url = (value: unknown): string | null =>
  typeof value === 'string' && BASE64URL.test(value) ? value : null;
