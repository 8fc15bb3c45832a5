import { keptDays, section } from '#sdk';

/** How long the history of packages is kept, in days. */
export const packageRetention = section('package_retention', {
  changes_days: keptDays(180, { min: 7, max: 3_650 }),
});
