import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { optionOf } from './architectures.ts';

const test = suite('apt architectures');

const status = `Package: dash
Status: install ok installed
Architecture: riscv64
Version: 0.5

Package: dpkg
Essential: yes
Status: install ok installed
Installed-Size: 6402
Architecture: arm64
Version: 1.21.22

Package: dpkg-dev
Architecture: all
`;

test('names what dpkg itself is built for first, then what was added', () => {
  assert.equal(optionOf([], status, ''), ['-o', 'APT::Architectures=arm64']);
  assert.equal(optionOf([], status, 'arm64\narmhf\n'), ['-o', 'APT::Architectures=arm64,armhf']);
});

test('leaves a host alone that says it itself, or may say it in a place that nobody looks at', () => {
  for (const conf of [
    'APT::Architectures { "amd64"; };',
    'apt { ARCHITECTURES "amd64"; };',
    '#include "/srv/apt.conf";',
    'Dir::Etc::Parts "/srv/apt.conf.d";',
    'Dir { Etc { Main "/srv/apt.conf"; }; };',
    'Dir::Etc::main "/srv/apt.conf";',
  ])
    assert.equal(optionOf(['APT::Get::Assume-Yes "1";', conf], status, ''), [], conf);
  const others = ['Dir::Cache::pkgcache "";', 'APT::NeverAutoRemove { "^linux-.*"; };', '// the main server'];
  assert.is(optionOf(others, status, '').length, 2);
});

test('says nothing where dpkg does not say what it is, or says what is no name', () => {
  assert.equal(optionOf([], 'Package: dash\nArchitecture: arm64\n', ''), []);
  assert.equal(optionOf([], status, 'armhf;Dir::Log\n'), []);
});

test.run();
