import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actionText } from './actions.ts';
import { differences } from './difference.ts';
import { actorText } from './texts.ts';

const test = suite('audit: differences');

test('only what changed is told, however deep it stands', () => {
  const before = { polling: { health_poll_interval_secs: 60, patch_poll_interval_secs: 1800 }, tags: ['a'] };
  const after = {
    polling: { health_poll_interval_secs: 30, patch_poll_interval_secs: 1800 },
    tags: ['a', 'b'],
  };
  assert.equal(differences(before, after), [
    { path: 'polling.health_poll_interval_secs', before: '60', after: '30' },
    { path: 'tags', before: 'a', after: 'a, b' },
  ]);
});

test('what came and what went stand beside nothing', () => {
  assert.equal(differences(null, { name: 'web' }), [{ path: 'name', before: null, after: 'web' }]);
  assert.equal(differences({ name: 'web' }, null), [{ path: 'name', before: 'web', after: null }]);
  assert.equal(differences(null, null), []);
});

test('an empty list and no value are words, not nothing', () => {
  assert.equal(differences({ a: [], b: 1 }, { a: ['x'], b: null }), [
    { path: 'a', before: 'none', after: 'x' },
    { path: 'b', before: '1', after: 'none' },
  ]);
});

test('acts and actors have words', () => {
  const same = (text: string): string => text;
  assert.is(actionText('user.role_changed'), 'Role of a user changed');
  assert.is(actionText('api_token.created'), 'API token created');
  assert.is(actionText('backup_plan.half_restored'), 'Backup plan: half restored', 'of a plugin of others');
  assert.is(actorText({ kind: 'user', name: 'olga' }, same), 'olga');
  assert.is(actorText({ kind: 'system', name: 'system' }, same), 'system');
  assert.is(actorText({ kind: 'machine', name: 'root' }, same), 'root (local CLI)');
});

test.run();
