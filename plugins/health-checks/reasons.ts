import type { CheckResult } from './domain/status.ts';

/** Why a host waits, was left out or failed; see `declareReasons`. */
export const REASONS = {
  CHECKS_RUNNING: 'The health checks of the host are being run; they take longer than usual.',
  CHECK_FAILING: 'A health check of the host fails; the host waits until all of them pass.',
  CHECK_UNKNOWN:
    'The result of a health check of the host is not known; the host waits until the check passes.',
  HEALTH_GATE_TIMEOUT: 'The health checks of the host did not all pass in time, so the work was not started.',
  HEALTH_CHECK_FAILED: 'A health check of the host that did not fail before the work fails after it.',
  HEALTH_CHECK_UNKNOWN:
    'After the work the result of a health check of the host stayed unknown for too long.',
  SOAKING: 'All health checks of the host pass after the work; the soak time is running.',
  SOAK_PAUSED:
    'The soak time is paused: another host, whose agent runs one of the checks, is busy with a job.',
} as const;

export interface Named extends CheckResult {
  name: string;
}

const MOST_NAMED = 3;

/** Such as: Web server: nginx is failed. Front page: It answers with status 500; expected is 200. */
export function named(checks: readonly Named[]): string {
  const some = checks.slice(0, MOST_NAMED).map(({ name, message }) => `${name}: ${message}`);
  const more = checks.length - some.length;
  return [...some, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** In whole minutes, or seconds where it is less. */
export function span(secs: number): string {
  if (secs < 60) return secs === 1 ? 'one second' : `${secs} seconds`;
  const minutes = Math.round(secs / 60);
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
