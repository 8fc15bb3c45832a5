import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { proposedName } from './proposedName.ts';

const test = suite('proposed names');

test('a name holds what is known, and no more than the manager takes', () => {
  assert.is(proposedName(['Freeze', null, undefined, '', 'Web']), 'Freeze, Web');
  assert.is(proposedName([]), '');
  const long = proposedName(['x'.repeat(99), 'y']);
  assert.equal([long.length, long.endsWith('x…')], [100, true]);
  assert.is(proposedName(['Security patches'], 9), 'Security…');
});

test.run();
