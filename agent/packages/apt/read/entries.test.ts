import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUndated, parseLines, parseStanzas } from './entries.ts';

const test = suite('entries of apt sources');

test('lines and stanzas name the addresses of their Release files, and their options', () => {
  const lines = parseLines(`# deb http://x/a stable main
deb [ arch=amd64,i386 check-valid-until=no signed-by=/k.asc ] http://me:secret@x/debian buster/updates main
deb-src http://x/debian stable main
deb http://x/v/ /
deb http://x/v sub/dir/
`);
  assert.equal(
    lines.map(({ bases, options }) => [bases, options.get('signed-by') ?? null, isUndated({ options })]),
    [
      [['http://x/debian/dists/buster/updates/'], '/k.asc', true],
      [['http://x/v/'], null, false],
      [['http://x/v/sub/dir/'], null, false],
    ],
  );
  const stanzas = parseStanzas(`# comment
Types: deb deb-src
URIs: http://x/debian http://y/debian/
Suites: a
 b
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
Check-Valid-Until: no

Enabled: no
Types: deb
URIs: http://off/debian
Suites: a
`);
  assert.is(stanzas.length, 1);
  assert.equal(
    stanzas[0]?.bases,
    ['x', 'y'].flatMap((host) => ['a', 'b'].map((s) => `http://${host}/debian/dists/${s}/`)),
  );
  assert.is(isUndated(stanzas[0] ?? { options: new Map() }), true);
});

test.run();
