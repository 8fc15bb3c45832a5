import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shortSystem } from './hostName.ts';

const test = suite('hosts: names');

test('systems are called as people call them, and others by their whole name', () => {
  const said: Readonly<Record<string, string>> = {
    'Debian GNU/Linux 12 (bookworm)': 'Debian 12',
    'Ubuntu 24.04.1 LTS': 'Ubuntu 24.04',
    'Ubuntu 24.10': 'Ubuntu 24.10',
    'Rocky Linux 9.4 (Blue Onyx)': 'Rocky 9.4',
    'AlmaLinux 9.4 (Seafoam Ocelot)': 'AlmaLinux 9.4',
    'Fedora Linux 40 (Server Edition)': 'Fedora 40',
    'Red Hat Enterprise Linux 9.4 (Plow)': 'RHEL 9.4',
    'SUSE Linux Enterprise Server 15 SP6': 'SLES 15 SP6',
    'openSUSE Leap 15.6': 'openSUSE Leap 15.6',
    Plan9: 'Plan9',
  };
  for (const [whole, short] of Object.entries(said)) assert.is(shortSystem(whole), short);
});

test.run();
