import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRpmInventory } from './inventory.ts';

const test = suite('rpm inventory');
const line = (name: string, file: string, epoch = '0') =>
  [name, 'x86_64', epoch, '5.1.8', '6.el9', '7', 'misc', file].join('\t');
const sourceOf = (text: string) => parseRpmInventory(text).rows[0]?.source;

test('a source is told where it has another name or version, whatever the epoch of the package', () => {
  assert.is(sourceOf(line('bash', 'bash-5.1.8-6.el9.src.rpm')), undefined);
  assert.is(sourceOf(line('bash', 'bash-5.1.8-6.el9.src.rpm', '2')), undefined);
  assert.equal(sourceOf(line('bash-doc', 'bash-5.1.8-6.el9.src.rpm')), {
    name: 'bash',
    version: '5.1.8-6.el9',
  });
  assert.equal(sourceOf(line('bash', 'bash-5.1.8-7.el9.src.rpm')), { name: 'bash', version: '5.1.8-7.el9' });
  assert.equal(sourceOf(line('sane', 'sane-backends-1.0-2.nosrc.rpm')), {
    name: 'sane-backends',
    version: '1.0-2',
  });
});

test('what names no file of a source tells none', () => {
  for (const file of [
    '(none)',
    '',
    'bash.src.rpm',
    'bash-1.src.rpm',
    'bash-5.1.8-6.el9.x86_64.rpm',
    'a b-1-2.src.rpm',
  ])
    assert.is(sourceOf(line('bash-doc', file)), undefined, file);
  assert.is(
    parseRpmInventory('a\tx86_64\t0\t2\t1\t6\tlab\n').rows[0]?.source,
    undefined,
    'nor does a short line',
  );
});

test.run();
