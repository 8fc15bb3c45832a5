import { isIPv6, type Socket } from 'node:net';
import { guarded } from '../guarded.ts';

/**
 * Holds connections that have proved nothing yet, or are slow. A newcomer always gets in: where there is no place it
 * displaces the oldest of the network that has most here, so that a crowd displaces its own, and a peer behind the same
 * proxy as that crowd still gets in, as its newest.
 */
export class WaitingRoom {
  #size: number;
  /** Connections by network, each oldest first; a network without connections is not there. */
  #waiting = new Map<string, Set<Socket>>();
  #networks = new WeakMap<Socket, string>();
  #count = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Holds the connection until it leaves or is closed. */
  enter(socket: Socket): void {
    const known = this.#networks.get(socket);
    const network = known ?? networkOf(socket.remoteAddress ?? '');
    const others = this.#waiting.get(network) ?? new Set();
    if (others.has(socket)) return;
    this.#waiting.set(network, others.add(socket));
    this.#count++;
    this.#networks.set(socket, network);
    if (known === undefined)
      socket.once(
        'close',
        guarded(() => this.leave(socket)),
      );
    if (this.#count > this.#size) this.#displace();
  }

  /** Call it when the connection has proved itself, or is slow no more; then nothing displaces it. */
  leave(socket: Socket): void {
    const network = this.#networks.get(socket) ?? '';
    const others = this.#waiting.get(network);
    if (!others?.delete(socket)) return;
    this.#count--;
    if (others.size === 0) this.#waiting.delete(network);
  }

  /**
   * Takes out the connection that has waited longest, of the network among those that `mayGo` whose turn was longest
   * ago; null: none may.
   */
  next(mayGo: (network: string) => boolean): Socket | null {
    for (const [network, [oldest]] of this.#waiting) {
      if (!oldest || !mayGo(network)) continue;
      this.leave(oldest);
      const others = this.#waiting.get(network);
      if (others && this.#waiting.delete(network)) this.#waiting.set(network, others);
      return oldest;
    }
    return null;
  }

  /** Ends all connections that wait. */
  clear(): void {
    for (const sockets of this.#waiting.values()) for (const socket of [...sockets]) socket.destroy();
  }

  #displace(): void {
    let fullest = new Set<Socket>();
    for (const sockets of this.#waiting.values()) if (sockets.size > fullest.size) fullest = sockets;
    const [oldest] = fullest;
    if (!oldest) return;
    this.leave(oldest);
    oldest.destroy();
  }
}

/**
 * The network of an address: of IPv4 the whole address, also IPv6-mapped; of IPv6 the /64, since whoever has one
 * address of it has all.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0');
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
