import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { guarded } from '../../server/shared/guarded.ts';
import { logThrottle } from '../../server/shared/logThrottle.ts';
import { channelHeader, channelPath, channelProtocol } from '../../server/shared/wire/link.ts';
import type { OpenChannel } from '../../server/shared/wire/link.ts';
import type { Clock } from '../clock.ts';
import type { Serving } from '../identity/listener.ts';
import { upgradeRefusal } from '../identity/managerClient.ts';
import type { Route } from '../identity/managerClient.ts';
import { dialManager, upgradeRequest } from './dial.ts';

/** Open at once, with those on their way. */
export const maxChannels = 16;
/** The manager's time limit counts at most so long. */
const longestWaitMs = 60_000;
/** Without a byte for so long, the system asks the other end whether it is still there. */
const probeAfterMs = 30_000;
const logOncePerMs = 60_000;

/** What becomes of the channels of one agent; see ChannelServer. */
export interface ServesChannels {
  /** Takes over a connection whose peer has proved itself; `head` is what it has sent already. */
  serve: (socket: TLSSocket, head: Buffer) => void;
  /** Closes idle ones at once, the others after their answer, and all after `limitMs`. */
  close: (limitMs: number) => Promise<void>;
}

export interface ChannelsOptions extends Pick<Serving, 'identity' | 'log'>, Route {
  channels: ServesChannels;
  clock: Clock;
}

/**
 * The connections that the manager has asked for over a link. On each the roles swap: this agent dialled it, and serves
 * its API on it as on one that it has accepted. They outlive their link, and end after fifteen seconds without a call.
 */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #open = new Set<TLSSocket>();
  readonly #coming = new Set<AbortController>();
  readonly #mayLog = logThrottle(logOncePerMs);
  #isClosed = false;

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size;
  }

  /** Opens the channel that the manager asks for; whatever becomes of it is a line in the log, as nobody waits here. */
  async open(url: URL, { id, within_ms: withinMs }: OpenChannel): Promise<void> {
    if (this.#isClosed) return;
    if (this.#open.size + this.#coming.size >= maxChannels)
      return this.#tell(`the manager asks for more than ${maxChannels} at once`);
    const giveUp = new AbortController();
    this.#coming.add(giveUp);
    const cancel = this.#options.clock.after(Math.min(withinMs, longestWaitMs), () =>
      giveUp.abort(new Error(`it was not open within ${withinMs} ms`)),
    );
    try {
      await this.#dial(url, id, giveUp.signal);
    } catch (error) {
      if (!this.#isClosed) this.#tell((error as Error).message);
    } finally {
      cancel();
      this.#coming.delete(giveUp);
    }
  }

  /** Closes those whose peer is no longer the manager; their calls would be refused anyway. */
  recheck(): void {
    for (const socket of this.#open) if (!this.#options.identity.isManager(socket)) socket.destroy();
  }

  /** Idle ones at once, the others after their answer, and all after `limitMs`; no more are opened. */
  async close(limitMs: number): Promise<void> {
    this.#isClosed = true;
    for (const giveUp of this.#coming) giveUp.abort(new Error('the agent stops'));
    await this.#options.channels.close(limitMs);
  }

  async #dial(url: URL, id: string, signal: AbortSignal): Promise<void> {
    const socket = await dialManager(this.#options, url, signal);
    const abort = guarded(() => socket.destroy(signal.reason as Error));
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      const head = await becomeChannel(socket, url, id);
      signal.throwIfAborted();
      // The trust may have changed while the manager answered.
      const problem = this.#options.identity.peerProblem(socket);
      if (problem !== null) throw new Error(problem);
      this.#serve(socket, head);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #serve(socket: TLSSocket, head: Buffer): void {
    if (socket.destroyed) return;
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    socket.setKeepAlive(true, probeAfterMs);
    this.#options.channels.serve(socket, head);
  }

  #tell(reason: string): void {
    const untold = this.#mayLog(reason);
    if (untold !== null) this.#options.log.warn({ reason, untold }, 'a channel was not opened');
  }
}

/** Resolves to what the manager has sent behind its answer already. */
function becomeChannel(socket: TLSSocket, url: URL, id: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { upgrade: channelProtocol, [channelHeader]: id };
    const call = upgradeRequest(socket, url, { path: channelPath, headers });
    call.on('error', reject);
    const closed = (): void => reject(new Error('the manager closed it'));
    socket.once('close', closed);
    call.once(
      'response',
      guarded(async (response: IncomingMessage) => {
        socket.off('close', closed);
        reject(await upgradeRefusal(response));
      }),
    );
    call.once(
      'upgrade',
      guarded(({ headers: answered }: IncomingMessage, _socket: Duplex, head: Buffer) => {
        if (answered.upgrade?.toLowerCase() === channelProtocol) return resolve(head);
        reject(new Error(`the manager opened "${answered.upgrade ?? ''}" instead of a channel`));
      }),
    );
    call.end();
  });
}
