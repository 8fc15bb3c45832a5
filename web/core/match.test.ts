import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { asSentence, bytesText, countText, plural } from './format.ts';
import { matchPath } from './match.ts';
import { may } from './permissions.ts';
import type { User } from './schema.ts';
import { scrollToRow, windowOf } from './windowing.ts';

const test = suite('pure parts of the UI');

test('a path fits a pattern as a whole, and its parameters are decoded', () => {
  assert.equal(matchPath('/hosts/:id', '/hosts/a%20b'), { id: 'a b' });
  assert.equal(matchPath('/', '/'), {});
  assert.is(matchPath('/hosts/:id', '/hosts'), null);
  assert.is(matchPath('/hosts', '/hosts/1'), null);
  assert.is(matchPath('/hosts/:id', '/hosts/%zz'), null);
});

test('a permission follows from the role', () => {
  const user = (role: string): User => ({ role }) as User;
  assert.is(may(user('reporter'), 'hosts:read'), true);
  assert.is(may(user('reporter'), 'jobs:run'), false);
  assert.is(may(user('operator'), 'enrollment:manage'), false);
  assert.is(may(null, 'authenticated'), false);
  assert.is(may(null, 'public'), true);
});

test('sizes and counts', () => {
  assert.is(bytesText(999), '999 B');
  assert.is(bytesText(1_400_000), '1.4 MB');
  assert.is(bytesText(-2_000), '−2.0 kB');
  assert.is(plural(1, 'host'), '1 host');
  assert.is(plural(10_000, 'host'), '10,000 hosts');
  assert.is(countText(null), 'unknown');
});

test('of 10,000 rows only what is seen is rendered, wherever the list stands', () => {
  const at = (scrollTopPx: number): { first: number; end: number } =>
    windowOf({ count: 10_000, rowPx: 40, scrollTopPx, viewportPx: 400 });
  assert.is(at(0).first, 0);
  assert.is(at(0).end, 18);
  assert.is(at(200_000).first, 4_992);
  assert.is(at(200_000).end, 5_018);
  assert.is(at(999_999_999).end, 10_000);
  assert.equal(windowOf({ count: 0, rowPx: 40, scrollTopPx: 0, viewportPx: 400 }), {
    first: 0,
    end: 0,
    offsetPx: 0,
    totalPx: 0,
  });
});

test('scrolling goes no further than it must', () => {
  const to = (index: number): number | null =>
    scrollToRow({ index, rowPx: 40, scrollTopPx: 400, viewportPx: 400 });
  assert.is(to(12), null);
  assert.is(to(9), 360);
  assert.is(to(20), 440);
});

test('a sentence among others begins with a capital and ends with a full stop, once', () => {
  assert.is(asSentence('exit status 1'), 'Exit status 1.');
  assert.is(asSentence('dpkg: error 1'), 'dpkg: error 1.');
  assert.is(asSentence('It failed.'), 'It failed.');
  assert.is(asSentence('cut …'), 'Cut …');
  assert.is(asSentence(''), '');
});

test.run();
