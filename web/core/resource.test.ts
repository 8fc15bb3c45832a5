import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from './apiError.ts';
import { connection } from './connection.ts';
import type { LiveTopic } from './liveTopic.ts';
import { Resource, type ResourceOptions } from './resource.ts';

const test = suite('Resource');

/** A host like Lit's: each update calls every controller. */
class Host implements ReactiveControllerHost {
  readonly controllers: ReactiveController[] = [];
  renders = 0;
  readonly updateComplete = Promise.resolve(true);
  addController(one: ReactiveController): void {
    this.controllers.push(one);
  }
  removeController(): void {}
  requestUpdate(): void {
    this.renders += 1;
  }
  connect(): void {
    for (const each of this.controllers) each.hostConnected?.();
    this.update();
  }
  update(): void {
    for (const each of this.controllers) each.hostUpdate?.();
  }
  disconnect(): void {
    for (const each of this.controllers) each.hostDisconnected?.();
  }
}

interface Call {
  id: string;
  signal: AbortSignal;
  resolve(value: string): void;
  reject(error: unknown): void;
}

function setup(options: Partial<ResourceOptions<string, readonly [string]>> = {}) {
  const host = new Host();
  const calls: Call[] = [];
  const state = { id: 'a' as string | null };
  const resource = new Resource<string, readonly [string]>(host, {
    read: ([id], signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      calls.push({ id, signal, resolve, reject });
      return promise;
    },
    args: () => (state.id === null ? null : [state.id]),
    ...options,
  });
  const call = (at: number): Call => {
    const made = calls[at];
    if (!made) throw new Error(`no call ${at}`);
    return made;
  };
  const show = (id: string | null): void => {
    state.id = id;
    host.update();
  };
  return { host, calls, resource, call, show };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const gone = new ApiError({ code: 'NETWORK', message: 'x', status: 0 });

test('it reads when its host appears, and again only when what it depends on changes', async () => {
  const { host, calls, resource, call, show } = setup();
  assert.is(calls.length, 0);
  host.connect();
  await settled();
  assert.is(resource.isLoading, true);
  call(0).resolve('of a');
  await settled();
  assert.equal([resource.value, resource.error, resource.isLoading], ['of a', null, false]);
  host.update();
  await settled();
  assert.is(calls.length, 1);
  show('b');
  assert.is(resource.value, undefined, 'what is of another thing is not shown');
  await settled();
  assert.is(call(1).id, 'b');
});

test('another view of the same thing keeps the value until the new one is there', async () => {
  const { host, resource, call, show } = setup({ keepsValue: true });
  host.connect();
  await settled();
  call(0).resolve('a day');
  await settled();
  show('b');
  await settled();
  assert.is(resource.value, 'a day');
  call(1).resolve('a week');
  await settled();
  assert.is(resource.value, 'a week');
});

test('an older answer never replaces a newer one, and its call is broken off', async () => {
  const { host, resource, call, show } = setup();
  host.connect();
  await settled();
  show('b');
  await settled();
  assert.is(call(0).signal.aborted, true);
  call(1).resolve('of b');
  await settled();
  call(0).resolve('of a');
  await settled();
  assert.is(resource.value, 'of b');
});

test('after a failure the old value stays and tells of when it is; the next that works takes that away', async () => {
  const { host, resource, call } = setup();
  host.connect();
  await settled();
  call(0).resolve('figures');
  await settled();
  const { readAt } = resource;
  assert.is(resource.staleSince, null);
  resource.retry();
  await settled();
  call(1).reject(new Error('no'));
  await settled();
  assert.equal([resource.value, (resource.error as Error).message], ['figures', 'no']);
  assert.ok(readAt);
  assert.equal(resource.staleSince, readAt);
  resource.retry();
  await settled();
  assert.is((resource.error as Error).message, 'no', 'the error stays while it is tried again');
  call(2).resolve('new figures');
  await settled();
  assert.equal([resource.value, resource.error, resource.staleSince], ['new figures', null, null]);
});

test('a first failure has no value and no age', async () => {
  const { host, resource, call } = setup();
  host.connect();
  await settled();
  call(0).reject(new Error('no'));
  await settled();
  assert.equal([resource.value, resource.staleSince, resource.isLoading], [undefined, null, false]);
});

test('what failed for want of a connection is read again once the manager is back, and nothing else is', async () => {
  const { host, calls, call } = setup();
  host.connect();
  await settled();
  call(0).reject(gone);
  await settled();
  connection.dispatchEvent(new Event('back'));
  await settled();
  assert.is(calls.length, 2);
  call(1).reject(new Error('no'));
  await settled();
  connection.dispatchEvent(new Event('back'));
  await settled();
  assert.is(calls.length, 2);
  host.disconnect();
});

test('an event that comes while a read is under way holds in what the read brings', async () => {
  const { host, resource, call } = setup();
  host.connect();
  await settled();
  resource.change((value) => `${value}, changed`);
  call(0).resolve('read before');
  await settled();
  assert.is(resource.value, 'read before, changed');
  resource.change((value) => `${value} twice`);
  assert.is(resource.value, 'read before, changed twice');
});

test('it waits for its live events before it reads, and reads again after a gap of them', async () => {
  const ready = Promise.withResolvers<void>();
  let resync = (): void => undefined;
  const live = { ready: ready.promise, addResync: (listener: () => void) => (resync = listener) };
  const { host, calls } = setup({ live: live as unknown as LiveTopic });
  host.connect();
  await settled();
  assert.is(calls.length, 0);
  ready.resolve();
  await settled();
  assert.is(calls.length, 1);
  resync();
  await settled();
  assert.is(calls.length, 2);
});

test('a host that is taken out of the page and put back keeps its value, and it is read again', async () => {
  const { host, resource, call, show } = setup();
  host.connect();
  await settled();
  call(0).resolve('of a');
  await settled();
  host.disconnect();
  const rendersBefore = host.renders;
  host.connect();
  assert.ok(host.renders > rendersBefore, 'Lit does not update such a host by itself');
  assert.is(resource.value, 'of a');
  await settled();
  call(1).resolve('newer of a');
  await settled();
  assert.is(resource.value, 'newer of a');
  host.disconnect();
  show('b');
  host.connect();
  assert.is(resource.value, undefined);
});

test('nothing to read for, or a host that left: the call is broken off, and its answer changes nothing', async () => {
  const { host, resource, call, show } = setup();
  host.connect();
  await settled();
  show(null);
  assert.is(call(0).signal.aborted, true);
  call(0).resolve('late');
  await settled();
  assert.equal([resource.value, resource.isLoading], [undefined, false]);
  show('b');
  await settled();
  host.disconnect();
  call(1).reject(new Error('late'));
  await settled();
  assert.is(resource.error, null);
});

test.run();
