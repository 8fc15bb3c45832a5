import { api, must } from '../../../../web/core/api.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import { WAITING_STATES, type FleetFigures } from './needs.ts';

/** Reads the figures; how the jobs among them divide is asked only when there are any. */
export async function fetchFigures(signal: AbortSignal): Promise<FleetFigures> {
  const status = await must(api.GET('/api/v1/status/fleet', { signal }));
  const [jobsRunning, jobsPaused] = await Promise.all([
    status.jobs_active > 0 ? jobsIn('running', signal) : 0,
    status.jobs_stopped > 0 ? jobsIn('paused', signal) : 0,
  ]);
  const isWaiting = status.jobs_active > jobsRunning;
  const waiting = await Promise.all(
    WAITING_STATES.map(async (state) => [state, isWaiting ? await jobsIn(state, signal) : 0] as const),
  );
  // Counted a moment apart: none of the two may exceed the figure it is a part of.
  return {
    status,
    jobsRunning: Math.min(jobsRunning, status.jobs_active),
    jobsPaused: Math.min(jobsPaused, status.jobs_stopped),
    jobsWaiting: Object.fromEntries(waiting) as FleetFigures['jobsWaiting'],
  };
}

async function jobsIn(state: Schemas['JobState'], signal: AbortSignal): Promise<number> {
  const query = { state, limit: 1 };
  return (await must(api.GET('/api/v1/jobs', { params: { query }, signal }))).total;
}
