import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logThrottle } from './logThrottle.ts';

const test = suite('what is told seldom');

test('each key is told of once within the time, and then with how often it came meanwhile', () => {
  let nowMs = 0;
  const tell = logThrottle(60_000, () => nowMs);
  assert.equal([tell('full'), tell('full'), tell('busy'), tell('full')], [0, null, 0, null]);
  nowMs = 59_999;
  assert.is(tell('full'), null);
  nowMs = 60_000;
  assert.equal([tell('full'), tell('busy')], [3, 0]);
  nowMs = 120_000;
  assert.is(tell('full'), 0);
});

test('of very many keys none stays for ever', () => {
  const tell = logThrottle(60_000, () => 0);
  for (let nth = 0; nth < 1_000; nth += 1) tell(`key ${nth}`);
  assert.is(tell('key 0'), null);
  tell('one more');
  assert.is(tell('key 0'), 0);
});

test.run();
