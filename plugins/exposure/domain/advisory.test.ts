import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { patchItem } from '#server/core/hosts/patchItem.testing.ts';
import { advisoryOf, distributionOf, OF_DATA_SETS, withTold, type KeptAdvisory } from './advisory.ts';

const BOOKWORM = { osName: 'Debian GNU/Linux 12 (bookworm)', osVersion: '12' };
const JAMMY = { osName: 'Ubuntu 22.04.5 LTS', osVersion: '22.04' };
const NOBLE = { osName: 'Ubuntu 24.04.1 LTS', osVersion: '24.04' };
const ROCKY = { osName: 'Rocky Linux 9.4 (Blue Onyx)', osVersion: '9.4' };

const source = (name: string, from: string, to: string) => ({
  name,
  current_version: from,
  available_version: to,
});

test('patches of one source package of a distribution belong together, with the version of the source', () => {
  const of = (name: string, system = BOOKWORM) =>
    advisoryOf(
      patchItem(name, {
        available_version: '3.0.15-1+b1',
        source: source('openssl', '3.0.13-1', '3.0.15-1'),
      }),
      system,
    );
  assert.is(of('libssl3').id, of('openssl').id);
  assert.match(of('libssl3').id, /^[0-9a-f]{32}$/);
  assert.is.not(of('libssl3').id, of('libssl3', { osName: 'Ubuntu 24.04.1 LTS', osVersion: '24.04' }).id);
  const { name, source: own, distribution, fixedVersion } = of('libssl3');
  assert.equal([name, own, distribution, fixedVersion], [null, 'openssl', 'Debian 12', '3.0.15-1']);
});

test('of several advisories the last one that fixes a CVE counts, by number, and never what files tell', () => {
  const advisories = [
    { id: 'RHSA-2024:9999', cves: ['CVE-2024-0001'] },
    { id: 'RHSA-2024:10244', cves: ['CVE-2024-0002'] },
    { id: 'RHBA-2024:11000', cves: [] },
    { id: OF_DATA_SETS, cves: ['CVE-2024-0003'] },
  ];
  const found = advisoryOf(patchItem('openssh', { advisories, available_version: '8.7p1-38.el9' }), ROCKY);
  assert.equal([found.name, found.source, found.fixedVersion], ['RHSA-2024:10244', null, '8.7p1-38.el9']);
  const onlyFiles = advisoryOf(patchItem('zlib', { advisories: advisories.slice(3) }), ROCKY);
  assert.is(onlyFiles.name, null);
});

test('an advisory of two releases is one in each, with the version of its own', () => {
  const of = (system: typeof NOBLE, version: string) =>
    advisoryOf(
      patchItem('openssh-server', {
        advisories: [{ id: 'USN-6859-1', cves: ['CVE-2024-6387'] }],
        available_version: version,
      }),
      system,
    );
  const [noble, jammy] = [of(NOBLE, '1:9.6p1-3ubuntu13.3'), of(JAMMY, '1:8.9p1-3ubuntu0.10')];
  assert.equal([noble.name, jammy.name], ['USN-6859-1', 'USN-6859-1']);
  assert.is.not(noble.id, jammy.id);
  assert.is(noble.id, of({ ...NOBLE, osName: 'Ubuntu 24.04.2 LTS' }, '1').id);
  assert.equal([jammy.distribution, jammy.fixedVersion], ['Ubuntu 22.04', '1:8.9p1-3ubuntu0.10']);
});

test('a package is not taken for its source, and one host that tells the source is enough', () => {
  const of = (name: string, told: boolean) => ({
    ...advisoryOf(
      patchItem(name, {
        advisories: [{ id: 'USN-1-1', cves: [] }],
        ...(told ? { source: source('openssh', '1', '2') } : {}),
      }),
      NOBLE,
    ),
    cves: [],
  });
  const kept = (...all: ReturnType<typeof of>[]) =>
    all.reduce<KeptAdvisory | undefined>(withTold, undefined)?.source;
  assert.is(kept(of('openssh-client', false), of('openssh-server', false)), null);
  assert.is(kept(of('openssh-client', false), of('openssh-server', true)), 'openssh');
  assert.is(kept(of('openssh-server', true), of('openssh-client', false)), 'openssh');
});

test('the version of the security archive counts where a newer one is on offer', () => {
  const patch = patchItem('zlib', { available_version: '1.3-2', security_version: '1.3-1' });
  assert.is(advisoryOf(patch, ROCKY).fixedVersion, '1.3-1');
});

test('a distribution is named by its words and its version', () => {
  const names = [
    [BOOKWORM.osName, '12'],
    ['Ubuntu 24.04.1 LTS', '24.04'],
    ['Rocky Linux 9.4 (Blue Onyx)', null],
    ['openSUSE Leap 15.6', '15.6'],
    ['Arch Linux', null],
    [null, null],
  ] as const;
  assert.equal(
    names.map(([name, version]) => distributionOf(name, version)),
    ['Debian 12', 'Ubuntu 24.04', 'Rocky Linux 9.4', 'openSUSE Leap 15.6', 'Arch Linux', null],
  );
});

test('what hosts tell is gathered; the shortest name leads, with its version', () => {
  const told = (name: string, version: string, cves: string[] = []) => ({
    ...advisoryOf(
      patchItem(name, { available_version: version, advisories: [{ id: 'ADV-1', cves: ['CVE-2024-1111'] }] }),
      ROCKY,
    ),
    cves,
  });
  const kept = [
    told('openssh-server', '8.7-1', ['CVE-2024-2222']),
    told('openssh', '8.7-2', ['CVE-2024-1111']),
    told('openssh-clients', '8.7-3'),
  ].reduce<KeptAdvisory | undefined>(withTold, undefined);
  assert.equal(kept?.packages, ['openssh', 'openssh-server', 'openssh-clients']);
  assert.equal([kept?.source, kept?.fixedVersion], [null, '8.7-2']);
  assert.equal(kept?.cves, ['CVE-2024-1111', 'CVE-2024-2222']);
});

test.run();
