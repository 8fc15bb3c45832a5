import { section, whole } from '../../server/plugin.ts';

const days = (fallback: number) => whole(fallback, { min: 1, max: 3_650 });

/** Within how many days a host shall have a security patch, by its severity. */
export const serviceLevels = section('service_levels', {
  critical_days: days(7),
  important_days: days(14),
  moderate_days: days(30),
  low_days: days(90),
  unrated_days: days(14),
});
