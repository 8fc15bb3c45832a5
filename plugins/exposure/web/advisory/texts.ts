import { plural } from '#web/core/format.ts';

export const texts = {
  title: 'Advisory',
  priorities: 'Patch priorities',
  cves: 'CVEs fixed by this advisory',
  noCves: 'No CVE named',
  noCvesText:
    'Neither the repositories nor the imported feeds name a CVE for these patches. For Debian, import the security tracker.',
  patches: 'Missing patches',
  source: 'Source package',
  notKnown: 'Not known',
  held: (hosts: number): string =>
    `Not included: ${plural(hosts, 'host')} on which all of these packages are held.`,
} as const;
