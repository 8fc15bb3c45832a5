import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from './apiError.ts';
import { holds, saveOnce } from './saveOnce.ts';

const test = suite('saveOnce');

const overtaken = new ApiError({ code: 'PRECONDITION_FAILED', message: 'x', status: 412 });
const lost = new ApiError({ code: 'NETWORK', message: 'x', status: 0 });

/** What comes of a save of the tag `db` that is refused so while this is stored; an error: it cannot be read. */
const outcome = (refusal: ApiError, stored: object | Error | undefined): Promise<unknown> =>
  saveOnce<object>(
    { tags: ['db'] },
    {
      save: () => Promise.reject(refusal),
      read: () => (stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored)),
    },
  ).catch((error: unknown) => error);

test('a save that is overtaken by the same one has worked', async () => {
  const stored = { name: 'web1', tags: ['db'], edit_version: 2 };
  assert.is(await outcome(overtaken, stored), stored);
});

test('a save that is overtaken by another one is refused, also when nobody can tell by which', async () => {
  assert.is(await outcome(overtaken, { tags: ['db', 'mail'] }), overtaken);
  assert.is(await outcome(overtaken, undefined), overtaken);
  assert.is(await outcome(overtaken, lost), overtaken);
});

test('any other refusal is told as it is', async () => {
  assert.is(await outcome(lost, { tags: ['db'] }), lost);
});

test('what was asked for is stored when each of its values is', () => {
  const stored = { name: 'a', tags: ['b', 'a'], note: null, rule: { any: [{ tag: 'x' }, { tag: 'y' }] } };
  assert.ok(holds(stored, { name: 'a', tags: ['a', 'b'] }));
  assert.ok(holds(stored, { note: undefined, rule: { any: [{ tag: 'x' }, { tag: 'y' }] } }));
  assert.not(holds(stored, { tags: ['a'] }));
  assert.not(holds(stored, { tags: ['a', 'a'] }));
  assert.not(
    holds(stored, { rule: { any: [{ tag: 'y' }, { tag: 'x' }] } }),
    'the order of conditions counts',
  );
  assert.not(holds(stored, { rule: { any: [{ tag: 'x' }] } }));
  assert.not(holds(stored, { secret: 'never shown' }));
});

test.run();
