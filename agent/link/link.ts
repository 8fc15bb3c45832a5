import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import { guarded } from '../../server/shared/guarded.ts';
import {
  linkLimits,
  linkPath,
  linkProtocol,
  nextHeartbeatMs,
  readLinkMessage,
} from '../../server/shared/wire/link.ts';
import type {
  AgentHello,
  Bye,
  ByeReason,
  HealthMark,
  ManagerHello,
  OpenChannel,
} from '../../server/shared/wire/link.ts';
import type { Clock } from '../clock.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { upgradeRefusal } from '../identity/managerClient.ts';
import type { Route } from '../identity/managerClient.ts';
import { dialManager, pathAt } from './dial.ts';

/** How long the other end has to confirm that a link is closed. */
const closingMs = 1_000;

export interface LinkOptions extends Route {
  identity: AgentIdentity;
  url: URL;
  hello: AgentHello;
  /** See HealthMark. */
  healthMark: () => Promise<string>;
  onOpenChannel: (message: OpenChannel) => void;
  clock: Clock;
  /** 0 or more, and less than 1. */
  random: () => number;
  signal: AbortSignal;
}

/** Why a link is over, in words, and how long the manager wants to be left alone, in ms; null: it said nothing. */
export interface LinkEnd {
  reason: string;
  bye: ByeReason | null;
  retryAfterMs: number | null;
}

const byeTexts: Readonly<Record<ByeReason, string>> = {
  restart: 'the manager restarts',
  balance: 'the manager asks this host to connect to another one of the same installation',
  replaced: 'another link of this host took its place',
  revoked: "the manager has revoked this host's certificate; enroll again: fleetmend-agent enroll --again",
  deleted: 'the manager no longer knows this host; enroll again: fleetmend-agent enroll --again',
  refused: 'the manager refuses the link',
  manager_replaced: 'the manager stopped, for it was restored or replaced',
};

/** A manager that has proved itself gives no link. */
export class LinkRefusal extends Error {
  override readonly name = 'LinkRefusal';
  readonly end: LinkEnd;

  constructor(end: LinkEnd) {
    super(end.reason);
    this.end = end;
  }
}

/**
 * Opens a link and resolves once the manager's hello has come. Throws LinkRefusal, and ManagerCallError where the
 * manager cannot be reached, or could not prove itself: then nothing has been sent.
 */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { identity, url, signal } = options;
  const certificatePem = identity.identity.certificatePem;
  const socket = await dialManager(options, url, signal);
  const link = new Link(socket, { ...options, certificatePem });
  const abort = guarded(() => link.cut('the agent stops'));
  signal.addEventListener('abort', abort);
  const end = await Promise.race([link.over, link.opened]).finally(() =>
    signal.removeEventListener('abort', abort),
  );
  if (!('reason' in end)) return link;
  throw new LinkRefusal({ ...end, reason: `the manager at ${url.host} gives no link: ${end.reason}` });
}

/** One link, from the TLS connection on. */
export class Link {
  /** Resolves to the manager's hello; never, where the link is over before. */
  readonly opened: Promise<ManagerHello>;
  /** Resolves when the link is over, however it came. */
  readonly over: Promise<LinkEnd>;
  /** Of the manager to which it leads. */
  readonly url: URL;
  /** The certificate by which the manager knows this host here. */
  readonly certificatePem: string;
  readonly #socket: TLSSocket;
  readonly #ws: WebSocket;
  readonly #options: LinkOptions;
  #hello: ManagerHello | null = null;
  /** The mark that was told last. */
  #mark = '';
  #unknown = 0;
  #isOver = false;
  #cancelSilence = (): void => undefined;
  #cancelHeartbeat = (): void => undefined;
  #opened!: (hello: ManagerHello) => void;
  #over!: (end: LinkEnd) => void;

