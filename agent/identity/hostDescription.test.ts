import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SystemFacts } from '../host/facts.ts';
import { describeHost } from './hostDescription.ts';

const test = suite('what an enrollment says of the host');

test('a value is cut to what the manager takes, and no character in two', () => {
  const facts = {
    machineId: 'm',
    fqdn: 'web1.example.org',
    osFamily: 'debian',
    osName: `${'😀'.repeat(95)}ab`,
    osVersion: '12',
    arch: 'amd64',
    kernel: 'k'.repeat(200),
  } as SystemFacts;
  const { osDetails } = describeHost(facts);
  assert.is(osDetails['name'], `${'😀'.repeat(95)}a`);
  assert.is(osDetails['kernel'], 'k'.repeat(96));
  assert.is(osDetails['os_version'], '12');
});

test.run();
