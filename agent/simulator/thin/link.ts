import type { IncomingMessage } from 'node:http';
import * as tls from 'node:tls';
import type { SecureContext, TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import { guarded } from '#server/shared/guarded.ts';
import { managerServerName } from '#server/shared/pki/names.ts';
import { linkLimits, linkPath, linkProtocol, readLinkMessage } from '#server/shared/wire/link.ts';
import type { AgentHello, Bye, HealthMark, ManagerHello, OpenChannel } from '#server/shared/wire/link.ts';
import { pathAt } from '../../link/dial.ts';
import type { HostPair } from './certificates.ts';

/** What becomes of a link. */
export interface LinkOwner {
  greeted(link: ThinLink, hello: ManagerHello): void;
  asked(link: ThinLink, message: OpenChannel): void;
  /** It is over, once; `retryAfterMs`: how long the manager wants to be left alone, null: it said nothing. */
  ended(link: ThinLink, reason: string, retryAfterMs: number | null): void;
}

export interface ThinLinkOptions {
  url: URL;
  localAddress?: string | undefined;
  tls: SharedTls;
  pair: HostPair;
  hello: AgentHello;
}

/**
 * One context of TLS for all links of a process: one for each would take 33 kB. A connection copies certificate and key
 * from it when it is made, and Node's own binding can change them: there is no other way for a client, and the test
 * "with a certificate of its own" shows whether it still works.
 */
export class SharedTls {
  readonly #context: SecureContext;
  #privateKeyPem = '';

  constructor(rootPems: readonly string[]) {
    this.#context = tls.createSecureContext({ ca: [...rootPems], minVersion: 'TLSv1.2' });
  }

  /** What the next connection that is made shows; another one changes nothing in those that are. */
  of({ certificatePem, privateKeyPem }: HostPair): SecureContext {
    const binding = this.#context.context as { setCert(pem: string): void; setKey(pem: string): void };
    binding.setCert(certificatePem);
    if (privateKeyPem !== this.#privateKeyPem) binding.setKey(privateKeyPem);
    this.#privateKeyPem = privateKeyPem;
    return this.#context;
  }
}

/**
 * The agent's end of a link (agent/link/link.ts) with the least memory: its owner keeps the time for many,
 * and what TLS needs is shared.
 */
export class ThinLink {
  /** Of the manager to which it leads. */
  readonly url: URL;
  /** The last sign of the manager, by `performance.now()`. */
  heardAtMs = performance.now();
  readonly #owner: LinkOwner;
  readonly #socket: TLSSocket;
  #ws: WebSocket | null = null;
  #mark = '';
  #isUp = false;
  #isOver = false;

  /** Begins to dial. */
  constructor(owner: LinkOwner, options: ThinLinkOptions) {
    const { url, localAddress, pair, hello } = options;
    this.url = url;
    this.#owner = owner;
    this.#socket = tls.connect({
      host: url.hostname,
      port: Number(url.port || 443),
      ...(localAddress === undefined ? {} : { localAddress }),
      servername: managerServerName,
      secureContext: options.tls.of(pair),
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    const failed = guarded((error: Error) => this.cut(error.message));
    this.#socket.once('error', failed);
    this.#socket.once(
      'secureConnect',
      guarded(() => {
        this.#socket.off('error', failed);
        this.#socket.setNoDelay(true);
        if (!this.#isOver) this.#ws = this.#upgrade(hello);
      }),
    );
  }

  /** Whether the manager's hello has come, and the link is not over. */
  get isUp(): boolean {
    return this.#isUp && !this.#isOver;
  }

  /** Whether the manager's hello has ever come. */
  get wasUp(): boolean {
    return this.#isUp;
  }

  /** Says how the host is, if that has changed, and asks for a sign of life. */
  beat(mark: string): void {
    if (!this.isUp) return;
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#send({ kind: 'health', mark });
    }
    this.#ws?.ping();
  }

  /** Closes without a word. */
  cut(reason: string): void {
    this.#end(reason, null);
    this.#ws?.terminate();
    this.#socket.destroy();
  }

  #upgrade(hello: AgentHello): WebSocket {
    const ws = new WebSocket(`ws://${this.url.host}${pathAt(this.url, linkPath)}`, linkProtocol, {
      createConnection: () => this.#socket,
      perMessageDeflate: false,
      maxPayload: linkLimits.messageBytes,
    });
    ws.once(
      'open',
      guarded(() => this.#send(hello)),
    );
    ws.on(
      'message',
      guarded(
        (data: RawData, isBinary: boolean) => this.#take(data, isBinary),
        () => this.cut('a fault of the simulator'),
      ),
    );
    ws.on(
      'pong',
      guarded(() => void (this.heardAtMs = performance.now())),
    );
    ws.on(
      'ping',
      guarded(() => void (this.heardAtMs = performance.now())),
    );
    ws.once(
      'unexpected-response',
      guarded((_req, response: IncomingMessage) => this.#refused(response)),
    );
    ws.on(
      'error',
      guarded((error) => this.cut(error.message)),
    );
    ws.once(
      'close',
      guarded(() => this.cut('the connection was lost')),
    );
    return ws;
  }

  #refused({ statusCode, headers }: IncomingMessage): void {
    const secs = Number(headers['retry-after']);
    this.#end(`the manager answered ${statusCode}`, secs > 0 ? secs * 1_000 : null);
    this.cut('the manager gives no link');
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    this.heardAtMs = performance.now();
    const message = isBinary ? undefined : readMessage(String(data));
    if (message === null) return;
    if (message?.kind === 'bye') return this.#bye(message);
    if (message?.kind === 'open' && this.#isUp) return this.#owner.asked(this, message);
    if (message?.kind !== 'hello' || this.#isUp) return this.cut('the manager broke the protocol of links');
    this.#isUp = true;
    this.#owner.greeted(this, message);
  }

  #bye({ why, retry_after_ms: retryAfterMs }: Bye): void {
    this.#end(`the manager said bye (${why})`, retryAfterMs);
    this.#ws?.close(1000);
    setTimeout(
      guarded(() => this.cut('closed')),
      closingMs,
    ).unref();
  }

  #send(message: AgentHello | HealthMark): void {
    // Without a callback an error would be thrown where the link has just ended.
    if (this.#ws?.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(message), () => undefined);
  }

  #end(reason: string, retryAfterMs: number | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#owner.ended(this, reason, retryAfterMs);
  }
}

/** How long the manager has to confirm that a link is closed. */
const closingMs = 1_000;

/** Null: of a kind that this version does not know; undefined: no message. */
function readMessage(text: string): ReturnType<typeof readLinkMessage> | undefined {
  try {
    return readLinkMessage(text, 'manager');
  } catch {
    return undefined;
  }
}