  constructor(socket: TLSSocket, options: LinkOptions & { certificatePem: string }) {
    this.#socket = socket;
    this.#options = options;
    this.url = options.url;
    this.certificatePem = options.certificatePem;
    this.opened = new Promise((resolve) => (this.#opened = resolve));
    this.over = new Promise((resolve) => (this.#over = resolve));
    this.#waitFor(linkLimits.helloMs, 'the manager sent no hello in time');
    this.#ws = this.#upgrade();
  }

  /** Grows with each link of this host; null before the manager's hello. */
  get number(): number | null {
    return this.#hello?.link_number ?? null;
  }

  /** Whether the other end is the manager by the trust of now. */
  get isTrusted(): boolean {
    return this.#options.identity.isManager(this.#socket);
  }

  /** Says why, and closes. */
  close(why: ByeReason, reason = byeTexts[why]): void {
    const bye: Bye = { kind: 'bye', why, retry_after_ms: 0 };
    this.#send(bye);
    this.#ws.close(1000);
    this.#end({ reason, bye: null, retryAfterMs: null });
  }

  /** Closes without a word. */
  cut(reason: string): void {
    this.#end({ reason, bye: null, retryAfterMs: null });
    this.#ws.terminate();
  }

  #upgrade(): WebSocket {
    const { url, hello } = this.#options;
    const ws = new WebSocket(`ws://${url.host}${pathAt(url, linkPath)}`, linkProtocol, {
      createConnection: () => this.#socket,
      perMessageDeflate: false,
      maxPayload: linkLimits.messageBytes,
    });
    const cut = (): void => this.cut('a fault of the agent');
    ws.once(
      'open',
      guarded(() => this.#send(hello)),
    );
    ws.on(
      'message',
      guarded((data: RawData, isBinary: boolean) => this.#take(data, isBinary), cut),
    );
    for (const sign of ['ping', 'pong'] as const)
      ws.on(
        sign,
        guarded(() => this.#heard()),
      );
    ws.on(
      'unexpected-response',
      guarded((_req, res: IncomingMessage) => this.#refused(res)),
    );
    ws.on(
      'error',
      guarded((error) => this.cut(errorText(error))),
    );
    ws.on(
      'close',
      guarded((code, reason) => this.cut(closeText(code, String(reason)))),
    );
    return ws;
  }

  async #refused(response: IncomingMessage): Promise<void> {
    const { message, retryAfterMs } = await upgradeRefusal(response);
    this.#end({ reason: message, bye: null, retryAfterMs });
    this.#ws.terminate();
  }

  #take(data: RawData, isBinary: boolean): void {
    // What still comes after the end is of no use to anybody.
    if (this.#isOver) return;
    this.#heard();
    const message = isBinary ? undefined : readMessage(String(data));
    if (message === null) return;
    if (message?.kind === 'bye') return this.#bye(message);
    if (message?.kind === 'hello' && this.#hello === null) return this.#greet(message);
    if (message?.kind === 'open' && this.#hello !== null) return this.#options.onOpenChannel(message);
    this.cut('the manager broke the protocol of links');
  }

  #bye({ why, retry_after_ms: retryAfterMs }: Bye): void {
    this.#end({ reason: byeTexts[why], bye: why, retryAfterMs });
    this.#ws.close(1000);
  }

  /** Installations that were restored since then have a higher epoch: whoever has a lower one is not the manager now. */
  #greet(hello: ManagerHello): void {
    const { identity, clock, random } = this.#options;
    if (hello.epoch < identity.epoch) {
      const epochs = `it names epoch ${hello.epoch}, and this host has met ${identity.epoch}`;
      const reason = `this manager is of the time before a restore (${epochs})`;
      this.#send({ kind: 'bye', why: 'manager_replaced', retry_after_ms: 0 });
      this.#ws.close(1000);
      return this.#end({ reason, bye: 'manager_replaced', retryAfterMs: linkLimits.retryMs.longest });
    }
    this.#hello = hello;
    identity.certificateWasUsed(this.#socket);
    this.#heard();
    const beat = (): void => {
      this.#cancelHeartbeat = clock.after(nextHeartbeatMs(random()), () => {
        void this.#tellHealth();
        this.#ws.ping();
        beat();
      });
    };
    beat();
    void this.#tellHealth();
    // Each call names it too, and waits for the disk.
    identity.keepEpoch(hello.epoch).catch((error: Error) => this.cut(error.message));
    this.#opened(hello);
  }

  /** Says how the host is, if that has changed. */
  async #tellHealth(): Promise<void> {
    // Of what cannot be said the manager is to ask.
    const mark = await this.#options.healthMark().catch(() => `unknown ${++this.#unknown}`);
    if (this.#isOver || mark === this.#mark) return;
    this.#mark = mark;
    this.#send({ kind: 'health', mark });
  }

  #heard(): void {
    if (!this.#isOver && this.#hello !== null)
      this.#waitFor(linkLimits.silenceMs, `the manager was silent for ${linkLimits.silenceMs / 1000} s`);
  }

  #waitFor(ms: number, reason: string): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#options.clock.after(ms, () => this.cut(reason));
  }

  #send(message: AgentHello | HealthMark | Bye): void {
    // Without a callback an error would be thrown where the link has ended meanwhile.
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(JSON.stringify(message), () => undefined);
  }

  #end(end: LinkEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelSilence();
    this.#cancelHeartbeat();
    this.#options.clock.after(closingMs, () => this.#ws.terminate());
    this.#over(end);
  }
}

/** An alert of TLS comes after the handshake: the manager judges this host's certificate once its own was accepted. */
function errorText({ message, code }: NodeJS.ErrnoException): string {
  return code?.includes('_ALERT_') ? `the manager refused this host's certificate (${code})` : message;
}

/** 1006 is no code of the manager's: it said nothing. */
function closeText(code: number, reason: string): string {
  return code === 1006 ? 'the connection was lost' : `the manager closed it (${`${code} ${reason}`.trim()})`;
}

/** Null: of a kind that this version does not know; undefined: no message. */
function readMessage(text: string): ReturnType<typeof readLinkMessage> | undefined {
  try {
    return readLinkMessage(text, 'manager');
  } catch {
    return undefined;
  }
}
