import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Preferences } from './preferences.ts';
import { SavedViews } from './savedViews.ts';

const test = suite('saved views');

/** Preferences of nobody, which last until the reload. */
function memory(text?: string): Preferences {
  const store = new Preferences();
  if (text !== undefined) store.set('views.hosts', text);
  return store;
}
const query = (text: string): URLSearchParams => new URLSearchParams(text);

test('a view is kept by name without what belongs to the moment, and found again whatever the order in the address', () => {
  const store = memory();
  const hosts = new SavedViews('/hosts', { store, passing: ['selected'] });
  assert.is(hosts.save('  Security,   all ', query('status=healthy&search=web%20a&selected=4&empty=')), null);
  assert.is(hosts.save('All', query('')), null);
  const again = new SavedViews('/hosts', { store, passing: ['selected'] });
  assert.equal(again.list, [
    { name: 'All', query: '', isPinned: false },
    { name: 'Security, all', query: 'search=web+a&status=healthy', isPinned: false },
  ]);
  assert.is(again.current(query('search=web+a&selected=9&status=healthy'))?.name, 'Security, all');
  assert.is(again.current(query('status=healthy')), null);
  assert.equal(
    again.list.map((view) => again.href(view)),
    ['/hosts', '/hosts?search=web+a&status=healthy'],
  );
});

test('the same name replaces and stays pinned, removing removes, each change is told; another page keeps its own', () => {
  const store = memory();
  const hosts = new SavedViews('/hosts', { store });
  const jobs = new SavedViews('/jobs', { store });
  let told = 0;
  hosts.addEventListener('change', () => (told += 1));
  hosts.save('a', query('x=1'));
  hosts.pin('a', true);
  jobs.save('a', query('state=failed'));
  hosts.save('a', query('x=2'));
  assert.equal(hosts.list, [{ name: 'a', query: 'x=2', isPinned: true }]);
  hosts.pin('a', false);
  assert.is(hosts.list[0]?.isPinned, false);
  hosts.remove('a');
  assert.equal([hosts.list, jobs.list.length, told], [[], 1, 5]);
});

test('who follows hears of what is read late, and of changes elsewhere', () => {
  const store = memory();
  const hosts = new SavedViews('/hosts', { store });
  const following = new AbortController();
  let told = 0;
  hosts.addEventListener('change', () => (told += 1));
  hosts.follow(following.signal);
  new SavedViews('/hosts', { store }).save('elsewhere', query(''));
  following.abort();
  new SavedViews('/hosts', { store }).remove('elsewhere');
  assert.is(told, 1);
});

test('no name, one that is too long, and more than has room are refused, and nothing is lost', () => {
  const views = new SavedViews('/hosts', { store: memory() });
  assert.is(views.save('   ', query('')), 'name');
  assert.is(views.save('n'.repeat(61), query('')), 'name');
  assert.is(views.save('long', query(`search=${'x'.repeat(4_000)}`)), 'full');
  let count = 0;
  while (views.save(`view ${count}`, query('has_security=true&sort=-patches_severity')) === null) count += 1;
  assert.ok(count > 40, String(count));
  assert.is(views.save('view 7', query('x=1')), null);
  assert.is(views.list.length, count);
});

test('what is no view is left alone, and does not stop anything', () => {
  for (const text of ['{', '{}', '7', '[null,[1],["x"]]']) {
    const views = new SavedViews('/hosts', { store: memory(text) });
    assert.equal(views.list, [], text);
    assert.is(views.save('mine', query('a=1')), null);
    assert.is(views.list.length, 1, text);
  }
});

test.run();
