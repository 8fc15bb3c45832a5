import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exactKey, parseIndex } from './read/catalogue.ts';
import { parseInventory, parseStatus } from './read/inventory.ts';
import { parseLocks } from '../shared/lock.ts';
import { parseAutoMarks } from './read/marks.ts';
import { parsePreferences, whoRanks } from './read/preferences.ts';
import { offeredVersion, originOf, parsePolicies, parseSources, securityOf } from './read/policy.ts';
import { parseBroken } from './read/problems.ts';
import { controlFromStatus, parseDiversions } from './run/repack.ts';
import { parseHook, parseSimulation, resolutionError } from './plan/resolve.ts';
import { queryError } from '../shared/context.ts';

const test = suite('apt parsers');
const systems = ['debian-11-apt-2.2.4', 'debian-12-apt-2.6.1', 'debian-13-apt-3.0.3'];
const fixture = (system: string, name: string) =>
  readFileSync(path.join(import.meta.dirname, '../fixtures', system, name), 'utf8');

test("dpkg's own file tells what dpkg-query tells", () => {
  const stanza = (name: string, status: string, more: string): string =>
    `Package: ${name}\nStatus: ${status}\nPriority: optional\nSection: misc\nInstalled-Size: 7\n${more}Description: x\n Status: no field\n`;
  const text = [
    stanza('zsh', 'install ok installed', 'Architecture: amd64\nVersion: 5.9-4\n'),
    stanza('dpkg', 'install ok installed', 'Architecture: amd64\nVersion: 1.21\n'),
    stanza('lib', 'hold ok installed', 'Architecture: i386\nMulti-Arch: same\nVersion: 1:2~rc1\n'),
    stanza('lib', 'install ok triggers-pending', 'Architecture: amd64\nVersion: 1:2~rc1\n'),
    stanza('cut', 'install reinstreq half-installed', 'Architecture: all\nVersion: 3\n'),
    stanza('conf', 'deinstall ok config-files', 'Architecture: all\nVersion: 3\nConffiles:\n /etc/x 00\n'),
    stanza('gone', 'purge ok not-installed', 'Architecture: all\n'),
  ].join('\n');
  const { rows, nativeArch, byKey } = parseStatus(text);
  const line = (name: string, arch: string, version: string, state: string): string =>
    [name, arch, version, ...state.split(' '), 'misc', '7'].join('\t');
  const same = parseInventory(
    [
      line('cut', 'all', '3', 'install reinstreq half-installed'),
      line('dpkg', 'amd64', '1.21', 'install ok installed'),
      line('lib', 'amd64', '1:2~rc1', 'install ok triggers-pending'),
      line('lib', 'i386', '1:2~rc1', 'hold ok installed'),
      line('zsh', 'amd64', '5.9-4', 'install ok installed'),
    ].join('\n'),
  );
  assert.equal(rows, same.rows);
  assert.is(nativeArch, 'amd64');
  assert.is(byKey.get('lib:i386')?.held, true);
});

test('what a package was built from is told by dpkg, by its file and by the index alike', () => {
  const stanza = (more: string): string =>
    `Package: libssl3\nStatus: install ok installed\nArchitecture: amd64\nVersion: 3.0.14-1+b2\n${more}`;
  const own = { name: 'libssl3', version: '3.0.14-1+b2' };
  const cases: [field: string, query: string, source: { name: string; version: string }][] = [
    ['', 'libssl3\t3.0.14-1+b2', own],
    ['Source: openssl\n', 'openssl\t3.0.14-1+b2', { ...own, name: 'openssl' }],
    ['Source: openssl (3.0.14-1)\n', 'openssl\t3.0.14-1', { name: 'openssl', version: '3.0.14-1' }],
    ['Source: two words here\n', '\t', own],
  ];
  for (const [field, query, source] of cases) {
    assert.equal(parseStatus(stanza(field)).rows[0]?.source, source);
    const line = `libssl3\tamd64\t3.0.14-1+b2\tinstall\tok\tinstalled\tlibs\t7\t${query}`;
    assert.equal(parseInventory(line).rows[0]?.source, source);
    const entry = parseIndex(stanza(`${field}SHA256: ${'0'.repeat(64)}\n`));
    assert.equal(entry.get('libssl3:amd64=3.0.14-1+b2')?.source, source);
  }
});

test('a package that the system needs is told by either field', () => {
  for (const field of ['Essential: yes', 'Protected: yes', 'Essential: no', 'Priority: required']) {
    const stanza = `Package: a\nArchitecture: all\nVersion: 1\n${field}\nSHA256: ${'0'.repeat(64)}\n`;
    assert.is(parseIndex(stanza).get('a:all=1')?.essential, field.endsWith('yes'), field);
  }
});

