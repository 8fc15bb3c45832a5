import type { SettingsSection } from '../../../web/domain/settings/section.ts';

/** The pattern in the OpenAPI contract. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/;

export const section: SettingsSection = {
  key: 'exposure_without_fix',
  order: 28,
  title: 'CVEs without a fix',
  intro:
    'What does not count of CVEs that no source mends yet. Patches that exist are offered all the same, and count.',
  fields: [
    {
      kind: 'names',
      name: 'set_aside',
      ...{ maxItems: 100, maxLength: 128 },
      standard: [
        ...['linux-libc-dev', 'linux-headers-*', 'linux-kbuild-*', 'linux-compiler-*'],
        ...['kernel-headers', 'kernel-devel', 'kernel-devel-*', 'kernel-default-devel', 'kernel-macros'],
      ],
      judge: (name) => (NAME.test(name) ? null : 'is no name of a package; a * may stand at its end.'),
      label: 'Packages that are set aside',
      hint: 'A host that has these alone of a source package does not count for its CVEs without a fix: whoever has the headers of a kernel and runs another one, in a container say, does not have its CVEs. How many hosts and CVEs that is, their pages tell. Set aside only what holds no code that runs. A * at the end stands for any rest.',
    },
  ],
};
