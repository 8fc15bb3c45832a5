import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Duplicate } from '../rpmDriver.ts';
import { exchangesOf, leftBy } from './exchanges.ts';

const test = suite('rpm exchanges');

const row = (name: string, version: string) => ({
  name,
  arch: 'noarch',
  version,
  section: null,
  installedSizeBytes: 0,
});
const twin = (name: string, old: string, now: string): Duplicate => ({
  superseded: row(name, old),
  newest: row(name, now),
});
const entry = (name: string, from: string | null, to: string | null) =>
  ({ action: 'upgrade', name, arch: 'noarch', from, to }) as const;

test('an exchange is what has both versions, the new one of which was not there before', () => {
  const entries = [
    entry('a', '1', '2'),
    entry('b', '1', '2'),
    entry('new', null, '1'),
    entry('gone', '1', null),
  ];
  const before = { 'a:noarch': ['1'], 'b:noarch': ['1', '2'], 'gone:noarch': ['1'] };
  assert.equal(exchangesOf({ entries, before }), [{ name: 'a', arch: 'noarch', from: '1', to: '2' }]);
});

test('only the very two versions of an exchange are its own, in either direction', () => {
  const exchanges = [
    { name: 'a', arch: 'noarch', from: '1', to: '2' },
    { name: 'undone', arch: 'noarch', from: '2', to: '1' },
  ];
  const own = [twin('a', '1', '2'), twin('undone', '1', '2')];
  const others = [twin('a', '0', '2'), twin('a', '1', '3'), twin('b', '1', '2')];
  assert.equal(leftBy(exchanges, [...others, ...own]), own);
  assert.equal(leftBy([], own), []);
});

test.run();
