import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSources, splitsOf } from './sources.ts';

const test = suite('apt sources by name');

test('a source is an address and a suite, flat ones by their folder, without passwords', () => {
  // apt 2.6
  const output = `'http://10.77.0.1:8080/current/dists/bookworm/InRelease' 10.77.0.1:8080_current_dists_bookworm_InRelease 0 
'https://me:secret@apt.example.org/x/dists/buster/updates/InRelease' apt.example.org_x_dists_buster_updates_InRelease 0 
'http://flat.example.org/repo/./InRelease' flat.example.org_repo_._InRelease 0 
'http://10.77.0.1:8080/current/dists/bookworm/main/binary-amd64/Packages.xz' 10.77.0.1:8080_current_dists_bookworm_main_binary-amd64_Packages 0 
`;
  assert.equal(
    parseSources(output).map(({ name, lists }) => [name, lists]),
    [
      ['http://10.77.0.1:8080/current bookworm', '10.77.0.1:8080_current_dists_bookworm_'],
      ['https://apt.example.org/x buster/updates', 'apt.example.org_x_dists_buster_updates_'],
      ['http://flat.example.org/repo ./', 'flat.example.org_repo_._'],
    ],
  );
});

test('all names that apt may write for an address are known, the usual one first', () => {
  const written = (base: string) => splitsOf(base).map((split) => split.written);
  assert.equal(written('http://x/v/sub/dir/'), [
    'http://x/v/sub dir/',
    'http://x/v sub/dir/',
    'http://x v/sub/dir/',
    'http://x/v/sub/dir ',
  ]);
  assert.equal(written('http://x:80/'), ['http://x:80 ']);
  assert.equal(written('http://x/d/dists/a/b/'), [
    'http://x/d/dists/a b/',
    'http://x/d/dists a/b/',
    'http://x/d a/b',
    'http://x/d dists/a/b/',
    'http://x d/dists/a/b/',
    'http://x/d/dists/a/b ',
  ]);
  assert.equal(
    written('cdrom://[Debian GNU/Linux 12]/dists/a/').includes('cdrom://[Debian GNU/Linux 12] a'),
    true,
  );
});

test.run();
