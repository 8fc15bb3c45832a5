import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { affectedText } from './texts.ts';

const test = suite('web: what became of affected products');

test('what counts is told first, and of what was left out each reason that there is', () => {
  const none = { open: 0, mended: 0, elsewhere: 0, modules: 0, unnamed: 0 };
  assert.is(affectedText(none), '0 statements');
  assert.is(affectedText({ ...none, open: 1 }), '1 statement');
  assert.is(
    affectedText({ open: 1_200, mended: 3, elsewhere: 4_000, modules: 2, unnamed: 1 }),
    '1,200 statements; skipped: 3 fixed by another statement of the file, ' +
      '4,000 for other products or containers, 2 for module streams, 1 without a package name',
  );
});

test.run();
