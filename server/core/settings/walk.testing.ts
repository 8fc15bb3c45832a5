/** Rows of the walks through the contract: the settings. */
import { reads, writes, type FeatureRows } from '#test/support/rows.ts';
import { oidcOf } from '#test/support/walk/overProvider.ts';

const MAIL = 'fleetmend@example.test';

export const callers: FeatureRows['callers'] = { 'administrators alone': 'getSettings updateSettings' };

export const valid: FeatureRows['valid'] = {
  updateSettings: writes('settings.updated', (world) => {
    const smtp = { enabled: true, host: 'mail.example.test', port: world.mail.port, from: MAIL };
    return world.must('updateSettings', {
      body: {
        polling: { patch_poll_interval_secs: 3_600 },
        oidc: oidcOf(world),
        smtp: { ...smtp, tls_mode: 'none' },
        notification: { email_enabled: true, recipients: ['olga@example.test'] },
      },
    });
  }),
  getSettings: reads(({ must }) => must('getSettings')),
};

export const mistakes: FeatureRows['mistakes'] = [
  { code: 'WOULD_LOCK_OUT', at: { updateSettings: () => ({ body: { ip_whitelist: ['10.200.0.0/16'] } }) } },
];
