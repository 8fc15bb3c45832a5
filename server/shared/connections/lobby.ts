import type { Socket } from 'node:net';
import { guarded } from '../guarded.ts';
import { networkOf, WaitingRoom } from './waitingRoom.ts';

export interface LobbyLimits {
  /** Connections that wait; more displace others, as in every WaitingRoom. */
  waiting: number;
  /** Handshakes at once, of all networks and of one: a site behind one address, or a crowd of strangers. */
  underWay: number;
  underWayOfOne: number;
  /** Handshakes that begin in one turn of the event loop. */
  perTurn: number;
  /** A handshake that takes longer waits for its peer, which costs nothing here: its place goes to the next. */
  patienceMs: number;
}

const DEFAULTS: LobbyLimits = {
  waiting: 8_192,
  underWay: 256,
  underWayOfOne: 64,
  perTurn: 2,
  patienceMs: 1_000,
};

/**
 * Where connections wait for their TLS handshake. Each costs a few milliseconds of the one thread that also answers
 * people, and one that is not over in time was for nothing: so a fleet that comes back in one moment is let in bit by
 * bit, and what else the event loop has to do comes in between. Networks take turns. Who begins a handshake and lets it
 * rest keeps nobody out: it loses its place here, and is in the server's WaitingRoom, where newcomers displace it.
 */
export class Lobby {
  readonly #limits: LobbyLimits;
  readonly #room: WaitingRoom;
  readonly #begin = new WeakMap<Socket, () => void>();
  readonly #underWay = new Map<Socket, { network: string; late: NodeJS.Timeout }>();
  readonly #underWayOf = new Map<string, number>();
  #isPlanned = false;

  constructor(limits: Partial<LobbyLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
    this.#room = new WaitingRoom(this.#limits.waiting);
  }

  /** Calls `begin` when it is this connection's turn; never, where it ends before, or is displaced. */
  enter(socket: Socket, begin: () => void): void {
    this.#begin.set(socket, begin);
    this.#room.enter(socket);
    this.#plan();
  }

  /** Its handshake is over. */
  leave(socket: Socket): void {
    const place = this.#underWay.get(socket);
    if (place === undefined) return;
    const { network, late } = place;
    clearTimeout(late);
    this.#underWay.delete(socket);
    const left = (this.#underWayOf.get(network) ?? 1) - 1;
    if (left > 0) this.#underWayOf.set(network, left);
    else this.#underWayOf.delete(network);
    this.#plan();
  }

  /** Ends the connections that wait. */
  clear(): void {
    this.#room.clear();
  }

  #plan(): void {
    if (this.#isPlanned || this.#underWay.size >= this.#limits.underWay) return;
    this.#isPlanned = true;
    setImmediate(
      guarded(() => {
        this.#isPlanned = false;
        for (let begun = 0; begun < this.#limits.perTurn; begun += 1) if (!this.#beginNext()) return;
        this.#plan();
      }),
    );
  }

  #beginNext(): boolean {
    if (this.#underWay.size >= this.#limits.underWay) return false;
    const { underWayOfOne } = this.#limits;
    const socket = this.#room.next((network) => (this.#underWayOf.get(network) ?? 0) < underWayOfOne);
    if (!socket) return false;
    const network = networkOf(socket.remoteAddress ?? '');
    // What came while this process was busy is read first, so that only a peer's own time counts.
    const late = setTimeout(
      guarded(() => setImmediate(guarded(() => this.leave(socket)))),
      this.#limits.patienceMs,
    );
    late.unref();
    this.#underWay.set(socket, { network, late });
    this.#underWayOf.set(network, (this.#underWayOf.get(network) ?? 0) + 1);
    socket.once(
      'close',
      guarded(() => this.leave(socket)),
    );
    this.#begin.get(socket)?.();
    return true;
  }
}
