import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { type Actor, systemActor } from './actor.ts';
import { FRESH_MS, requireFresh } from './freshness.ts';

const test = suite('who has just proved who they are');

const now = new Date('2026-01-15T12:00:00.000Z');
const person = (ageMs: number | null): Actor => ({
  ...systemActor,
  kind: 'user',
  id: 'olga',
  name: 'olga',
  role: 'admin',
  authenticatedAt: ageMs === null ? null : new Date(now.getTime() - ageMs),
});

function refusalOf(actor: Actor): string | null {
  try {
    requireFresh(actor, now);
    return null;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return `${error.code}: ${error.message}`;
  }
}

test('a person for ten minutes, and nobody else', () => {
  const old = 'REAUTHENTICATION_REQUIRED: REAUTHENTICATION_REQUIRED';
  assert.equal(
    [person(0), person(FRESH_MS), person(FRESH_MS + 1), person(null), systemActor].map(refusalOf),
    [null, null, old, old, old],
  );
});

test('a tool is told that no proof of its would do, whatever it carries', () => {
  assert.match(refusalOf({ ...person(0), kind: 'token' }) ?? '', /^REAUTHENTICATION_REQUIRED: An API token/);
});

test.run();
