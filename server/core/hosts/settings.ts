import { whole } from '../../kernel/security/settings/fields.ts';
import { section } from '../../kernel/security/settings/section.ts';
import type { PollingSettings } from './api.ts';

const DAY_SECS = 86_400;

/**
 * How often agents are polled. This belongs to the inventory, not to the poller, because the hosts' due times follow
 * from it.
 */
export const pollingSection = section('polling', {
  health_poll_interval_secs: whole(60, { min: 10, max: DAY_SECS }),
  patch_poll_interval_secs: whole(1_800, { min: 60, max: 7 * DAY_SECS }),
  system_info_poll_interval_secs: whole(DAY_SECS, { min: 300, max: 30 * DAY_SECS }),
  health_check_poll_interval_secs: whole(300, { min: 30, max: DAY_SECS }),
});

const days = (fallback: number) => whole(fallback, { min: 1, max: 3_650 });

/** Within how many days a host must have a security patch, by severity. Reports, figures and exposure use it. */
export const serviceLevelSection = section('service_levels', {
  critical_days: days(7),
  important_days: days(14),
  moderate_days: days(30),
  low_days: days(90),
  unrated_days: days(14),
});

type Stored = Readonly<Record<keyof typeof pollingSection.fields, number>>;

export function pollingSettingsOf(stored: Stored): PollingSettings {
  return {
    healthPollIntervalSecs: stored.health_poll_interval_secs,
    patchPollIntervalSecs: stored.patch_poll_interval_secs,
    systemInfoPollIntervalSecs: stored.system_info_poll_interval_secs,
    healthCheckPollIntervalSecs: stored.health_check_poll_interval_secs,
  };
}
