import { section, whole } from '../../server/plugin.ts';

/** How long it is told what came to a host, went, and changed. In days. */
export const packageRetention = section('package_retention', {
  changes_days: whole(180, { min: 7, max: 3_650 }),
});
