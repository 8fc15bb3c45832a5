import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Notices, type Notice } from './notices.ts';

const test = suite('notifications');

function setup(content = new Map<string, string>()) {
  const store = {
    getItem: (name: string) => content.get(name) ?? null,
    setItem: (name: string, value: string) => void content.set(name, value),
    removeItem: (name: string) => void content.delete(name),
  };
  const notices = new Notices('u1', { store, now: () => new Date('2026-05-01T00:00:00Z') });
  return { notices, store, content };
}

const news = (
  id: number,
  at = `2026-05-02T00:${String(id).padStart(2, '0')}:00.000Z`,
): Omit<Notice, 'isRead'> => ({
  key: `job:${id}`,
  text: `Job ${id} ended`,
  href: `/jobs/${id}`,
  tone: 'ok',
  at,
});

test('nothing from before the first visit is news, and each thing is told once, the newest first', () => {
  const { notices, store } = setup();
  assert.equal([notices.since.toISOString(), notices.items], ['2026-05-01T00:00:00.000Z', []]);
  let changes = 0;
  notices.addEventListener('change', () => (changes += 1));
  notices.add([news(1), news(2)]);
  notices.add([news(2), news(1)]);
  assert.equal(
    notices.items.map(({ key }) => key),
    ['job:2', 'job:1'],
  );
  assert.equal([notices.unreadCount, changes], [2, 1]);
  const other = new Notices('u2', { store, now: () => new Date() });
  assert.is(other.unreadCount, 0, 'another user of this browser has their own');
});

test('what is read stays read, in the next tab too; what somebody looks at needs no telling', () => {
  const { notices, content } = setup();
  notices.add([news(1), news(2), news(3)], ({ href }) => href === '/jobs/3');
  assert.is(notices.unreadCount, 2);
  notices.markRead('/jobs/1');
  assert.equal(
    notices.items.map(({ isRead }) => isRead),
    [true, false, true],
  );
  setup(content).notices.markRead();
  assert.is(notices.unreadCount, 0);
});

test('of very many the oldest go, and do not come again', () => {
  const { notices } = setup();
  notices.add(Array.from({ length: 55 }, (_, id) => news(id)));
  assert.is(notices.items.length, 50);
  assert.is(notices.since.toISOString(), '2026-05-02T00:04:00.000Z');
});

test('what is stored by another version, or leads elsewhere, is dropped', () => {
  for (const text of ['{', '[]', '{"since":"x","items":[]}', '{"since":"2026-01-01T00:00:00Z"}'])
    assert.equal(setup(new Map([['fleetmend.notices.u1', text]])).notices.items, [], text);
  const items = [
    news(1),
    { ...news(2), href: 'https://evil.example' },
    { ...news(3), href: '//evil.example' },
    null,
  ];
  const stored = JSON.stringify({ since: '2026-01-01T00:00:00Z', items });
  const { notices } = setup(new Map([['fleetmend.notices.u1', stored]]));
  assert.equal(
    notices.items.map(({ key }) => key),
    ['job:1'],
  );
});

test.run();
