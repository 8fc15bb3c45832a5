import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Preferences } from './preferences.ts';
import type { Schemas } from './schema.ts';
import { SharedViews, type SharedViewsPort } from './sharedViews.ts';

const test = suite('shared views');

const view = (id: string, more: Partial<Schemas['SavedView']> = {}): Schemas['SavedView'] => ({
  id,
  name: `View ${id}`,
  page: '/hosts',
  query: 'severity=critical',
  created_by: { id: 'u', username: 'olga' },
  edit_version: 1,
  created_at: '2026-01-15T12:00:00.000Z',
  updated_at: '2026-01-15T12:00:00.000Z',
  ...more,
});

interface FakeManager extends SharedViewsPort {
  views: Schemas['SavedView'][];
  reads: number;
  error: Error | null;
}

/** A manager with these views, which may fail. */
function managerWith(...views: Schemas['SavedView'][]): FakeManager {
  const manager: FakeManager = {
    views,
    reads: 0,
    error: null,
    read: async () => {
      manager.reads += 1;
      if (manager.error) throw manager.error;
      return [...manager.views];
    },
    create: async (draft: Schemas['CreateSavedViewRequest']) => {
      const made = view('new', draft);
      manager.views.push(made);
      return made;
    },
    update: async (old: Schemas['SavedView'], query: string) => ({ ...old, query }),
    delete: async ({ id }: Schemas['SavedView']) => {
      manager.views = manager.views.filter((each) => each.id !== id);
    },
  };
  return manager;
}

const namesIn = (shared: SharedViews, page = '/hosts'): string[] => shared.of(page).map(({ name }) => name);

test('each page has its own, and what was made or deleted is read again', async () => {
  const manager = managerWith(view('a'), view('b', { page: '/jobs' }));
  const shared = new SharedViews(manager, new Preferences());
  assert.equal(namesIn(shared), [], 'nobody has asked yet');
  await Promise.all([shared.read(), shared.read()]);
  assert.is(manager.reads, 1);
  assert.equal([namesIn(shared), namesIn(shared, '/jobs')], [['View a'], ['View b']]);
  await shared.create({ name: 'Made', page: '/hosts', query: '' });
  assert.equal(namesIn(shared), ['View a', 'Made']);
  const [first] = shared.of('/hosts');
  assert.ok(first);
  await shared.delete(first);
  assert.equal(namesIn(shared), ['Made']);
});

test('a failure is told, keeps what was read, and goes with the next answer', async () => {
  const manager = managerWith(view('a'));
  const shared = new SharedViews(manager, new Preferences());
  await shared.read();
  manager.error = new Error('away');
  await shared.read();
  assert.equal([shared.error, namesIn(shared)], [manager.error, ['View a']]);
  manager.error = null;
  await shared.read();
  assert.is(shared.error, null);
});

test('what is pinned is a preference: it makes the views be read, and loses what was deleted', async () => {
  const store = new Preferences();
  store.set('pins', '["a","gone"]');
  const manager = managerWith(view('a'), view('b'));
  const shared = new SharedViews(manager, store);
  const pinned = (): string[] => shared.of('/hosts').flatMap(({ id, isPinned }) => (isPinned ? [id] : []));
  store.set('other', 'x');
  await shared.read();
  assert.is(manager.reads, 1, 'the pins had them read');
  assert.equal(pinned(), ['a']);
  shared.pin('b', true);
  assert.equal([pinned(), store.get('pins')], [['a', 'b'], '["a","b"]']);
  shared.pin('a', false);
  shared.pin('b', false);
  assert.equal([pinned(), store.get('pins')], [[], null]);
  shared.forget();
  assert.equal(namesIn(shared), []);
});

test.run();
