import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { afterRun, worst, type CheckStatus, type Standing } from './status.ts';

const test = suite('where a check stands');

const NEVER: Standing = { status: 'unknown', seenOnce: null, message: null, hasRun: false };

function walk(...seen: CheckStatus[]): CheckStatus[] {
  let standing = NEVER;
  return seen.map((status) => {
    standing = afterRun(standing, { status, message: status });
    return standing.status;
  });
}

test('the first run counts at once, and any change after it the second time in a row', () => {
  assert.equal(walk('failing', 'passing', 'passing'), ['failing', 'failing', 'passing']);
  assert.equal(walk('unknown', 'passing'), ['unknown', 'unknown']);
});

test('what goes to and fro never counts', () => {
  assert.equal(walk('passing', 'failing', 'passing', 'failing', 'unknown', 'failing', 'passing'), [
    ...Array.from({ length: 7 }, (): CheckStatus => 'passing'),
  ]);
});

test('a message says where what it tells does not count yet', () => {
  const once = afterRun(
    { status: 'passing', seenOnce: null, message: 'up', hasRun: true },
    { status: 'failing', message: 'It is down.' },
  );
  assert.is(once.message, 'Seen once, and not counted yet: It is down.');
  assert.is(afterRun(once, { status: 'failing', message: 'It is down.' }).message, 'It is down.');
});

test('of a host failing comes before unknown before passing', () => {
  assert.is(worst(['passing', 'unknown', 'failing']), 'failing');
  assert.is(worst(['passing', 'unknown']), 'unknown');
  assert.is(worst(['passing']), 'passing');
  assert.is(worst([]), 'none');
});

test.run();
