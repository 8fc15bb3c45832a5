import { type Context, setting, validationError } from '#sdk';
import type { DataSetKind } from './api.ts';

const MAX_URL = 2_048;

const url = (fallback: string): setting.Field<string> =>
  setting.text(fallback, { maxLength: MAX_URL, judge: judgeUrl });

/** Nobody publishes these documents as one file, so there is no default: a person must name a mirror. */
const ownUrl = (): setting.Field<string> =>
  setting.text('', { maxLength: MAX_URL, judge: (value) => (value === '' ? null : judgeUrl(value)) });

function judgeUrl(value: string): string | null {
  const parsed = URL.parse(value);
  if (parsed?.protocol !== 'https:') return 'must be a URL that begins with https://';
  return parsed.username === '' && parsed.password === '' ? null : 'must not hold a name or a password';
}

/** Which data sets the manager fetches by itself, and from where: none by default. */
export const fetchSection = setting.section(
  'exposure_fetch',
  {
    kev_enabled: setting.flag(false),
    kev_url: url('https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json'),
    epss_enabled: setting.flag(false),
    epss_url: url('https://epss.empiricalsecurity.com/epss_scores-current.csv.gz'),
    debian_tracker_enabled: setting.flag(false),
    debian_tracker_url: url('https://security-tracker.debian.org/tracker/data/json'),
    csaf_redhat_enabled: setting.flag(false),
    csaf_redhat_url: ownUrl(),
    csaf_suse_enabled: setting.flag(false),
    csaf_suse_url: ownUrl(),
  },
  {
    check({ after }) {
      for (const name of ['csaf_redhat', 'csaf_suse'] as const)
        if (after[`${name}_enabled`] && after[`${name}_url`] === '')
          throw validationError([
            { path: `/body/exposure_fetch/${name}_url`, message: 'is needed where fetching is switched on' },
          ]);
    },
  },
);

export interface FetchSetting {
  enabled: boolean;
  url: string;
}

/** The settings of fetches, at most 2 s old. */
export async function fetchSettings({
  settings,
}: Pick<Context, 'settings'>): Promise<Readonly<Record<DataSetKind, FetchSetting>>> {
  const stored = await settings.get(fetchSection);
  return {
    kev: { enabled: stored.kev_enabled, url: stored.kev_url },
    epss: { enabled: stored.epss_enabled, url: stored.epss_url },
    'debian-tracker': { enabled: stored.debian_tracker_enabled, url: stored.debian_tracker_url },
    'csaf-redhat': { enabled: stored.csaf_redhat_enabled, url: stored.csaf_redhat_url },
    'csaf-suse': { enabled: stored.csaf_suse_enabled, url: stored.csaf_suse_url },
  };
}
