import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findPages } from '../../scripts/demo/pages.ts';

const pages = await findPages();
const twice = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('each page has a path and an element of its own, and each letter of the keyboard leads to one of them', () => {
  assert.ok(pages.length > 15, `${pages.length} pages`);
  assert.equal(twice(pages.map(({ path }) => path)), []);
  assert.equal(twice(pages.map(({ tag }) => tag)), []);
  assert.equal(twice(pages.flatMap(({ nav }) => (nav?.letter ? [nav.letter] : []))), []);
});

test('the navigation has one order', () => {
  const places = pages.flatMap(({ nav }) => (nav ? [`${nav.section} ${nav.order}`] : []));
  assert.equal(twice(places), []);
});

test.run();
