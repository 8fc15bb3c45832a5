import { globSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portabilityFaults } from './portableYaml.ts';

const test = suite('lint: YAML that other parsers read');
const root = new URL('../../', import.meta.url);

test('each contract file reads alike in Go and Java', () => {
  const names = globSync(['{openapi,generated}/*.yaml', '{server/core,plugins}/*/openapi.yaml'], {
    cwd: root,
  });
  assert.ok(names.length > 20, `${names.length} files`);
  for (const name of names) {
    const faults = portabilityFaults(readFileSync(new URL(name, root), 'utf8'));
    assert.equal(faults, [], name);
  }
});

// go-yaml 3.0.1 refuses each or reads another value than `yaml` does; the country is read otherwise by SnakeYAML alone.
const FAULTS: Readonly<Record<string, string>> = {
  'a question mark in a flow collection': 'a: [{ module: /pages.js?v=k3 }]',
  'the same in a sequence': 'a: [b?]',
  'a word that is false in YAML 1.1': 'a: { country: no }',
  'an octal number of YAML 1.1': 'mode: 010',
  'a time of YAML 1.1': 'day: 2026-01-01',
  'two keys of one name': 'a: 1\na: 2',
};

for (const [name, text] of Object.entries(FAULTS)) {
  test(`${name} is a fault`, () => assert.is(portabilityFaults(text).length, 1, text));
}

test('the same with quotes, and question marks outside of flow collections, are none', () => {
  const text =
    "a: [{ module: '/pages.js?v=k3' }]\nb: /pages.js?v=k3\nc: { country: 'no', day: '2026-01-01' }";
  assert.equal(portabilityFaults(text), []);
});

test.run();
