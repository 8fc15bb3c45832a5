import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { afterAttempt, LOCK_AFTER_FAILURES, LOCK_MS } from './domain.ts';

const test = suite('attempts to sign in');

const NOW = new Date('2026-01-15T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

test('a lock holds for its time, and no longer after the clock was set back by a year', () => {
  const locked = { failures: LOCK_AFTER_FAILURES, lockedUntil: later(LOCK_MS) };
  assert.is(afterAttempt(locked, NOW), null);
  assert.is(afterAttempt(locked, later(LOCK_MS - 1)), null);
  assert.equal(afterAttempt(locked, later(LOCK_MS)), { failures: 1, lockedUntil: null });
  assert.equal(afterAttempt(locked, later(-365 * 86_400_000)), { failures: 1, lockedUntil: null });
});

test.run();
