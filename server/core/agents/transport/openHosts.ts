import { readFileSync } from 'node:fs';
import os from 'node:os';

/** What a process may use, as far as it bounds how many connections it keeps. */
export interface Room {
  /** File descriptors; null: not known. */
  files: number | null;
  memoryBytes: number;
}

/** A new connection costs manager and agent seven times the poll itself, so nearly every host should keep its own. */
const mostHosts = 12_000;
/** Where the limit of files is not known: it may be 1,024, and the API, the database and streams need some. */
const fewestHosts = 500;
/** Measured: socket, TLS state and client of one host. */
const bytesPerHost = 64 * 1024;
/** The rest is for a second connection or stream of a host, for the API, and for everything else. */
const share = { files: 0.6, memory: 0.25 };

/** Hosts whose connections a manager with this room keeps open at once; the ones used last stay. */
export function openHostsFor({ files, memoryBytes }: Room): number {
  const byFiles = files === null ? fewestHosts : Math.floor(files * share.files);
  const byMemory = Math.floor((memoryBytes * share.memory) / bytesPerHost);
  return Math.max(100, Math.min(mostHosts, byFiles, byMemory));
}

/** The room of this process: limits of its control group count, too. */
export function ownRoom(): Room {
  const constrained = process.constrainedMemory();
  const total = os.totalmem();
  return { files: openFilesLimit(), memoryBytes: constrained > 0 ? Math.min(constrained, total) : total };
}

/** proc(5); Node has raised the soft limit to the hard one at its start. */
function openFilesLimit(): number | null {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Infinity : Number(soft) || null;
  } catch {
    return null;
  }
}
