import type { SettingsSection } from '#web/domain/settings/section.ts';

/** The pattern in the OpenAPI contract. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/;

export const section: SettingsSection = {
  key: 'exposure_without_fix',
  tab: 'security',
  needs: 'getExposure',
  order: 28,
  title: 'CVEs without a fix',
  intro:
    'Packages that are ignored for CVEs without a fix. Their existing patches are still offered and counted.',
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
      judge: (name) => (NAME.test(name) ? null : 'is not a package name; it may end with *.'),
      label: 'Ignored packages',
      hint: 'A host with only these binary packages of a source package is not counted for its CVEs without a fix. For example, kernel headers do not have the kernel’s CVEs. Host and CVE pages show how many are not counted. List only packages without running code. A trailing * matches any ending.',
    },
  ],
};
