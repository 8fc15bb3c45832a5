import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseUnmet } from './unmet.ts';

const test = suite('apt unmet dependencies');

const stanza = (name: string, fields: Record<string, string> = {}, status = 'install ok installed') =>
  [
    `Package: ${name}`,
    `Status: ${status}`,
    'Architecture: amd64',
    `Version: ${fields['Version'] ?? '1.0'}`,
    ...Object.entries(fields)
      .filter(([key]) => key !== 'Version')
      .map(([key, value]) => `${key}: ${value}`),
    'Description: a package',
    ' Depends: nothing, this is text',
  ].join('\n');
const unmet = (...stanzas: string[]) => parseUnmet(`${stanzas.join('\n\n')}\n`).map(({ needs }) => needs);

test('what is missing, too old or only left as configuration is not met, in dpkg’s own words', () => {
  const app = stanza('app', {
    'Pre-Depends': 'gone-before',
    Depends: 'base (>= 2), lib (>= 1.0), left, other (<< 2)',
  });
  const lib = stanza('lib');
  const base = stanza('base', { Version: '1:0.9' });
  const left = stanza('left', {}, 'deinstall ok config-files');
  const other = stanza('other', { Version: '2~rc1' });
  assert.equal(unmet(app, lib, base, left, other), ['gone-before', 'left']);
  assert.equal(
    unmet(app, lib, stanza('base', { Version: '1.9' }), stanza('left'), stanza('other', { Version: '2' })),
    ['gone-before', 'base (>= 2)', 'other (<< 2)'],
  );
});

test('alternatives, other architectures and provided names meet a dependency; a version only a provided version', () => {
  const app = (depends: string) => stanza('app', { Depends: depends });
  const mail = stanza('postfix', { Provides: 'mail-transport-agent, mta-api (= 3)' });
  assert.equal(unmet(app('exim4 | mail-transport-agent'), mail), []);
  assert.equal(unmet(app('postfix:any (>= 1.0)'), mail), []);
  assert.equal(unmet(app('mta-api (>= 2), mta-api (>= 4), mail-transport-agent (>= 1)'), mail), [
    'mta-api (>= 4)',
    'mail-transport-agent (>= 1)',
  ]);
  assert.equal(unmet(app('exim4 | sendmail'), mail), ['exim4 | sendmail']);
});

test('folded fields are read whole, and what is only unpacked counts as there', () => {
  const app = stanza('app', { Depends: 'one,\n two,\n three' });
  assert.equal(unmet(app, stanza('two', {}, 'install ok unpacked')), ['one', 'three']);
  assert.equal(unmet(stanza('app', { Depends: 'one' }, 'install reinstreq half-installed')), []);
});

test.run();
