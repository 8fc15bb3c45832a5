import { keptDays, section, whole } from '#sdk';

/** How long decided approvals are kept, in days. */
export const approvalRetention = section('approval_retention', {
  decided_days: keptDays(730, { min: 30, max: 3_650 }),
});

/** Who counts as another person; see `service/independence.ts`. */
export const approverSection = section('approvers', {
  independence_days: whole(1, { min: 1, max: 365 }),
});
