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
    '1,200 statements; left out: 3 fixed by another statement of the file, ' +
      '4,000 of other products or in containers, 2 of streams of modules, 1 named as no package',
  );
});

test.run();
