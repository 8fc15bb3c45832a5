import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseEvicted } from './stash.ts';

const test = suite('stash');

const folders = [
  { folder: '/s/old', sizeBytes: 40, mtimeMs: 1 },
  { folder: '/s/middle', sizeBytes: 30, mtimeMs: 2 },
  { folder: '/s/own', sizeBytes: 40, mtimeMs: 3 },
];

test('the oldest go first, and nothing goes that fits', () => {
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 110 }), []);
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 80 }), ['/s/old']);
});

test('a job that is bigger than all there is goes itself', () => {
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 35 }), ['/s/own', '/s/old']);
});

test('what a rollback is about to install stays, whatever else goes', () => {
  const kept = ['/s/old'];
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept, limitBytes: 80 }), ['/s/middle']);
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept, limitBytes: 10 }), ['/s/own', '/s/middle']);
});

test.run();
