import { section, whole } from '../../server/plugin.ts';

/** How long it is told who approved what. In days. */
export const approvalRetention = section('approval_retention', {
  decided_days: whole(730, { min: 30, max: 3_650 }),
});
