import { randomInt } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newRecoveryCode, recoveryHasher } from './recoveryCode.ts';

const test = suite('recovery codes');

test('they are three groups of four that nobody misreads, with all letters in use', () => {
  const codes = Array.from({ length: 2_000 }, () => newRecoveryCode((below) => randomInt(below)));
  for (const code of codes) assert.match(code, /^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const letters = new Set(codes.join('').replaceAll('-', ''));
  for (const ambiguous of 'ILOU01') assert.not.ok(letters.has(ambiguous), ambiguous);
  assert.is(new Set(codes).size, 2_000);
  // 12 characters of this alphabet must be worth more than 50 bits.
  assert.ok(12 * Math.log2(letters.size) > 50, `${letters.size} letters`);
});

test('the hash does not mind how a code is typed, and minds whose it is and under which key', () => {
  const hash = recoveryHasher(Buffer.alloc(32, 1));
  const stored = hash('olga', 'ABCD-EFGH-2345');
  assert.match(stored, /^[0-9a-f]{64}$/);
  for (const typed of ['abcdefgh2345', 'ABCD EFGH 2345', ' abcd-efgh-2345 '])
    assert.is(hash('olga', typed), stored);
  assert.is.not(hash('paul', 'ABCD-EFGH-2345'), stored);
  assert.is.not(hash('olga', 'ABCD-EFGH-2346'), stored);
  assert.is.not(recoveryHasher(Buffer.alloc(32, 2))('olga', 'ABCD-EFGH-2345'), stored);
});

test.run();
