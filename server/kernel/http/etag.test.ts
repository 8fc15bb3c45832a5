import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { etagOf, readIfMatch, requireMatch } from './etag.ts';

const test = suite('ETag and If-Match');

/** The error with which a change is refused; null: it passes. */
function refusalOf(header: string | undefined, editVersion = 7): AppError | null {
  try {
    requireMatch(readIfMatch(header), editVersion);
    return null;
  } catch (error) {
    assert.instance(error, AppError);
    return error as AppError;
  }
}

test('a tag is the quoted version', () => {
  assert.is(etagOf(7), '"7"');
});

for (const header of [
  undefined,
  '*',
  ' * ',
  '"7"',
  ' "7" ',
  'W/"7"',
  '"5", "7"',
  '"5" ,W/"7","9"',
  '"7.uT3_x"',
])
  test(`${header ?? 'no header'} lets a change of version 7 pass`, () => {
    assert.is(refusalOf(header), null);
  });

for (const header of [
  '"6"',
  '"5", "6"',
  '"77"',
  '"7x"',
  '"77.7"',
  '""',
  '"07"',
  '7',
  '"7',
  'w/"7"',
  '"6" "7"',
  '',
])
  test(`${header === '' ? 'an empty header' : header} does not`, () => {
    assert.is(refusalOf(header)?.code, 'PRECONDITION_FAILED');
  });

test('the refusal says what was sent and what is there now', () => {
  const refusal = refusalOf('"5", W/"6"');
  assert.is(
    refusal?.message,
    'Somebody else has changed it since you read it: your change is based on "5", "6", and it is "7" now. Read it again.',
  );
  assert.equal(refusal?.details, { etag: '"7"' });
  assert.match(refusalOf('seven')?.message ?? '', /If-Match names no tag, and it is "7" now/);
});

test('a long list is read in time that grows with its length alone', () => {
  const started = performance.now();
  assert.is(refusalOf(`${'"1",'.repeat(20_000)}x`)?.code, 'PRECONDITION_FAILED');
  assert.ok(performance.now() - started < 500);
});

test.run();
