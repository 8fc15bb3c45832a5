import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rank, ranked } from './rank.ts';

const test = suite('what the palette finds');

test('every word typed must be there, in any order and case', () => {
  assert.ok(rank('Patch web-1', 'WEB patch') !== null);
  assert.is(rank('Patch web-1', 'web db'), null);
  assert.is(rank('Patch web-1', ''), 0);
  assert.is(rank('a.b', 'a+'), null, 'what is typed is no pattern');
});

test('beginnings come before beginnings of words, and those before middles; equals keep their order', () => {
  const texts = ['Cobweb', 'The web', 'Web hosts', 'A-web', 'none'];
  assert.equal(
    ranked(texts, 'web', (text) => text),
    ['Web hosts', 'The web', 'A-web', 'Cobweb'],
  );
});

test.run();
