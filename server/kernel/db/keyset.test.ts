import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { readCursor, writeCursor } from './keyset.ts';

const test = suite('cursors');

const ID = '0190b7c4-0000-7000-8000-000000000001';
const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'none';
};

test('a cursor gives back the position for which it was written', () => {
  const at = new Date('2026-01-15T12:00:00.123Z');
  assert.equal(
    readCursor(writeCursor({ sort: '-created_at' }, at, ID), { sort: '-created_at', isTime: true }),
    {
      value: 1768478400123,
      id: ID,
    },
  );
  assert.equal(readCursor(writeCursor({ sort: 'name' }, null, ID), { sort: 'name' }), {
    value: null,
    id: ID,
  });
  assert.equal(readCursor(raw(['name', 'ä', ID]), { sort: 'name' }), { value: 'ä', id: ID });
});

test('whatever else is sent as a cursor is refused, and never reaches a query', () => {
  const name = { sort: 'name' };
  const time = { sort: 'at', isTime: true };
  const refused: [string, { sort: string; isTime?: boolean }][] = [
    ['', name],
    ['not base64 %', name],
    [raw({ sort: 'name' }), name],
    [raw(null), name],
    [raw(['other', 'a', ID]), name],
    [raw(['name', { a: 1 }, ID]), name],
    [raw(['name', true, ID]), name],
    [raw(['name', 'a', 7]), name],
    [raw(['name', 'a', `${ID}0`]), name],
    [raw(['name', 'a', "' or 1=1 --"]), name],
    [raw(['at', 'a', ID]), time],
    [raw(['at', 1.5, ID]), time],
    [Buffer.from(`["at",9e99,"${ID}"]`).toString('base64url'), time],
    [Buffer.from(`["name",1e999,"${ID}"]`).toString('base64url'), name],
  ];
  for (const [cursor, keyset] of refused)
    assert.is(
      codeOf(() => readCursor(cursor, keyset)),
      'VALIDATION_FAILED',
      cursor,
    );
});

test.run();
