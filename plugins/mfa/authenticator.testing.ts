/**
 * A software authenticator together with the browser in front of it: it makes passkeys and signs challenges as WebAuthn
 * says, and gives any other answer when a test makes it lie. Written from the standard, not from the code under test.
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';

export interface Lies {
  /** The page that the browser says it shows. */
  origin?: string;
  crossOrigin?: boolean;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Used instead of one more than before. */
  counter?: number;
  userVerified?: boolean;
  userPresent?: boolean;
  /** Base64url; null: none is sent. */
  userHandle?: string | null;
  /** This key signs instead of the passkey's own key. */
  key?: KeyObject;
  /** Used instead of the passkey that the options ask for. */
  passkey?: SoftPasskey;
  /** How the new passkey is attested (`none` otherwise): by its own key, or by a vendor's certificate. */
  attestedBy?: 'itself' | { certificatePem: string; privateKeyPem: string };
}

export interface SoftPasskey {
  id: string;
  key: KeyObject;
  publicKey: Buffer;
  userHandle: string;
  rpId: string;
  counter: number;
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export class SoftAuthenticator {
  readonly passkeys: SoftPasskey[] = [];
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }

  /** `navigator.credentials.create`: the text of the credential that the browser sends. */
  create(serializedOptions: string, lies: Lies = {}): string {
    const options = JSON.parse(serializedOptions) as Options;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const passkey: SoftPasskey = lies.passkey ?? {
      id: randomBytes(32).toString('base64url'),
      key: privateKey,
      publicKey: coseKey(x, y),
      userHandle: options.user?.id ?? '',
      rpId: options.rp?.id ?? '',
      counter: 0,
    };
    this.passkeys.push(passkey);
    const id = Buffer.from(passkey.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, passkey.publicKey]);
    const authData = Buffer.concat([this.#authData(passkey, lies, ATTESTED), attested]);
    const clientData = this.#clientData('webauthn.create', options.challenge, lies);
    const attestationObject = map([
      ...attestation(passkey, { authData, clientData, by: lies.attestedBy }),
      [text('authData'), bytes(authData)],
    ]);
    return credential(passkey.id, {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** `navigator.credentials.get`. */
  get(serializedOptions: string, lies: Lies = {}): string {
    const options = JSON.parse(serializedOptions) as Options;
    const passkey = lies.passkey ?? this.#fitting(options);
    const authData = this.#authData(passkey, lies, 0);
    const clientData = this.#clientData('webauthn.get', options.challenge, lies);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const userHandle = lies.userHandle === undefined ? passkey.userHandle : lies.userHandle;
    return credential(passkey.id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, lies.key ?? passkey.key).toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #fitting({ allowCredentials = [], rpId }: Options): SoftPasskey {
    const ids = allowCredentials.map(({ id }) => id);
    const passkey = this.passkeys.find(
      (own) => own.rpId === rpId && (ids.length === 0 || ids.includes(own.id)),
    );
    if (!passkey) throw new Error('the authenticator has no passkey for these options');
    return passkey;
  }

  #authData(passkey: SoftPasskey, lies: Lies, more: number): Buffer {
    const { userPresent = true, userVerified = true, rpId = passkey.rpId } = lies;
    const counter = lies.counter ?? (more === ATTESTED ? passkey.counter : ++passkey.counter);
    const flags = more | (userPresent ? PRESENT : 0) | (userVerified ? VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.origin, crossOrigin = false } = lies;
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    );
  }
}

interface Attested {
  authData: Buffer;
  clientData: Buffer;
  by: Lies['attestedBy'];
}

/** WebAuthn, sections 8.2 (packed), 8.6 (fido-u2f) and 8.7 (none). */
function attestation(passkey: SoftPasskey, { authData, clientData, by }: Attested): [Buffer, Buffer][] {
  const named = (fmt: string, ...statement: [Buffer, Buffer][]): [Buffer, Buffer][] => [
    [text('fmt'), text(fmt)],
    [text('attStmt'), map(statement)],
  ];
  if (by === undefined) return named('none');
  const hash = createHash('sha256').update(clientData).digest();
  if (by === 'itself') {
    const signature = sign('sha256', Buffer.concat([authData, hash]), passkey.key);
    return named('packed', [text('alg'), int(-7)], [text('sig'), bytes(signature)]);
  }
  const { x = '', y = '' } = createPublicKey(passkey.key).export({ format: 'jwk' });
  const signed = [
    Buffer.of(0),
    authData.subarray(0, 32),
    hash,
    Buffer.from(passkey.id, 'base64url'),
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ];
  const certificate = new X509Certificate(by.certificatePem).raw;
  return named(
    'fido-u2f',
    [text('x5c'), Buffer.concat([head(4, 1), bytes(certificate)])],
    [text('sig'), bytes(sign('sha256', Buffer.concat(signed), by.privateKeyPem))],
  );
}

function credential(id: string, response: object): string {
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}

/** RFC 9053, section 7.1.1: an elliptic curve key on P-256, for ES256. */
function coseKey(x: string, y: string): Buffer {
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** RFC 8949, as much as is needed here: major type and length in front of the content. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)]);
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}

const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (content: Buffer): Buffer => Buffer.concat([head(2, content.length), content]);
const text = (content: string): Buffer =>
  Buffer.concat([head(3, Buffer.byteLength(content)), Buffer.from(content)]);
const map = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
