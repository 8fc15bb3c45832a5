import { keptDays, section } from '#sdk';

/** How long runs that have ended are kept. In days. */
export const policyRetention = section('policy_retention', {
  runs_days: keptDays(400, { min: 30, max: 3_650 }),
});
