import { setting } from '#sdk';

/** How long decided approvals are kept, in days. */
export const approvalRetention = setting.section('approval_retention', {
  decided_days: setting.keptDays(730, { min: 30, max: 3_650 }),
});

/** Who counts as another person; see `service/independence.ts`. */
export const approverSection = setting.section('approvers', {
  independence_days: setting.whole(1, { min: 1, max: 365 }),
});