test('a source is known by the fields of its own release, also where its priority is long or a label has the look of more', () => {
  const files = [
    'Package files:',
    ' 500 http://own.example stable/main amd64 Packages',
    '     release o=Own,a=stable,n=stable,l=Own, Inc,l=Debian-Security,c=main,b=amd64',
    '-32768 http://deb.example bookworm-security/main amd64 Packages',
    '     release o=Debian,a=stable-security,n=bookworm-security,l=Debian-Security,c=main,b=amd64',
    ' 500 http://deb.example bookworm/main amd64 Packages',
    '     release v=12.1,o=Debian,a=stable,n=bookworm,l=Debian, GNU,c=main,b=amd64',
  ];
  const sources = parseSources(files.join('\n'));
  assert.equal(
    [...sources.values()].map(({ label, priority, security }) => [label, priority, security]),
    [
      [null, 500, null],
      ['Debian-Security', -32768, true],
      ['Debian, GNU', 500, false],
    ],
  );
  const table = [
    'lab-sec:',
    '  Installed: 1.0',
    '  Candidate: 1.0',
    '  Version table:',
    '     20260101 -32768',
    '     -32768 http://deb.example bookworm-security/main amd64 Packages',
    ' *** 1.0 500',
    '        500 http://deb.example bookworm/main amd64 Packages',
    '        100 /var/lib/dpkg/status',
  ];
  const { versions = [] } = parsePolicies(table.join('\n'), sources, 'amd64').get('lab-sec:amd64') ?? {};
  assert.equal(
    versions.map((one) => [one.version, one.pin, securityOf(one)]),
    [
      ['20260101', -32768, true],
      ['1.0', 500, false],
    ],
  );
});

test('which file gives a priority is found by its records, and by the setting of a default release', () => {
  const file = '/etc/apt/preferences.d/admin';
  const records = parsePreferences(
    file,
    '# nobody\nPackage: lab-* /^own/\nPin: version 1\nPin-Priority: 50\n\n\nPackage: *\nPin: release n=x\nPin-Priority: never\n',
  );
  const preferences = { records, defaultRelease: ['/etc/apt/apt.conf.d/99x'], elsewhere: false };
  assert.is(whoRanks(preferences, { name: 'lab-sec', priority: 50 }), file);
  assert.is(whoRanks(preferences, { name: 'owned', priority: 50 }), file);
  assert.is(whoRanks(preferences, { name: 'other', priority: 50 }), null);
  assert.is(whoRanks(preferences, { priority: 50 }), null, 'it does not speak of all packages');
  assert.is(whoRanks(preferences, { priority: -32_768 }), file);
  assert.is(whoRanks(preferences, { priority: 990 }), 'APT::Default-Release in /etc/apt/apt.conf.d/99x');
});

