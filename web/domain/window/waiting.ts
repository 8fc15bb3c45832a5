import type { Schemas } from '../../core/schema.ts';

type JobHost = Schemas['JobHost'];
export type Gate = Schemas['WindowGate'];

/** Reasons for which a host waits for a freeze to end, or for a window. */
const WINDOW_REASONS = ['OUTSIDE_WINDOW', 'WORK_DOES_NOT_FIT', 'REBOOT_WAITS'];

/** Hosts that windows or freezes hold, as far as the page knows them. */
export interface Waiting {
  hosts: readonly JobHost[];
  /** Of those that say so: the first moment at which one may go on. */
  firstAt: string | null;
  /** What holds most of them. */
  gate: Gate;
}

/** Null: none waits. */
export function waitingOf(hosts: readonly JobHost[]): Waiting | null {
  const held = hosts.filter(
    ({ state, reason }) => state === 'waiting_window' || (state === 'rebooting' && reason === 'REBOOT_WAITS'),
  );
  if (held.length === 0) return null;
  const times = held.flatMap(({ next_attempt_at: at }) => at ?? []).sort();
  const byWindow = held.filter(({ reason }) => WINDOW_REASONS.includes(reason ?? ''));
  const gate = byWindow.length * 2 >= held.length ? 'window' : 'freeze';
  return { hosts: held, firstAt: times[0] ?? null, gate };
}
