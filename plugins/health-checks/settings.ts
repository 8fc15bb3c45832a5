import { setting } from '#sdk';

/** How long the changes of a check's status are kept, in days. */
export const checkRetention = setting.section('check_retention', {
  changes_days: setting.keptDays(180, { min: 1, max: 3_650 }),
});
