import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expiryOf, mayBecome, placeOf } from './states.ts';

const test = suite('states of approvals');
const at = (text: string): Date => new Date(`2026-01-${text}:00.000Z`);

test('an approval ends seven days after its plan, and sooner when its run was to have begun', () => {
  assert.equal(expiryOf(at('01T10:00'), null), at('08T10:00'));
  assert.equal(expiryOf(at('01T10:00'), at('03T02:00')), at('03T02:00'));
  assert.equal(expiryOf(at('01T10:00'), at('20T02:00')), at('08T10:00'));
});

test('what is denied, withdrawn or expired stays so, and what was approved is never asked for again', () => {
  for (const ended of ['denied', 'withdrawn', 'expired'] as const)
    for (const to of ['waiting', 'approved', 'denied', 'withdrawn', 'expired'] as const)
      assert.not(mayBecome(ended, to), `${ended} to ${to}`);
  assert.equal([mayBecome('approved', 'waiting'), mayBecome('approved', 'expired')], [false, true]);
});

test('those that wait come first, by their end; then the latest decision', () => {
  const places = [
    placeOf('waiting', at('02T00:00')),
    placeOf('waiting', at('03T00:00')),
    placeOf('denied', at('09T00:00')),
    placeOf('approved', at('05T00:00')),
  ];
  assert.equal(
    places.toSorted((a, b) => a - b),
    places,
  );
});

test.run();
