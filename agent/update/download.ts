/**
 * Fetches a package of the agent from the manager, in turn with the other hosts. What has arrived stays on the disk, also
 * when the agent ends, and only the rest is asked for again.
 */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
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
/** Between tries after the network has failed, until one of them brings something. */
const RETRY_MS = [2_000, 10_000, 30_000] as const;
/** So much is something: a file of a hundred megabytes is tried a hundred times at most. */
const PROGRESS_BYTES = 1_048_576;
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
  /** Absolute; what it holds already is taken for the file's beginning. */
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
  let hadBytes = await sizeOf(download.into);
  for (;;) {
    try {
      if (await fetchRest(download)) return;
      continue;
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
      const bytes = await sizeOf(download.into);
      if (bytes >= hadBytes + PROGRESS_BYTES) [tries, hadBytes] = [0, bytes];
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

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** False: what was there was not the beginning of this file, and is gone. */
async function fetchRest(download: Download): Promise<boolean> {
  const handle = await open(download.into, 'a+', 0o600).catch((error: unknown) => {
    throw asDiskError(error);
  });
  try {
    const part = await partIn(handle, download.sizeBytes);
    if (part.bytes < download.sizeBytes) await fetchFrom(part, handle, download);
    await handle.sync();
    const problem = problemOf(part, download);
    if (problem === null) return true;
    await rm(download.into, { force: true });
    // Of another file of this name, perhaps, or of a disk that lost its power.
    if (part.kept > 0) return false;
    throw otherFile(problem);
  } finally {
    await handle.close();
  }
}

/** The beginning of the file that is on the disk, how much of it, and how much of that was there before. */
interface Part {
  hash: Hash;
  bytes: number;
  kept: number;
}

async function partIn(handle: FileHandle, sizeBytes: number): Promise<Part> {
  const { size } = await handle.stat();
  const hash = createHash('sha256');
  if (size > sizeBytes) await handle.truncate(0);
  else
    for await (const piece of handle.createReadStream({
      start: 0,
      autoClose: false,
    }) as AsyncIterable<Buffer>)
      hash.update(piece);
  const bytes = size > sizeBytes ? 0 : size;
  return { hash, bytes, kept: bytes };
}

function problemOf({ hash, bytes }: Part, { sizeBytes, sha256 }: Download): string | null {
  if (bytes > sizeBytes) return `is larger than the ${sizeBytes} bytes of the plan`;
  if (bytes < sizeBytes) return `has ${bytes} bytes instead of ${sizeBytes}`;
  const found = hash.digest('hex');
  return found === sha256 ? null : `has the SHA-256 ${found} instead of ${sha256}`;
}

async function fetchFrom(part: Part, handle: FileHandle, download: Download): Promise<void> {
  const connection = await download.connect();
  try {
    const response = await ask(connection, download, part.bytes).catch((cause: Error) => {
      throw unreachable(connection, cause);
    });
    const isRest = part.bytes > 0 && isFrom(response, part.bytes);
    // Only the file itself counts: a redirect is not followed.
    if (response.statusCode !== 200 && !isRest) throw await upgradeRefusal(response);
    if (isRest) download.say(`${part.bytes} of ${download.sizeBytes} bytes are here; fetching the rest`);
    else if (part.bytes > 0) {
      // It is another file by now, or a manager that always sends all of it.
      await handle.truncate(0);
      Object.assign(part, { hash: createHash('sha256'), bytes: 0, kept: 0 });
    }
    await store(response, connection, { part, handle, sizeBytes: download.sizeBytes });
  } finally {
    connection.socket.destroy();
  }
}

const isFrom = ({ statusCode, headers }: IncomingMessage, bytes: number): boolean =>
  statusCode === 206 && (headers['content-range'] ?? '').startsWith(`bytes ${bytes}-`);

const unreachable = ({ url }: ManagerConnection, cause: Error): ManagerCallError =>
  new ManagerCallError('unreachable', `the download from ${url.host} broke off: ${cause.message}`, { cause });

function ask(
  { socket, url }: ManagerConnection,
  { file, sha256 }: Download,
  from: number,
): Promise<IncomingMessage> {
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
      headers: {
        host: url.host,
        accept: 'application/octet-stream, application/json',
        connection: 'close',
        ...(from > 0 && { range: `bytes=${from}-`, 'if-range': tagOf(sha256) }),
      },
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

/** The manager's tag of a file is made of this very hash, so that the rest of another one is never sent. */
const tagOf = (sha256: string): string => `"${Buffer.from(sha256, 'hex').toString('base64url')}"`;

async function store(
  response: IncomingMessage,
  connection: ManagerConnection,
  { part, handle, sizeBytes }: { part: Part; handle: FileHandle; sizeBytes: number },
): Promise<void> {
  for await (const chunk of piecesOf(response, connection)) {
    part.bytes += chunk.length;
    if (part.bytes > sizeBytes) return;
    part.hash.update(chunk);
    await write(handle, chunk);
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