for (const system of systems) {
  const read = (name: string) => fixture(system, name);

  test(`${system}: dpkg's database`, () => {
    const { rows, nativeArch, byKey } = parseInventory(read('dpkg-query.txt'));
    assert.is(nativeArch, 'amd64');
    assert.is(byKey.get('lab-held:amd64')?.held, true);
    assert.is(byKey.get('lab-hello:amd64')?.held, false);
    assert.is(byKey.get('lab-hello:amd64')?.arch, 'all');
    assert.is(byKey.get('lab-ma:i386')?.version, '1.0');
    assert.is(byKey.get('lab-obsolete:amd64')?.section, 'misc');
    assert.ok((byKey.get('bash:amd64')?.installedSizeBytes ?? 0) > 1_000_000);
    assert.is(new Set(rows).size, byKey.size);
  });

  test(`${system}: versions, pins, phasing and sources`, () => {
    const policies = parsePolicies(
      read('policy-names.txt'),
      parseSources(read('policy-sources.txt')),
      'amd64',
    );
    const both = policies.get('lab-both:amd64');
    assert.equal(
      both?.versions.map(({ version }) => version),
      ['1.2', '1.1', '1.0'],
    );
    assert.equal(both?.versions.map(securityOf), [false, true, null]);
    assert.is(originOf(both?.versions[1]), 'Debian-Security');
    assert.is(originOf(both?.versions[2]), null, "only dpkg's own status knows it");
    assert.is(originOf(policies.get('lab-vendor:amd64')?.versions[0]), 'LabCorp');
    const phased = policies.get('lab-phased:amd64');
    assert.ok(phased);
    assert.is(offeredVersion(phased, '1.0')?.phasedPercent, 0);
    assert.is(offeredVersion(phased, '1.1'), undefined);
    assert.is(policies.get('lab-ma:i386')?.candidate, '1.1');
    assert.is(policies.get('lab-epoch:amd64')?.installed, '1:1.0~rc2-1');
    assert.equal(policies.get('lab-mta:amd64'), { installed: null, candidate: null, versions: [] });
  });

  test(`${system}: a simulation tells new packages, removals and foreign architectures`, () => {
    const inventory = parseInventory(read('dpkg-query.txt'));
    const changes = parseSimulation(read('dist-upgrade-s.out'), inventory);
    const find = (name: string, arch = 'all') =>
      changes.find((one) => one.name === name && one.arch === arch);
    assert.equal(find('lab-both'), {
      name: 'lab-both',
      arch: 'all',
      from: '1.0',
      to: '1.2',
      automatic: false,
    });
    assert.is(find('lab-extra')?.from, null);
    assert.is(find('lab-oldmta')?.to, null);
    assert.is(find('lab-ma', 'i386')?.to, '1.1');
    assert.is(find('lab-ma', 'amd64')?.to, '1.1');
    assert.is(find('lab-epoch')?.to, '1:1.0-1+b1');
  });

  test(`${system}: the index knows what it lists and what only dpkg does`, () => {
    const index = parseIndex(read('show.txt'));
    const hello = (version: string) => index.get(exactKey({ name: 'lab-hello', arch: 'all', version }));
    assert.is(hello('1.1')?.sizeBytes, 788);
    assert.match(hello('1.1')?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.is(hello('1.0')?.sha256, null);
    assert.is(index.get('lab-phased:all=1.1')?.phasedPercent, 0);
  });

  test(`${system}: who holds the lock, by inode whatever the device`, () => {
    const [inode = ''] = read('proc-locks.txt').trim().split('\n').slice(-1);
    assert.is(parseLocks(read('proc-locks.txt'), new Set([inode])).length, 1);
    assert.equal(parseLocks(read('proc-locks.txt'), new Set(['1'])), []);
  });

  test(`${system}: automatic marks`, () => {
    assert.ok(parseAutoMarks(read('extended_states.txt')).every((key) => /^\S+:amd64$/.test(key)));
    assert.ok(parseAutoMarks(read('extended_states.txt')).length > 2);
  });
}

for (const system of systems.slice(1)) {
  test(`${system}: the hook's plan equals the simulation`, () => {
    const read = (name: string) => fixture(system, name);
    const bare = (changes: { name: string; arch: string; from: string | null; to: string | null }[]) =>
      changes.map(({ name, arch, from, to }) => `${name}:${arch} ${from} ${to}`).toSorted();
    const inventory = parseInventory(read('dpkg-query.txt'));
    const hooked = parseHook(read('dist-upgrade.err'));
    assert.equal(bare(hooked), bare(parseSimulation(read('dist-upgrade-s.out'), inventory)));
    const automatic = hooked.filter((one) => one.automatic && one.from === null).map((one) => one.name);
    assert.equal(automatic.toSorted(), ['lab-extra', 'lab-newmta', 'linux-image-6.1.0-91-lab']);
    assert.ok(parseHook(read('install.err')).some((one) => one.name === 'lab-ma' && one.arch === 'i386'));
  });
}

test('a plan that apt refuses names the dependency that cannot be met', () => {
  const error =
    'E: Unable to correct problems, you have held broken packages.\n\n' +
    'The following packages have unmet dependencies:\n x-needs : Depends: x-nowhere but it is not installable\n y : Depends: z';
  const refusal = resolutionError({ error, changes: [], keptBack: [], downgraded: [], deferred: [] });
  assert.equal(
    [refusal.code, refusal.message],
    ['CONFLICT', 'Unmet dependencies: x-needs : Depends: x-nowhere but it is not installable'],
  );
});

test('a source that apt cannot read is named, not only that there is one', () => {
  const stderr =
    'E: Malformed entry 1 in list file /etc/apt/sources.list.d/x.list (URI)\nE: The list of sources could not be read.\n';
  assert.match(
    queryError('apt-cache', { exitCode: 100, stderr }).message,
    'sources.list.d/x.list (URI) E: The',
  );
  // Where no line is marked as the error, the file is named some lines before the end.
  assert.is(
    queryError('dnf', { exitCode: 1, stderr: 'a\nb\nc\nd\ne\n' }).message,
    'dnf ended with 1: b c d e',
  );
});

test('a hook that never spoke is an empty plan', () => {
  assert.equal(parseHook('W: something\n'), []);
});

test('every state but installed and gone is a problem', () => {
  const stanza = (name: string, status: string) => `Package: ${name}\nStatus: ${status}\nVersion: 1\n`;
  const text = [
    stanza('fine', 'install ok installed'),
    stanza('held', 'hold ok installed'),
    stanza('gone', 'deinstall ok config-files'),
    stanza('half', 'install ok half-configured'),
    stanza('cut', 'install reinstreq half-installed'),
  ].join('\n');
  assert.equal(parseBroken(text), ['half (half-configured)', 'cut (half-installed, reinstreq)']);
});

test("a rebuilt control file loses dpkg's own fields and no other", () => {
  const stanza =
    'Package: a\nStatus: install ok installed\nVersion: 1\nConffiles:\n /etc/a 0123\n /etc/b 4567 obsolete\nDescription: x\n y\n';
  assert.is(controlFromStatus(stanza), 'Package: a\nVersion: 1\nDescription: x\n y\n');
});

test('diversions come in groups of three lines', () => {
  const diversions = parseDiversions('/bin/sh\n/bin/sh.distrib\ndash\n/a\n/b\n:\n');
  assert.equal(diversions.get('/bin/sh'), { to: '/bin/sh.distrib', by: 'dash' });
  assert.equal(diversions.get('/a'), { to: '/b', by: ':' });
});

test.run();
