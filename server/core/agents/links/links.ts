import { randomUUID } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { RawData, WebSocket } from 'ws';
import type { Context } from '#server/kernel/boot/feature.ts';
import { createBatch, type Batch } from '#server/kernel/batch.ts';
import { every } from '#server/kernel/every.ts';
import { managerVersion } from '#server/kernel/version.ts';
import { guarded } from '#server/shared/guarded.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import {
  linkLimits,
  readLinkMessage,
  type AgentHello,
  type Bye,
  type ByeReason,
  type HealthMark,
  type ManagerHello,
  type OpenChannel,
} from '#server/shared/wire/link.ts';
import { notConnected, revoked, type ProvenPeer, type ReachDone } from '../transport/dial.ts';
import type { Balance } from './balance.ts';
import type { HeldLink, LinkRows } from './rows.ts';

const LOOK_MS = 5_000;
/** The agent's pings keep both ends sure of each other; where one is late, this end asks at each look. */
const OVERDUE_MS = 1.3 * linkLimits.heartbeatMs;
/** Messages and pings of one agent between two looks; an honest one sends a few a minute. */
const MOST_HEARD = 50;
/** Links of one host between two looks: each is a handshake and a write, and an honest agent opens one. */
const MOST_OPENED = 10;
/** Channels of one host that are asked for and have not come. */
const MOST_ASKED = 32;
/** How long an agent whose link another one took over waits: its host's certificate is in use twice. */
const REPLACED_WAIT_MS = 60_000;
const REFUSED_WAIT_MS = 60_000;
const SEEN_MS = 300_000;
/** How often managers that share a database look whose links were opened again elsewhere. */
const TAKEN_MS = 30_000;
/** Links that are lost together, as when a switch fails, are written together. */
const LOST = { maxItems: 500, waitMs: 50 };

/** The agent at the other end of a connection that it has opened. */
export interface LinkPeer extends ProvenPeer {
  hostId: string;
}

interface Link {
  hostId: string;
  ws: WebSocket;
  peer: LinkPeer;
  number: number;
  heardAtMs: number;
  heard: number;
  /** What the agent says of its health; null: nothing yet. */
  mark: string | null;
}

interface Asked {
  hostId: string;
  done: ReachDone;
  timer: NodeJS.Timeout;
  /** False while the agent's link is waited for. */
  isSent: boolean;
}

export interface LinksOptions {
  ctx: Pick<Context, 'log' | 'clock'>;
  rows: LinkRows;
  balance: Balance;
  /** Of this installation. */
  epoch: number;
  /** Why the peer may not go on; null: it may. */
  refusalOf(peer: ProvenPeer): string | null;
  /** An agent has met a manager of a higher epoch. */
  tellReplaced(): void;
}

/** The links that this manager holds, and the channels that it has asked for. */
export class Links {
  readonly #links = new Map<string, Link>();
  /** Hosts whose last try to hold a link here ended with a certificate that is revoked. */
  readonly #revoked = new Set<string>();
  /** How many links each host has opened since the last look. */
  readonly #opened = new Map<string, number>();
  readonly #asked = new Map<string, Asked>();
  readonly #options: LinksOptions;
  readonly #lostOnes: Batch<HeldLink>;
  /** When links were lost of which no newer one has come yet. */
  readonly #lostAtMs = new Map<string, number>();
  #startedAtMs = -Infinity;
  #lookedAtMs = Infinity;
  #rounds: { stop(): void }[] = [];
  #stopped = false;

  constructor(options: LinksOptions) {
    this.#options = options;
    const { ctx, rows } = options;
    const failed = 'lost links could not be recorded';
    this.#lostOnes = createBatch({ ...LOST, log: ctx.log, write: rows.lose, failed });
  }

  get size(): number {
    return this.#links.size;
  }

  get rows(): LinkRows {
    return this.#options.rows;
  }

  /** See AgentTransport.healthMark. */
  healthMark(hostId: string): string | null {
    return this.#links.get(hostId)?.mark ?? null;
  }

  /** Whether this manager holds the host's link. */
  holds(hostId: string): boolean {
    return this.#links.has(hostId);
  }

