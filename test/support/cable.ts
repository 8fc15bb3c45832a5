import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `whole` passes data on; `cut` breaks every connection and refuses new ones; `stalled` swallows data without an
 * answer.
 */
export type CableState = 'whole' | 'cut' | 'stalled';

/** The network between a browser and a manager, which a test can break: TCP on loopback, passed on to `target`. */
export class Cable {
  state: CableState = 'whole';
  readonly port: number;
  #server: Server;
  #sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async open(target: { host: string; port: number }): Promise<Cable> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const cable = new Cable(server, typeof address === 'object' && address ? address.port : 0);
    server.on('connection', (near) => cable.#join(near, target));
    return cable;
  }

  /** As when the other end vanishes: connections are reset, and new ones refused. */
  cut(): void {
    this.state = 'cut';
    this.#destroyAll();
  }

  /** As behind a router that forgot the connection: it looks open, but is dead. */
  stall(): void {
    this.state = 'stalled';
    for (const socket of this.#sockets) socket.pause().unpipe();
  }

  /** New connections go through again; stalled ones stay dead, as real ones would. */
  mend(): void {
    this.state = 'whole';
  }

  async close(): Promise<void> {
    this.#destroyAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket, target: { host: string; port: number }): void {
    if (this.state === 'cut') return void near.resetAndDestroy();
    this.#keep(near);
    if (this.state === 'stalled') return;
    const far = connect(target);
    this.#keep(far);
    near.pipe(far).pipe(near);
    // A stalled end never learns that the other has closed.
    near.on('close', () => far.destroy());
    far.on('close', () => this.state !== 'stalled' && near.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #destroyAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}
