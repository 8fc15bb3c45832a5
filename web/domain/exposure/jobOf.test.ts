import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jobOf, jobsOfAdvisory } from './jobOf.ts';

const row = (host: string, name: string, held = false) => ({ host_id: host, package: name, held });

test('a job names the packages where every host lacks the same', () => {
  assert.equal(jobOf([row('a', 'curl'), row('a', 'tar'), row('b', 'tar'), row('b', 'curl')]), {
    hostIds: ['a', 'b'],
    packages: ['curl', 'tar'],
  });
  const twoArchitectures = [row('a', 'curl'), row('a', 'curl')];
  assert.equal(jobOf(twoArchitectures), { hostIds: ['a'], packages: ['curl'] });
});

test('where hosts differ no package is named, for a plan would refuse those that no repository of a host has', () => {
  assert.equal(jobOf([row('a', 'curl'), row('b', 'tar')]), { hostIds: ['a', 'b'], packages: [] });
});

test('held packages are left out, with hosts that lack nothing else', () => {
  assert.equal(jobOf([row('a', 'curl'), row('b', 'curl', true)]), { hostIds: ['a'], packages: ['curl'] });
  assert.is(jobOf([row('b', 'curl', true)]), null);
});

test('a job for an advisory names its packages, and hosts on which all of it is held are counted', () => {
  const rows = [row('a', 'ssh'), row('a', 'ssh-server'), row('b', 'ssh-server'), row('b', 'ssh', true)];
  assert.equal(jobsOfAdvisory([...rows, row('c', 'ssh', true)]), {
    jobs: [{ hostIds: ['a', 'b'], packages: ['ssh', 'ssh-server'] }],
    hostsHeld: 1,
  });
  assert.equal(jobsOfAdvisory([row('c', 'ssh', true)]), { jobs: [], hostsHeld: 1 });
});

test('hosts that lack different packages of an advisory have jobs of their own, the most hosts first', () => {
  const rows = [row('a', 'linux-image-arm64'), row('b', 'linux-image-amd64'), row('c', 'linux-image-amd64')];
  assert.equal(jobsOfAdvisory(rows).jobs, [
    { hostIds: ['b', 'c'], packages: ['linux-image-amd64'] },
    { hostIds: ['a'], packages: ['linux-image-arm64'] },
  ]);
});

test.run();
