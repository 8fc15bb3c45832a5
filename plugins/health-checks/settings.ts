import { section, whole } from '../../server/plugin.ts';

/** How long it is told when a check turned red and green. In days. */
export const checkRetention = section('check_retention', {
  changes_days: whole(180, { min: 1, max: 3_650 }),
});
