import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, parseNevra, parseTexts } from './read/advisories.ts';
import { classify } from './classify.ts';
import { behind, parseExcludes, parseOptions, placesOf } from './read/excludes.ts';
import { findLocked, parseLocks4, parseLocks5 } from './read/holds.ts';
import { parseOffers } from './read/offers.ts';
import { isRepository, skippedFiles } from './read/repositories.ts';

const test = suite('dnf parsers');

test('advisories of dnf 4: packages of the list, CVEs of the details, over several lines', () => {
  const list = `LABSA-2026:001 Important/Sec. lab-sec-1.0-2.noarch
LABSA-2026:001 Important/Sec. lab-sec-libs-1:1.0-2.x86_64
LABEA-2026:004 enhancement    lab-app-2.0-1.noarch
`;
  const line = '='.repeat(79);
  const info = `${line}
  Important: lab-sec
${line}
  Update ID: LABSA-2026:001
       Type: security
       CVEs: CVE-2026-0001
           : CVE-2026-10002
Description: Not CVE-2020-0000
   Severity: Important

${line}
  lab-app 2.0
${line}
  Update ID: LABEA-2026:004
       Type: enhancement
`;
  assert.equal(parseTexts(list, info), [
    {
      id: 'LABSA-2026:001',
      security: true,
      severity: 'important',
      cves: ['CVE-2026-0001', 'CVE-2026-10002'],
      packages: [
        { name: 'lab-sec', arch: 'noarch', version: '1.0-2' },
        { name: 'lab-sec-libs', arch: 'x86_64', version: '1:1.0-2' },
      ],
    },
    {
      id: 'LABEA-2026:004',
      security: false,
      severity: null,
      cves: [],
      packages: [{ name: 'lab-app', arch: 'noarch', version: '2.0-1' }],
    },
  ]);
});

test('advisories of dnf5', () => {
  const json = JSON.stringify([
    {
      Name: 'LABSA-2026:002',
      Severity: 'Moderate',
      Type: 'security',
      references: [
        { Id: 'CVE-2026-0002', Type: 'cve' },
        { Id: '4711', Type: 'bugzilla' },
      ],
      collections: { packages: ['lab-both-1.1-1.noarch'] },
    },
  ]);
  assert.equal(parseJson(json), [
    {
      id: 'LABSA-2026:002',
      security: true,
      severity: 'moderate',
      cves: ['CVE-2026-0002'],
      packages: [{ name: 'lab-both', arch: 'noarch', version: '1.1-1' }],
    },
  ]);
  assert.equal(parseJson(''), []);
  assert.is(parseNevra('no nevra'), null);
});

test('what the configuration excludes, and where', () => {
  const main =
    '[main]\nexclude=kernel* , lab-hello.noarch\n  lab-app-1.1*\n# exclude=lab-sec\nincludepkgs=lab-*\n';
  const repo = '[lab]\nexcludepkgs = lab-sec\nexcludepkgs=\n[other]\nname=Other\n';
  assert.equal(parseExcludes(main), ['kernel*', 'lab-hello.noarch', 'lab-app-1.1*']);
  assert.equal(parseExcludes(repo), ['lab-sec']);
  const files = [
    { file: 'dnf.conf', excludes: parseExcludes(main) },
    { file: 'lab.repo', excludes: parseExcludes(repo) },
  ];
  const place = (name: string, version = '1.1-1') =>
    placesOf(files, {
      name,
      arch: 'noarch',
      version,
      repository: 'lab',
      downloadSizeBytes: 1,
      installedSizeBytes: 1,
    });
  assert.is(place('kernel-core'), 'dnf.conf');
  assert.is(place('lab-hello'), 'dnf.conf');
  assert.is(place('lab-sec'), 'lab.repo');
  assert.is(place('lab-app', '1:1.1-1'), 'dnf.conf');
  // This package is excluded by a form that only dnf understands.
  assert.is(place('lab-held'), 'dnf.conf, lab.repo');
});

test('a repository of higher priority has its packages to itself', () => {
  const options = parseOptions('[main]\nbest=1\n[own]\nname=Own\npriority = 10\n# priority=1\n');
  const priority = { section: 'own', name: 'priority', value: '10' };
  assert.equal(
    options.filter(({ name }) => name === 'priority'),
    [priority],
  );
  const offer = (name: string, version: string, repository: string) => ({
    name,
    arch: 'noarch',
    version,
    repository,
    downloadSizeBytes: 1,
    installedSizeBytes: 1,
  });
  const offers = [
    offer('lab-sec', '1.0-1', 'own'),
    offer('lab-sec', '1.0-2', 'lab'),
    offer('lab-app', '2.0-1', 'lab'),
  ];
  const marked = behind(offers, new Map([['own', 10]]));
  assert.equal(
    marked.map(({ onDemand }) => onDemand === true),
    [false, true, false],
  );
});

