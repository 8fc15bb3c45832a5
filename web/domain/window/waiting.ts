import type { Schemas } from '../../core/schema.ts';

type JobHost = Schemas['JobHost'];
export type Gate = Schemas['WindowGate'];

/** Reasons for which a host waits for a freeze to end, or for a window. */
const WINDOW_REASONS = ['OUTSIDE_WINDOW', 'WORK_DOES_NOT_FIT', 'REBOOT_WAITS'];

/** Hosts that wait for a window or a freeze, as far as the page knows them. */
export interface Waiting {
  hosts: readonly JobHost[];
  /** The first moment at which one of them may go on, as far as they tell. */
  firstAt: string | null;
  /** The gate that holds most of them. */
  gate: Gate;
}

/** The hosts that wait; null: none does. */
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
