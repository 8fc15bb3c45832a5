import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chosenHosts, newJobHref } from './chosenHosts.ts';

const test = suite('hosts handed over to a new job');

const idOf = (at: number): string => `01939f6a-7c1e-7b1a-9d2e-${String(at).padStart(12, '0')}`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => idOf(at));
const queryOf = (href: string): URLSearchParams => new URL(href, 'https://manager').searchParams;

class FakeStore {
  readonly kept = new Map<string, string>();
  readonly mostChars: number;
  constructor(mostChars = Infinity) {
    this.mostChars = mostChars;
  }
  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    if (value.length > this.mostChars) throw new Error('full');
    this.kept.set(name, value);
  }
}

test('a few hosts stand in the address, each once, with what else was wished', () => {
  const href = newJobHref([idOf(1), idOf(2), idOf(1)], [['package', 'libc6']], new FakeStore());
  assert.is(href, `/jobs/new?host=${idOf(1)}&host=${idOf(2)}&package=libc6`);
  assert.equal(chosenHosts(queryOf(href), new FakeStore()), [idOf(1), idOf(2)]);
});

test('ten thousand do not burst it, and a reload finds them again', () => {
  const store = new FakeStore();
  const href = newJobHref(ids(10_000), [], store);
  assert.ok(href.length < 100, href);
  const reloaded = new FakeStore();
  for (const entry of store.kept) reloaded.kept.set(...entry);
  assert.equal(chosenHosts(queryOf(href), reloaded), ids(10_000));
});

test('only the last few choices are kept, and the same choice once', () => {
  const store = new FakeStore();
  const first = newJobHref(ids(100), [], store);
  assert.is(newJobHref(ids(100), [], store), first);
  const later = [101, 102, 103, 104].map((count) => newJobHref(ids(count), [], store));
  assert.is(chosenHosts(queryOf(first), store), null);
  for (const [at, href] of later.entries()) assert.is(chosenHosts(queryOf(href), store)?.length, 101 + at);
});

test('a full store gives up older choices; one that refuses everything still serves until a reload', () => {
  const small = new FakeStore(6_000);
  newJobHref(ids(100), [], small);
  const second = newJobHref(ids(110), [], small);
  assert.is(chosenHosts(queryOf(second), small)?.length, 110);
  assert.is([...(JSON.parse(small.kept.get('fleetmend.chosenHosts') ?? '[]') as unknown[])].length, 1);
  const none = newJobHref(ids(120), [], new FakeStore(0));
  assert.is(chosenHosts(queryOf(none), new FakeStore(0))?.length, 120);
});

test('what this tab does not know, or somebody broke, is told apart from no choice', () => {
  const broken = new FakeStore();
  broken.kept.set('fleetmend.chosenHosts', '[{"key":1},');
  assert.is(chosenHosts(new URLSearchParams('hosts=1-2'), broken), null);
  assert.equal(chosenHosts(new URLSearchParams(''), broken), []);
});

test.run();
