import { knownKinds } from '#web/domain/exposure/kinds.ts';
import type { SettingsField, SettingsSection } from '#web/domain/settings/section.ts';

/** The limit in the OpenAPI contract. */
const MAX_URL = 2_048;

function judge(value: string): string | null {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:') return 'Enter a URL that begins with https://.';
  return url.username === '' && url.password === ''
    ? null
    : 'The URL must not contain a user name or password.';
}

/** A switch and an address for each data set that the manager can fetch. */
export const section: SettingsSection = {
  key: 'exposure_fetch',
  tab: 'security',
  needs: 'getExposure',
  order: 21,
  title: 'Vulnerability feed downloads',
  intro:
    'Feeds that the manager downloads automatically once a day, and their URLs. Off by default. HTTPS only. See Vulnerability feeds for the results.',
  fields: knownKinds.flatMap(({ kind, name, fetchedFrom }): SettingsField[] => {
    const field = kind.replaceAll('-', '_');
    return fetchedFrom === null
      ? []
      : [
          {
            kind: 'switch',
            name: `${field}_enabled`,
            standard: false,
            label: `Fetch ${name}`,
            hint: 'First within the hour, then once a day.',
          },
          {
            kind: 'url',
            name: `${field}_url`,
            maxLength: MAX_URL,
            standard: fetchedFrom,
            judge: (value) => (value === fetchedFrom ? null : judge(value)),
            label: `URL of ${name}`,
            hint:
              fetchedFrom === ''
                ? 'Not published as one file: use your own mirror, also in a private network.'
                : 'The publisher, or your own mirror, also in a private network.',
          },
        ];
  }),
};
