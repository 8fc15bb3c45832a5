import { knownKinds } from '#web/domain/exposure/kinds.ts';
import type { SettingsField, SettingsSection } from '#web/domain/settings/section.ts';

/** The limit in the OpenAPI contract. */
const MAX_URL = 2_048;

function judge(value: string): string | null {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:') return 'Enter a URL that begins with https://.';
  return url.username === '' && url.password === '' ? null : 'The URL must not hold a name or a password.';
}

/** A switch and an address for each data set that the manager can fetch. */
export const section: SettingsSection = {
  key: 'exposure_fetch',
  order: 21,
  title: 'Exposure data fetched by URL',
  intro:
    'Which data sets the manager fetches by itself, once a day, and from where. Off until somebody switches it on: then the manager calls the address that stands beside it, over https alone. What came of it is on the page Exposure data.',
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
            hint: 'Within the hour, and then once a day.',
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
                ? 'Nobody publishes it as one file: a mirror of yours, also in a private network.'
                : 'The publisher, or a mirror of yours, also in a private network.',
          },
        ];
  }),
};
