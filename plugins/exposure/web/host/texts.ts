import { plural } from '#web/core/format.ts';

export const texts = {
  open: 'Fixable CVEs',
  withoutFix: 'CVEs without a fix',
  withoutFixHint: 'No repository of this host has a fix yet, so the SLA does not apply.',
  setAside: (count: number): string =>
    `${plural(count, 'more CVE')} without a fix ${count === 1 ? 'is' : 'are'} not counted: this host has only packages that the settings ignore, such as kernel headers.`,
  unknown: (count: number): string =>
    `${plural(count, 'more CVE')} without a fix: unknown, because the installed packages are from another release than the host.`,
  old: 'The security state of this host is unknown: its patches cannot be read now. The data below was read',
  oldMeans: 'Later changes are unknown.',
  exploited: 'Known exploited',
  late: 'Overdue patches',
  cves: 'CVEs',
  noCves: 'No known open CVEs',
  noCvesText:
    'The repositories of this host list no CVE for a pending patch. Debian and Ubuntu repositories never list CVEs; for Debian, import the security tracker.',
  order: 'Patch priorities of this host',
  exceptions: 'Exceptions of this host',
  notKnown: 'Not known',
  noneKnown: 'None known',
} as const;
