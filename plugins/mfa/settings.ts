import { setting } from '#sdk';

const role = setting.choice('admin', ['admin', 'operator', 'reporter']);

/** Who must have a second factor, and for how long they may do without. */
export const mfaSection = setting.section('mfa', {
  required_roles: setting.texts({ maxItems: 3, item: role }),
  grace_days: setting.whole(7, { min: 0, max: 90 }),
});
