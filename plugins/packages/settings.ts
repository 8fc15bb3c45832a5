import { setting } from '#sdk';

/** How long the history of packages is kept, in days. */
export const packageRetention = setting.section('package_retention', {
  changes_days: setting.keptDays(180, { min: 7, max: 3_650 }),
});
