import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { normalCode, stepOf, totpUri } from './totp.ts';

const test = suite('TOTP');

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** Seconds → the last six of the eight digits that the appendix gives for SHA-1. */
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];
const at = (secs: number): Date => new Date(secs * 1_000);

test('codes are those of RFC 6238', () => {
  for (const [secs, code] of VECTORS) assert.is(stepOf(code, SECRET, at(secs)), Math.floor(secs / 30));
});

test('a code holds in its step, the one before and the one after, and says which step it is of', () => {
  // 59 s is in step 1: 30 to 59.
  for (const secs of [0, 29, 30, 59, 60, 89]) assert.is(stepOf('287082', SECRET, at(secs)), 1, `${secs} s`);
  for (const secs of [90, 91, 1_000]) assert.is(stepOf('287082', SECRET, at(secs)), null, `${secs} s`);
  // 1,111,111,109 s is the last second of step 37037036, 37037034 is two before.
  assert.is(stepOf('081804', SECRET, at(1_111_111_109 - 60)), null);
});

test('what is no code of six digits holds never', () => {
  for (const code of ['', '28708', '2870820', '28708a', '287 82'])
    assert.is(stepOf(code, SECRET, at(59)), null);
});

test('codes may be typed and pasted with spaces, dashes and full-width digits', () => {
  for (const typed of ['287082', ' 287 082 ', '287-082', '２８７０８２', '287\u00a0082'])
    assert.is(normalCode(typed), '287082');
});

test('the URI names product, account and secret as apps read them', () => {
  const uri = new URL(totpUri('olga@example.org', SECRET));
  assert.equal([uri.protocol, uri.host], ['otpauth:', 'totp']);
  assert.is(decodeURIComponent(uri.pathname), '/Fleetmend:olga@example.org');
  assert.equal([uri.searchParams.get('secret'), uri.searchParams.get('issuer')], [SECRET, 'Fleetmend']);
});

test.run();
