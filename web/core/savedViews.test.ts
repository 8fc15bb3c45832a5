import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TextStore } from './browserStore.ts';
import { SavedViews } from './savedViews.ts';

const test = suite('saved views');

function memory(text?: string): TextStore {
  const content = new Map(text === undefined ? [] : [['fleetmend.views', text]]);
  return {
    getItem: (name) => content.get(name) ?? null,
    setItem: (name, value) => void content.set(name, value),
    removeItem: (name) => void content.delete(name),
  };
}
const query = (text: string): URLSearchParams => new URLSearchParams(text);

test('a view is kept by name without what belongs to the moment, and found again whatever the order in the address', () => {
  const store = memory();
  const hosts = new SavedViews('/hosts', { store, passing: ['selected'] });
  assert.is(hosts.save('  Night   shift ', query('status=healthy&search=web%20a&selected=4&empty=')), null);
  assert.is(hosts.save('All', query('')), null);
  const again = new SavedViews('/hosts', { store, passing: ['selected'] });
  assert.equal(again.list, [
    { name: 'All', query: '' },
    { name: 'Night shift', query: 'search=web+a&status=healthy' },
  ]);
  assert.is(again.current(query('search=web+a&selected=9&status=healthy'))?.name, 'Night shift');
  assert.is(again.current(query('status=healthy')), null);
  assert.equal(
    again.list.map((view) => again.href(view)),
    ['/hosts', '/hosts?search=web+a&status=healthy'],
  );
});

test('the same name replaces, removing removes, and each change is told; another page keeps its own', () => {
  const store = memory();
  const hosts = new SavedViews('/hosts', { store });
  const jobs = new SavedViews('/jobs', { store });
  let told = 0;
  hosts.addEventListener('change', () => (told += 1));
  hosts.save('a', query('x=1'));
  jobs.save('a', query('state=failed'));
  hosts.save('a', query('x=2'));
  assert.equal(hosts.list, [{ name: 'a', query: 'x=2' }]);
  hosts.remove('a');
  assert.equal([hosts.list, jobs.list.length, told], [[], 1, 3]);
});

test('no name, one that is too long, and more views than are kept are refused, and nothing is lost', () => {
  const views = new SavedViews('/hosts', { store: memory() });
  assert.is(views.save('   ', query('')), 'name');
  assert.is(views.save('n'.repeat(61), query('')), 'name');
  assert.is(views.save('long', query(`search=${'x'.repeat(4_000)}`)), 'too-long');
  for (let count = 0; count < 50; count += 1) assert.is(views.save(`view ${count}`, query('')), null);
  assert.is(views.save('one more', query('')), 'full');
  assert.is(views.save('view 7', query('x=1')), null);
  assert.is(views.list.length, 50);
});

test('what somebody else wrote into the storage is no view, and does not stop anything', () => {
  for (const text of ['{', '[]', '7', '{"/hosts":{}}', '{"/hosts":[null,{"name":1},{"name":"x"}]}']) {
    const views = new SavedViews('/hosts', { store: memory(text) });
    assert.equal(views.list, [], text);
    assert.is(views.save('mine', query('a=1')), null);
    assert.is(views.list.length, 1, text);
  }
});

test.run();
