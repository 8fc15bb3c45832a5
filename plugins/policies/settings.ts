import { setting } from '#sdk';

/** How long runs that have ended are kept. In days. */
export const policyRetention = setting.section('policy_retention', {
  runs_days: setting.keptDays(400, { min: 30, max: 3_650 }),
});