  start(): void {
    const { ctx, rows, balance } = this.#options;
    this.#startedAtMs = performance.now();
    this.#rounds = [
      every(ctx, { ms: LOOK_MS, failed: 'links could not be looked at' }, () => this.#look()),
      every(ctx, { ms: SEEN_MS, failed: 'what links heard could not be written' }, () =>
        rows.seen([...this.#links.keys()]),
      ),
      every(ctx, { ms: TAKEN_MS, failed: 'links of other managers could not be read' }, async () => {
        await rows.forgetDead();
        for (const hostId of await rows.takenOver([...this.#links.values()]))
          this.#bye(hostId, 'replaced', REPLACED_WAIT_MS);
        for (const hostId of await balance.next([...this.#links.keys()])) this.#bye(hostId, 'balance', 0);
      }),
    ];
  }

  /** Takes over a WebSocket that an agent has opened; its hello follows. */
  accept(ws: WebSocket, peer: LinkPeer): void {
    const opened = (this.#opened.get(peer.hostId) ?? 0) + 1;
    this.#opened.set(peer.hostId, opened);
    if (opened > MOST_OPENED) {
      ws.on('error', () => ws.terminate());
      return bye(ws, 'refused', REFUSED_WAIT_MS);
    }
    const now = performance.now();
    const link: Link = {
      hostId: peer.hostId,
      ws,
      peer,
      number: 0,
      heardAtMs: now,
      heard: 0,
      mark: null,
    };
    const heard = (): void => {
      link.heardAtMs = performance.now();
      link.heard += 1;
      if (link.heard > MOST_HEARD) ws.terminate();
    };
    const late = setTimeout(
      guarded(() => ws.terminate()),
      linkLimits.helloMs,
    );
    let greeted = false;
    ws.on('ping', guarded(heard)).on('pong', guarded(heard));
    ws.on('error', () => ws.terminate());
    ws.on(
      'message',
      guarded(
        async (data: RawData, isBinary: boolean) => {
          heard();
          if (isBinary) return ws.terminate();
          const message = messageOf(data);
          if (message === 'broken' || (message?.kind === 'hello' && greeted)) return ws.terminate();
          if (message?.kind === 'bye') return ws.close(1000);
          if (message?.kind === 'health') link.mark = message.mark;
          if (message?.kind !== 'hello') return;
          greeted = true;
          clearTimeout(late);
          await this.#greet(link, message);
        },
        () => ws.terminate(),
      ),
    );
    ws.once(
      'close',
      guarded(() => {
        clearTimeout(late);
        this.#lost(link);
      }),
    );
    if (this.#stopped) bye(ws, 'restart', 0);
  }

  async #greet(link: Link, hello: AgentHello): Promise<void> {
    const { ctx, rows, epoch, tellReplaced } = this.#options;
    const { ws, hostId } = link;
    if (hello.host_id !== hostId) return bye(ws, 'refused', REFUSED_WAIT_MS);
    if (hello.epoch > epoch) {
      tellReplaced();
      return bye(ws, 'manager_replaced', REFUSED_WAIT_MS);
    }
    try {
      link.number = await rows.open(hostId);
    } catch (error) {
      ctx.log.warn({ error, hostId }, 'a link could not be recorded');
      return bye(ws, 'restart', 1_000);
    }
    if (ws.readyState !== ws.OPEN || this.#stopped) {
      this.#lostOnes.add(link);
      return bye(ws, 'restart', 0);
    }
    this.#revoked.delete(hostId);
    const former = this.#links.get(hostId);
    this.#links.set(hostId, link);
    if (former) bye(former.ws, 'replaced', REPLACED_WAIT_MS);
    const answer: ManagerHello = {
      kind: 'hello',
      version: managerVersion(),
      capabilities: [],
      epoch,
      link_number: link.number,
    };
    ws.send(JSON.stringify(answer));
    this.#lostAtMs.delete(hostId);
    for (const [id, asked] of this.#asked)
      if (asked.hostId === hostId && !asked.isSent) this.#send(link, id, asked);
  }

  /**
   * Asks the host's agent for a channel; of one whose link was lost just now, once it is back. Calls `done` once: with
   * the socket, on which the agent serves its API, or with the failure: NOT_CONNECTED (it holds no link here), TIMEOUT,
   * CONNECTION_LOST, CONNECTION_BUSY.
   */
  open(hostId: string, done: ReachDone): void {
    const link = this.#links.get(hostId);
    const refused = link ? this.#refusalOf(link) : this.#mayComeBack(hostId) ? null : this.#whyNone(hostId);
    const failed = refused ?? this.#crowdedAt(hostId);
    if (failed) return queueMicrotask(guarded(() => done(failed, null, null)));
    const id = randomUUID();
    const timer = setTimeout(
      guarded(() => this.#late(id)),
      linkLimits.channelMs,
    );
    const asked: Asked = { hostId, done, timer, isSent: false };
    this.#asked.set(id, asked);
    if (link) this.#send(link, id, asked);
  }

  #send({ ws }: Link, id: string, asked: Asked): void {
    asked.isSent = true;
    const message: OpenChannel = { kind: 'open', id, within_ms: linkLimits.channelMs };
    ws.send(JSON.stringify(message));
  }

  #late(id: string): void {
    const asked = this.#asked.get(id);
    const late = failure('TIMEOUT', 'the agent did not open a channel in time');
    if (asked) this.#end(id, asked.isSent ? late : this.#whyNone(asked.hostId));
  }

  /** An agent that was here, or may have been, before this manager started: it is on its way. */
  #mayComeBack(hostId: string): boolean {
    const lostAtMs = this.#lostAtMs.get(hostId) ?? this.#startedAtMs;
    return !this.#revoked.has(hostId) && performance.now() - lostAtMs < linkLimits.silenceMs;
  }

  #whyNone(hostId: string): AgentFailure {
    return this.#revoked.has(hostId) ? revoked() : notConnected('the agent has no open link to this manager');
  }

  /** An agent was refused because its certificate is revoked: whoever asks for it is told so. */
  noteRevoked(hostId: string): void {
    if (!this.#links.has(hostId)) this.#revoked.add(hostId);
  }

  #refusalOf(link: Link): AgentFailure | null {
    const reason = this.#options.refusalOf(link.peer);
    if (reason !== null)
      return reason === 'CERTIFICATE_REVOKED' ? revoked() : notConnected('the link is being closed');
    return null;
  }

  #crowdedAt(hostId: string): AgentFailure | null {
    let count = 0;
    for (const asked of this.#asked.values()) if (asked.hostId === hostId) count += 1;
    return count < MOST_ASKED
      ? null
      : failure('CONNECTION_BUSY', 'too many channels of this agent have not come yet');
  }

  /** Whether a channel of that id is awaited from this host; then `take` must follow. */
  isAwaited(id: string, hostId: string): boolean {
    return this.#asked.get(id)?.hostId === hostId;
  }

  /** Gives a channel that has come to whoever asked for it. */
  take(id: string, socket: TLSSocket, peer: LinkPeer): void {
    const asked = this.#asked.get(id);
    if (!asked) return void socket.destroy();
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    asked.done(null, socket, peer);
  }

  #end(id: string, error: AgentFailure): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    asked.done(error, null, null);
  }

  #lost(link: Link): void {
    if (this.#links.get(link.hostId) !== link) return;
    this.#links.delete(link.hostId);
    this.#lostAtMs.set(link.hostId, performance.now());
    for (const [id, { hostId }] of this.#asked)
      if (hostId === link.hostId) this.#end(id, failure('CONNECTION_LOST', 'the link to the agent broke'));
    this.#lostOnes.add({ hostId: link.hostId, number: link.number });
  }

  #look(): void {
    const now = performance.now();
    // While this process stood still nobody could be heard: what agents said waits in the sockets.
    const stoodMs = Math.max(0, now - this.#lookedAtMs - 2 * LOOK_MS);
    this.#lookedAtMs = now;
    this.#opened.clear();
    for (const [hostId, atMs] of this.#lostAtMs)
      if (now - atMs > linkLimits.silenceMs) this.#lostAtMs.delete(hostId);
    for (const link of this.#links.values()) {
      link.heard = 0;
      link.heardAtMs = Math.min(now, link.heardAtMs + stoodMs);
      if (now - link.heardAtMs > linkLimits.silenceMs) link.ws.terminate();
      else if (now - link.heardAtMs > OVERDUE_MS) link.ws.ping();
    }
    this.closeRefused();
  }

  /** Closes links whose certificate is revoked, has ended, or was signed by a removed root. */
  closeRefused(): void {
    for (const { hostId, peer } of this.#links.values()) {
      const reason = this.#options.refusalOf(peer);
      if (reason === null) continue;
      const isRevoked = reason === 'CERTIFICATE_REVOKED';
      this.#bye(hostId, isRevoked ? 'revoked' : 'restart', isRevoked ? REFUSED_WAIT_MS : 0);
      if (isRevoked) this.noteRevoked(hostId);
    }
  }

  /** Ends the host's link, if this manager holds one. */
  disconnect(hostId: string, why: ByeReason): void {
    this.#revoked.delete(hostId);
    this.#bye(hostId, why, why === 'restart' ? 0 : REFUSED_WAIT_MS);
  }

  #bye(hostId: string, why: ByeReason, retryAfterMs: number): void {
    const link = this.#links.get(hostId);
    if (!link) return;
    this.#lost(link);
    bye(link.ws, why, retryAfterMs);
  }

  /** Has the agents dial again, here or at another manager. */
  closeAll(): void {
    for (const hostId of [...this.#links.keys()]) this.#bye(hostId, 'restart', 0);
  }

  /** Resolves when what was lost is recorded. */
  stop(): Promise<void> {
    this.#stopped = true;
    for (const round of this.#rounds) round.stop();
    for (const id of [...this.#asked.keys()]) this.#end(id, failure('SHUTTING_DOWN', 'the manager stops'));
    this.closeAll();
    return this.#lostOnes.flush();
  }
}

function messageOf(data: RawData): AgentHello | HealthMark | Bye | null | 'broken' {
  try {
    return readLinkMessage((data as Buffer).toString('utf8'), 'agent');
  } catch {
    return 'broken';
  }
}

const failure = (code: string, message: string): AgentFailure =>
  new AgentFailure('unreachable', code, message, { neverSent: true });

/** Says why and closes; a peer that does not answer is not waited for. */
function bye(ws: WebSocket, why: ByeReason, retryAfterMs: number): void {
  if (ws.readyState === ws.OPEN)
    ws.send(JSON.stringify({ kind: 'bye', why, retry_after_ms: retryAfterMs }), () => undefined);
  ws.close(1000);
  setTimeout(
    guarded(() => ws.terminate()),
    1_000,
  ).unref();
}