test('files and sections of repositories that dnf 4 leaves out with a warning', () => {
  const output = `Warning: failed loading '/etc/yum.repos.d/bad.repo', skipping.
Bad id for repo: bad id, byte =   3
Bad id for repo: odd name ($x name), byte =   3
Repository 'own': Error parsing config: no such thing
Repository 'lab' is missing name in configuration, using id.
`;
  const skipped = skippedFiles(output);
  assert.equal(skipped, ['/etc/yum.repos.d/bad.repo', '[bad id]', '[odd name]', '[own]']);
  assert.equal([...skipped, 'own'].filter(isRepository), ['own']);
});

test('version locks of both generations', () => {
  const list =
    '# Added lock on Sat Nov 21\nlab-held-0:1.0-1.*\n!lab-hello-0:1.1-1.*\nlab-kernel-*\npython3.11-0:3.11.2-1.*\n';
  assert.equal(parseLocks4(list), ['lab-held', 'lab-kernel-*', 'python3.11']);
  const toml = `version = "1.0"

[[packages]]
name = "lab-held"
comment = "name = \\"x\\""

[[packages.conditions]]
key = "evr"
value = "1.0-1"

[[packages]]
name = "lab-*"
`;
  assert.equal(parseLocks5(toml), ['lab-held', 'lab-*']);
});

test('locks as people write them', () => {
  const toml = '  [[packages]] # ours\n  name   = "lab-held"\n';
  assert.equal(parseLocks5(toml), ['lab-held']);
  const row = (name: string, version: string) => ({
    name,
    version,
    arch: 'x86_64',
    section: null,
    installedSizeBytes: 1,
  });
  const rows = [
    row('java-1.8.0-openjdk', '1:1.8.0.1-2.el9'),
    row('lab-held', '1.0-1'),
    row('libstdc++', '11-1'),
  ];
  const locked = (spec: string) => findLocked(parseLocks4(spec), rows).map(({ name }) => name);
  assert.equal(locked('lab-held-1.0'), ['lab-held']);
  assert.equal(locked('lab-held-2.0'), []);
  assert.equal(locked('lab-held.x86_64'), ['lab-held']);
  assert.equal(locked('java-1.8.0-openjdk-1:1.8.0.1'), ['java-1.8.0-openjdk']);
  assert.equal(locked('libstdc++-0:11-1.*\n!lab-held-0:1.1-1.*'), ['libstdc++']);
  assert.equal(locked('lab-h*-0:1.0-*.*'), ['lab-held']);
});

test('offers: sources are none, and the epoch shows where there is one', () => {
  const output =
    'a\tnoarch\t0\t1.0\t1\tlab\t100\t6\n\nb\tx86_64\t2\t1.0\t1.el9\tlab\t100\t6\nc\tsrc\t0\t1\t1\tlab\t1\t1\n';
  const shown = parseOffers(output).map(({ name, version }) => `${name} ${version}`);
  assert.equal(shown, ['a 1.0-1', 'b 2:1.0-1.el9']);
});

test('what dnf says becomes the code of the contract', () => {
  const cases: [string, string][] = [
    ['RPMDB already locked by 222\n  The application with PID 222 is: dnf', 'LOCK_HELD'],
    ['Waiting for a lock on the system repository. The following', 'LOCK_HELD'],
    [
      'Error Summary\nDisk Requirements:\n   At least 12MB more space needed on the / filesystem.',
      'NO_SPACE',
    ],
    ['error: unpacking of archive failed: cpio: write failed - No space left on device', 'NO_SPACE'],
    ['repomd.xml GPG signature verification error: Bad GPG signature', 'SIGNATURE_INVALID'],
    ['Error: GPG check FAILED', 'SIGNATURE_INVALID'],
    ['>>> Status code: 404 for http://10.77.0.1:8080/x (IP: 10.77.0.1)', 'FETCH_FAILED'],
    ["Argument 'lab-held-1.1-1.noarch' matches only packages excluded by versionlock.", 'PACKAGE_HELD'],
    ['No match for argument: nosuch', 'PACKAGE_NOT_FOUND'],
    [' Problem: conflicting requests\n  - nothing provides lab-nowhere', 'CONFLICT'],
    ['There are no enabled repositories in "/etc/yum.repos.d".\nMetadata cache created.', 'FETCH_FAILED'],
    ['There are no enabled repositories in "/etc/yum.repos.d".\n - nothing provides x', 'CONFLICT'],
  ];
  for (const [output, code] of cases) assert.is(classify(output)?.code, code, output);
  assert.is(classify('Complete!\n'), null);
});

test('a scriptlet counts only for the packages of the job, and a full disk explains it', () => {
  const output = 'error: %prein(lab-failpre-1.1-1.noarch) scriptlet failed, exit status 4\n';
  assert.is(classify(output), null);
  const failure = classify(output, ['lab-failpre']);
  assert.is(failure?.code, 'SCRIPT_FAILED');
  assert.is(failure?.message, 'The %pre script of lab-failpre ended with 4.');
  assert.is(classify(`${output}No space left on device\n`, ['lab-failpre'])?.code, 'NO_SPACE');
});

test.run();
