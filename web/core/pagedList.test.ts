import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PagedList, type PageOf, type PageRequest } from './pagedList.ts';

const test = suite('PagedList');

interface Query {
  search: string;
}
interface Call {
  query: Query;
  page: PageRequest;
  signal: AbortSignal;
  answer: PromiseWithResolvers<PageOf<string>>;
}

function setup() {
  const controllers: ReactiveController[] = [];
  const host: ReactiveControllerHost = {
    addController: (one) => void controllers.push(one),
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  const calls: Call[] = [];
  const state: { query: Query | null } = { query: { search: '' } };
  const list = new PagedList<string, Query>(host, {
    query: () => state.query,
    pageRows: 2,
    allRows: 5,
    read: (query, page, signal) => {
      const answer = Promise.withResolvers<PageOf<string>>();
      calls.push({ query, page, signal, answer });
      return answer.promise;
    },
  });
  const call = (at: number): Call => {
    const made = calls[at];
    if (!made) throw new Error(`no call ${at}`);
    return made;
  };
  const update = (): void => controllers.forEach((each) => each.hostUpdate?.());
  controllers.forEach((each) => each.hostConnected?.());
  const search = (text: string): void => {
    state.query = { search: text };
    update();
  };
  const answer = async (at: number, rows: string[], cursor: string | null, total = 5): Promise<void> => {
    await settled();
    call(at).answer.resolve({ rows, cursor, total });
    await settled();
  };
  const disconnect = (): void => controllers.forEach((each) => each.hostDisconnected?.());
  update();
  return { list, calls, call, search, answer, update, disconnect };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('page after page is added, and none is asked for twice or beyond the last', async () => {
  const { list, calls, call, answer, update } = setup();
  assert.equal([list.value, list.total], [undefined, null]);
  await answer(0, ['a', 'b'], 'c1', 3);
  assert.equal(call(0).page, { limit: 2 });
  assert.equal([list.rows, list.total, list.isComplete, list.isOnePage], [['a', 'b'], 3, false, true]);
  list.more();
  await settled();
  list.more();
  await answer(1, ['c'], null, 3);
  assert.equal(call(1).page, { limit: 2, cursor: 'c1' });
  assert.equal([list.rows, list.isComplete, list.isOnePage], [['a', 'b', 'c'], true, false]);
  list.more();
  update();
  await settled();
  assert.is(calls.length, 2);
});

test('another query starts over; the rows before stay until its own come, and an old answer is not mixed in', async () => {
  const { list, call, search, answer } = setup();
  await answer(0, ['a', 'b'], 'c1');
  list.more();
  await settled();
  search('x');
  await settled();
  assert.equal([list.rows, list.isCurrent, call(1).signal.aborted], [['a', 'b'], false, true]);
  await answer(1, ['late'], null);
  assert.equal(list.rows, ['a', 'b']);
  await answer(2, ['x'], null, 1);
  assert.equal([call(2).query, call(2).page], [{ search: 'x' }, { limit: 2 }]);
  assert.equal([list.rows, list.total, list.isCurrent], [['x'], 1, true]);
});

test('a page that fails leaves the rows with their age, and is asked for again from where it stood', async () => {
  const { list, calls, call, answer } = setup();
  await answer(0, ['a', 'b'], 'c1');
  list.more();
  await settled();
  call(1).answer.reject(new Error('no'));
  await settled();
  assert.equal([list.rows, (list.error as Error).message, list.staleSince], [['a', 'b'], 'no', list.readAt]);
  assert.ok(list.readAt);
  list.more();
  await settled();
  assert.is(calls.length, 2, 'scrolling does not ask for what failed');
  list.retry();
  await answer(2, ['c'], null);
  assert.equal(call(2).page, { limit: 2, cursor: 'c1' });
  assert.equal([list.rows, list.error, list.staleSince], [['a', 'b', 'c'], null, null]);
});

test('all of them are read in larger pages; another query ends that', async () => {
  const { list, call, search, answer } = setup();
  await answer(0, ['a', 'b'], 'c1');
  const all = list.readAll();
  await answer(1, ['c', 'd'], 'c2');
  assert.is(list.isReadingAll, true);
  await answer(2, ['e'], null);
  assert.is(await all, true);
  assert.equal([call(1).page.limit, list.rows.length, list.isReadingAll], [5, 5, false]);
  search('x');
  await settled();
  const other = list.readAll();
  search('y');
  await answer(4, ['y'], null, 1);
  assert.is(await other, false);
});

test('a change that is told while a page is read holds in the rows of that page too', async () => {
  const { list, answer } = setup();
  const shout = (rows: readonly string[]): readonly string[] => rows.map((row) => row.toUpperCase());
  list.change(shout);
  await answer(0, ['a', 'b'], 'c1');
  assert.equal(list.rows, ['A', 'B']);
  list.restart();
  await answer(1, ['a'], null);
  assert.equal(list.rows, ['a'], 'and not in those of a later one');
});

test('a host that left gets nothing any more', async () => {
  const { list, call, answer, disconnect } = setup();
  await settled();
  disconnect();
  assert.is(call(0).signal.aborted, true);
  await answer(0, ['a'], null);
  assert.is(list.value, undefined);
});

test.run();
