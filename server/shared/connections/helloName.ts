import type { Socket } from 'node:net';
import { guarded } from '../guarded.ts';

/** A hello with post-quantum key shares has some 2 kB; what is longer is nobody's that is served here. */
const MAX_BYTES = 16 * 1024;

/**
 * Reads the name that a connection's TLS hello asks for (SNI, RFC 6066), and puts the bytes back, so that a TLS server
 * finds them. Calls `done` once, with null where the hello asks for none, is none, or is longer than 16 kB; never, where
 * the connection ends before.
 */
export function readHelloName(socket: Socket, done: (name: string | null) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const look = guarded((chunk: Buffer) => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
    const name = helloName(seen);
    if (name === undefined && seen.length < MAX_BYTES) return;
    socket.off('data', look);
    socket.pause();
    socket.unshift(seen);
    done(name ?? null);
  });
  socket.on('data', look);
}

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;

/** The name in the first bytes of a connection; null: they ask for none; undefined: more of them are needed. */
export function helloName(bytes: Buffer): string | null | undefined {
  try {
    return nameIn(handshakeOf(bytes));
  } catch (error) {
    if (error instanceof TooShort) return undefined;
    if (error instanceof NoHello) return null;
    throw error;
  }
}

class TooShort extends Error {}
class NoHello extends Error {}

/** The body of the first handshake message; a client may spread it over several records. */
function handshakeOf(bytes: Buffer): Reader {
  const records = new Reader(bytes, TooShort);
  let message = Buffer.alloc(0);
  for (;;) {
    if (records.number(1) !== HANDSHAKE) throw new NoHello();
    records.skip(2);
    message = Buffer.concat([message, records.bytes(records.number(2))]);
    if (message.length < 4) continue;
    if (message[0] !== CLIENT_HELLO) throw new NoHello();
    const length = message.readUIntBE(1, 3);
    if (length > MAX_BYTES) throw new NoHello();
    if (message.length >= 4 + length) return new Reader(message.subarray(4, 4 + length), NoHello);
  }
}

function nameIn(hello: Reader): string | null {
  // Version and random; then session id, cipher suites, compression methods.
  hello.skip(2 + 32);
  hello.skip(hello.number(1));
  hello.skip(hello.number(2));
  hello.skip(hello.number(1));
  if (hello.left === 0) return null;
  const extensions = new Reader(hello.bytes(hello.number(2)), NoHello);
  while (extensions.left > 0) {
    const kind = extensions.number(2);
    const extension = extensions.bytes(extensions.number(2));
    if (kind !== SERVER_NAME) continue;
    const names = new Reader(extension, NoHello);
    names.skip(2);
    if (names.number(1) !== HOST_NAME) return null;
    return names.bytes(names.number(2)).toString('latin1').toLowerCase() || null;
  }
  return null;
}

/** Reads from the front; what is not there throws `missing`. */
class Reader {
  readonly #bytes: Buffer;
  readonly #missing: new () => Error;
  #at = 0;

  constructor(bytes: Buffer, missing: new () => Error) {
    this.#bytes = bytes;
    this.#missing = missing;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(bytes: number): number {
    const at = this.#take(bytes);
    return this.#bytes.readUIntBE(at, bytes);
  }

  bytes(count: number): Buffer {
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }

  skip(count: number): void {
    this.#take(count);
  }

  #take(count: number): number {
    if (count > this.left) throw new this.#missing();
    this.#at += count;
    return this.#at - count;
  }
}
