/** How to restart a host and announce it; injected, because a simulated host restarts only its agent. */
import { existsSync } from 'node:fs';
import type { CommandResult } from '../process/command.ts';
import { hasSystemd } from '../process/detached.ts';

/** Runs a command that restarts the host. */
export type RunReboot = (
  argv: readonly string[],
  options: { timeoutMs: number },
) => Promise<Pick<CommandResult, 'exitCode' | 'stderr'>>;

/** Shows these words to everybody who is logged in. */
export type Announce = (words: readonly string[]) => Promise<unknown>;

/** The command that restarts this host: systemd's where it runs, else the classic one. */
export function defaultRebootCommand(): readonly string[] {
  if (hasSystemd()) return ['systemctl', 'reboot'];
  return existsSync('/sbin/shutdown') ? ['shutdown', '-r', 'now'] : ['reboot'];
}
