import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findingChanges } from './standing.ts';

const test = suite('exposure: changes of what is open');

const stored = ['curl', 'docker'].map((name, i) => ({
  id: name,
  cve: `CVE-2026-000${i}`,
  package: name,
  packages: [name],
  fixedVersion: '2',
}));

test('a whole list closes what it does not name, but for packages of whose patch nobody can tell', () => {
  const closed = (unclear: string[], isWhole = true) =>
    findingChanges(stored, {
      cves: [],
      patches: [],
      isWhole,
      owesRestart: false,
      unclear: new Set(unclear),
    }).closed.map(({ id }) => id);
  assert.equal(closed([]), ['curl', 'docker']);
  assert.equal(closed(['docker']), ['curl']);
  assert.equal(closed([], false), []);
});

test.run();
