import { parseTime } from '../../core/time.ts';
import type { JobHost } from './state.ts';

/** From when to when a job was at work, in milliseconds. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/**
 * The span of all hosts together; an open end is now. Null while no host has begun. The manager writes all times alike,
 * so they are compared as texts: this runs with each batch of events.
 */
export function spanOf(hosts: readonly JobHost[], nowMs: number): Span | null {
  let first = '';
  let last = '';
  let isOpen = false;
  for (const { started_at: from, completed_at: to } of hosts) {
    if (from === null) continue;
    if (first === '' || from < first) first = from;
    if (from > last) last = from;
    if (to === null) isOpen = true;
    else if (to > last) last = to;
  }
  if (first === '') return null;
  return { fromMs: Date.parse(first), toMs: Math.max(Date.parse(last), isOpen ? nowMs : 0) };
}

/** When one host was at work; null while it has not begun. */
export function hostSpan(host: Pick<JobHost, 'started_at' | 'completed_at'>, nowMs: number): Span | null {
  const from = parseTime(host.started_at)?.getTime();
  if (from === undefined) return null;
  const to = parseTime(host.completed_at)?.getTime() ?? Math.max(nowMs, from);
  return { fromMs: from, toMs: Math.max(from, to) };
}

/** Where a span lies in the whole, in percent; never too short to be seen. */
export function within({ fromMs, toMs }: Span, whole: Span): { start: number; length: number } {
  const totalMs = Math.max(1, whole.toMs - whole.fromMs);
  const length = Math.min(100, Math.max(2, (100 * (toMs - fromMs)) / totalMs));
  return { start: Math.min(100 - length, (100 * (fromMs - whole.fromMs)) / totalMs), length };
}

/** Failed ones first, then those that wait for another try, those at work, those that wait, and the done ones. */
const RANKS: Readonly<Record<JobHost['state'], number>> = {
  failed: 0,
  timedout: 0,
  rollback_failed: 0,
  rolled_back: 1,
  retry_wait: 2,
  rolling_back: 3,
  rebooting: 4,
  verifying: 4,
  running: 4,
  dispatching: 4,
  waiting_window: 5,
  waiting_health_check: 5,
  pending: 6,
  cancelled: 7,
  skipped: 7,
  completed: 8,
};

/** A new list of the hosts, ordered by rank and then by name; the failed ones come first. */
export function failedFirst(hosts: readonly JobHost[]): JobHost[] {
  const ranks: JobHost[][] = [];
  for (const host of hosts) (ranks[RANKS[host.state] ?? 9] ??= []).push(host);
  return ranks.flatMap((same) => same.sort(byName));
}

/** As the manager orders them, so that a job's hosts come in order already. */
function byName({ fqdn: a }: JobHost, { fqdn: b }: JobHost): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
