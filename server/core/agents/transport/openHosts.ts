import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { Logger } from 'pino';

/** The limits of a process that bound how many connections it keeps. */
export interface Room {
  /** File descriptors; null: not known. */
  files: number | null;
  memoryBytes: number;
}

/** A new connection costs manager and agent seven times as much as a poll, so nearly every host should keep one. */
const mostHosts = 12_000;
/** If the limit of files is not known: it may be 1,024, and the API, the database and streams need some. */
const fewestHosts = 500;
/** Measured: socket, TLS state and client of one host. */
const bytesPerHost = 64 * 1024;
/** The shares for connections; the rest is for second connections and streams, the API and everything else. */
const share = { files: 0.6, memory: 0.25 };

/** How many hosts' connections a manager with this room keeps open at once. */
export function openHostsFor({ files, memoryBytes }: Room): number {
  const byFiles = files === null ? fewestHosts : Math.floor(files * share.files);
  const byMemory = Math.floor((memoryBytes * share.memory) / bytesPerHost);
  return Math.max(100, Math.min(mostHosts, byFiles, byMemory));
}

/** Below this the connections to hosts and those that the listener lets wait (512) may use up all files. */
const fewFiles = 2_048;

/** Warns where the process may open few files: Node drops connections that find none, and nothing tells it. */
export function warnOfFewFiles({ files }: Room, log: Pick<Logger, 'warn'>): void {
  if (files === null || files >= fewFiles) return;
  log.warn(
    { files, wanted: fewFiles },
    'this process may open few files, and once they are used up, new connections are dropped without a word: raise LimitNOFILE= of its unit, or ulimit -n',
  );
}

/** The room of this process, including the limits of its control group. */
export function ownRoom(): Room {
  const constrained = process.constrainedMemory();
  const total = os.totalmem();
  return { files: openFilesLimit(), memoryBytes: constrained > 0 ? Math.min(constrained, total) : total };
}

/** See proc(5). Node raises the soft limit to the hard one when it starts. */
function openFilesLimit(): number | null {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Infinity : Number(soft) || null;
  } catch {
    return null;
  }
}
