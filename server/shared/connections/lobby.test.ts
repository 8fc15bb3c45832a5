import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '#test/support/wait.ts';
import { Lobby, type LobbyLimits } from './lobby.ts';

const test = suite('the lobby of connections that wait for their handshake');

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A lobby, the addresses whose handshake has begun in order, and those connections. */
function setup(limits: Partial<LobbyLimits>) {
  const lobby = new Lobby(limits);
  const begun: FakeSocket[] = [];
  const enter = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    lobby.enter(socket as unknown as Socket, () => begun.push(socket));
    return socket;
  };
  const leave = (socket: FakeSocket | undefined): void => lobby.leave(socket as unknown as Socket);
  return { lobby, begun, enter, leave, addresses: () => begun.map(({ remoteAddress }) => remoteAddress) };
}

const turns = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) await turn();
};

test('so many begin in one turn of the event loop, and none in the turn in which it comes', async () => {
  const { begun, enter } = setup({ perTurn: 2 });
  for (let host = 1; host <= 5; host += 1) enter(`10.0.0.${host}`);
  const counts = [begun.length];
  for (let one = 0; one < 3; one += 1) {
    await turn();
    counts.push(begun.length);
  }
  assert.equal(counts, [0, 2, 4, 5]);
});

test('so many are under way; the end of one lets the next begin, whether it went well or not', async () => {
  const { begun, enter, leave } = setup({ underWay: 2, perTurn: 10 });
  for (let host = 1; host <= 5; host += 1) enter(`10.0.0.${host}`);
  await turns(5);
  assert.is(begun.length, 2);
  leave(begun[0]);
  leave(begun[0]);
  await turns(5);
  assert.is(begun.length, 3);
  begun[1]?.destroy();
  await turns(5);
  assert.is(begun.length, 4);
});

test('networks take turns, and a crowd leaves places to others', async () => {
  const { enter, addresses } = setup({ underWay: 6, underWayOfOne: 3, perTurn: 10 });
  for (let one = 0; one < 20; one += 1) enter('10.0.0.1');
  enter('10.0.0.2');
  enter('10.0.0.3');
  await turns(5);
  assert.equal(addresses(), ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.1', '10.0.0.1']);
});

test('who lets its handshake rest loses its place to the next', async () => {
  const { begun, enter, addresses } = setup({ underWay: 2, perTurn: 10, patienceMs: 20 });
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']) enter(address);
  await turns(2);
  assert.is(begun.length, 2);
  await waitFor(() => begun.length === 4, { what: 'the others' });
  assert.equal(addresses(), ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.1']);
});

test('who is gone, or displaced, does not begin; clear ends all that wait', async () => {
  const { lobby, enter, addresses } = setup({ waiting: 3, underWay: 1, perTurn: 10 });
  enter('10.0.0.9');
  await turns(2);
  const [first, second] = [enter('10.0.0.1'), enter('10.0.0.1')];
  const others = ['10.0.0.2', '10.0.0.3'].map(enter);
  assert.equal([first.destroyed, second.destroyed], [true, false], 'the crowd displaces its own');
  const closed = once(second, 'close');
  second.destroy();
  await closed;
  lobby.clear();
  assert.equal(
    others.map(({ destroyed }) => destroyed),
    [true, true],
  );
  await turns(5);
  assert.equal(addresses(), ['10.0.0.9']);
});

test.run();
