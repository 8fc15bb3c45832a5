import { flag, section, text, type Context, type Field } from '../../server/plugin.ts';
import type { DataSetKind } from './domain/dataSet.ts';

const MAX_URL = 2_048;

const url = (fallback: string): Field<string> => text(fallback, { maxLength: MAX_URL, judge: judgeUrl });

function judgeUrl(value: string): string | null {
  const parsed = URL.parse(value);
  if (parsed?.protocol !== 'https:') return 'must be a URL that begins with https://';
  return parsed.username === '' && parsed.password === '' ? null : 'must not hold a name or a password';
}

/** Which data sets the manager fetches by itself, and from where: none until somebody says so. */
export const fetchSection = section('exposure_fetch', {
  kev_enabled: flag(false),
  kev_url: url('https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json'),
  epss_enabled: flag(false),
  epss_url: url('https://epss.empiricalsecurity.com/epss_scores-current.csv.gz'),
  debian_tracker_enabled: flag(false),
  debian_tracker_url: url('https://security-tracker.debian.org/tracker/data/json'),
});

export interface FetchSetting {
  enabled: boolean;
  url: string;
}

/** As it was at most 2 s ago. */
export async function fetchSettings({
  settings,
}: Pick<Context, 'settings'>): Promise<Readonly<Record<DataSetKind, FetchSetting>>> {
  const stored = await settings.get(fetchSection);
  return {
    kev: { enabled: stored.kev_enabled, url: stored.kev_url },
    epss: { enabled: stored.epss_enabled, url: stored.epss_url },
    'debian-tracker': { enabled: stored.debian_tracker_enabled, url: stored.debian_tracker_url },
  };
}
