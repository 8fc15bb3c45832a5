import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changesOf, draftOf, draftProblems, theirChanges, type EditedHost } from './hostDraft.ts';

const test = suite('host: what is edited');

const host: EditedHost = {
  display_name: null,
  ip_address: '10.0.0.1',
  port: 9443,
  tags: ['web', 'env=prod'],
  maintenance_mode: false,
};

test('only what differs is sent, so that what others change stays', () => {
  const draft = draftOf(host);
  assert.equal(changesOf(host, draft), {});
  assert.equal(changesOf(host, { ...draft, displayName: ' Web 1 ', tags: 'web,  new web' }), {
    display_name: 'Web 1',
    tags: ['web', 'new'],
  });
  assert.equal(changesOf({ ...host, display_name: 'Web 1' }, { ...draft, maintenanceMode: true }), {
    display_name: null,
    maintenance_mode: true,
  });
  assert.equal(changesOf(host, { ...draft, ipAddress: ' 10.0.0.2 ', port: 1 }), {
    ip_address: '10.0.0.2',
    port: 1,
  });
});

test('what cannot be meant is told before it is sent, by sentences', () => {
  const draft = draftOf(host);
  assert.equal(draftProblems(draft), {});
  assert.equal(Object.keys(draftProblems({ ...draft, ipAddress: 'web1', port: null, tags: 'a -b' })), [
    'ip_address',
    'port',
    'tags',
  ]);
  assert.match(draftProblems({ ...draft, tags: 'a -b' })['tags'] ?? '', /“-b” is not a valid tag/);
  const many = Array.from({ length: 51 }, (_, at) => `t${at}`).join(' ');
  assert.match(draftProblems({ ...draft, tags: many })['tags'] ?? '', /at most 50/);
});

test('what somebody else changed is told in words', () => {
  assert.equal(theirChanges(host, { ...host, display_name: 'Theirs', tags: [], maintenance_mode: true }), [
    'the name is “Theirs” now',
    'the tags are gone now',
    'maintenance mode is on now',
  ]);
  assert.equal(theirChanges(host, host), []);
});

test.run();
