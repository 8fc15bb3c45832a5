import { mkdirSync, readFileSync, readdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Counts the processor time of one task and all that it starts, also of processes that it does not wait for: browsers
 * and daemons.
 */
export type CpuMeter = {
  /** A file: a process that writes its id there is counted from then on, with all that it starts. */
  join: string;
  /** 0 if it cannot be told any more. */
  usedMs: () => number;
  remove: () => Promise<void>;
};

type Kind = { folder: string; file: string; toMs: (text: string) => number };

const kinds: (() => Kind)[] = [unified, ownHierarchy];
let made = 0;

/** A control group for one task, or null where this process may not make any. */
export function cpuMeter(): CpuMeter | null {
  for (const kind of kinds) {
    try {
      return meterIn(kind());
    } catch {
      // not this kind, or not allowed
    }
  }
  return null;
}

/** Control groups version 2: every group counts, with or without a controller. */
function unified(): Kind {
  const toMs = (text: string): number => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]) / 1000;
  return { folder: path.join('/sys/fs/cgroup', ownPath(/^0::(.*)$/m)), file: 'cpu.stat', toMs };
}

/** Control groups version 1 have a hierarchy for it. */
function ownHierarchy(): Kind {
  const folder = path.join('/sys/fs/cgroup/cpuacct', ownPath(/^\d+:(?:[^:]*,)?cpuacct(?:,[^:]*)?:(.*)$/m));
  return { folder, file: 'cpuacct.usage', toMs: (text) => Number(text) / 1e6 };
}

/** The group that this process is in, so that a runner within a suite is counted with the suite. */
function ownPath(line: RegExp): string {
  const found = line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  if (found === undefined) throw new Error('no such hierarchy');
  return found;
}

function meterIn({ folder, file, toMs }: Kind): CpuMeter {
  const group = path.join(folder, `fleetmend-test-${process.pid}-${made++}`);
  const counter = path.join(folder, file);
  const read = (from: string): number => toMs(readFileSync(from, 'utf8'));
  if (!Number.isFinite(read(counter))) throw new Error(`${counter} has no figure`);
  mkdirSync(group);
  return {
    join: path.join(group, 'cgroup.procs'),
    usedMs: () => {
      try {
        return read(path.join(group, file));
      } catch {
        return 0; // somebody removed the empty group
      }
    },
    remove: () => removeGroup(group),
  };
}

/**
 * Removes the group with those that a host made in it. Processes that were just killed still hold theirs for a moment.
 */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      removeTree(group);
      return;
    } catch {
      await delay(50);
    }
  }
}

function removeTree(group: string): void {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(path.join(group, entry.name));
  rmdirSync(group);
}
