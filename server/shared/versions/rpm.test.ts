import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareEvr, compareRpmParts, formatEvr, parseEvr } from './rpm.ts';

const test = suite('rpm versions');

/** From rpm's own test suite (tests/rpmvercmp.at): left, right, expected. */
const table: [string, string, number][] = [
  ['1.0', '1.0', 0],
  ['1.0', '2.0', -1],
  ['2.0.1', '2.0', 1],
  ['2.0.1a', '2.0.1', 1],
  ['5.5p1', '5.5p2', -1],
  ['5.5p10', '5.5p1', 1],
  ['10xyz', '10.1xyz', -1],
  ['xyz10', 'xyz10.1', -1],
  ['xyz.4', '8', -1],
  ['5.5p2', '5.6p1', -1],
  ['6.0.rc1', '6.0', 1],
  ['10b2', '10a1', 1],
  ['1.0a', '1.0aa', -1],
  ['10.0001', '10.1', 0],
  ['10.0001', '10.0039', -1],
  ['4.999.9', '5.0', -1],
  ['20101121', '20101122', -1],
  ['2_0', '2_0', 0],
  ['2.0', '2_0', 0],
  ['a+', 'a_', 0],
  ['+a', '_a', 0],
  ['1.0~rc1', '1.0~rc1', 0],
  ['1.0~rc1', '1.0', -1],
  ['1.0~rc1', '1.0~rc2', -1],
  ['1.0~rc1~git123', '1.0~rc1', -1],
  ['1.0^', '1.0', 1],
  ['1.0^git1', '1.0', 1],
  ['1.0^git1', '1.0^git2', -1],
  ['1.0^git1', '1.01', -1],
  ['1.0^20160101', '1.0.1', -1],
  ['1.0^20160101^git1', '1.0^20160102', -1],
  ['1.0~rc1^git1', '1.0~rc1', 1],
  ['1.0^git1~pre', '1.0^git1', -1],
  ['1b.fc17', '1.fc17', -1],
  ['1g.fc17', '1.fc17', 1],
];

test('parts are ordered as rpm orders them, both ways round', () => {
  for (const [left, right, expected] of table) {
    assert.is(Math.sign(compareRpmParts(left, right)), expected, `${left} and ${right}`);
    assert.is(
      Math.sign(compareRpmParts(right, left)),
      expected === 0 ? 0 : -expected,
      `${right} and ${left}`,
    );
  }
});

test('the epoch comes first, no epoch is 0, and a missing release is any', () => {
  assert.ok(compareEvr('1:1.0-1', '2.0-1') > 0);
  assert.is(compareEvr('0:1.0-1', '1.0-1'), 0);
  assert.ok(compareEvr('1.0-2', '1.0-10') < 0);
  assert.is(compareEvr('1.0', '1.0-7'), 0);
  assert.ok(compareEvr('1:1.0~rc2-1', '1:1.0-1') < 0);
});

test('one form for every version: epoch 0 goes without', () => {
  assert.equal(parseEvr('1:2.3-4.el9'), { epoch: '1', version: '2.3', release: '4.el9' });
  assert.is(formatEvr(parseEvr('0:5.14.0-90.lab')), '5.14.0-90.lab');
  assert.is(formatEvr({ epoch: '(none)', version: '1', release: '2' }), '1-2');
  assert.is(formatEvr(parseEvr('3:1')), '3:1');
});

test.run();
