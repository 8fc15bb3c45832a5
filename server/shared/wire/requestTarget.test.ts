import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namesOneHost, originForm, urlOfTarget } from './requestTarget.ts';

const test = suite('request targets');

const PATHS: readonly (readonly [string, string])[] = [
  ['/', '/'],
  ['/?', '/?'],
  ['/a//b', '/a//b'],
  ['/%zz?x=%', '/%zz?x=%'],
  ['http://other.example/a?b', '/a?b'],
  ['HTTPS://other.example:1', '/'],
  ['https://other.example?b', '/?b'],
];

const ODD = [
  undefined,
  '',
  '//',
  '///',
  '//a/b',
  '/\\',
  '\\',
  '*',
  'a',
  '?',
  'host:443',
  'http:',
  'http://',
  'http:///a',
  'http://[',
  'http://user@host/a',
  'http://host//a',
  'http://host/\\a',
  'http://host#a',
  'ftp://host/a',
  'javascript:alert(1)',
];

test('a path stays as it is, and an absolute target gives its path', () => {
  for (const [target, path] of PATHS) assert.is(originForm(target), path, target);
});

test('what names no path is null, and never an exception', () => {
  for (const target of ODD) {
    assert.is(originForm(target), null, target);
    assert.is(urlOfTarget(target), null, target);
  }
});

test('the host of a target is never that of its URL', () => {
  assert.is(urlOfTarget('http://other.example/a?b=1')?.href, 'http://host.invalid/a?b=1');
  assert.is(urlOfTarget('/@other.example')?.href, 'http://host.invalid/@other.example');
  assert.is(urlOfTarget('/\t/other.example')?.host, 'host.invalid');
});

test('one host is what each side agrees on, two are none', () => {
  assert.is(namesOneHost([]), true);
  assert.is(namesOneHost(['Host', 'a', 'X-Name', 'host']), true);
  assert.is(namesOneHost(['Host', 'a', 'hOST', 'a']), false);
});

test.run();
