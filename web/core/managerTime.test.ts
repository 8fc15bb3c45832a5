import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hearTime, managerTime } from './managerTime.ts';

const MINUTE_MS = 60_000;
const answerOf = (atMs: number): { headers: Headers } => ({
  headers: new Headers({ date: new Date(atMs).toUTCString() }),
});
/** By how much the manager is ahead, in whole seconds. */
const aheadSecs = (): number => Math.round((managerTime().getTime() - Date.now()) / 1_000);
const isNear = (secs: number): boolean => Math.abs(aheadSecs() - secs) <= 1;

test('follows a manager that is ten minutes ahead, or behind, and a device whose clock is put right', () => {
  assert.is(aheadSecs(), 0);
  hearTime(answerOf(Date.now() + 10 * MINUTE_MS), Date.now());
  assert.ok(isNear(600), String(aheadSecs()));
  hearTime(answerOf(Date.now() - 10 * MINUTE_MS), Date.now());
  assert.ok(isNear(-600), String(aheadSecs()));
  hearTime(answerOf(Date.now() - 2_000), Date.now());
  assert.is(aheadSecs(), 0);
});

test('learns nothing from an answer without a time, of nonsense, or one that came late', () => {
  hearTime(answerOf(Date.now() + 10 * MINUTE_MS), Date.now());
  hearTime({ headers: new Headers() }, Date.now());
  hearTime({ headers: new Headers({ date: 'soon' }) }, Date.now());
  hearTime(answerOf(Date.now() - 120 * MINUTE_MS), Date.now() - 120 * MINUTE_MS);
  hearTime(answerOf(Date.now()), Date.now() + MINUTE_MS);
  assert.ok(isNear(600), String(aheadSecs()));
});

test.run();
