import { run } from '../exec.ts';
import type { PackageBackend } from './backend.ts';
import { createRpmBackend } from './rpm/backend.ts';
import type { RunCommand } from './rpm/system.ts';
import { zypperDriver } from './zypper/driver.ts';

export interface ZypperOptions {
  /** Release of the running kernel; default: what uname says. */
  kernelRelease: string;
  /** Folder (0700) for the outgoing packages of past jobs. */
  stashDir: string;
  /** False without root: everything is listed, every change is refused. */
  privileged: boolean;
  now?: () => Date;
  run?: RunCommand;
  /** Limit of one detached step, in ms; default one hour. At it only a stuck scriptlet is ended. */
  timeLimitMs?: number;
}

const defaultTimeLimitMs = 60 * 60_000;

/** The package backend for openSUSE and SUSE: zypper and rpm, driven by their command lines. */
export function createZypperBackend(options: ZypperOptions): PackageBackend {
  const context = { run, now: () => new Date(), timeLimitMs: defaultTimeLimitMs, ...options };
  return createRpmBackend(context, zypperDriver);
}
