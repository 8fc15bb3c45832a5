import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pack, type Entry } from '../domain/list.ts';
import { SeenLists } from './seenLists.ts';

const test = suite('packages: lists that were seen');

const entry = (name: string): Entry => ({
  name,
  arch: 'amd64',
  version: '1',
  held: false,
  origin: null,
  available: null,
  source: null,
});
const listOf = (...names: string[]) => pack(names.map(entry), 'debian');

test('the same bytes are the same list, for hosts whose versions are ordered alike', () => {
  const seen = new SeenLists();
  const list = listOf('jq');
  seen.add('a', list);
  assert.is(seen.find('a', 'debian'), list);
  assert.is(seen.find('a', 'rpm'), null);
  assert.is(seen.find('b', 'debian'), null);
});

test('of many the last ones are kept, and one that is used stays', () => {
  const seen = new SeenLists();
  for (let number = 0; number < 40; number += 1) {
    seen.add(`list ${number}`, listOf(`p${number}`));
    seen.find('list 0', 'debian');
  }
  assert.ok(seen.find('list 0', 'debian'));
  assert.ok(seen.find('list 39', 'debian'));
  assert.is(seen.find('list 1', 'debian'), null);
});

test('their texts are bounded, and one that is too long for it is not kept', () => {
  const seen = new SeenLists();
  const long = (letter: string) => listOf(letter.repeat(9 * 1024 * 1024));
  for (const letter of ['a', 'b', 'c', 'd']) seen.add(letter, long(letter));
  assert.equal(
    ['a', 'b', 'c', 'd'].map((letter) => seen.find(letter, 'debian') !== null),
    [false, true, true, true],
  );
  seen.add('huge', listOf('e'.repeat(17 * 1024 * 1024)));
  assert.is(seen.find('huge', 'debian'), null);
});

test.run();
