import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { besideOf, releasesOf, type HostReleases } from './releases.ts';

test('hosts take their packages from the releases that their names tell', () => {
  const cases: [osName: string, order: HostReleases['order'] | null, releases: string[]][] = [
    ['Red Hat Enterprise Linux 9.4 (Plow)', 'rpm', ['el9', 'el9.4']],
    ['Red Hat Enterprise Linux Server 7.9 (Maipo)', 'rpm', ['el7', 'el7.9']],
    ['AlmaLinux 9.4 (Seafoam Ocelot)', 'rpm', ['el9']],
    ['Rocky Linux 8.10 (Green Obsidian)', 'rpm', ['el8']],
    ['CentOS Stream 10 (Coughlan)', 'rpm', ['el10']],
    ['SUSE Linux Enterprise Server 15 SP6', 'rpm', ['sle15.6']],
    ['SUSE Linux Enterprise Server for SAP Applications 15 SP5', 'rpm', ['sle15.5']],
    ['SUSE Linux Enterprise Server 16.0', 'rpm', ['sle16.0']],
    ['SUSE Linux Enterprise Micro 5.5', 'rpm', ['slmicro5.5']],
    ['openSUSE Leap 15.6', 'rpm', ['leap15.6', 'sle15.6']],
    ['openSUSE Tumbleweed', 'rpm', ['tumbleweed']],
    ['openSUSE Leap 15.2', 'rpm', ['leap15.2']],
    ['Debian GNU/Linux 12 (bookworm)', 'debian', ['bookworm']],
    ['Debian GNU/Linux trixie/sid', null, []],
    ['Ubuntu 24.04.1 LTS', null, []],
    ['Fedora Linux 41 (Server Edition)', null, []],
  ];
  for (const [osName, order, releases] of cases)
    assert.equal(releasesOf(osName), order === null ? null : { order, releases }, osName);
  assert.is(releasesOf(null), null);
});

test('a release with extended support takes packages of its main one, and Leap those of SLE', () => {
  const besides = ['el9.4', 'el9', 'leap15.6', 'leap15.2', 'sle15.6', 'slmicro5.5', 'bookworm'].map(besideOf);
  assert.equal(besides, ['el9', null, 'sle15.6', null, null, null, null]);
});

test.run();
