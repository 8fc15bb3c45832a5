import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readChoices, writeChoices } from './listChoices.ts';

const test = suite('hosts: what somebody chose for the list');

test('the columns are found again, and whatever else is stored there harms nobody', () => {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  assert.equal(readChoices(store), { columns: null });
  writeChoices({ columns: ['fqdn', 'tags'] }, store);
  assert.equal(readChoices(store), { columns: ['fqdn', 'tags'] });
  for (const bad of ['{', '[]', 'null', '7', '{"columns":7}']) {
    for (const key of values.keys()) values.set(key, bad);
    assert.equal(readChoices(store), { columns: null }, bad);
  }
});

test.run();
