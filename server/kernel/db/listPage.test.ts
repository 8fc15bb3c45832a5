import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { listPage } from './listPage.ts';

const test = suite('pages of a list that is at hand');

const thing = (id: string, name: string, more: { at?: string | null; on?: boolean } = {}) => ({
  id,
  name,
  at: more.at ?? null,
  on: more.on ?? false,
});
type Thing = ReturnType<typeof thing>;

const THINGS = [
  thing('3', 'b', { at: '2026-01-02' }),
  thing('1', 'b'),
  thing('2', 'a', { at: '2026-01-01', on: true }),
];

/** The ids of all pages of two, while `change` is made to the list after each. */
function walked(sort: string, change: (things: Thing[]) => Thing[] = (things) => things): string[] {
  let things = THINGS;
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { things: Thing[]; next_cursor: string | null } = listPage('things', things, {
      sort,
      cursor,
      limit: 2,
    });
    seen.push(...page.things.map(({ id }) => id));
    cursor = page.next_cursor;
    things = change(things);
  } while (cursor !== null);
  return seen;
}

test('it is ordered by a property and then by the id, either way, and nothing is the least', () => {
  assert.equal(walked('name'), ['2', '1', '3']);
  assert.equal(walked('-name'), ['3', '1', '2']);
  assert.equal(walked('at'), ['1', '2', '3']);
  assert.equal(walked('-on'), ['2', '3', '1']);
});

test('each item that stays comes once, whatever comes and goes meanwhile', () => {
  const goes = (things: Thing[]) => things.filter(({ id }) => id !== '1');
  assert.equal(walked('name', goes), ['2', '1', '3']);
  const comes = (things: Thing[]) => [thing('0', 'a'), ...things];
  assert.equal(walked('name', comes), ['2', '1', '3']);
});

test('without a limit it is whole; a name leaves those of exactly that name', () => {
  const { next_cursor: next, total, things } = listPage('things', THINGS, { sort: 'name' });
  assert.equal([things.length, total, next], [3, 3, null]);
  const named = listPage('things', THINGS, { sort: 'name', name: 'b', limit: 1 });
  assert.equal([named.things.map(({ id }) => id), named.total], [['1'], 2]);
  assert.is(listPage('things', THINGS, { sort: 'name', name: 'B' }).total, 0);
});

test('text is in the order of its bytes, as in the databases', () => {
  const things = ['\u{1f600}', '\uff5e', 'z'].map((name) => thing(name, name));
  const { things: ordered } = listPage('things', things, { sort: 'name' });
  assert.equal(
    ordered.map(({ name }) => name),
    ['z', '\uff5e', '\u{1f600}'],
  );
});

test('a cursor of another list, or of another order, is refused', () => {
  const { next_cursor: cursor } = listPage('things', THINGS, { sort: 'name', limit: 1 });
  for (const [noun, sort] of [
    ['others', 'name'],
    ['things', '-name'],
  ] as const)
    assert.throws(
      () => listPage(noun, THINGS, { sort, cursor, limit: 1 }),
      (error: unknown) => error instanceof AppError && error.code === 'VALIDATION_FAILED',
    );
});

test.run();
