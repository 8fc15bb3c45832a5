import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { allState, keysBetween, rowAfter, withKeys } from './selecting.ts';

const test = suite('fm-table: selecting');
const keys = ['a', 'b', 'c', 'd'];

test('“all” is only said when also those that are not loaded are selected', () => {
  assert.is(allState(keys, new Set(), 4), 'none');
  assert.is(allState(keys, new Set(['z']), 4), 'none', 'of another filter');
  assert.is(allState(keys, new Set(['a']), 4), 'some');
  assert.is(allState(keys, new Set(keys), 4), 'all');
  assert.is(allState(keys, new Set(keys), 9), 'some');
  assert.is(allState(keys, new Set([...keys, 'e', 'f', 'g', 'h', 'i']), 9), 'all');
});

test('a range goes either way, and begins at its end when its start is gone', () => {
  assert.equal(keysBetween(keys, 'b', 'd'), ['b', 'c', 'd']);
  assert.equal(keysBetween(keys, 'd', 'b'), ['b', 'c', 'd']);
  assert.equal(keysBetween(keys, 'z', 'b'), ['b']);
  assert.equal(keysBetween(keys, null, 'b'), ['b']);
  assert.equal(keysBetween(keys, 'a', 'z'), []);
});

test('a selection is never changed, but made anew', () => {
  const before: ReadonlySet<string> = new Set(['a']);
  assert.equal([...withKeys(before, ['b', 'c'], true)], ['a', 'b', 'c']);
  assert.equal([...withKeys(before, ['a'], false)], []);
  assert.equal([...before], ['a']);
});

test('keys that do not move a row say so', () => {
  assert.is(rowAfter('PageDown', { active: 3, pageRows: 10, count: 99 }), 13);
  assert.is(rowAfter('End', { active: 3, pageRows: 10, count: 99 }), 98);
  assert.is(rowAfter('x', { active: 3, pageRows: 10, count: 99 }), undefined);
});

test.run();
