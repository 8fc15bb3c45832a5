import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyReader, lettersAreOn, switchLetters, type KeyCommand, type KeyPress } from './keys.ts';

const test = suite('shortcuts');
const PATHS = new Map([
  ['h', '/hosts'],
  ['g', '/groups'],
]);

/** What the reader returns for each key; `more` applies to all of them. A number waits so many milliseconds. */
function read(keys: (string | number)[], more: Partial<KeyPress> = {}, areOn = true): (KeyCommand | null)[] {
  const reader = new KeyReader();
  let atMs = 0;
  return keys.flatMap((key) => {
    if (typeof key === 'number') {
      atMs += key;
      return [];
    }
    const press = { key, isCommand: false, isAlt: false, isTyping: () => false, atMs, ...more };
    return [reader.read(press, { areOn: () => areOn, pathOf: (letter) => PATHS.get(letter) })];
  });
}

test('g and a letter go to a page, within a moment and not otherwise', () => {
  assert.equal(read(['g', 1_400, 'h']), [null, { is: 'go', path: '/hosts' }]);
  assert.equal(read(['g', 'g']), [null, { is: 'go', path: '/groups' }]);
  assert.equal(read(['g', 1_600, 'h']), [null, null]);
  assert.equal(read(['h']), [null]);
  assert.equal(read(['g', 'x', 'h']), [null, null, null]);
  assert.equal(read(['g', 'h', 'h']), [null, { is: 'go', path: '/hosts' }, null]);
});

test('slash is the filter and the question mark shows them all', () => {
  assert.equal(read(['/', '?']), [{ is: 'filter' }, { is: 'shortcuts' }]);
});

test('while somebody types, with Alt, or switched off, letters are letters; Ctrl-K works everywhere', () => {
  const none = [null, null, null, null];
  const keys = ['g', 'h', '/', '?'];
  assert.equal(read(keys, { isTyping: () => true }), none);
  assert.equal(read(keys, { isAlt: true }), none);
  assert.equal(read(keys, { isCommand: true }), none);
  assert.equal(read(keys, {}, false), none);
  for (const more of [{}, { isTyping: () => true }])
    assert.equal(read(['k', 'K'], { isCommand: true, ...more }, false), [
      { is: 'palette' },
      { is: 'palette' },
    ]);
  assert.equal(read(['k'], { isCommand: true, isAlt: true }), [null]);
});

test('nothing is asked about a key that begins nothing, and what somebody types asks for no page', () => {
  const asked: string[] = [];
  const letters = { areOn: () => asked.push('on') > 0, pathOf: () => `/${asked.push('path')}` };
  const isTyping = () => asked.push('typing') > 0;
  const reader = new KeyReader();
  for (const key of 'wh')
    assert.is(reader.read({ key, isCommand: false, isAlt: false, isTyping, atMs: 0 }, letters), null);
  assert.equal(asked, []);
  for (const key of 'gh?/')
    assert.is(reader.read({ key, isCommand: false, isAlt: false, isTyping, atMs: 0 }, letters), null);
  assert.equal([...new Set(asked)], ['typing']);
});

test('the choice is kept', () => {
  const content = new Map<string, string>();
  const store = {
    getItem: (name: string) => content.get(name) ?? null,
    setItem: (name: string, value: string) => void content.set(name, value),
    removeItem: (name: string) => void content.delete(name),
  };
  assert.is(lettersAreOn(store), true);
  switchLetters(false, store);
  assert.is(lettersAreOn(store), false);
  switchLetters(true, store);
  assert.is(lettersAreOn(store), true);
});

test.run();
