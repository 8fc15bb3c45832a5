import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseUnmet } from './unmet.ts';

const test = suite('rpm unmet dependencies');

test('each missing thing is told with the name of the package that needs it, whatever it is', () => {
  const answer = [
    'Unsatisfied dependencies for lab-lib-1.0-1.noarch:',
    '\tlab-base >= 1.0 is needed by (installed) lab-lib-1.0-1.noarch',
    '\tlibfoo.so.1()(64bit) is needed by (installed) lab-lib-1.0-1.noarch',
    '\t(bar if baz) is needed by (installed) gcc-c++-14:2.1-3.el9.x86_64',
    '\tlab-gone conflicts with (installed) lab-mailer-1.1-1.noarch',
    '',
  ].join('\n');
  assert.equal(parseUnmet(answer), [
    { name: 'lab-lib', needs: 'lab-base >= 1.0' },
    { name: 'lab-lib', needs: 'libfoo.so.1()(64bit)' },
    { name: 'gcc-c++', needs: '(bar if baz)' },
  ]);
  assert.equal(parseUnmet(''), []);
});

test.run();
