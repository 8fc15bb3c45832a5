import { hasSystemd } from '../process/detached.ts';
import { runCommand } from '../process/command.ts';

/** Somebody who keeps the host from restarting. */
export interface Inhibitor {
  who: string;
  why: string;
  pid: number;
}

const TIMEOUT_MS = 10_000;
const argv = [
  'busctl',
  '--system',
  '--json=short',
  'call',
  'org.freedesktop.login1',
  '/org/freedesktop/login1',
  'org.freedesktop.login1.Manager',
  'ListInhibitors',
];

/** Reads logind's answer: what, who, why, mode, uid and pid of each. Only those that block a shutdown count. */
export function parseInhibitors(stdout: string): Inhibitor[] {
  const { data } = JSON.parse(stdout) as { data: [[string, string, string, string, number, number][]] };
  return data[0].flatMap(([what, who, why, mode, , pid]) =>
    mode.startsWith('block') && what.split(':').includes('shutdown') ? [{ who, why, pid }] : [],
  );
}

/** Those that block a shutdown now; none where there is no logind, or where it cannot be asked. */
export async function shutdownInhibitors(): Promise<Inhibitor[]> {
  if (!hasSystemd()) return [];
  try {
    return parseInhibitors((await runCommand(argv, { timeoutMs: TIMEOUT_MS })).stdout);
  } catch {
    return [];
  }
}
