import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jobOf, jobOfAdvisory } from './jobOf.ts';

const row = (host: string, name: string, held = false) => ({ host_id: host, package: name, held });

test('a job names the packages where every host lacks the same', () => {
  assert.equal(jobOf([row('a', 'curl'), row('a', 'tar'), row('b', 'tar'), row('b', 'curl')]), {
    hostIds: ['a', 'b'],
    packages: ['curl', 'tar'],
  });
  const twoArchitectures = [row('a', 'curl'), row('a', 'curl')];
  assert.equal(jobOf(twoArchitectures), { hostIds: ['a'], packages: ['curl'] });
});

test('where hosts differ no package is named, for a plan would refuse those that a host does not have', () => {
  assert.equal(jobOf([row('a', 'curl'), row('b', 'tar')]), { hostIds: ['a', 'b'], packages: [] });
});

test('held packages are left out, with hosts that lack nothing else', () => {
  assert.equal(jobOf([row('a', 'curl'), row('b', 'curl', true)]), { hostIds: ['a'], packages: ['curl'] });
  assert.is(jobOf([row('b', 'curl', true)]), null);
});

test('a job for an advisory names all of its packages, and counts the hosts on which all of it is held', () => {
  const rows = [row('a', 'ssh'), row('b', 'ssh-server'), row('b', 'ssh', true), row('c', 'ssh', true)];
  assert.equal(jobOfAdvisory(rows), { hostIds: ['a', 'b'], packages: ['ssh', 'ssh-server'], hostsHeld: 1 });
  assert.is(jobOfAdvisory([row('c', 'ssh', true)]), null);
});

test.run();
