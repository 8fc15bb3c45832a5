import type { SettingsSection } from '#web/domain/settings/section.ts';

/** The pattern in the OpenAPI contract. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/;

export const section: SettingsSection = {
  key: 'exposure_without_fix',
  order: 28,
  title: 'CVEs without a fix',
  intro:
    'Which packages do not count for CVEs that no source fixes yet. Patches that exist are offered and counted all the same.',
  fields: [
    {
      kind: 'names',
      name: 'set_aside',
      maxItems: 100,
      maxLength: 128,
      standard: [
        'linux-libc-dev',
        'linux-headers-*',
        'linux-kbuild-*',
        'linux-compiler-*',
        'kernel-headers',
        'kernel-devel',
        'kernel-devel-*',
        'kernel-default-devel',
        'kernel-macros',
      ],
      judge: (name) => (NAME.test(name) ? null : 'is no name of a package; a * may stand at its end.'),
      label: 'Packages that are set aside',
      hint: 'A host that has only these of a source package does not count for its CVEs without a fix: a host with the headers of a kernel that runs another kernel, in a container for instance, does not have the CVEs of those headers. The pages of hosts and CVEs say how many are not counted. Set aside only packages without code that runs. A * at the end stands for any ending.',
    },
  ],
};
