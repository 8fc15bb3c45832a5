import { choice, section, texts, whole } from '#sdk';

const role = choice('admin', ['admin', 'operator', 'reporter']);

/** Who must have a second factor, and for how long they may do without. */
export const mfaSection = section('mfa', {
  required_roles: texts({ maxItems: 3, item: role }),
  grace_days: whole(7, { min: 0, max: 90 }),
});
