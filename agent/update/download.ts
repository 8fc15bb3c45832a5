/** Fetches a package of the agent from the manager, in turn with the other hosts. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../server/shared/wire/appError.ts';
import { guarded } from '../../server/shared/guarded.ts';
import { asDiskError } from '../files/atomic.ts';
import { ManagerCallError, upgradeRefusal } from '../identity/managerClient.ts';
import type { ManagerConnection } from '../identity/managerClient.ts';

/** After so long in vain for a turn, the job ends; the manager tries it again. */
const LONGEST_WAIT_MS = 90 * 60_000;
const LONGEST_TURN_MS = 10 * 60_000;
const DEFAULT_TURN_MS = 60_000;
/** Between tries after the network has failed. */
const RETRY_MS = [2_000, 10_000, 30_000] as const;
/** Without a byte for so long, a download has failed. */
const SILENCE_MS = 60_000;

export interface Download {
  /** Opens a verified connection to the manager. Throws ManagerCallError. */
  connect(): Promise<ManagerConnection>;
  /** Name below `/api/v1/enroll/packages/`. */
  file: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  /** Absolute; is replaced. */
  into: string;
  /** Waits; throws when the job was cancelled or the agent stops. */
  wait(ms: number): Promise<void>;
  random(): number;
  say(text: string): void;
}

/**
 * Resolves once the file is on the disk, with this size and hash. Throws AppError: FETCH_FAILED, SIGNATURE_INVALID (it is
 * another file), NO_SPACE, READ_ONLY.
 */
export async function downloadAgent(download: Download): Promise<void> {
  let tries = 0;
  let waitedMs = 0;
  for (;;) {
    try {
      return await fetchOnce(download);
    } catch (error) {
      if (!(error instanceof ManagerCallError)) throw error;
      if (error.status === 429 || (error.status === 503 && error.retryAfterMs !== null)) {
        const pauseMs = turnOf(error.retryAfterMs, download.random());
        if (waitedMs + pauseMs > LONGEST_WAIT_MS) throw fetchFailed(error);
        const secs = Math.round(pauseMs / 1000);
        download.say(`the manager serves other hosts first; waiting ${secs} s for the turn of this one`);
        waitedMs += pauseMs;
        await download.wait(pauseMs);
        continue;
      }
      const pauseMs = RETRY_MS[tries];
      if (!error.retryable || pauseMs === undefined) throw fetchFailed(error);
      tries += 1;
      download.say(`${error.message}; trying again`);
      await download.wait(pauseMs);
    }
  }
}

/** Each host adds a time of its own, or all that were told the same would come back at once. */
function turnOf(toldMs: number | null, random: number): number {
  const turnMs = Math.min(toldMs ?? DEFAULT_TURN_MS, LONGEST_TURN_MS);
  return turnMs + random * (turnMs / 2 + 5_000);
}

const fetchFailed = (cause: Error): AppError =>
  new AppError(
    'FETCH_FAILED',
    { message: `The agent's package could not be fetched: ${cause.message}` },
    { cause },
  );

async function fetchOnce(download: Download): Promise<void> {
  const connection = await download.connect();
  try {
    const response = await ask(connection, download.file).catch((cause: Error) => {
      throw unreachable(connection, cause);
    });
    // Only the file itself counts: a redirect is not followed.
    if (response.statusCode !== 200) throw await upgradeRefusal(response);
    await store(response, connection, download);
  } finally {
    connection.socket.destroy();
  }
}

const unreachable = ({ url }: ManagerConnection, cause: Error): ManagerCallError =>
  new ManagerCallError('unreachable', `the download from ${url.host} broke off: ${cause.message}`, { cause });

function ask({ socket, url }: ManagerConnection, file: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const lost = guarded(() => reject(new Error('the connection was closed before the answer')));
    if (socket.destroyed) return lost();
    socket.once('close', lost);
    socket.setTimeout(
      SILENCE_MS,
      guarded(() => socket.destroy(new Error('no byte came for a minute'))),
    );
    const call = request({
      createConnection: () => socket,
      path: `${url.pathname.replace(/\/$/, '')}/api/v1/enroll/packages/${encodeURIComponent(file)}`,
      headers: { host: url.host, accept: 'application/octet-stream, application/json', connection: 'close' },
    });
    call.once('error', reject);
    call.once(
      'response',
      guarded((response) => {
        socket.off('close', lost);
        resolve(response);
      }),
    );
    call.end();
  });
}

async function store(
  response: IncomingMessage,
  connection: ManagerConnection,
  { into, sizeBytes, sha256 }: Download,
): Promise<void> {
  const handle = await open(into, 'w', 0o600).catch((error: unknown) => {
    throw asDiskError(error);
  });
  const hash = createHash('sha256');
  let got = 0;
  try {
    for await (const chunk of piecesOf(response, connection)) {
      got += chunk.length;
      if (got > sizeBytes) throw otherFile(`is larger than the ${sizeBytes} bytes of the plan`);
      hash.update(chunk);
      await write(handle, chunk);
    }
    if (got < sizeBytes) throw otherFile(`has ${got} bytes instead of ${sizeBytes}`);
    const found = hash.digest('hex');
    if (found !== sha256) throw otherFile(`has the SHA-256 ${found} instead of ${sha256}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* piecesOf(response: IncomingMessage, connection: ManagerConnection): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(connection, error as Error);
  }
}

const write = (handle: FileHandle, chunk: Buffer): Promise<void> =>
  handle.writeFile(chunk).catch((error: unknown) => {
    throw asDiskError(error);
  });

const otherFile = (what: string): AppError =>
  new AppError('SIGNATURE_INVALID', {
    message: `What the manager serves ${what}. Nothing was changed. If a newer agent lies there by now, plan again.`,
  });
