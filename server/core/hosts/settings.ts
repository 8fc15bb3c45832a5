import { numberSection } from '../../kernel/security/settings.ts';
import type { PollingSettings } from './api.ts';

const DAY_SECS = 86_400;

/** How often agents are asked. The names are the wire's, because the section is what the settings answer. */
export const pollingSection = numberSection<{
  health_poll_interval_secs: number;
  patch_poll_interval_secs: number;
  system_info_poll_interval_secs: number;
  health_check_poll_interval_secs: number;
}>('polling', {
  health_poll_interval_secs: { fallback: 60, min: 10, max: DAY_SECS },
  patch_poll_interval_secs: { fallback: 1_800, min: 60, max: 7 * DAY_SECS },
  system_info_poll_interval_secs: { fallback: DAY_SECS, min: 300, max: 30 * DAY_SECS },
  health_check_poll_interval_secs: { fallback: 300, min: 30, max: DAY_SECS },
});

export function pollingSettingsOf(stored: typeof pollingSection.defaults): PollingSettings {
  return {
    healthPollIntervalSecs: stored.health_poll_interval_secs,
    patchPollIntervalSecs: stored.patch_poll_interval_secs,
    systemInfoPollIntervalSecs: stored.system_info_poll_interval_secs,
    healthCheckPollIntervalSecs: stored.health_check_poll_interval_secs,
  };
}
