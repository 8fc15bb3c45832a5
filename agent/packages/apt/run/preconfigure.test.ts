import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onlyPreconfigures } from './preconfigure.ts';

const test = suite('apt preconfigure');

/** As debconf 1.5.82 (Debian 12) brings it. */
const debconf = `// Pre-configure all packages with debconf before they are installed.
// If you don't like it, comment it out.
DPkg::Pre-Install-Pkgs {"/usr/sbin/dpkg-preconfigure --apt || true";};
`;
const others = ['', 'APT::NeverAutoRemove { "^linux-.*"; };\n', '# DPkg::Pre-Install-Pkgs { "old"; };\n'];

test('is left out where nothing else hangs there, with comments or without', () => {
  assert.is(onlyPreconfigures([...others, debconf]), true);
  assert.is(onlyPreconfigures([...others, debconf.split('\n')[2] ?? '']), true);
});

test('stays where the host has a hook of its own, changed this one, or may say more in a place that nobody looks at', () => {
  for (const own of [
    'DPkg::Pre-Install-Pkgs { "/usr/bin/apt-listchanges --apt || test $? -lt 10"; };',
    'DPkg { Pre-Install-Pkgs { "/usr/bin/etckeeper"; }; };',
    'dpkg::pre-install-pkgs:: "x";',
    '#clear DPkg;',
    '#include "/srv/apt.conf";',
    'Dir::Etc::Parts "/srv/apt.conf.d";',
    debconf.replace('--apt', '--apt --terse'),
    `${debconf}DPkg::Pre-Install-Pkgs:: "x";\n`,
  ])
    assert.is(onlyPreconfigures([...others, debconf, own]), false, own);
});

test('there is nothing to leave out where it is not', () => {
  assert.is(onlyPreconfigures(others), false);
  assert.is(onlyPreconfigures([...others, debconf.replaceAll('DPkg:', '// DPkg:')]), false);
});

test.run();
