import { section, whole } from '../../server/plugin.ts';

/** How long runs that have ended are kept. In days. */
export const policyRetention = section('policy_retention', {
  runs_days: whole(400, { min: 30, max: 3_650 }),
});
