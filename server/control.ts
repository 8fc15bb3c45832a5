import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { ConfigError } from './configValues.ts';
import type { Phase } from './kernel/boot/feature.ts';
import { guarded } from './shared/guarded.ts';

/** What whoever owns the data directory may have the running manager do. */
const WORDS = ['state', 'drain', 'undo', 'stop'] as const;
export type ControlWord = (typeof WORDS)[number];

/** How far a drain has come. */
export interface ControlState {
  phase: Phase;
  /** Until load balancers have noticed; 0: they have, or nothing is drained. */
  noticeSecs: number;
  /** Calls under way. */
  calls: number;
  /** Live connections (WebSocket). */
  live: number;
  /** All connections of the listener, those of calls and live ones too. */
  connections: number;
}

/** The kernel takes paths of sockets up to here. */
const LONGEST_PATH = 107;
const CALL_MS = 5_000;
/** A word and the end of the line. */
const LONGEST_WORD = 16;

const socketOf = (dataDir: string): string => join(dataDir, 'control.sock');

/**
 * Listens on a socket in the data directory, which only its owner can open. A connection says one word and gets the
 * state that follows it. The caller holds the lock of the directory: what lies there is of a manager that has ended.
 */
export async function serveControl(
  dataDir: string,
  act: (word: ControlWord) => ControlState,
  log: Logger,
): Promise<{ stop(): void }> {
  const path = socketOf(dataDir);
  if (path.length > LONGEST_PATH) {
    log.warn({ path }, 'the path is too long for a socket, so "fleetmend drain" does not work here');
    return { stop: () => undefined };
  }
  rmSync(path, { force: true });
  const answer = async (socket: Socket): Promise<void> => {
    const said = (await text(socket)).slice(0, LONGEST_WORD).trim();
    const word = WORDS.find((known) => known === said);
    socket.end(word ? JSON.stringify(act(word)) : '');
  };
  const server = createServer(
    { allowHalfOpen: true },
    guarded((socket: Socket) => {
      const end = guarded(() => socket.destroy());
      socket.setTimeout(CALL_MS, end);
      socket.on('error', end);
      answer(socket).catch(end);
    }),
  );
  await listening(server, path);
  server.on(
    'error',
    guarded((error: Error) => log.warn({ error }, 'a connection of the control socket failed')),
  );
  chmodSync(path, 0o600);
  return {
    stop() {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Says a word to the manager that runs on this data directory. Throws a ConfigError where none does. */
export async function askControl(dataDir: string, word: ControlWord): Promise<ControlState> {
  const socket = connect(socketOf(dataDir));
  socket.setTimeout(CALL_MS, () => socket.destroy(new Error('the manager does not answer')));
  socket.end(word);
  try {
    return (await json(socket)) as ControlState;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ECONNREFUSED'].includes(code))
      throw new ConfigError(`no manager is running on the data directory ${dataDir}`);
    throw error;
  }
}
