/** How a host is restarted, and how that is announced; injected, for a simulated host restarts nothing but its agent. */
import { existsSync } from 'node:fs';
import type { CommandResult } from '../process/command.ts';
import { hasSystemd } from '../process/detached.ts';

/** Gives a command that restarts the host. */
export type RunReboot = (
  argv: readonly string[],
  options: { timeoutMs: number },
) => Promise<Pick<CommandResult, 'exitCode' | 'stderr'>>;

/** Tells whoever is logged in; the words come as they are to be shown. */
export type Announce = (words: readonly string[]) => Promise<unknown>;

/** Restarts this host: by systemd where it runs, else the classic way. */
export function defaultRebootCommand(): readonly string[] {
  if (hasSystemd()) return ['systemctl', 'reboot'];
  return existsSync('/sbin/shutdown') ? ['shutdown', '-r', 'now'] : ['reboot'];
}
